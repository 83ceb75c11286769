// SPDX-License-Identifier: Apache-2.0
// Yee's scheme with absorbing layers: Berenger's perfectly matched layer with Ez split into the parts that Hy
// and Hx drive. (J.-P. Berenger, Journal of Computational Physics 114, 1994.)
//
//     Ezx_t + sx Ezx =  c/eps Hy_x        Hx_t + sy Hx = -c Ez_y
//     Ezy_t + sy Ezy = -c/eps Hx_y        Hy_t + sx Hy =  c Ez_x        Ez = Ezx + Ezy
//
// The rates sx(x) and sy(y) are 0 outside the layers and rise with the third power of the depth. A step of
// length dt multiplies by exp(-s dt), and by (1 - exp(-s dt)) / (s dt) what a step without a layer adds.
#pragma once

#include "yee.hpp"

namespace tessera::maxwell {

template <class T>
struct EmSplit {
  T ez, hx, hy;
  T inverse; ///< an input, as in Em
  T ezx;     ///< the other part is ez - ezx
  static constexpr double staggering[5][2] = {{0, 0}, {0, 0.5}, {0.5, 0}, {0, 0}, {0, 0}};
};

/// The factors along one axis, by index: at nodes for Ez, half a spacing beyond them for H.
template <class T>
struct LayerFactors {
  AxisList<T> keep, add;           ///< of Ez; add has c dt / h in it
  AxisList<T> keep_half, add_half; ///< of H
};

template <class T>
struct MagneticSplit {
  static constexpr auto reads = forward<2>(1);
  static constexpr auto around = members<&EmSplit<T>::ez>;
  static constexpr auto writes = members<&EmSplit<T>::hx, &EmSplit<T>::hy>;
  LayerFactors<T> x, y;

  KOKKOS_FUNCTION EmSplit<T> operator()(auto const& u, auto const& at) const {
    EmSplit<T> q = u.here();
    Index const i = at.index(0), j = at.index(1);
    q.hx = y.keep_half(j) * q.hx - y.add_half(j) * (u(0, 1).ez - q.ez);
    q.hy = x.keep_half(i) * q.hy + x.add_half(i) * (u(1, 0).ez - q.ez);
    return q;
  }
};

template <class T>
struct ElectricSplit {
  static constexpr auto reads = backward<2>(1);
  static constexpr auto around = members<&EmSplit<T>::hx, &EmSplit<T>::hy>;
  static constexpr auto writes = members<&EmSplit<T>::ez, &EmSplit<T>::ezx>;
  LayerFactors<T> x, y;
  Drive<T, 2> drive;

  KOKKOS_FUNCTION EmSplit<T> operator()(auto const& u, auto const& at) const {
    EmSplit<T> q = u.here();
    Index const i = at.index(0), j = at.index(1);
    T const ezy = y.keep(j) * (q.ez - q.ezx) - q.inverse * y.add(j) * (q.hx - u(0, -1).hx);
    q.ezx = x.keep(i) * q.ezx + q.inverse * x.add(i) * (q.hy - u(-1, 0).hy) + drive.added(q.inverse, at);
    q.ez = q.ezx + ezy;
    return q;
  }
};

template <class T>
struct Model<T, 2, true> {
  using Values = EmSplit<T>;
  using Step = Stages<MagneticSplit<T>, ElectricSplit<T>>;
};

} // namespace tessera::maxwell

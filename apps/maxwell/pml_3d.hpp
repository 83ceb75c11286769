// SPDX-License-Identifier: Apache-2.0
// Absorbing layers in three dimensions: Berenger's perfectly matched layer with every component split into
// the parts that the differences along two axes drive. (J.-P. Berenger, Journal of Computational Physics 127,
// 1996.)
//
//     Exy_t + sy Exy = c/eps Hz_y      Exz_t + sz Exz = -c/eps Hy_z      Ex = Exy + Exz
//     Hxy_t + sy Hxy = -c Ez_y         Hxz_t + sz Hxz =  c Ey_z          Hx = Hxy + Hxz
//
// and so on with x, y, z in a circle. A node holds each component and its first part. Rates and factors are
// those of pml.hpp, the walls behind the layers and hard sources those of yee_3d.hpp.
#pragma once

#include "pml.hpp"
#include "yee_3d.hpp"

namespace tessera::maxwell {

template <class T>
struct EmVolumeSplit {
  T ez, hx, hy, ex, ey, hz; ///< in the order of EmVolume
  T inverse;                ///< an input, as in EmVolume
  T ezx, exy, eyz, hxy, hyz, hzx;
  static constexpr double staggering[13][3] = {
      {0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0, 0},   {0, 0.5, 0},   {0.5, 0.5, 0}, {0, 0, 0},
      {0, 0, 0.5}, {0.5, 0, 0},   {0, 0.5, 0},   {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
};

/// Steps a component of which `part` is one part.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void step_parts(T& whole, T& part, T keep, T added, T keep_other, T added_other) {
  T const other = keep_other * (whole - part) + added_other;
  part = keep * part + added;
  whole = part + other;
}

template <class T>
struct MagneticVolumeSplit {
  using Em3 = EmVolumeSplit<T>;
  static constexpr auto reads = forward<3>(1);
  static constexpr auto around = members<&Em3::ex, &Em3::ey, &Em3::ez>;
  static constexpr auto writes = members<&Em3::hx, &Em3::hy, &Em3::hz, &Em3::hxy, &Em3::hyz, &Em3::hzx>;
  Kokkos::Array<LayerFactors<T>, 3> axis;

  KOKKOS_FUNCTION Em3 operator()(auto const& u, auto const& at) const {
    Em3 q = u.here();
    auto const x = u(1, 0, 0), y = u(0, 1, 0), z = u(0, 0, 1);
    Index const i = at.index(0), j = at.index(1), k = at.index(2);
    T const keep_x = axis[0].keep_half(i), keep_y = axis[1].keep_half(j), keep_z = axis[2].keep_half(k);
    T const add_x = axis[0].add_half(i), add_y = axis[1].add_half(j), add_z = axis[2].add_half(k);
    step_parts(q.hx, q.hxy, keep_y, -add_y * (y.ez - q.ez), keep_z, add_z * (z.ey - q.ey));
    step_parts(q.hy, q.hyz, keep_z, -add_z * (z.ex - q.ex), keep_x, add_x * (x.ez - q.ez));
    step_parts(q.hz, q.hzx, keep_x, -add_x * (x.ey - q.ey), keep_y, add_y * (y.ex - q.ex));
    return q;
  }
};

template <class T>
struct ElectricVolumeSplit {
  using Em3 = EmVolumeSplit<T>;
  static constexpr auto reads = backward<3>(1);
  static constexpr auto around = members<&Em3::hx, &Em3::hy, &Em3::hz>;
  static constexpr auto writes = members<&Em3::ex, &Em3::ey, &Em3::ez, &Em3::exy, &Em3::eyz, &Em3::ezx>;
  Kokkos::Array<LayerFactors<T>, 3> axis;
  Kokkos::Array<AxisList<T>, 3> inside; ///< by axis: 0 on its walls, else 1
  Drive<T, 3> drive;

  KOKKOS_FUNCTION Em3 operator()(auto const& u, auto const& at) const {
    Em3 q = u.here();
    auto const x = u(-1, 0, 0), y = u(0, -1, 0), z = u(0, 0, -1);
    Index const i = at.index(0), j = at.index(1), k = at.index(2);
    T const keep_x = axis[0].keep(i), keep_y = axis[1].keep(j), keep_z = axis[2].keep(k);
    T const add_x = axis[0].add(i), add_y = axis[1].add(j), add_z = axis[2].add(k);
    T const in_x = inside[0](i), in_y = inside[1](j), in_z = inside[2](k);
    T const to_x = q.inverse * in_y * in_z, to_y = q.inverse * in_x * in_z;
    T const to_z = q.inverse * in_x * in_y * drive.stepped(at);
    step_parts(q.ex, q.exy, keep_y, to_x * add_y * (q.hz - y.hz) + drive.added(0, q.inverse, at), keep_z,
               -to_x * add_z * (q.hy - z.hy));
    step_parts(q.ey, q.eyz, keep_z, to_y * add_z * (q.hx - z.hx) + drive.added(1, q.inverse, at), keep_x,
               -to_y * add_x * (q.hz - x.hz));
    step_parts(q.ez, q.ezx, keep_x, to_z * add_x * (q.hy - x.hy) + drive.added(q.inverse, at), keep_y,
               -to_z * add_y * (q.hx - y.hx));
    return q;
  }
};

template <class T>
struct Model<T, 3, true> {
  using Values = EmVolumeSplit<T>;
  using Step = Stages<MagneticVolumeSplit<T>, ElectricVolumeSplit<T>>;
};

} // namespace tessera::maxwell

// SPDX-License-Identifier: Apache-2.0
// Elastic waves in 2D on a staggered grid, order 4 in space (Virieux, Levander): velocities, then stresses,
// both in place.
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

template <class T>
struct Elastic {
  T vx, vy, sxx, syy, sxy;
};

/// The difference of order 4 halfway between two nodes: of the two next to it, and of the two beyond them.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T halfway(T after, T before, T far_after, T far_before) {
  return T(9. / 8) * (after - before) + T(-1. / 24) * (far_after - far_before);
}

template <class T>
struct VelocityStage {
  static constexpr auto reads = tessera::between<2>(2, 2);
  static constexpr auto around = tessera::members<&Elastic<T>::sxx, &Elastic<T>::syy, &Elastic<T>::sxy>;
  static constexpr auto writes = tessera::members<&Elastic<T>::vx, &Elastic<T>::vy>;
  T b; // time step over density and spacing
  KOKKOS_FUNCTION Elastic<T> operator()(auto const& u, auto const&) const {
    Elastic<T> q = u.here();
    q.vx += b * (halfway(u(1, 0).sxx, q.sxx, u(2, 0).sxx, u(-1, 0).sxx) +
                 halfway(q.sxy, u(0, -1).sxy, u(0, 1).sxy, u(0, -2).sxy));
    q.vy += b * (halfway(q.sxy, u(-1, 0).sxy, u(1, 0).sxy, u(-2, 0).sxy) +
                 halfway(u(0, 1).syy, q.syy, u(0, 2).syy, u(0, -1).syy));
    return q;
  }
};

template <class T>
struct StressStage {
  static constexpr auto reads = tessera::between<2>(2, 2);
  static constexpr auto around = tessera::members<&Elastic<T>::vx, &Elastic<T>::vy>;
  static constexpr auto writes = tessera::members<&Elastic<T>::sxx, &Elastic<T>::syy, &Elastic<T>::sxy>;
  T l, m; // Lame's parameters, times the time step over the spacing
  KOKKOS_FUNCTION Elastic<T> operator()(auto const& u, auto const&) const {
    Elastic<T> q = u.here();
    T const dx = halfway(q.vx, u(-1, 0).vx, u(1, 0).vx, u(-2, 0).vx);
    T const dy = halfway(q.vy, u(0, -1).vy, u(0, 1).vy, u(0, -2).vy);
    q.sxx += (l + T(2) * m) * dx + l * dy;
    q.syy += l * dx + (l + T(2) * m) * dy;
    q.sxy += m * (halfway(u(0, 1).vx, q.vx, u(0, 2).vx, u(0, -1).vx) +
                  halfway(u(1, 0).vy, q.vy, u(2, 0).vy, u(-1, 0).vy));
    return q;
  }
};

/// The same at node x, by hand.
template <class T>
struct VelocityByHand {
  T *vx, *vy;
  T const *sxx, *syy, *sxy;
  std::int64_t n;
  T b;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    vx[x] += b * (halfway(sxx[x + n], sxx[x], sxx[x + 2 * n], sxx[x - n]) +
                  halfway(sxy[x], sxy[x - 1], sxy[x + 1], sxy[x - 2]));
    vy[x] += b * (halfway(sxy[x], sxy[x - n], sxy[x + n], sxy[x - 2 * n]) +
                  halfway(syy[x + 1], syy[x], syy[x + 2], syy[x - 1]));
  }
};

template <class T>
struct StressByHand {
  T const *vx, *vy;
  T *sxx, *syy, *sxy;
  std::int64_t n;
  T l, m;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    T const dx = halfway(vx[x], vx[x - n], vx[x + n], vx[x - 2 * n]);
    T const dy = halfway(vy[x], vy[x - 1], vy[x + 1], vy[x - 2]);
    sxx[x] += (l + T(2) * m) * dx + l * dy;
    syy[x] += l * dx + (l + T(2) * m) * dy;
    sxy[x] += m * (halfway(vx[x + 1], vx[x], vx[x + 2], vx[x - 1]) +
                   halfway(vy[x + n], vy[x], vy[x + 2 * n], vy[x - n]));
  }
};

template <class T>
struct Elastic2d : SystemCase {
  using Type = T;
  using Value = Elastic<T>;
  static constexpr char name[] = "elastic2d";
  static constexpr bool in_place = true;
  static constexpr T b = static_cast<T>(0.2), l = static_cast<T>(0.3), m = static_cast<T>(0.2);

  /// At rest where the faces keep their values: an edge that moved would strain the body more at every step.
  static Start<T> start(int) { return {T(-0.5), T(1), 2}; }
  static auto step() { return stages(VelocityStage<T>{b}, StressStage<T>{l, m}); }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 5> const& to, MemberViews<T, 5> const&, std::int64_t n,
                   bool threads) {
    T *const vx = to[0].data(), *const vy = to[1].data();
    T *const sxx = to[2].data(), *const syy = to[3].data(), *const sxy = to[4].data();
    node_loop(exec, n, {2, 2}, VelocityByHand<T>{vx, vy, sxx, syy, sxy, n, b}, threads);
    node_loop(exec, n, {2, 2}, StressByHand<T>{vx, vy, sxx, syy, sxy, n, l, m}, threads);
  }
};

} // namespace tessera::perf

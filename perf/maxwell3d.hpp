// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in 3D by Yee's scheme, in a box of perfect conductors: E is 0 on all faces. Each member
// has a place of its own, half a node off along one axis (E) or two (H).
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

template <class T>
struct Em3 {
  T ex, ey, ez, hx, hy, hz;
};

template <class T>
struct MagneticStage3 {
  static constexpr auto reads = tessera::forward<3>(1);
  static constexpr auto around = tessera::members<&Em3<T>::ex, &Em3<T>::ey, &Em3<T>::ez>;
  static constexpr auto writes = tessera::members<&Em3<T>::hx, &Em3<T>::hy, &Em3<T>::hz>;
  T c;
  KOKKOS_FUNCTION Em3<T> operator()(auto const& u, auto const&) const {
    Em3<T> q = u.here();
    q.hx += c * (u(0, 0, 1).ey - q.ey - (u(0, 1, 0).ez - q.ez));
    q.hy += c * (u(1, 0, 0).ez - q.ez - (u(0, 0, 1).ex - q.ex));
    q.hz += c * (u(0, 1, 0).ex - q.ex - (u(1, 0, 0).ey - q.ey));
    return q;
  }
};

template <class T>
struct ElectricStage3 {
  static constexpr auto reads = tessera::backward<3>(1);
  static constexpr auto around = tessera::members<&Em3<T>::hx, &Em3<T>::hy, &Em3<T>::hz>;
  static constexpr auto writes = tessera::members<&Em3<T>::ex, &Em3<T>::ey, &Em3<T>::ez>;
  T c;
  KOKKOS_FUNCTION Em3<T> operator()(auto const& u, auto const&) const {
    Em3<T> q = u.here();
    q.ex += c * (q.hz - u(0, -1, 0).hz - (q.hy - u(0, 0, -1).hy));
    q.ey += c * (q.hx - u(0, 0, -1).hx - (q.hz - u(-1, 0, 0).hz));
    q.ez += c * (q.hy - u(-1, 0, 0).hy - (q.hx - u(0, -1, 0).hx));
    return q;
  }
};

/// The same at node x, by hand; a row is n nodes long, a plane `plane`.
template <class T>
struct MagneticByHand3 {
  T const *ex, *ey, *ez;
  T *hx, *hy, *hz;
  std::int64_t n, plane;
  T c;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    hx[x] += c * (ey[x + 1] - ey[x] - (ez[x + n] - ez[x]));
    hy[x] += c * (ez[x + plane] - ez[x] - (ex[x + 1] - ex[x]));
    hz[x] += c * (ex[x + n] - ex[x] - (ey[x + plane] - ey[x]));
  }
};

template <class T>
struct ElectricByHand3 {
  T *ex, *ey, *ez;
  T const *hx, *hy, *hz;
  std::int64_t n, plane;
  T c;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    ex[x] += c * (hz[x] - hz[x - n] - (hy[x] - hy[x - 1]));
    ey[x] += c * (hx[x] - hx[x - 1] - (hz[x] - hz[x - plane]));
    ez[x] += c * (hy[x] - hy[x - plane] - (hx[x] - hx[x - n]));
  }
};

template <class T>
struct Maxwell3d : SystemCase {
  using Type = T;
  using Value = Em3<T>;
  static constexpr char name[] = "maxwell3d";
  static constexpr int dimension = 3;
  static constexpr bool in_place = true;
  static constexpr T c = static_cast<T>(0.4);

  static Start<T> start(int member) { return {T(-0.5), T(1), member < 3 ? 1 : 0}; }
  static auto boundary() {
    return everywhere(
        by_member(Dirichlet{T(0)}, Dirichlet{T(0)}, Dirichlet{T(0)}, Mirrored{}, Mirrored{}, Mirrored{}));
  }
  /// The last planes of the magnetic field lie beyond the conductor, and nothing reads them.
  static std::int64_t unmade(int member) { return member < 3 ? 0 : 1; }
  static auto step() { return stages(MagneticStage3<T>{c}, ElectricStage3<T>{c}); }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 6, 3> const& to, MemberViews<T, 6, 3> const&,
                   std::int64_t n, bool threads) {
    T *const ex = to[0].data(), *const ey = to[1].data(), *const ez = to[2].data();
    T *const hx = to[3].data(), *const hy = to[4].data(), *const hz = to[5].data();
    node_loop<3>(exec, n, {0, 1}, MagneticByHand3<T>{ex, ey, ez, hx, hy, hz, n, n * n, c}, threads);
    node_loop<3>(exec, n, {1, 1}, ElectricByHand3<T>{ex, ey, ez, hx, hy, hz, n, n * n, c}, threads);
  }
};

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in 2D by Yee's scheme, in a box of perfect conductors: E is 0 on all faces. The
// magnetic field lies half a node beyond the electric one.
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

template <class T>
struct Em {
  T ez, hx, hy;
};

template <class T>
struct MagneticStage {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em<T>::ez>;
  static constexpr auto writes = tessera::members<&Em<T>::hx, &Em<T>::hy>;
  T c;
  KOKKOS_FUNCTION Em<T> operator()(auto const& u, auto const&) const {
    Em<T> q = u.here();
    q.hx -= c * (u(0, 1).ez - q.ez);
    q.hy += c * (u(1, 0).ez - q.ez);
    return q;
  }
};

template <class T>
struct ElectricStage {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em<T>::hx, &Em<T>::hy>;
  static constexpr auto writes = tessera::members<&Em<T>::ez>;
  T c;
  KOKKOS_FUNCTION Em<T> operator()(auto const& u, auto const&) const {
    Em<T> q = u.here();
    q.ez += c * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
    return q;
  }
};

/// The same at node x, by hand.
template <class T>
struct MagneticByHand {
  T const* ez;
  T *hx, *hy;
  std::int64_t n;
  T c;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    hx[x] -= c * (ez[x + 1] - ez[x]);
    hy[x] += c * (ez[x + n] - ez[x]);
  }
};

template <class T>
struct ElectricByHand {
  T* ez;
  T const *hx, *hy;
  std::int64_t n;
  T c;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    ez[x] += c * (hy[x] - hy[x - n] - (hx[x] - hx[x - 1]));
  }
};

template <class T>
struct Maxwell2d : SystemCase {
  using Type = T;
  using Value = Em<T>;
  static constexpr char name[] = "maxwell2d";
  static constexpr bool in_place = true;
  static constexpr T c = static_cast<T>(0.4);

  static Start<T> start(int member) { return {T(-0.5), T(1), member == 0 ? 1 : 0}; }
  static auto boundary() { return everywhere(by_member(Dirichlet{T(0)}, Mirrored{}, Mirrored{})); }
  /// The last row and column of the magnetic field lie beyond the conductor, and nothing reads them.
  static std::int64_t unmade(int member) { return member == 0 ? 0 : 1; }
  static auto step() { return stages(MagneticStage<T>{c}, ElectricStage<T>{c}); }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 3> const& to, MemberViews<T, 3> const&, std::int64_t n,
                   bool threads) {
    T *const ez = to[0].data(), *const hx = to[1].data(), *const hy = to[2].data();
    node_loop(exec, n, {0, 1}, MagneticByHand<T>{ez, hx, hy, n, c}, threads);
    node_loop(exec, n, {1, 1}, ElectricByHand<T>{ez, hx, hy, n, c}, threads);
  }
};

} // namespace tessera::perf

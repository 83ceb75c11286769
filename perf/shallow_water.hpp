// SPDX-License-Identifier: Apache-2.0
// The shallow water equations by the scheme of Lax and Friedrichs: height and momenta, two levels.
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

template <class T>
struct Water {
  T h, hu, hv;
};

/// r: half of the time step over the spacing; g: gravity.
template <class T>
struct LaxFriedrichs {
  static constexpr auto reads = tessera::star<2>(1);
  T r, g;

  KOKKOS_FUNCTION Water<T> operator()(auto const& u, auto const&) const {
    Water<T> const w = u(-1, 0), e = u(1, 0), s = u(0, -1), n = u(0, 1);
    Water<T> const fw = along_first(w), fe = along_first(e), gs = along_last(s), gn = along_last(n);
    return {T(0.25) * (w.h + e.h + s.h + n.h) - r * (fe.h - fw.h + gn.h - gs.h),
            T(0.25) * (w.hu + e.hu + s.hu + n.hu) - r * (fe.hu - fw.hu + gn.hu - gs.hu),
            T(0.25) * (w.hv + e.hv + s.hv + n.hv) - r * (fe.hv - fw.hv + gn.hv - gs.hv)};
  }

  /// The fluxes along the two axes.
  KOKKOS_FUNCTION Water<T> along_first(Water<T> const& q) const {
    T const u = q.hu / q.h;
    return {q.hu, q.hu * u + T(0.5) * g * q.h * q.h, q.hv * u};
  }
  KOKKOS_FUNCTION Water<T> along_last(Water<T> const& q) const {
    T const v = q.hv / q.h;
    return {q.hv, q.hu * v, q.hv * v + T(0.5) * g * q.h * q.h};
  }
};

/// The same at node x, by hand.
template <class T>
struct LaxFriedrichsByHand {
  T const *h, *a, *b; // height and momenta
  T *h_to, *a_to, *b_to;
  std::int64_t n;
  T r, g;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    std::int64_t const w = x - n, e = x + n, s = x - 1, t = x + 1;
    T const uw = a[w] / h[w], ue = a[e] / h[e], vs = b[s] / h[s], vt = b[t] / h[t];
    h_to[x] = T(0.25) * (h[w] + h[e] + h[s] + h[t]) - r * (a[e] - a[w] + b[t] - b[s]);
    a_to[x] = T(0.25) * (a[w] + a[e] + a[s] + a[t]) -
              r * (a[e] * ue + pressure(e) - (a[w] * uw + pressure(w)) + a[t] * vt - a[s] * vs);
    b_to[x] = T(0.25) * (b[w] + b[e] + b[s] + b[t]) -
              r * (b[e] * ue - b[w] * uw + (b[t] * vt + pressure(t)) - (b[s] * vs + pressure(s)));
  }
  KOKKOS_FORCEINLINE_FUNCTION T pressure(std::int64_t x) const { return T(0.5) * g * h[x] * h[x]; }
};

/// The speeds of water and waves along both axes, roughly: what an adaptive time step asks for.
template <class T>
struct WaterSpeed {
  KOKKOS_FUNCTION T operator()(Water<T> const& q) const {
    T const inverse = T(1) / q.h;
    return q.h * T(2) + Kokkos::abs(q.hu) * inverse + Kokkos::abs(q.hv) * inverse;
  }
};

/// A step by hand, and the new speed.
template <class T>
struct LaxFriedrichsWithSpeed {
  LaxFriedrichsByHand<T> step;
  KOKKOS_FORCEINLINE_FUNCTION T number(std::int64_t x) const {
    T const inverse = T(1) / step.h_to[x];
    return step.h_to[x] * T(2) + Kokkos::abs(step.a_to[x]) * inverse + Kokkos::abs(step.b_to[x]) * inverse;
  }
};

template <class T>
struct ShallowWater : SystemCase {
  using Type = T;
  using Value = Water<T>;
  static constexpr char name[] = "shallow-water";
  static constexpr bool in_place = false;
  static constexpr T r = static_cast<T>(0.1), g = 1;

  static Start<T> start(int member) { return {member == 0 ? T(1) : T(0), T(0x1p-4)}; }
  static auto step() { return LaxFriedrichs<T>{r, g}; }

  /// What is watched, its largest value over all nodes.
  static auto watched() { return WaterSpeed<T>{}; }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 3> const& to, MemberViews<T, 3> const& from,
                   std::int64_t n, bool threads) {
    node_loop(exec, n, {1, 1}, by_hand(to, from, n), threads);
  }
  template <class Exec>
  static T watched_loop(Exec const& exec, MemberViews<T, 3> const& to, MemberViews<T, 3> const& from,
                        std::int64_t n) {
    return node_maximum<T>(exec, n, {1, 1}, LaxFriedrichsWithSpeed<T>{by_hand(to, from, n)});
  }

private:
  static LaxFriedrichsByHand<T> by_hand(MemberViews<T, 3> const& to, MemberViews<T, 3> const& from,
                                        std::int64_t n) {
    return {
        from[0].data(), from[1].data(), from[2].data(), to[0].data(), to[1].data(), to[2].data(), n, r, g};
  }
};

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// Two substances that diffuse and react (Gray and Scott), by Euler's method: two levels.
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

template <class T>
struct Substances {
  T u, v;
};

/// Diffusion, feed and removal, with a time step and a spacing of 1.
template <class T>
struct GrayScottRates {
  T du = static_cast<T>(0.16), dv = static_cast<T>(0.08), f = static_cast<T>(0.05), k = static_cast<T>(0.055);
};

template <class T>
struct GrayScottFormula {
  static constexpr auto reads = tessera::star<2>(1);
  GrayScottRates<T> rates;

  KOKKOS_FUNCTION Substances<T> operator()(auto const& q, auto const&) const {
    auto const [du, dv, f, k] = rates;
    Substances<T> const c = q.here(), w = q(-1, 0), e = q(1, 0), s = q(0, -1), n = q(0, 1);
    T const made = c.u * c.v * c.v;
    return {c.u + du * (w.u + e.u + s.u + n.u - T(4) * c.u) - made + f * (T(1) - c.u),
            c.v + dv * (w.v + e.v + s.v + n.v - T(4) * c.v) + made - (f + k) * c.v};
  }
};

/// The same at node x, by hand.
template <class T>
struct GrayScottByHand {
  T const *u, *v;
  T *u_to, *v_to;
  std::int64_t n;
  GrayScottRates<T> rates;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    auto const [du, dv, f, k] = rates;
    T const cu = u[x], cv = v[x], made = cu * cv * cv;
    u_to[x] = cu + du * (u[x - n] + u[x + n] + u[x - 1] + u[x + 1] - T(4) * cu) - made + f * (T(1) - cu);
    v_to[x] = cv + dv * (v[x - n] + v[x + n] + v[x - 1] + v[x + 1] - T(4) * cv) + made - (f + k) * cv;
  }
};

template <class T>
struct GrayScott : SystemCase {
  using Type = T;
  using Value = Substances<T>;
  static constexpr char name[] = "gray-scott";
  static constexpr bool in_place = false;

  /// Near a state in which both substances stay: where one dies out, its traces are subnormal numbers, which
  /// are slow.
  static Start<T> start(int) { return {T(0.25), T(0.25)}; }
  static auto step() { return GrayScottFormula<T>{}; }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 2> const& to, MemberViews<T, 2> const& from,
                   std::int64_t n, bool threads) {
    node_loop(exec, n, {1, 1},
              GrayScottByHand<T>{from[0].data(), from[1].data(), to[0].data(), to[1].data(), n, {}}, threads);
  }
};

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// The lattice Boltzmann method with nine velocities in 2D and a single relaxation time (BGK), which pulls the
// populations from the neighbours: two levels.
#pragma once

#include <tessera/system.hpp>

#include "system_bench.hpp"
#include "system_loops.hpp"

namespace tessera::perf {

/// At rest; along +x, +y, -x, -y; along the diagonals, from (+, +) in the same sense.
template <class T>
struct Populations {
  T f[9];
};

template <class T>
struct Collision {
  static constexpr T rest = static_cast<T>(4. / 9), straight = static_cast<T>(1. / 9),
                     diagonal = static_cast<T>(1. / 36);
  T omega;

  KOKKOS_FORCEINLINE_FUNCTION Populations<T> operator()(T f0, T f1, T f2, T f3, T f4, T f5, T f6, T f7,
                                                        T f8) const {
    T const density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, inverse = T(1) / density;
    T const ux = (f1 - f3 + f5 - f6 - f7 + f8) * inverse, uy = (f2 - f4 + f5 + f6 - f7 - f8) * inverse;
    T const b = T(1) - T(1.5) * (ux * ux + uy * uy);
    // Towards the equilibrium, by the velocity along the population's own.
    auto const relaxed = [&](T f, T weight, T along) {
      return f + omega * (weight * density * (b + T(3) * along + T(4.5) * along * along) - f);
    };
    return {{f0 + omega * (rest * density * b - f0), relaxed(f1, straight, ux), relaxed(f2, straight, uy),
             relaxed(f3, straight, -ux), relaxed(f4, straight, -uy), relaxed(f5, diagonal, ux + uy),
             relaxed(f6, diagonal, uy - ux), relaxed(f7, diagonal, -ux - uy),
             relaxed(f8, diagonal, ux - uy)}};
  }
};

template <class T>
struct PullAndCollide {
  static constexpr auto reads = tessera::box<2>(1);
  Collision<T> collide;
  KOKKOS_FUNCTION Populations<T> operator()(auto const& u, auto const&) const {
    return collide(u.here().f[0], u(-1, 0).f[1], u(0, -1).f[2], u(1, 0).f[3], u(0, 1).f[4], u(-1, -1).f[5],
                   u(1, -1).f[6], u(1, 1).f[7], u(-1, 1).f[8]);
  }
};

/// The same at node x, by hand, from and to nine arrays.
template <class T>
struct PullAndCollideByHand {
  T const* p[9];
  T* to[9];
  std::int64_t n;
  Collision<T> collide;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t x) const {
    Populations<T> const q = collide(p[0][x], p[1][x - n], p[2][x - 1], p[3][x + n], p[4][x + 1],
                                     p[5][x - n - 1], p[6][x + n - 1], p[7][x + n + 1], p[8][x - n + 1]);
    // One line each: a loop would have to be unrolled before the loop over nodes becomes vectors.
    to[0][x] = q.f[0];
    to[1][x] = q.f[1];
    to[2][x] = q.f[2];
    to[3][x] = q.f[3];
    to[4][x] = q.f[4];
    to[5][x] = q.f[5];
    to[6][x] = q.f[6];
    to[7][x] = q.f[7];
    to[8][x] = q.f[8];
  }
};

template <class T>
struct LatticeD2Q9 : SystemCase {
  using Type = T;
  using Value = Populations<T>;
  static constexpr char name[] = "lattice-d2q9";
  static constexpr bool in_place = false;
  static constexpr Collision<T> collide{static_cast<T>(1.2)};

  /// Near rest, with a density of about 1.
  static Start<T> start(int member) {
    if (member == 0) return {collide.rest, T(0x1p-5)};
    return member < 5 ? Start<T>{collide.straight, T(0x1p-7)} : Start<T>{collide.diagonal, T(0x1p-9)};
  }
  static auto step() { return PullAndCollide<T>{collide}; }

  template <class Exec>
  static void loop(Exec const& exec, MemberViews<T, 9> const& to, MemberViews<T, 9> const& from,
                   std::int64_t n, bool threads) {
    PullAndCollideByHand<T> update{{}, {}, n, collide};
    for (int m = 0; m < 9; ++m) {
      update.p[m] = from[m].data();
      update.to[m] = to[m].data();
    }
    node_loop(exec, n, {1, 1}, update, threads);
  }
};

} // namespace tessera::perf

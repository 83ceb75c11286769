// SPDX-License-Identifier: Apache-2.0
// Random systems of fields. Members, stages, reaches, lists and conditions are constants, so they follow from
// a seed that is a template argument; grids, tiles, steps and values are drawn at run time.
#pragma once

#include <tessera/system.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "support/system_reference.hpp"

namespace tessera::test {

/// splitmix64 at compile time.
struct ConstantRandom {
  std::uint64_t state;
  constexpr std::uint64_t bits() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  constexpr int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
};

/// A product of a number and a member at an offset.
struct RandomTerm {
  int member;
  int offset[3];
  double factor;
};

enum class RandomReach { star, box, forward, backward, between };

struct RandomStage {
  RandomReach reach = RandomReach::star;
  int lower = 0, upper = 0;                      // of every axis
  bool lists_around = true, lists_writes = true; // or leaves it to the library, which takes all
  unsigned around = 0, writes = 0;
  static constexpr int most_terms = 3;
  RandomTerm term[9][most_terms] = {}; // of each member that is written
};

/// All that is constant of a system.
struct RandomPlan {
  int axes = 2, members = 1, stages = 1, radius = 0;
  bool staggered = false, by_member = true;
  double staggering[9][3] = {};
  bool periodic[3] = {};
  FaceRule::Kind face[9][6] = {};
  double number[9][6] = {};
  RandomStage stage[4];
};

constexpr RandomPlan random_plan(int axes, std::uint64_t seed) {
  ConstantRandom random{seed * 1000003u + static_cast<std::uint64_t>(axes)};
  RandomPlan plan;
  plan.axes = axes;
  plan.members = 1 + random.below(axes == 3 ? 5 : 9);
  plan.stages = 1 + random.below(4);
  plan.staggered = random.below(2) == 0;
  for (int m = 0; m < plan.members; ++m)
    for (int d = 0; d < axes; ++d)
      if (plan.staggered && random.below(2) == 0) plan.staggering[m][d] = 0.5;
  unsigned const all = (1u << plan.members) - 1;
  for (int k = 0; k < plan.stages; ++k) {
    RandomStage& stage = plan.stage[k];
    stage.reach = static_cast<RandomReach>(random.below(5));
    int const radius = random.below(axes == 3 ? 3 : 4);
    bool const both = stage.reach == RandomReach::star || stage.reach == RandomReach::box;
    stage.lower = stage.reach == RandomReach::forward ? 0 : radius;
    stage.upper = both                                   ? radius
                  : stage.reach == RandomReach::backward ? 0
                  : stage.reach == RandomReach::forward  ? radius
                                                         : random.below(radius + 1);
    if (radius > plan.radius) plan.radius = radius;
    stage.lists_around = random.below(4) != 0;
    stage.lists_writes = random.below(4) != 0;
    stage.around = stage.lists_around ? static_cast<unsigned>(random.bits()) & all : radius > 0 ? all : 0u;
    stage.writes = stage.lists_writes ? static_cast<unsigned>(random.bits()) & all : all;
    if (stage.writes == 0) stage.writes = 1u << random.below(plan.members);
    // Half of the stages read none of their own members around, and so work in place.
    if (stage.lists_around && random.below(2) == 0) stage.around &= ~stage.writes;
    for (int w = 0; w < plan.members; ++w)
      for (RandomTerm& term : stage.term[w]) {
        term.factor = (random.below(2) == 0 ? 1 : -1) * (1 + random.below(7)) / 32.0;
        bool const here = stage.around == 0 || random.below(5) == 0;
        term.member = random.below(plan.members);
        if (here) continue;
        while ((stage.around >> term.member & 1u) == 0) term.member = (term.member + 1) % plan.members;
        int const span = stage.lower + stage.upper + 1, axis = random.below(axes);
        for (int d = 0; d < axes; ++d)
          if (d == axis || stage.reach == RandomReach::box) term.offset[d] = random.below(span) - stage.lower;
      }
  }
  plan.by_member = random.below(4) != 0;
  for (int d = 0; d < axes; ++d) plan.periodic[d] = random.below(3) == 0;
  for (int f = 0; f < 2 * axes; ++f)
    for (int m = 0; m < plan.members; ++m) {
      constexpr FaceRule::Kind kinds[] = {
          FaceRule::fixed,         FaceRule::dirichlet, FaceRule::prescribed,    FaceRule::mirrored,
          FaceRule::antisymmetric, FaceRule::neumann,   FaceRule::half_mirrored, FaceRule::zero_gradient};
      // A condition that is the same for all members is one of those that numbers and structs share. One that
      // reads neighbours keeps stages from working in place, so few plans have it.
      constexpr FaceRule::Kind shared[] = {FaceRule::fixed, FaceRule::mirrored, FaceRule::half_mirrored,
                                           FaceRule::zero_gradient};
      if (plan.periodic[f / 2])
        plan.face[m][f] = FaceRule::periodic;
      else if (!plan.by_member)
        plan.face[m][f] = m == 0 ? shared[random.below(seed % 3 == 0 ? 4 : 3)] : plan.face[0][f];
      else
        plan.face[m][f] = kinds[random.below(seed % 3 == 0 ? 8 : 7)];
      plan.number[m][f] = (random.below(15) - 7) / 16.0;
    }
  return plan;
}

/// A struct of some number of members; `Place` may say where they lie.
template <class T, int Count, class Place>
struct RandomValue;
#define TESSERA_RANDOM_VALUE(count, ...)                                                                     \
  template <class T, class Place>                                                                            \
  struct RandomValue<T, count, Place> : Place {                                                              \
    T __VA_ARGS__;                                                                                           \
  };
TESSERA_RANDOM_VALUE(1, a)
TESSERA_RANDOM_VALUE(2, a, b)
TESSERA_RANDOM_VALUE(3, a, b, c)
TESSERA_RANDOM_VALUE(4, a, b, c, d)
TESSERA_RANDOM_VALUE(5, a, b, c, d, e)
TESSERA_RANDOM_VALUE(6, a, b, c, d, e, f)
TESSERA_RANDOM_VALUE(7, a, b, c, d, e, f, g)
TESSERA_RANDOM_VALUE(8, a, b, c, d, e, f, g, h)
TESSERA_RANDOM_VALUE(9, a, b, c, d, e, f, g, h, i)
#undef TESSERA_RANDOM_VALUE

template <int M, class V>
KOKKOS_FUNCTION constexpr auto random_member() {
  if constexpr (M == 0)
    return &V::a;
  else if constexpr (M == 1)
    return &V::b;
  else if constexpr (M == 2)
    return &V::c;
  else if constexpr (M == 3)
    return &V::d;
  else if constexpr (M == 4)
    return &V::e;
  else if constexpr (M == 5)
    return &V::f;
  else if constexpr (M == 6)
    return &V::g;
  else if constexpr (M == 7)
    return &V::h;
  else
    return &V::i;
}

/// A list of the members whose bit is set.
template <class V, unsigned bits, int M = 0, auto... Pointers>
constexpr auto random_list() {
  if constexpr ((bits >> M) == 0)
    return members<Pointers...>;
  else if constexpr ((bits >> M & 1u) != 0)
    return random_list<V, bits, M + 1, Pointers..., random_member<M, V>()>();
  else
    return random_list<V, bits, M + 1, Pointers...>();
}

template <int D, std::uint64_t seed>
struct RandomSystem {
  static constexpr RandomPlan plan = random_plan(D, seed);
  using T = std::conditional_t<seed % 4 == 3, float, double>;
  using Layout = std::conditional_t<seed % 2 == 0, Kokkos::LayoutRight, Kokkos::LayoutLeft>;
  static constexpr int M = plan.members;

  struct OnNodes {};
  struct Staggered {
    static constexpr auto staggering = [] {
      std::array<std::array<double, D>, M> table{};
      for (std::size_t m = 0; m < M; ++m)
        for (std::size_t d = 0; d < D; ++d) table[m][d] = plan.staggering[m][d];
      return table;
    }();
  };
  using Value = RandomValue<T, M, std::conditional_t<plan.staggered, Staggered, OnNodes>>;

  template <int K, bool given>
  struct Around {};
  template <int K>
  struct Around<K, true> {
    static constexpr auto around = random_list<Value, plan.stage[K].around>();
  };
  template <int K, bool given>
  struct Writes {};
  template <int K>
  struct Writes<K, true> {
    static constexpr auto writes = random_list<Value, plan.stage[K].writes>();
  };

  template <int K>
  struct Stage : Around<K, plan.stage[K].lists_around>, Writes<K, plan.stage[K].lists_writes> {
    static constexpr auto reads = [] {
      if constexpr (plan.stage[K].reach == RandomReach::star)
        return star<D>(plan.stage[K].upper);
      else if constexpr (plan.stage[K].reach == RandomReach::box)
        return box<D>(plan.stage[K].upper);
      else if constexpr (plan.stage[K].reach == RandomReach::forward)
        return forward<D>(plan.stage[K].upper);
      else if constexpr (plan.stage[K].reach == RandomReach::backward)
        return backward<D>(plan.stage[K].lower);
      else
        return between<D>(plan.stage[K].lower, plan.stage[K].upper);
    }();

    KOKKOS_FUNCTION Value operator()(auto const& u, auto const& at) const {
      Value const here = u.here();
      Value made = here;
      [&]<int... W>(std::integer_sequence<int, W...>) {
        ((made.*random_member<W, Value>() = value<W>(u, here, at)), ...);
      }
      (std::make_integer_sequence<int, M>{});
      return made;
    }

  private:
    template <int W>
    KOKKOS_FORCEINLINE_FUNCTION T value(auto const& u, Value const& here, auto const& at) const {
      if constexpr ((plan.stage[K].writes >> W & 1u) == 0) {
        return here.*random_member<W, Value>();
      } else {
        T sum = T(0.25) * here.*random_member<W, Value>();
        [&]<int... N>(std::integer_sequence<int, N...>) { ((sum += term<W, N>(u, here)), ...); }
        (std::make_integer_sequence<int, RandomStage::most_terms>{});
        T place = static_cast<T>(at.step() % 4);
        for (int d = 0; d < D; ++d)
          place += static_cast<T>(at.position(d)) +
                   T(2) * static_cast<T>(at.position(member<random_member<W, Value>()>, d));
        return sum + T(0.001) * place;
      }
    }
    template <int W, int N>
    KOKKOS_FORCEINLINE_FUNCTION T term(auto const& u, Value const& here) const {
      constexpr RandomTerm t = plan.stage[K].term[W][N];
      constexpr auto pointer = random_member<t.member, Value>();
      constexpr T factor = static_cast<T>(t.factor);
      if constexpr (t.offset[0] == 0 && t.offset[1] == 0 && t.offset[2] == 0)
        return factor * here.*pointer;
      else if constexpr (D == 1)
        return factor * u(t.offset[0]).*pointer;
      else if constexpr (D == 2)
        return factor * u(t.offset[0], t.offset[1]).*pointer;
      else
        return factor * u(t.offset[0], t.offset[1], t.offset[2]).*pointer;
    }
  };

  static auto step() {
    return []<int... K>(std::integer_sequence<int, K...>) { return stages(Stage<K>{}...); }
    (std::make_integer_sequence<int, plan.stages>{});
  }

  struct Ramp {
    double factor;
    KOKKOS_FUNCTION T operator()(auto const& at) const {
      double place[3] = {0, 0, 0};
      for (int d = 0; d < D; ++d) place[d] = at.position(d);
      return static_cast<T>(factor * (at.time() + place[0] + 2 * place[1] + 3 * place[2]));
    }
  };

  template <int F, int Member>
  static auto condition() {
    constexpr auto kind = plan.face[Member][F];
    T const number = static_cast<T>(plan.number[Member][F]);
    if constexpr (kind == FaceRule::periodic)
      return Periodic{};
    else if constexpr (kind == FaceRule::fixed)
      return Fixed{};
    else if constexpr (kind == FaceRule::dirichlet)
      return Dirichlet{number};
    else if constexpr (kind == FaceRule::prescribed)
      return Prescribed(Ramp{plan.number[Member][F]});
    else if constexpr (kind == FaceRule::mirrored)
      return Mirrored{};
    else if constexpr (kind == FaceRule::half_mirrored)
      return HalfMirrored{};
    else if constexpr (kind == FaceRule::antisymmetric)
      return Antisymmetric{};
    else if constexpr (kind == FaceRule::neumann)
      return Neumann{number};
    else
      return ZeroGradient{};
  }
  template <int F>
  static auto face() {
    if constexpr (plan.periodic[F / 2] || !plan.by_member)
      return condition<F, 0>();
    else
      return []<int... N>(std::integer_sequence<int, N...>) { return by_member(condition<F, N>()...); }
    (std::make_integer_sequence<int, M>{});
  }
  static auto boundary() {
    auto const lines = everywhere(face<0>()).on(east, face<1>());
    if constexpr (D == 1)
      return lines;
    else if constexpr (D == 2)
      return lines.on(south, face<2>()).on(north, face<3>());
    else
      return lines.on(south, face<2>()).on(north, face<3>()).on(bottom, face<4>()).on(top, face<5>());
  }
};

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Compares random systems with plain loops, bit for bit, by every scheme that steps systems.
#pragma once

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

#include "support/memory.hpp"
#include "support/random.hpp"
#include "support/random_system.hpp"

namespace tessera::test {

/// The reference of a random system. It reads the plan as data; of the library it uses nothing.
template <class System, int D>
class RandomReference : public SystemReference<typename System::Value, typename System::T, D> {
  using V = typename System::Value;
  using T = typename System::T;
  using Base = SystemReference<V, T, D>;
  static constexpr RandomPlan plan = System::plan;

public:
  explicit RandomReference(std::array<long, 3> const& nodes) : Base(nodes) {
    this->width = plan.radius;
    this->by_member = plan.by_member || plan.staggered;
    for (std::size_t m = 0; m < Base::M; ++m) {
      for (std::size_t f = 0; f < 2 * D; ++f) this->rules[m][f] = {plan.face[m][f], plan.number[m][f]};
      for (std::size_t d = 0; d < D; ++d) this->half[m][d] = plan.staggering[m][d] != 0;
    }
  }

  void make_step() {
    for (int k = 0; k < plan.stages; ++k) {
      RandomStage const& stage = plan.stage[k];
      unsigned const around = stage.lower + stage.upper > 0 ? stage.around : 0u;
      Base::stage([&](auto const& u) { return formula(stage, u); }, stage.writes, around);
    }
    ++this->step;
  }

private:
  using Values = std::array<T, Base::M>;
  static Values values_of(V const& value) {
    Values values;
    std::memcpy(values.data(), &value, sizeof value);
    return values;
  }
  template <class Reads>
  static Values read(Reads const& u, int const (&o)[3]) {
    if constexpr (D == 1)
      return values_of(u(o[0]));
    else if constexpr (D == 2)
      return values_of(u(o[0], o[1]));
    else
      return values_of(u(o[0], o[1], o[2]));
  }

  template <class Reads>
  V formula(RandomStage const& stage, Reads const& u) const {
    Values const here = values_of(u.here());
    Values made = here;
    for (std::size_t w = 0; w < Base::M; ++w) {
      if ((stage.writes >> w & 1u) == 0) continue;
      T sum = T(0.25) * here[w];
      for (RandomTerm const& t : stage.term[w]) {
        bool const at_node = t.offset[0] == 0 && t.offset[1] == 0 && t.offset[2] == 0;
        Values const values = at_node ? here : read(u, t.offset);
        sum += static_cast<T>(t.factor) * values[static_cast<std::size_t>(t.member)];
      }
      T place = static_cast<T>(this->step % 4);
      for (std::size_t d = 0; d < D; ++d) {
        double const node = static_cast<double>(u.i[d]), h = this->spacing[d];
        place += static_cast<T>(this->origin[d] + node * h) +
                 T(2) * static_cast<T>((this->origin[d] + (this->half[w][d] ? 0.5 : 0.0) * h) + node * h);
      }
      made[w] = sum + T(0.001) * place;
    }
    V value;
    std::memcpy(&value, made.data(), sizeof value);
    return value;
  }
};

template <int D, std::uint64_t seed>
class RandomSystemProblem {
  using System = RandomSystem<D, seed>;
  using T = typename System::T;
  using V = typename System::Value;
  using Exec = Kokkos::DefaultExecutionSpace;
  using View = Kokkos::View<typename detail::ViewData<T, D>::type, typename System::Layout,
                            typename Exec::memory_space>;
  using Mask = Kokkos::View<typename detail::ViewData<std::uint8_t, D>::type, typename System::Layout,
                            typename Exec::memory_space>;
  static constexpr RandomPlan plan = System::plan;
  static constexpr int M = System::M;

public:
  /// Draws a grid, values and a number of steps, and makes the steps in plain loops, unless `make` says to
  /// leave that to make_steps(). `more`: nodes that each axis has beside those that are drawn.
  explicit RandomSystemProblem(std::uint64_t problem, std::array<long, 3> const& more = {}, bool make = true)
      : random_(seed * 1000 + problem), nodes_(draw_nodes(random_, more)), start_(nodes_), made_(nodes_) {
    for (std::size_t d = 0; d < D; ++d) {
      grid_.nodes[d] = nodes_[d];
      grid_.spacing[d] = start_.spacing[d] = 0.25 + 0.5 * static_cast<double>(random_.below(8));
      grid_.origin[d] = start_.origin[d] = random_.value();
    }
    start_.dt = 0.125;
    if (random_.below(4) == 0) {
      obstacle_ = true;
      start_.frozen = [](std::array<long, 3> const& i) { return (i[0] * 7 + i[1] * 5 + i[2] * 3) % 11 == 4; };
    }
    for (auto& member : start_.values)
      for (T& value : member) value = static_cast<T>(random_.value());
    steps_ = 1 + random_.below(9);
    if (make) make_steps(steps_);
  }
  /// Makes so many steps from the start, in plain loops.
  void make_steps(Index steps) {
    steps_ = steps;
    made_ = start_;
    for (Index s = 0; s < steps_; ++s) made_.make_step();
  }

  /// Steps by all schemes, with tiles and without.
  void compare() {
    compare({Direct::name});
    if constexpr (D > 1) compare({Streaming::name}); // a line has no slow axis
    compare({Tiled::name});
    compare({Temporal::name});
    compare({Temporal::name, {0, 0, 0}, 1 + static_cast<int>(random_.below(5))});
    if constexpr (detail::on_host<Exec>) {                       // a device's tiles have sizes of their own
      if constexpr (D > 1) compare_with_tile({Streaming::name}); // a launch a stage, as of large grids
      compare_with_tile({Tiled::name});
      compare_with_tile({Temporal::name, {0, 0, 0}, 1 + static_cast<int>(random_.below(4))});
    }
  }

private:
  static std::array<long, 3> draw_nodes(Random& random, std::array<long, 3> const& more) {
    std::array<long, 3> nodes{1, 1, 1};
    for (std::size_t d = 0; d < D; ++d) {
      long const least = plan.periodic[d] ? 1 : 2 * plan.radius + 1;
      // Some axes are as short as can be, some of the first have many nodes.
      nodes[d] = random.below(5) == 0 ? least : least + random.below(D == 1 ? 400 : D == 2 ? 40 : 12);
      if (D == 2 && random.below(12) == 0) nodes[d] += 100;
      if (D == 3 && d != 1 && random.below(4) == 0) nodes[d] += 45; // rows of several vectors
    }
    for (std::size_t d = 0; d < D; ++d) nodes[d] += more[d];
    return nodes;
  }

  /// With a tile that is hardly wider than its halo, along some axes at least.
  void compare_with_tile(AnyScheme scheme) {
    // A stage reads as far as the radius where a condition may, and images lie on both sides.
    int const halo = plan.stages * (2 * plan.radius + 1) * std::max(1, scheme.fused_steps);
    for (std::size_t d = 0; d < D; ++d) scheme.tile[d] = halo + 1 + static_cast<int>(random_.below(20));
    compare(scheme);
  }

  void compare(AnyScheme const& scheme) {
    auto const way = scheme.name + (" " + std::to_string(scheme.fused_steps)) + ", tile " +
                     std::to_string(scheme.tile[0]) + " x " + std::to_string(scheme.tile[1]) + " x " +
                     std::to_string(scheme.tile[2]);
    check(way, [&](auto const& u, Mask const& mask) {
      using StepType = decltype(System::step());
      using BoundaryType = decltype(System::boundary());
      Stepper<Exec, tessera::System<V, View>, StepType, BoundaryType, AnyScheme, Mask> stepper(
          Exec(), u, System::step(), System::boundary(), scheme, clock(), mask);
      if (detail::on_host<Exec> && scheme.name == Direct::name) {
        EXPECT_STREQ(stepper.report().way, "cooperative");
      }
      Index const first = steps_ / 3; // the rest of an advance ends in the stepper's second level
      stepper.advance(u, first);
      stepper.advance(u, steps_ - first);
    });
  }

public:
  Grid<D> const& grid() const { return grid_; }
  /// The value of a member at a node, before all steps and after them.
  T start(int m, std::array<long, 3> const& i) { return start_.at(m, i); }
  T made(int m, std::array<long, 3> const& i) { return made_.at(m, i); }
  bool has_obstacle() const { return obstacle_; }
  bool is_frozen(std::array<long, 3> const& i) const { return obstacle_ && start_.frozen(i); }
  Index steps() const { return steps_; }
  Clock clock() const { return {.dt = start_.dt}; }
  Random& random() { return random_; }

  /// Calls advance(u, mask) for the system at its start, and compares it then.
  template <class Advance>
  void check(std::string const& way, Advance const& advance) {
    SCOPED_TRACE("system " + std::to_string(seed) + " in " + std::to_string(D) + "D, " +
                 std::to_string(nodes_[0]) + " x " + std::to_string(nodes_[1]) + " x " +
                 std::to_string(nodes_[2]) + ", " + std::to_string(steps_) + " steps, " + way +
                 (obstacle_ ? ", obstacle" : ""));
    auto const layout = [&] {
      auto const n = [&](int d) { return static_cast<std::size_t>(nodes_[static_cast<std::size_t>(d)]); };
      if constexpr (D == 1)
        return typename System::Layout(n(0));
      else if constexpr (D == 2)
        return typename System::Layout(n(0), n(1));
      else
        return typename System::Layout(n(0), n(1), n(2));
    }();
    Kokkos::Array<View, M> views;
    for (std::size_t m = 0; m < M; ++m) {
      views[m] = View("member", layout);
      auto const host = Kokkos::create_mirror_view(views[m]);
      for_nodes([&](auto const& i) { element<D>(host, i) = start_.at(static_cast<int>(m), i); });
      copy_nodes(views[m], host);
    }
    Mask mask;
    if (obstacle_) {
      mask = Mask("mask", layout);
      auto const host = Kokkos::create_mirror_view(mask);
      for_nodes([&](auto const& i) { element<D>(host, i) = start_.frozen(i); });
      copy_nodes(mask, host);
    }
    tessera::System<V, View> const u(grid_, views);
    advance(u, mask);
    Exec().fence();
    int different = 0;
    for (std::size_t m = 0; m < M; ++m) {
      auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, views[m]);
      for_nodes([&](std::array<long, 3> const& i) {
        T const is = element<D>(host, i), wanted = made_.at(static_cast<int>(m), i);
        if (std::memcmp(&is, &wanted, sizeof is) != 0 && different++ == 0)
          ADD_FAILURE() << "member " << m << " at " << i[0] << ", " << i[1] << ", " << i[2] << ": " << is
                        << ", not " << wanted;
      });
    }
    EXPECT_EQ(different, 0);
  }

private:
  template <class Body>
  void for_nodes(Body const& body) const {
    for (long x = 0; x < nodes_[0]; ++x)
      for (long y = 0; y < nodes_[1]; ++y)
        for (long z = 0; z < nodes_[2]; ++z) body(std::array<long, 3>{x, y, z});
  }

  Random random_;
  std::array<long, 3> nodes_;
  Grid<D> grid_{};
  bool obstacle_ = false;
  Index steps_ = 0;
  RandomReference<System, D> start_, made_;
};

/// Some problems of a system; TESSERA_TEST_RANDOM_PROBLEMS says how many. Some have so many nodes that cores
/// of a host share them.
template <int D, std::uint64_t seed>
void compare_random_system() {
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int const problems = given ? std::atoi(given) : 20;
  constexpr std::array<long, 3> none{}, more = D == 1   ? std::array{4096L, 0L, 0L}
                                               : D == 2 ? std::array{64L, 64L, 0L}
                                                        : std::array{16L, 16L, 16L};
  for (int p = 0; p < problems && !testing::Test::HasFailure(); ++p)
    RandomSystemProblem<D, seed>(static_cast<std::uint64_t>(p), p % 5 == 4 ? more : none).compare();
}

} // namespace tessera::test

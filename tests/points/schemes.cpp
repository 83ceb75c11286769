// SPDX-License-Identifier: Apache-2.0
// Points in the steps of every scheme: fields and samples have the bits of a plain loop that injects and
// samples by hand.
#include "support/schemes.hpp"

#include <tessera/points/with_points.hpp>
#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

#include <gtest/gtest.h>
#include <map>

#include "support/any_condition.hpp"
#include "support/equivalence.hpp"
#include "support/problems.hpp"

namespace tessera::test {

/// A star of radius R, in two parts; `levels` is 2 if it reads the previous level.
template <class T, int D, int R, int levels>
struct Blur {
  static constexpr auto reads = star<D>(R);
  static constexpr bool previous = levels == 2, two_pass = D > 1;
  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return across(u, in_slice(u, at), at);
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION T in_slice(Reads const& u, At const&) const {
    T sum = T(0.4) * u.here();
    for (int d = 1; d < D; ++d)
      for (int k = 1; k <= R; ++k) sum += (u.along(d, k) + u.along(d, -k)) * (T(0.11) / T(k));
    return sum;
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION T across(Reads const& u, T slice, At const& at) const {
    T sum = slice + T(0.001) * static_cast<T>(at.step());
    for (int k = 1; k <= R; ++k) sum += (u.along(0, k) + u.along(0, -k)) * (T(0.13) / T(k));
    if constexpr (levels == 2) sum -= T(0.25) * u.previous();
    return sum;
  }
};

double series(Index point, Index level) {
  return 0.75 + 0.1 * static_cast<double>(point) - 0.03125 * static_cast<double>(level % 7);
}

template <class T, int D>
using Sources = std::map<std::array<Index, D>, std::vector<std::pair<Index, T>>>; // node: points with weights

/// The formula of the plain loop: injection at the node, by hand.
template <class T, int D, class StencilType>
struct WithSources {
  static constexpr auto reads = StencilType::reads;
  StencilType stencil;
  Sources<T, D> const& sources;
  template <class Reads, class At>
  T operator()(Reads const& u, At const& at) const {
    auto value = static_cast<T>(stencil(u, at));
    std::array<Index, D> node;
    for (int d = 0; d < D; ++d) node[static_cast<std::size_t>(d)] = at.index(d);
    auto const found = sources.find(node);
    if (found == sources.end()) return value;
    T sum = 0;
    for (std::size_t k = 0; k < found->second.size(); ++k) {
      auto const [point, weight] = found->second[k];
      T const own = weight * static_cast<T>(series(point, at.step()));
      sum = k == 0 ? own : sum + own;
    }
    return value + sum;
  }
};

/// Positions anywhere in the grid, on its nodes, on its faces and in its corners.
template <int D>
std::vector<Lengths<D>> positions(Grid<D> const& grid, Random& random, int count) {
  std::vector<Lengths<D>> points;
  for (int n = 0; n < count; ++n) {
    points.emplace_back();
    for (int d = 0; d < D; ++d) {
      auto const last = static_cast<double>(grid.nodes[d] - 1);
      auto const how = random.below(6);
      double place = how == 0 ? 0. : how == 1 ? last : 0.5 * (1. + random.value()) * last;
      if (how == 2) place = std::floor(place);
      points.back()[d] = grid.origin[d] + place * grid.spacing[d];
    }
  }
  return points;
}

Beyond beyond(Kind kind) {
  return kind == Kind::periodic                                ? Beyond::period
         : kind == Kind::antisymmetric                         ? Beyond::odd
         : kind == Kind::neumann || kind == Kind::flux_in_time ? Beyond::even
                                                               : Beyond::cut;
}

/// The field and the samples after a few advances, by all schemes, and by the plain loop.
template <class T, int D, class Layout, class StencilType>
void expect_same(Problem<D> const& problem, StencilType const& stencil, std::uint64_t seed) {
  SCOPED_TRACE(problem.text());
  std::vector<Index> const advances{5, 1, 9, 3};
  Random random(seed);
  auto const grid = problem.grid();
  BeyondFaces<D> faces;
  for (int face = 0; face < 2 * D; ++face)
    faces[face / 2][face % 2] = beyond(problem.faces[static_cast<std::size_t>(face)].kind);
  auto const how = [&] { return static_cast<Interpolation>(random.below(3)); };
  PointSet<D> const sources(grid, positions(grid, random, 4), how(), faces),
      receivers(grid, positions(grid, random, 5), how(), faces);
  Index const every = 1 + random.below(3);
  double const scale = 0.3;

  Sources<T, D> by_hand;
  for (std::size_t p = 0; p < sources.points().size(); ++p)
    for (auto const& [number, weight] : sources.points()[p]) {
      std::array<Index, D> node;
      for (int d = 0; d < D; ++d)
        node[static_cast<std::size_t>(d)] = sources.nodes()[static_cast<std::size_t>(number)][d];
      by_hand[node].push_back({static_cast<Index>(p), static_cast<T>(scale * weight)});
    }
  auto const size = static_cast<std::size_t>(grid.size());
  auto const initial = random_values<T>(size, seed), previous = random_values<T>(size, seed + 1);
  Reference<T, D> reference(problem, initial, previous);
  WithSources<T, D, StencilType> const formula{stencil, by_hand};
  std::vector<std::vector<T>> fields;
  std::vector<T> samples;
  Index level = problem.first_step;
  auto const sample_by_hand = [&] {
    if (level % every != 0) return;
    for (auto const& point : receivers.points()) {
      double sum = 0;
      for (std::size_t k = 0; k < point.size(); ++k) {
        auto const value = static_cast<double>(reference.values()[static_cast<std::size_t>(
            row_major<D>(problem.nodes, receivers.nodes()[static_cast<std::size_t>(point[k].node)]))]);
        sum = k == 0 ? point[k].weight * value : sum + point[k].weight * value;
      }
      samples.push_back(static_cast<T>(sum));
    }
  };
  sample_by_hand();
  for (Index steps : advances) {
    for (Index s = 0; s < steps; ++s, ++level, sample_by_hand()) reference.advance(formula, 1);
    fields.push_back(reference.values());
  }

  Exec const exec;
  Memory<T, D, Layout> memory(problem.nodes);
  auto const u = make_field(grid, memory.view());
  auto const compare = [&](AnyScheme const& scheme) {
    SCOPED_TRACE(scheme.name + " tile " + detail::extents_text(scheme.tile, 3) + " fused " +
                 std::to_string(scheme.fused_steps));
    Injection<T, D> const injection(sources, scale);
    Sampling<T, D> const sampling(receivers, every);
    memory.fill(initial);
    auto const stepper =
        make_stepper(scheme, exec, u, with_points(stencil, inject(injection), sample(sampling)),
                     any_boundary<D>(problem.faces), Clock{problem.dt, problem.start, problem.first_step},
                     obstacle_view<D, Layout>(problem));
    if (auto const before = stepper->previous()) fill_view(before->view(), previous);
    Index step = problem.first_step;
    sampling.record(exec, u, step);
    std::vector<T> found = values_of(sampling.samples(exec, step, step));
    std::size_t call = 0;
    for (Index steps : advances) {
      injection.fill(exec, step, steps, series);
      stepper->advance(u, steps);
      auto const more = values_of(sampling.samples(exec, step + 1, step + steps));
      found.insert(found.end(), more.begin(), more.end());
      step += steps;
      ASSERT_TRUE((same_bits<T, D>(problem.nodes, fields[call++], memory.read())));
    }
    EXPECT_TRUE(memory.canaries_intact());
    ASSERT_EQ(found.size(), samples.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(std::memcmp(&found[i], &samples[i], sizeof(T)), 0)
          << "sample " << i << ": " << found[i] << " for " << samples[i];
  };
  for_each_default_scheme<StencilType, T>([&](auto scheme) {
    using SchemeType = decltype(scheme);
    AnyScheme any{SchemeType::name, {0, 0, 0}, 0};
    compare(any);
    constexpr int R = StencilType::reads.radius;
    if constexpr (takes_fused_steps<SchemeType>) {
      any.fused_steps = 3;
      compare(any);
    }
    if constexpr (takes_tile<SchemeType> && detail::on_host<Exec>) {
      int const reach = takes_fused_steps<SchemeType> ? 3 * R : R;
      for (int a = 0; a < D; ++a) any.tile[static_cast<std::size_t>(a)] = 2 * reach + 7 - 2 * a;
      compare(any);
    }
  });
}

template <class T, int D, class Layout, class StencilType>
void expect_same_in(std::vector<Extents<D>> const& sizes, int mixes) {
  std::uint64_t seed = 5;
  for (auto const& problem : pairwise_problems<D>(sizes, StencilType::reads.radius, mixes))
    expect_same<T, D, Layout>(problem, StencilType{}, seed++);
}

TEST(PointsInSchemes, Line) {
  expect_same_in<double, 1, Kokkos::LayoutRight, Blur<double, 1, 1, 1>>({{{41}}, {{130}}, {{9}}}, 6);
}
TEST(PointsInSchemes, Plane) {
  expect_same_in<float, 2, Kokkos::LayoutLeft, Blur<float, 2, 1, 1>>({{{37, 45}}, {{11, 80}}, {{70, 9}}}, 8);
}
TEST(PointsInSchemes, PlaneOfTwoLevels) {
  expect_same_in<double, 2, Kokkos::LayoutRight, Blur<double, 2, 2, 2>>({{{37, 45}}, {{13, 80}}, {{70, 12}}},
                                                                        8);
}
TEST(PointsInSchemes, Volume) {
  expect_same_in<double, 3, Kokkos::LayoutRight, Blur<double, 3, 1, 2>>({{{14, 11, 21}}, {{9, 20, 15}}}, 4);
}

// Trial runs make more steps at a time than a run may.
TEST(PointsInSchemes, AreTuned) {
  Exec const exec;
  Grid<1> const grid{{41}, {1.}};
  PointSet<1> const points(grid, {{20.5}}, Interpolation::sinc);
  Injection<double, 1> const injection(points);
  Sampling<double, 1> const sampling(points);
  auto const u = make_field<double>(exec, grid);
  AutotuneOptions options;
  options.cache.clear();
  options.effort = {
      .probes = 3, .finalists = 1, .rounds = 1, .brief_s = 2e-3, .sample_s = 2e-3, .unsteady = 1e9};
  auto const tuned =
      autotune(exec, u, with_points(Blur<double, 1, 1, 1>{}, inject(injection), sample(sampling)),
               everywhere(Fixed{}), options);
  EXPECT_EQ(tuned.by, Tuned::By::measurement);
}

} // namespace tessera::test

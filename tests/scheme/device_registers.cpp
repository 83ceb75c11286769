// SPDX-License-Identifier: Apache-2.0
// The kernels of several steps that hold stars in a device's registers, here run on the host, whose members
// take turns. Every node has to have the reference's value. This shows all errors that can be found on a
// machine without a device.
#include <tessera/equation/poisson.hpp>
#include <tessera/points/with_points.hpp>

#include <algorithm>

#include "support/host_only.hpp"
#include "support/sweep.hpp"
#include "support/teams.hpp"
#include "support/yielding_fibers.hpp"

namespace tessera::test {

/// Temporal blocking in registers. Its slabs use BlockKernel, whose work one member does alone on a host.
template <class T, class StencilType>
void temporal(Problem<2> const& problem, StencilType const& stencil, int steps) {
  using SweepType = Sweep<T, StencilType>;
  SweepType sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  constexpr int width = 32 * 16 / static_cast<int>(sizeof(T));
  Temporal const scheme{.tile = {width, 2 * SweepType::R * steps + 9, 1}, .fused_steps = steps};
  detail::TemporalRegisterPlan<Exec, typename SweepType::Rules> const plan(Exec(), rules, scheme);
  plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.tiles(), plan.team_size(), plan.report().scratch_bytes);
    run_together(kernel, plan.teams(), 1, plan.report().scratch_bytes, plan.tiles());
  });
  sweep.expect_done(std::to_string(steps) + " fused steps: ", true);
}

/// Temporal blocking in registers in 3D, in tiles that are at least a warp high.
template <class T, class StencilType>
void temporal_volume(Problem<3> const& problem, StencilType const& stencil, int steps) {
  using SweepType = Sweep<T, StencilType>;
  SweepType sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  using Plan = detail::TemporalVolumePlan<Exec, typename SweepType::Rules>;
  Temporal const scheme{.tile = {0, 32 / Plan::Shape::lanes * Plan::Shape::rows + 4, 2 * steps + 5},
                        .fused_steps = steps};
  Plan const plan(Exec(), rules, scheme);
  plan.with_kernels(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, kernel.tiles.size(), plan.team_size(), plan.report().scratch_bytes);
  });
  sweep.expect_done(std::to_string(steps) + " fused steps: ", true);
}

/// Rules as they are, whose conditions are chosen at run time.
struct AsTheyAre {
  auto operator()(auto const& rules, Problem<2> const&) const { return rules; }
};
/// The same with a boundary of one type: Neumann's conditions on all faces.
struct NeumannEverywhere {
  template <class T, class Order, class StencilType, class BoundaryType>
  auto operator()(detail::Rules<T, Order, StencilType, BoundaryType> const& rules,
                  Problem<2> const& problem) const {
    auto const face = [&](int number) {
      EXPECT_EQ(problem.faces[number].kind, Kind::neumann);
      return Neumann(problem.faces[number].a);
    };
    auto const boundary = everywhere(face(0)).on(east, face(1)).on(south, face(2)).on(north, face(3));
    return detail::Rules<T, Order, StencilType, std::remove_const_t<decltype(boundary)>>{
        rules.stencil, boundary, rules.domain, rules.obstacle};
  }
};

/// The persistent kernel of small grids, whose tiles stay in registers.
template <class T, class StencilType, class WithBoundary = AsTheyAre>
void temporal_persistent(Problem<2> const& problem, StencilType const& stencil, int steps,
                         Tile const& tile = {64, 24, 1}, WithBoundary const& with_boundary = {}) {
  using SweepType = Sweep<T, StencilType>;
  SweepType sweep(problem, stencil, steps);
  auto const rules = with_boundary(sweep.rules(), problem);
  using Plan = detail::TemporalPersistentPlan<Exec, std::remove_const_t<decltype(rules)>>;
  Temporal const scheme{.tile = tile, .fused_steps = steps};
  ASSERT_TRUE(Plan::offers(Exec(), rules, scheme));
  Plan const plan(Exec(), rules, scheme);
  EXPECT_EQ(plan.report().tile, tile);
  plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.teams(), plan.team_size(), plan.report().scratch_bytes);
  });
  sweep.expect_done(std::to_string(steps) + " steps of a persistent tile: ");
}

/// All teams at once, which exchange their tiles' halos and wait for each other. Their members take turns, or
/// are threads: those come in any order, and take a hundred times as long.
template <class T, class Crew = Fibers, class StencilType, class WithBoundary = AsTheyAre>
void tile_exchange(Problem<2> const& problem, StencilType const& stencil, int steps, int fused,
                   WithBoundary const& with_boundary = {}) {
  using SweepType = Sweep<T, StencilType>;
  SweepType sweep(problem, stencil, steps);
  auto const rules = with_boundary(sweep.rules(), problem);
  using Shape = detail::CooperativeShape;
  using Kernel = detail::PersistentKernel<Exec, std::remove_const_t<decltype(rules)>, Shape>;
  auto const& n = rules.domain.nodes;
  int const halo_x = (fused + 1) / 2 * 2; // whole packs
  detail::Index3 const halo{{halo_x, fused, 0}}, core{{64 - 2 * halo_x, 16 - 2 * fused, 1}};
  detail::PersistentTile const tile{halo,
                                    core,
                                    {{detail::divide_up(n[0], core[0]), detail::divide_up(n[1], core[1]), 1}},
                                    Shape::width,
                                    16};
  using TileExchange = detail::TileExchange<T, Shape::C>;
  std::size_t const scratch = sizeof(T) * Shape::width * 16;
  std::vector<typename TileExchange::Word> words(
      static_cast<std::size_t>(TileExchange::words_for(n[0], n[1])));
  auto const levels = sweep.apart();
  int const packs = static_cast<int>(detail::divide_up(n[0], Shape::C));
  TileExchange exchange{static_cast<int>(detail::divide_up(steps, fused)), 1, words.data(), packs,
                        static_cast<int>(n[1])};
  // The kernel is launched twice, since the second launch finds the words that the first one left in memory.
  for (int launch = 0; launch < 2; ++launch) {
    run_all_together<Crew>(Kernel{rules, tile, levels, problem.first_step, steps, exchange, scratch, false},
                           tile.size(), Shape::team_size(16), scratch);
    exchange.number += static_cast<std::uint32_t>(exchange.count);
  }
  sweep.expect_done(std::to_string(steps) + " steps of tiles that wait for each other: ");
}

template <class T, class StencilType>
void expect_register_kernels(StencilType const& stencil, std::vector<int> const& fused) {
  auto problem = pairwise_problems<2>({{24, 150}}, StencilType::reads.radius, 1).back();
  problem.obstacle.clear(); // tiles with an obstacle use BlockKernel, which has its own tests
  for (int steps : fused) temporal<T>(problem, stencil, steps);
}

class DeviceRegisters : public HostOnly {};

TEST_F(DeviceRegisters, FusedStepsInRegisters) {
  expect_register_kernels<double>(StarSum<2, 1>{}, {1, 4, 8});
  expect_register_kernels<float>(TwoLevelSum<2, 1>{}, {1, 2, 4, 10});
  expect_register_kernels<float>(TwoLevelSum<2, 2>{}, {1, 2, 4});
}

TEST_F(DeviceRegisters, FusedStepsOfBoxesInRegisters) {
  expect_register_kernels<double>(BoxSum<2, 1>{}, {1, 2, 4});
  expect_register_kernels<float>(BoxSum<2, 1>{}, {1, 4});
}

/// The numbers of steps for which a volume's kernel is compiled.
template <class StencilType>
std::vector<int> steps_of_volumes() {
  return reads_previous<StencilType> ? std::vector{1, 3} : std::vector{3};
}

template <class T, class StencilType>
void expect_volume_kernels(StencilType const& stencil, Extents<3> const& size) {
  for (auto const& problem : pairwise_problems<3>({size}, 1, 3))
    for (int steps : steps_of_volumes<StencilType>()) temporal_volume<T>(problem, stencil, steps);
}

// Grids of several tiles, of one tile, and smaller than one tile.
TEST_F(DeviceRegisters, StepsOfResidentTiles) {
  for (auto const& problem : pairwise_problems<2>({{37, 70}, {23, 61}, {5, 4}}, 1, 3))
    for (int steps : {1, 6}) temporal_persistent<float>(problem, StarSum<2, 1>{}, steps);
  for (auto const& problem : pairwise_problems<2>({{30, 65}}, 1, 2))
    temporal_persistent<double>(problem, StarSum<2, 1>{}, 3);
}

// A grid of up to 32 columns in one tile, with a column per member. A periodic axis has no ends that such a
// tile could hold.
TEST_F(DeviceRegisters, StepsOfNarrowTiles) {
  for (auto const& problem : pairwise_problems<2>({{21, 32}, {8, 9}, {13, 1}}, 1, 3)) {
    if (std::ranges::count(problem.faces, Kind::periodic, &FaceSpec::kind) > 0) continue;
    for (int steps : {1, 2, 7}) temporal_persistent<double>(problem, StarSum<2, 1>{}, steps, {32, 24, 1});
    temporal_persistent<float>(problem, StarSum<2, 1>{}, 6, {32, 24, 1});
  }
}

// Some of the periodic axes are divided so that the last tile has few nodes.
TEST_F(DeviceRegisters, RoundsOfResidentTiles) {
  for (Extents<2> const& size : {Extents<2>{{26, 61}}, Extents<2>{{12, 130}}})
    for (auto const& problem : pairwise_problems<2>({size}, 1, 2)) {
      tile_exchange<float>(problem, StarSum<2, 1>{}, 5, 2);
      tile_exchange<float>(problem, StarSum<2, 1>{}, 2, 1);
    }
  for (Extents<2> const& size : {Extents<2>{{26, 61}}, Extents<2>{{12, 130}}})
    tile_exchange<float, Threads>(pairwise_problems<2>({size}, 1, 1).back(), StarSum<2, 1>{}, 5, 2);
  // Cores of tiles as narrow as their halos, and a single tile across.
  for (auto const& problem : pairwise_problems<2>({{13, 40}}, 1, 1))
    tile_exchange<double>(problem, StarSum<2, 1>{}, 9, 4);
  tile_exchange<double, Threads>(pairwise_problems<2>({{13, 40}}, 1, 1).back(), StarSum<2, 1>{}, 9, 4);
}

// Where no condition of the boundary's type needs the general update, kernels have no code for it.
TEST_F(DeviceRegisters, ResidentTilesBetweenFacesOfOneKind) {
  for (Extents<2> const& size : {Extents<2>{{37, 70}}, Extents<2>{{120, 131}}, Extents<2>{{5, 4}}})
    for (auto problem : pairwise_problems<2>({size}, 1, 0)) {
      if (problem.faces[0].kind != Kind::neumann) continue;
      for (bool const obstacle : {true, false}) {
        if (!obstacle) problem.obstacle.clear();
        for (int steps : {1, 2, 5, 6, 7})
          temporal_persistent<double>(problem, StarSum<2, 1>{}, steps,
                                      {64, (steps % 2 == 0) == obstacle ? 24 : 48, 1}, NeumannEverywhere{});
        for (int steps : {4, 5, 9})
          tile_exchange<float>(problem, StarSum<2, 1>{}, steps, 3, NeumannEverywhere{});
      }
    }
}

// Data that are looked up once for all steps of a tile: a right side, no right side, and a body's nodes, some
// on faces.
TEST_F(DeviceRegisters, ResidentTilesAroundABody) {
  using Host = Kokkos::HostSpace;
  for (auto const& problem : pairwise_problems<2>({{37, 70}}, 1, 3)) {
    auto const [n, m] = std::pair(problem.nodes[0], problem.nodes[1]);
    NodeView<float, 2, Host> const rhs("rhs", n, m);
    NodeView<std::uint8_t, 2, Host> const body("body", n, m);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j) {
        rhs(i, j) = 0.01f * static_cast<float>((7 * i + 3 * j) % 11 - 5);
        body(i, j) =
            (i > 4 && i < 9 && j > 6 && j < 12) || (i < 2 && j % 5 == 0) || i * j == (n - 1) * (m - 1);
      }
    Jacobi<float, 2, Host> const plain{jacobi_weights<float>(problem.grid())};
    Jacobi<float, 2, Host> const full{plain.weights, rhs};
    for (int steps : {1, 6}) {
      temporal_persistent<float>(problem, full, steps);
      temporal_persistent<float>(problem, AroundBody<Jacobi<float, 2, Host>, 2, Host>{plain, body}, steps);
      temporal_persistent<float>(problem, AroundBody<Jacobi<float, 2, Host>, 2, Host>{full, body}, steps);
    }
  }
}

TEST_F(DeviceRegisters, FusedStepsInRegistersInSpace) {
  expect_volume_kernels<float>(StarSum<3, 1>{}, {9, 7, 68}); // whole packs, several tiles
  expect_volume_kernels<float>(TwoLevelSum<3, 1>{}, {8, 9, 13});
  expect_volume_kernels<double>(StarSum<3, 1>{}, {26, 5, 6});
}

// Grids with tiles away from edges; these tiles have a launch of their own.
TEST_F(DeviceRegisters, FusedStepsAwayFromEdges) {
  auto const problem = pairwise_problems<3>({{26, 24, 124}}, 1, 2).front();
  temporal_volume<float>(problem, TwoLevelSum<3, 1>{}, 1);
}

// Conditions of all kinds in tiles that begin and end at the faces. They meet at the edges of the grid.
TEST_F(DeviceRegisters, FusedStepsBetweenFacesOfAllKinds) {
  auto const expect = []<class T>(std::type_identity<T>, auto const& stencil, Extents<3> const& size) {
    for (auto problem : pairwise_problems<3>({size}, 1, 4)) {
      problem.obstacle.clear();
      temporal_volume<T>(problem, stencil, 3);
    }
  };
  expect(std::type_identity<float>{}, StarSum<3, 1>{}, {5, 13, 124});
  expect(std::type_identity<double>{}, TwoLevelSum<3, 1>{}, {4, 9, 67}); // rows that are not whole packs
}

// Threads beyond the grid also compute, but never evaluate the formula at an index that the grid does not
// have.
TEST_F(DeviceRegisters, FormulasAreEvaluatedWithinTheGrid) {
  auto const with_coefficients = []<int D>(Problem<D> const& problem, auto const& run) {
    Memory<double, D, Kokkos::LayoutRight> k(problem.nodes);
    k.fill(random_values<double>(static_cast<std::size_t>(problem.grid().size()), 11));
    run(Everything<D, std::decay_t<decltype(k.view())>>{k.view()});
  };
  for (auto const& problem : pairwise_problems<2>({{37, 70}, {24, 150}}, 1, 2))
    with_coefficients(problem, [&](auto const& stencil) {
      temporal_persistent<double>(problem, stencil, 3);
      auto without = problem; // tiles with an obstacle use BlockKernel
      without.obstacle.clear();
      temporal<double>(without, stencil, 4);
    });
  auto frozen = pairwise_problems<3>({{14, 13, 66}}, 1, 2);
  auto any = frozen;
  for (auto& problem : frozen) {
    problem.obstacle.clear();
    for (auto& face : problem.faces) face = {Kind::fixed};
  }
  frozen.resize(1); // they have differed in their conditions
  for (auto const& problems : {any, frozen})
    for (auto const& problem : problems)
      with_coefficients(problem, [&](auto const& stencil) { temporal_volume<double>(problem, stencil, 3); });
}

// If all faces are frozen, one kind of tile serves the whole grid; the last tiles start so that they end at
// the faces.
template <class T, class StencilType>
void expect_frozen_volume(StencilType const& stencil, Extents<3> const& size, int steps) {
  auto problem = pairwise_problems<3>({size}, 1, 1).front();
  problem.obstacle.clear();
  for (auto& face : problem.faces) face = {Kind::fixed};
  temporal_volume<T>(problem, stencil, steps);
}

TEST_F(DeviceRegisters, FusedStepsBetweenFrozenFaces) {
  expect_frozen_volume<float>(StarSum<3, 1>{}, {7, 25, 124}, 3);
  expect_frozen_volume<double>(StarSum<3, 1>{}, {14, 13, 66}, 3);
  expect_frozen_volume<float>(TwoLevelSum<3, 1>{}, {5, 14, 68}, 3);
  expect_frozen_volume<double>(TwoLevelSum<3, 1>{}, {3, 12, 64}, 1);
}

/// Calls run(stencil) with a stencil that has a source and receivers, and compares what the kernel records
/// with the reference. That the source acts is checked with the field.
template <class T, int D, class StencilType, class Run>
void expect_points(Problem<D> const& problem, StencilType const& stencil, int steps, Run const& run) {
  auto const grid = problem.grid();
  Random random(7);
  std::vector<Lengths<D>> positions(12);
  for (auto& at : positions)
    for (int d = 0; d < D; ++d)
      at[d] = grid.origin[d] +
              0.5 * (1 + random.value()) * grid.spacing[d] * static_cast<double>(grid.nodes[d] - 1);
  PointSet<D> const sources(grid, {positions.begin(), positions.begin() + 4}, Interpolation::linear),
      receivers(grid, positions, Interpolation::linear);
  Injection<T, D> const injection(sources);
  Sampling<T, D> const sampling(receivers, 2, 1);
  auto const first = problem.first_step;
  injection.fill(Exec(), first, steps,
                 [](Index p, Index level) { return 0.5 + 0.1 * static_cast<double>(p + level % 3); });
  auto const with = with_points(stencil, inject(injection), sample(sampling));
  run(with);

  auto const size = static_cast<std::size_t>(grid.size());
  Reference<T, D> reference(problem, random_values<T>(size, 5), random_values<T>(size, 6));
  std::vector<T> wanted;
  for (int s = 0; s < steps; ++s) {
    reference.advance(with, 1);
    if ((first + s + 1 - 1) % 2 != 0) continue;
    for (auto const& point : receivers.points()) {
      double sum = 0;
      for (auto const& [number, weight] : point)
        sum += weight * static_cast<double>(reference.values()[static_cast<std::size_t>(row_major<D>(
                            problem.nodes, receivers.nodes()[static_cast<std::size_t>(number)]))]);
      wanted.push_back(static_cast<T>(sum));
    }
  }
  EXPECT_EQ(values_of(sampling.samples(Exec(), first + 1, first + steps)), wanted) << problem.text();
  EXPECT_GT(wanted.size(), 0u);
}

TEST_F(DeviceRegisters, PointsWithinFusedSteps) {
  auto plane = pairwise_problems<2>({{24, 150}}, 1, 1).back();
  plane.obstacle.clear();
  expect_points<float>(plane, TwoLevelSum<2, 1>{}, 4,
                       [&](auto const& stencil) { temporal<float>(plane, stencil, 4); });
  for (auto const& problem : pairwise_problems<2>({{37, 70}}, 1, 2))
    expect_points<float>(problem, StarSum<2, 1>{}, 6,
                         [&](auto const& stencil) { temporal_persistent<float>(problem, stencil, 6); });
  for (auto const& problem : pairwise_problems<3>({{9, 7, 68}}, 1, 2))
    expect_points<float>(problem, StarSum<3, 1>{}, 3,
                         [&](auto const& stencil) { temporal_volume<float>(problem, stencil, 3); });
}

} // namespace tessera::test

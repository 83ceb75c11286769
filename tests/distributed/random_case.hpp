// SPDX-License-Identifier: Apache-2.0
// Draws a problem, its blocks and its scheme from a seed, the same on all ranks.
#pragma once

#include <tessera/tessera.hpp>

#include "cases.hpp"
#include "support/ranks_against_one.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// A formula that depends on the place and the time too. Indices and positions are the whole grid's.
template <class Formula>
struct Placed : Formula {
  static constexpr auto reads = Formula::reads;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    using T = decltype(u.here());
    double where = 0.01 * at.time();
    for (int d = 0; d < At::dimension; ++d)
      where += (0.02 + 0.01 * d) * at.position(d) + 0.003 * static_cast<double>(at.index(d) % 5);
    return Formula::operator()(u, at) + static_cast<T>(0.01 * where);
  }
};

/// Boxes of a grid, no lattice: the largest is halved, about, along one of the axes along which it may be.
template <int D>
std::vector<Box<D>> random_boxes(Extents<D> const& nodes, PeriodicAxes<D> const& periodic,
                                 HaloDepth const& depth, int ranks, Random& random) {
  std::vector<Box<D>> boxes{{{}, nodes}};
  while (static_cast<int>(boxes.size()) < ranks) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (boxes[i].size() > boxes[largest].size()) largest = i;
    auto& box = boxes[largest];
    int const start = static_cast<int>(random.below(D));
    int axis = -1;
    Index least = 0;
    for (int d = 0; d < D && axis < 0; ++d) {
      least = detail::least_nodes(depth, periodic[(start + d) % D]);
      if (box.extent((start + d) % D) >= 2 * least) axis = (start + d) % D;
    }
    if (axis < 0) return {};
    auto other = box;
    other.lower[axis] = box.upper[axis] =
        box.lower[axis] + least + random.below(box.extent(axis) - 2 * least + 1);
    boxes.push_back(other);
  }
  return boxes;
}

template <int D>
Problem<D> random_problem(Random& random, Index most, bool obstacle, int radius) {
  Problem<D> problem{.nodes = {}};
  for (int d = 0; d < D; ++d) {
    bool const periodic = random.below(3) == 0;
    for (int side = 0; side < 2; ++side)
      problem.faces[2 * d + side] = {periodic ? Kind::periodic : static_cast<Kind>(random.below(8)),
                                     random.value(), random.value(), random.value()};
    problem.nodes[d] = 2 * radius + 1 + random.below(most);
    if (periodic && D > 1 && random.below(6) == 0) problem.nodes[d] = 1 + random.below(2); // 1 x N
  }
  if (obstacle)
    for (Index n = 0; n < problem.grid().size(); ++n) problem.obstacle.push_back(random.below(9) == 0);
  return problem;
}

template <class T, class Layout, bool has_obstacle, class StencilType>
Outcome run_case(StencilType const& stencil, Index most_nodes, std::uint64_t seed, int rank, int ranks,
                 AnyTransport const& transport) {
  constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  static char const* const schemes[] = {"direct", "tiled", "temporal", "temporal", "streaming", "two-pass"};
  constexpr int offered = D == 1 ? 4 : detail::can_step<TwoPass, Exec, StencilType, T> ? 6 : 5;
  Random random(seed);
  for (;;) {
    RanksProblem<D> run{random_problem<D>(random, most_nodes, has_obstacle, R), {}, {}, {}, seed};
    run.scheme.name = schemes[random.below(offered)];
    if (run.scheme.name == "temporal") {
      Index const most = D == 3 && !detail::on_host<Exec> ? 3 : 6; // a device has scratch for so many
      run.scheme.fused_steps = 1 + static_cast<int>(random.below(most));
    }
    // Without a tile these sweep small blocks as Direct does. Slices on a device have tiles of their own.
    bool const tiles =
        run.scheme.name == "tiled" || (detail::on_host<Exec> && run.scheme.name == "streaming");
    if (tiles && random.below(4) > 0)
      for (int a = 0; a < D; ++a) run.scheme.tile[a] = 2 * R + 1 + static_cast<int>(random.below(9));
    run.depth = halo_depth_of<StencilType>(run.scheme.fused_steps > 0 ? run.scheme.fused_steps : 1);
    for (int call = 0; call < 3; ++call) run.steps.push_back(1 + random.below(2 * run.depth.fused_steps + 2));
    run.overlap = random.below(2) == 0;
    auto const periodic = periodic_axes<D>(any_boundary<D>(run.problem.faces));
    auto const grid = run.problem.grid();
    auto const decomposition = [&]() -> std::optional<Decomposition<D>> {
      if (random.below(3) == 0) {
        auto boxes = random_boxes<D>(grid.nodes, periodic, run.depth, ranks, random);
        if (boxes.empty()) return {};
        return Decomposition<D>(grid.nodes, periodic, boxes);
      }
      detail::CutProblem<D> const problem{grid.nodes, periodic, run.depth, 0};
      if (problem.best(ranks)[0] == 0) return {};
      return cut(grid, periodic, run.depth, ranks);
    }();
    if (!decomposition) continue; // too many ranks for this grid: the next one is drawn
    Blocks<D> const blocks(grid, *decomposition, run.depth, rank);
    Outcome outcome{detail::text(run.problem.text(), ", ", run.scheme.name, " of ", run.depth.fused_steps,
                                 " fused steps", run.overlap ? " overlapped" : "", ", rank ", rank, " of ",
                                 ranks, ", seed ", seed)};
    auto const compared = compare_with_one_rank<T, Layout, has_obstacle>(run, stencil, blocks, transport);
    outcome.differing = compared.differing;
    outcome.compared = compared.compared;
    outcome.cut = ranks > 1;
    return outcome;
  }
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// How many parts each axis of a grid is cut into for a number of ranks, by a cost.
#pragma once

#include <tessera/distributed/decomposition.hpp>
#include <tessera/distributed/halo_depth.hpp>

namespace tessera::detail {

/// The fewest nodes that a block may have along an axis that is cut: its neighbours read `width` of them, and
/// a block at an edge of the grid has as many nodes as a stencil needs beside a face. Stages of a system
/// reach less far than the step: the outermost nodes that a neighbour updates may lie right before those that
/// it has to leave to the block at the face.
inline Index least_nodes(HaloDepth const& depth, bool periodic) {
  Index const width = depth.width(), at_face = 2 * Index{depth.frame > 0 ? depth.frame : depth.radius} + 1;
  return periodic ? width : max(width + depth.frame, at_face);
}

/// A cut of a grid into parts[d] parts along each axis d.
template <int D>
struct CutProblem {
  Extents<D> nodes;
  PeriodicAxes<D> periodic;
  HaloDepth depth;
  int unit_stride_axis; // of fields, whose faces across it are slow to pack

  Index most_parts(int axis) const { return max(nodes[axis] / least_nodes(depth, periodic[axis]), Index{1}); }
  Index most_ranks() const {
    Index product = 1;
    for (int d = 0; d < D; ++d) product *= most_parts(d);
    return product;
  }

  /// The time of a step in updates of a node: the largest block's nodes, and its halo's, each of which is
  /// packed, sent, received and unpacked once a sweep (weights chosen, not measured: four updates, eight
  /// across the unit stride, where single values lie apart).
  double cost(Extents<D> const& parts) const {
    double block = 1, halo = 0;
    for (int d = 0; d < D; ++d) block *= static_cast<double>(divide_up(nodes[d], parts[d]));
    for (int d = 0; d < D; ++d) {
      if (parts[d] == 1) continue;
      double const sides = periodic[d] || parts[d] > 2 ? 2 : 1;
      double const face = block / static_cast<double>(divide_up(nodes[d], parts[d]));
      halo += sides * face * depth.radius * (d == unit_stride_axis ? 8 : 4);
    }
    return block + halo;
  }

  /// The parts of lowest cost for this number of ranks; zero parts if none fit.
  Extents<D> best(Index ranks) const {
    Extents<D> best{}, parts{};
    double least = std::numeric_limits<double>::infinity();
    consider(ranks, 0, parts, best, least);
    return best;
  }

  /// The largest number of ranks, at most `ranks`, that fits.
  Index fitting_ranks(Index ranks) const {
    for (Index fewer = min(ranks, most_ranks()); fewer > 1; --fewer)
      if (best(fewer)[0] > 0) return fewer;
    return 1;
  }

  /// The most fused steps, fewer than those of the depth, with which this number of ranks fits; 0 if none.
  int fitting_steps(Index ranks) const {
    for (auto fewer = *this; --fewer.depth.fused_steps > 0;)
      if (fewer.best(ranks)[0] > 0) return fewer.depth.fused_steps;
    return 0;
  }

private:
  void consider(Index left, int axis, Extents<D>& parts, Extents<D>& best, double& least) const {
    Index const most = most_parts(axis);
    if (axis == D - 1) {
      parts[axis] = left;
      if (left > most) return;
      double const cost_here = cost(parts);
      if (cost_here < least) {
        least = cost_here;
        best = parts;
      }
      return;
    }
    for (Index p = 1; p <= min(left, most); ++p)
      if (left % p == 0) {
        parts[axis] = p;
        consider(left / p, axis + 1, parts, best, least);
      }
  }
};

/// How a rank count that does not fit is refused: the numbers, and what would fit.
template <int D>
std::string too_many_ranks(CutProblem<D> const& problem, Index ranks) {
  auto const& depth = problem.depth;
  Index needed = 0;
  for (int d = 0; d < D; ++d) needed = max(needed, least_nodes(depth, problem.periodic[d]));
  Index const fitting = problem.fitting_ranks(ranks);
  int const steps = problem.fitting_steps(ranks);
  return text(ranks, " ranks can't share ", extents_text(problem.nodes, D), " nodes: with ",
              depth.fused_steps, depth.fused_steps == 1 ? " step" : " fused steps", " of radius ",
              depth.radius, " a sweep a block needs ", needed, " nodes along an axis that is cut (take ",
              fitting, fitting == 1 ? " rank" : " ranks",
              steps > 0 ? text(", or ", steps, " fused steps") : "", ")");
}

/// Where `parts` blocks start along an axis of `nodes` nodes; their sizes differ by one node at most.
inline std::vector<Index> even_starts(Index nodes, Index parts) {
  std::vector<Index> starts;
  for (Index part = 0; part < parts; ++part)
    starts.push_back(part * (nodes / parts) + min(part, nodes % parts));
  return starts;
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The surface of a body in the fluid, as a list of nodes and their cells.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/flow/sides.hpp>

#include <vector>

namespace tessera {

/// A node of the body whose cell (the box of one spacing around the node) contains fluid. A square of the
/// grid is solid if its four corners all belong to the body, otherwise it is fluid:
///
///     :    fluid    :           share: the part of the cell that is fluid, 1/2 on a flat wall,
///     o------W------o  wall     3/4 at a convex corner; link: the part of the cell's side towards a
///     :    solid    :           neighbour that is fluid, here west and east 1/2, south 0, north 1
struct SurfaceNode {
  Index i, j; ///< in the whole grid
  double share;
  double link[4]; ///< west, east, south, north
};

/// The surface of the body that `mask` marks: a byte per node in row-major order, nonzero in the body.
/// \throws InvalidInput unless it is one body (nodes that touch diagonally count as connected) with fluid on
/// all its sides.
inline std::vector<SurfaceNode> body_surface(FlowProblem const& problem,
                                             std::vector<std::uint8_t> const& mask) {
  Index const n0 = problem.grid.nodes[0], n1 = problem.grid.nodes[1];
  if (static_cast<Index>(mask.size()) != n0 * n1)
    throw InvalidInput(detail::text("the body has ", mask.size(), " bytes, the grid ", n0 * n1,
                                    " nodes (give one byte a node)"));
  auto const body = [&](Index i, Index j) { return mask[static_cast<std::size_t>(i * n1 + j)] != 0; };
  auto const solid = [&](Index i, Index j) {
    return body(i, j) && body(i + 1, j) && body(i, j + 1) && body(i + 1, j + 1);
  };
  std::vector<SurfaceNode> surface;
  for (Index i = 0; i < n0; ++i)
    for (Index j = 0; j < n1; ++j) {
      if (!body(i, j)) continue;
      // At least one node of fluid has to lie between the body and a side.
      Index const room[4] = {i, n0 - 1 - i, j, n1 - 1 - j};
      for (int face = 0; face < 4; ++face)
        if (room[face] < 2)
          throw InvalidInput(detail::text("the body touches the side ", face_names[face], " at node (", i,
                                          ", ", j, "): fluid has to flow all around it (move it inside)"));
      double const sw = !solid(i - 1, j - 1), se = !solid(i, j - 1), nw = !solid(i - 1, j), ne = !solid(i, j);
      double const share = 0.25 * (sw + se + nw + ne);
      if (share > 0)
        surface.push_back(
            {i, j, share, {0.5 * (sw + nw), 0.5 * (se + ne), 0.5 * (sw + se), 0.5 * (nw + ne)}});
    }
  if (surface.empty()) throw InvalidInput("the body holds no node (make it larger, or leave it out)");
  if (problem.sides[0] == FlowSide::periodic && problem.sides[2] == FlowSide::periodic)
    throw InvalidInput("a body in a box that is periodic along both axes: nothing fixes the stream function "
                       "(give the box a wall)");

  // Flood-fills the body from its first node; what is left then belongs to another body.
  auto left = mask;
  std::vector<Index> queue{surface.front().i * n1 + surface.front().j};
  left[static_cast<std::size_t>(queue.front())] = 0;
  while (!queue.empty()) {
    Index const at = queue.back();
    queue.pop_back();
    for (Index a = -1; a <= 1; ++a)
      for (Index b = -1; b <= 1; ++b) {
        auto const next = static_cast<std::size_t>(at + a * n1 + b);
        if (left[next]) {
          left[next] = 0;
          queue.push_back(static_cast<Index>(next));
        }
      }
  }
  for (auto const& node : surface)
    if (left[static_cast<std::size_t>(node.i * n1 + node.j)])
      throw InvalidInput(
          detail::text("the body has two parts, one with node (", surface.front().i, ", ", surface.front().j,
                       "), one with node (", node.i, ", ", node.j,
                       "): the stream function has a value of its own on each (give one body)"));
  return surface;
}

} // namespace tessera

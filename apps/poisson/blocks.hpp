// SPDX-License-Identifier: Apache-2.0
// A rank's part of a Poisson problem: its block of the grid with the halo around it, as a grid of its own.
#pragma once

#include <tessera/solver/poisson/reduction.hpp>

#include "../common/shared_field.hpp"

namespace tessera::poisson {

using app::Exec;

/// A block and its halo as a grid of its own; on one rank the whole grid.
template <int D>
Grid<D> outer_grid(app::Block<D> const& block) {
  Grid<D> grid = block.grid;
  grid.first = grid.whole = {};
  for (int d = 0; d < D; ++d) grid.nodes[d] += block.halo.lower[d] + block.halo.upper[d];
  return grid;
}

template <int D>
bool has_halo(app::Block<D> const& block, int face) {
  return (face % 2 ? block.halo.upper : block.halo.lower)[face / 2] > 0;
}

/// The ends of that grid: fixed where other ranks go on.
template <int D>
PoissonEnds<D> outer_ends(app::Block<D> const& block, PoissonEnds<D> ends) {
  for (int face = 0; face < 2 * D; ++face)
    if (has_halo(block, face)) ends[face] = PoissonEnd::fixed;
  return ends;
}

/// The same block of the reduced grid, which has no nodes of zero-gradient faces.
/// \throws InvalidInput if the block is thinner there than what neighbours read of it
template <int D>
app::Block<D> reduced_block(app::Block<D> const& full, Grid<D> const& reduced, PoissonEnds<D> const& ends) {
  app::Block<D> block{reduced, {}, full.periodic};
  if (!full.blocks) return block;
  auto const& cells = full.blocks->decomposition();
  std::vector<Box<D>> boxes;
  for (int rank = 0; rank < cells.count(); ++rank) {
    auto box = cells.box(rank);
    for (int d = 0; d < D; ++d) {
      Index const first = ends[2 * d] == PoissonEnd::zero_gradient ? 1 : 0;
      box.lower[d] = std::max<Index>(box.lower[d] - first, 0);
      box.upper[d] = std::min(box.upper[d] - first, reduced.nodes[d]);
    }
    boxes.push_back(box);
  }
  block.blocks.emplace(reduced, Decomposition<D>(reduced.nodes, cells.periodic(), std::move(boxes)),
                       full.blocks->depth(), full.blocks->rank());
  block.grid = block.blocks->grid();
  block.halo = block.blocks->halo();
  return block;
}

/// The nodes of a block's halo among those of its outer grid, which other ranks own; empty on one rank.
template <int D>
std::vector<std::uint8_t> nodes_of_others(app::Block<D> const& block) {
  if (!block.blocks) return {};
  auto const outer = outer_grid(block);
  std::vector<std::uint8_t> others(static_cast<std::size_t>(outer.size()), 0);
  for (std::size_t i = 0; i < others.size(); ++i) {
    auto rest = static_cast<Index>(i);
    for (int d = D - 1; d >= 0; --d) {
      Index const at = rest % outer.nodes[d] - block.halo.lower[d];
      others[i] |= at < 0 || at >= block.grid.nodes[d];
      rest /= outer.nodes[d];
    }
  }
  return others;
}

/// The values of a face of the whole grid on the same face of a block's outer grid, in row-major order.
template <int D>
std::vector<double> face_part(app::Block<D> const& block, int axis, std::vector<double> const& values) {
  app::Block<D> face = block;
  face.grid.nodes[axis] = 1;
  face.grid.first[axis] = 0;
  face.grid.whole = block.grid.whole_grid().nodes;
  face.grid.whole[axis] = 1;
  face.halo.lower[axis] = face.halo.upper[axis] = 0;
  app::NodeBox whole;
  for (int d = 0; d < D; ++d) whole.count[static_cast<std::size_t>(d)] = face.grid.whole[d];
  app::NodeValues<double> all(whole, [&](app::NodeBox const&) { return values; });
  all.hold();
  std::vector<double> part(static_cast<std::size_t>(outer_grid(face).size()));
  app::copy_part(face, face.halo, all, part.data());
  return part;
}

} // namespace tessera::poisson

// SPDX-License-Identifier: Apache-2.0
// Block: the part of a run's grid that this rank steps, and how its arrays are made from the whole grid's.
#pragma once

#include <tessera/distributed/blocks.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include "node_data.hpp"

namespace tessera::app {

/// On one rank the whole grid, without a halo.
template <int D>
struct Block {
  Grid<D> grid;
  Halo<D> halo = {};
  PeriodicAxes<D> periodic = {};
  std::optional<Blocks<D>> blocks = {}; ///< of all ranks; none on one rank

  /// The halo with `more` nodes on every side.
  Halo<D> wider(Index more) const {
    auto wide = halo;
    for (int d = 0; d < D; ++d) {
      wide.lower[d] += more;
      wide.upper[d] += more;
    }
    return wide;
  }
};

/// The block of this rank for steps of such a depth.
/// \param parts blocks along each axis; empty: chosen
/// \throws InvalidInput, on all ranks, if the blocks would be too thin, and if there are more or fewer parts
/// than ranks. Collective.
template <int D>
Block<D> make_block(Geometry const& geometry, HaloDepth const& depth, std::vector<std::int64_t> const& parts);

/// How many blocks there are along an axis.
template <int D>
std::int64_t blocks_along(Blocks<D> const& blocks, int axis) {
  std::int64_t count = 0;
  for (int rank = 0; rank < blocks.count(); ++rank) {
    bool first = true; // of the blocks on the line through the grid's first node
    for (int d = 0; d < D; ++d) first = first && (d == axis || blocks.box(rank).lower[d] == 0);
    count += first ? 1 : 0;
  }
  return count;
}

/// An array of a value for each node of the block and of this halo, not initialised.
template <class T, int D>
NodeView<T, D> make_view(std::string const& label, Block<D> const& block, Halo<D> const& halo) {
  Geometry local;
  for (int d = 0; d < D; ++d) local.nodes.push_back(block.grid.nodes[d] + halo.lower[d] + halo.upper[d]);
  return make_view<T, D>(label, local);
}

/// Goes through the nodes of a block and its halo, in row-major order, and says where they are in the whole.
template <int D>
class WholeIndex {
public:
  WholeIndex(Block<D> const& block, Halo<D> const& halo) : whole_(block.grid.whole_grid().nodes) {
    for (int d = 0; d < D; ++d)
      for (Index i = -halo.lower[d]; i < block.grid.nodes[d] + halo.upper[d]; ++i)
        at_[d].push_back(inside(block.grid.first[d] + i, whole_[d], block.periodic[d]));
  }

  /// The index of the next node.
  std::size_t next() {
    Index index = 0;
    for (int d = 0; d < D; ++d) index = index * whole_[d] + at_[d][now_[d]];
    for (int d = D - 1; d >= 0 && ++now_[d] == at_[d].size(); --d) now_[d] = 0;
    return static_cast<std::size_t>(index);
  }

private:
  // Beyond the ends of a periodic axis the other end follows; other axes are mirrored about their ends.
  static Index inside(Index i, Index nodes, bool periodic) {
    if (periodic) return (i % nodes + nodes) % nodes;
    if (i < 0) i = -i;
    if (i >= nodes) i = 2 * (nodes - 1) - i;
    return std::clamp(i, Index{0}, nodes - 1);
  }

  Extents<D> whole_;
  std::array<std::vector<Index>, D> at_;
  std::array<std::size_t, D> now_ = {};
};

/// Fills an array of a block with value(index in the whole), row-major. Halo nodes get what lies there in the
/// whole; beyond its ends they wrap or mirror it.
template <class ViewType, int D, class Value>
void fill(ViewType const& view, Block<D> const& block, Halo<D> const& halo, Value const& value) {
  WholeIndex<D> whole(block, halo);
  fill(view, [&](std::size_t) { return value(whole.next()); });
}

} // namespace tessera::app

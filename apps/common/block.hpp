// SPDX-License-Identifier: Apache-2.0
// Block: the part of a run's grid that this rank steps, and how its arrays are made from the whole grid's.
#pragma once

#include <tessera/distributed/blocks.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "node_data.hpp"
#include "node_values.hpp"

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

/// The nodes of a block and its halo, as boxes of the whole grid: what lies beyond its ends wraps or mirrors
/// it.
template <int D>
class BlockBoxes {
public:
  BlockBoxes(Block<D> const& block, Halo<D> const& halo) {
    auto const whole = block.grid.whole_grid().nodes;
    for (int d = 0; d < D; ++d) {
      auto const axis = static_cast<std::size_t>(d);
      for (Index i = -halo.lower[d]; i < block.grid.nodes[d] + halo.upper[d]; ++i) {
        auto const at = inside(block.grid.first[d] + i, whole[d], block.periodic[d]);
        auto& runs = runs_[axis];
        if (runs.empty() || at != runs.back().first + runs.back().count)
          runs.push_back({at, extent_[axis], 0});
        ++runs.back().count;
        ++extent_[axis];
      }
    }
  }

  /// Calls visit(box of the whole grid, row) box by box, each of about `most` nodes, or of one plane. row(a,
  /// b): the number in the block of the first node of the box's row (a, b).
  template <class Visit>
  void for_each(std::int64_t most, Visit const& visit) const {
    for (auto const& x : runs_[0])
      for (auto const& y : runs_[1])
        for (auto const& z : runs_[2]) {
          auto const at_once = std::max<std::int64_t>(1, most / (y.count * z.count));
          for (std::int64_t i = 0; i < x.count; i += at_once) {
            NodeBox const box{{x.first + i, y.first, z.first},
                              {std::min(at_once, x.count - i), y.count, z.count}};
            auto const row = [&, i](std::int64_t a, std::int64_t b) {
              return static_cast<std::size_t>(((x.place + i + a) * extent_[1] + y.place + b) * extent_[2] +
                                              z.place);
            };
            visit(box, row);
          }
        }
  }

private:
  /// Nodes that follow each other in the grid as in the block.
  struct Run {
    std::int64_t first, place, count; // in the grid, in the block
  };

  // Beyond the ends of a periodic axis the other end follows; other axes are mirrored about their ends.
  static Index inside(Index i, Index nodes, bool periodic) {
    if (periodic) return (i % nodes + nodes) % nodes;
    if (i < 0) i = -i;
    if (i >= nodes) i = 2 * (nodes - 1) - i;
    return std::clamp(i, Index{0}, nodes - 1);
  }

  static std::array<std::vector<Run>, 3> one_node_each() {
    std::array<std::vector<Run>, 3> runs;
    for (std::size_t d = D; d < 3; ++d) runs[d].push_back({0, 0, 1});
    return runs;
  }

  std::array<std::vector<Run>, 3> runs_ = one_node_each();
  std::array<std::int64_t, 3> extent_ = {0, D > 1 ? 0 : 1, D > 2 ? 0 : 1};
};

/// Puts to_value(value at the node) for each node of a block and its halo there, in row-major order. Halo
/// nodes get what lies there in the whole; beyond its ends they wrap or mirror it. Of the whole grid no more
/// is made than this block, some planes at a time.
template <int D, class From, class To, class ToValue = std::identity>
void copy_part(Block<D> const& block, Halo<D> const& halo, NodeValues<From> const& values, To* to,
               ToValue const& to_value = {}) {
  BlockBoxes<D>(block, halo)
      .for_each(NodeValues<From>::most_at_once, [&](NodeBox const& box, auto const& row) {
        auto const piece = values.in(box);
        auto from = piece.begin();
        for (std::int64_t a = 0; a < box.count[0]; ++a)
          for (std::int64_t b = 0; b < box.count[1]; ++b, from += box.count[2])
            std::transform(from, from + box.count[2], to + row(a, b),
                           [&](From value) { return static_cast<To>(to_value(value)); });
      });
}

/// The same for an array of a block; zeros where there is no such field.
template <class ViewType, int D, class From, class ToValue = std::identity>
void fill(ViewType const& view, Block<D> const& block, Halo<D> const& halo, NodeValues<From> const& values,
          ToValue const& to_value = {}) {
  using T = typename ViewType::non_const_value_type;
  if (values.empty()) return fill(view, [](std::size_t) { return T{}; });
  fill_by(view, [&](T* to) { copy_part(block, halo, values, to, to_value); });
}

} // namespace tessera::app

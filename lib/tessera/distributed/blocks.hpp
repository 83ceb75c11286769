// SPDX-License-Identifier: Apache-2.0
// Blocks: a grid that ranks share, as one of them sees it.
#pragma once

#include <tessera/config.hpp>
#include <tessera/distributed/detail/agreed.hpp>
#include <tessera/distributed/detail/cut.hpp>
#include <tessera/distributed/detail/halo_pattern.hpp>
#include <tessera/distributed/periodic_axes.hpp>

namespace tessera {

/// A grid that ranks share, one block each: this rank's block, its grid and its halo.
template <int D>
class Blocks {
public:
  /// \throws InvalidInput if the whole and the decomposition have other nodes, or if a block is thinner than
  /// what its neighbours read of it
  Blocks(Grid<D> const& whole, Decomposition<D> decomposition, HaloDepth const& depth, int rank)
      : whole_(whole), decomposition_(std::move(decomposition)), depth_(depth), rank_(rank) {
    validate(whole);
    validate(depth);
    if (rank < 0 || rank >= decomposition_.count())
      throw InvalidInput(detail::text("rank ", rank, " of ", decomposition_.count(), " blocks"));
    for (int d = 0; d < D; ++d)
      if (whole.nodes[d] != decomposition_.nodes()[d])
        throw InvalidInput(detail::text("blocks of ", detail::extents_text(decomposition_.nodes(), D),
                                        " nodes for a grid of ", detail::extents_text(whole.nodes, D)));
    check_thickness();
    halo_ = detail::halo_of(decomposition_, rank, depth.width());
  }

  /// The application's own decomposition: `mine` is this rank's box of nodes of the whole grid. The boxes of
  /// all ranks may have any sizes; together they are the whole. Collective: `ranks` has rank(), count() and
  /// gather(value), which gives all ranks' values to all, as tessera::Ranks.
  /// \throws InvalidInput on all ranks alike, unless each node lies in exactly one box
  template <class RanksType, class BoundaryType>
  static Blocks of(RanksType const& ranks, Grid<D> const& whole, Box<D> const& mine,
                   BoundaryType const& boundary, HaloDepth const& depth) {
    auto const blocks = detail::agreed(ranks, [&, boxes = ranks.gather(mine)] {
      return Blocks(whole, Decomposition<D>(whole.nodes, periodic_axes<D>(boundary), boxes), depth,
                    ranks.rank());
    });
    detail::expect_same(ranks, "the problem", blocks.text());
    return blocks;
  }

  int rank() const { return rank_; }
  int count() const { return decomposition_.count(); }
  Grid<D> const& whole() const { return whole_; }
  Decomposition<D> const& decomposition() const { return decomposition_; }
  HaloDepth const& depth() const { return depth_; }

  /// This rank's nodes, as indices of the whole grid; box(r) has those of rank r.
  Box<D> box() const { return box(rank_); }
  Box<D> box(int rank) const { return decomposition_.box(rank); }

  /// This rank's block as a grid for its fields. Formulas see the whole grid's indices and positions.
  Grid<D> grid() const {
    auto const own = box();
    Grid<D> grid = whole_;
    grid.whole = whole_.nodes;
    grid.first = own.lower;
    for (int d = 0; d < D; ++d) grid.nodes[d] = own.extent(d);
    return grid;
  }

  /// The halo that this rank's fields need: none beyond a face of the whole grid, nor along a periodic axis
  /// that the block spans.
  Halo<D> const& halo() const { return halo_; }

  /// The problem and the library's version in words, which have to be the same on all ranks.
  std::string text() const {
    std::string text = detail::text("Tessera " TESSERA_VERSION_STRING ", ",
                                    detail::extents_text(whole_.nodes, D), " nodes, ", depth_.fused_steps,
                                    " fused steps of radius ", depth_.radius, ", periodic axes");
    for (int d = 0; d < D; ++d) text += decomposition_.periodic()[d] ? " yes" : " no";
    for (int d = 0; d < D; ++d)
      text += detail::text(", axis ", d, " from ", whole_.origin[d], " by ", whole_.spacing[d]);
    return text + detail::text(", first block ", detail::extents_text(box(0).upper, D));
  }

private:
  void check_thickness() const {
    for (int rank = 0; rank < count(); ++rank) {
      auto const own = box(rank);
      for (int d = 0; d < D; ++d) {
        Index const needed = detail::least_nodes(depth_, decomposition_.periodic()[d]);
        if (!decomposition_.spans(own, d) && own.extent(d) < needed)
          throw InvalidInput(detail::text(
              "the block of rank ", rank, " has ", own.extent(d), " nodes along axis ", d, ": ",
              depth_.fused_steps, depth_.fused_steps == 1 ? " step" : " fused steps", " of radius ",
              depth_.radius, " need ", needed, " (give it more nodes, or take fewer fused steps)"));
      }
    }
  }

  Grid<D> whole_;
  Decomposition<D> decomposition_;
  HaloDepth depth_;
  int rank_;
  Halo<D> halo_{};
};

/// A zeroed field on this rank's block, with its halo, in the memory of Exec and in the layout that Kokkos
/// prefers there.
template <class T, class Exec, int D>
auto make_field(Exec const& exec, Blocks<D> const& blocks, std::string const& label = "tessera::field") {
  Grid<D> outer = blocks.grid();
  for (int d = 0; d < D; ++d) outer.nodes[d] += blocks.halo().lower[d] + blocks.halo().upper[d];
  outer.whole = outer.first = {};
  return make_field(blocks.grid(), make_field<T>(exec, outer, label).view(), blocks.halo());
}

} // namespace tessera

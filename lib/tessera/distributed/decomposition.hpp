// SPDX-License-Identifier: Apache-2.0
// Decomposition: which rank owns which nodes of a grid.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/distributed/box.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <vector>

namespace tessera {

/// Whether an axis is periodic, per axis of the grid.
template <int D>
using PeriodicAxes = Kokkos::Array<bool, D>;

namespace detail {

/// A part of a box that one rank owns. On periodic axes a box may reach beyond the grid; the nodes there are
/// images of nodes of the grid, which lie `image` nodes further down.
template <int D>
struct OwnedPart {
  int rank;
  Box<D> box;
  Extents<D> image;
};

} // namespace detail

/// Boxes of nodes, one a rank, that together are the whole grid: either the cells of a lattice of cuts
/// through the whole grid, or any boxes.
template <int D>
class Decomposition {
public:
  using Starts = std::array<std::vector<Index>, D>;

  /// Cuts through the whole grid: along axis d, block i has the nodes from starts[d][i] to the next start, or
  /// to the end. Ranks count through the blocks with the last axis fastest.
  /// \throws InvalidInput unless starts begin with 0 and ascend within the grid
  Decomposition(Extents<D> const& nodes, PeriodicAxes<D> const& periodic, Starts starts)
      : nodes_(nodes), periodic_(periodic), starts_(std::move(starts)) {
    for (int d = 0; d < D; ++d) {
      auto const& s = starts_[d];
      bool good = !s.empty() && s.front() == 0 && s.back() < nodes[d];
      for (std::size_t i = 1; good && i < s.size(); ++i) good = s[i] > s[i - 1];
      if (!good)
        throw InvalidInput(detail::text("the starts of blocks along axis ", d,
                                        " do not ascend from 0 within its ", nodes[d], " nodes"));
      count_ *= static_cast<int>(s.size());
    }
  }

  /// Any boxes, box r that of rank r.
  /// \throws InvalidInput unless each node of the grid lies in exactly one box
  Decomposition(Extents<D> const& nodes, PeriodicAxes<D> const& periodic, std::vector<Box<D>> boxes)
      : nodes_(nodes), periodic_(periodic), boxes_(std::move(boxes)),
        count_(static_cast<int>(boxes_.size())) {
    check_boxes();
  }

  int count() const { return count_; }
  Extents<D> const& nodes() const { return nodes_; }
  PeriodicAxes<D> const& periodic() const { return periodic_; }

  Box<D> box(int rank) const {
    if (!boxes_.empty()) return boxes_[static_cast<std::size_t>(rank)];
    Box<D> box{};
    for (int d = D - 1; d >= 0; --d) {
      int const parts = static_cast<int>(starts_[d].size());
      box.lower[d] = starts_[d][rank % parts];
      box.upper[d] = end_of(d, rank % parts);
      rank /= parts;
    }
    return box;
  }

  /// Whether a box has all nodes of an axis.
  bool spans(Box<D> const& box, int axis) const { return box.extent(axis) == nodes_[axis]; }

  /// Calls visit(part) for the parts of a box by their owners, in an order that depends on the box and the
  /// decomposition only. On periodic axes the box may reach up to a period beyond the grid.
  template <class Visit>
  void for_each_part(Box<D> const& box, Visit const& visit) const {
    if (boxes_.empty())
      visit_cells(box, visit);
    else
      visit_boxes(box, visit);
  }

private:
  Index end_of(int axis, int part) const {
    auto const& s = starts_[axis];
    return part + 1 < static_cast<int>(s.size()) ? s[part + 1] : nodes_[axis];
  }

  // The cells that a box meets: a range of cells along each axis, counted on through the images.
  template <class Visit>
  void visit_cells(Box<D> const& box, Visit const& visit) const {
    if (box.empty()) return;
    std::array<Index, D> first{}, last{};
    for (int d = 0; d < D; ++d) {
      first[d] = cell_of(d, box.lower[d]);
      last[d] = cell_of(d, box.upper[d] - 1);
    }
    for (auto cell = first;;) {
      detail::OwnedPart<D> part{0, {}, {}};
      for (int d = 0; d < D; ++d) {
        Index const parts = static_cast<Index>(starts_[d].size()), here = detail::wrapped(cell[d], parts);
        part.rank = static_cast<int>(part.rank * parts + here);
        part.image[d] = (cell[d] - here) / parts * nodes_[d];
        part.box.lower[d] = starts_[d][here] + part.image[d];
        part.box.upper[d] = end_of(d, static_cast<int>(here)) + part.image[d];
      }
      part.box = detail::common_part(part.box, box);
      visit(part);
      int d = D - 1;
      for (; d >= 0 && cell[d] == last[d]; --d) cell[d] = first[d];
      if (d < 0) return;
      ++cell[d];
    }
  }
  Index cell_of(int axis, Index node) const {
    auto const& s = starts_[axis];
    Index const inside = detail::wrapped(node, nodes_[axis]);
    Index const cell = std::upper_bound(s.begin(), s.end(), inside) - s.begin() - 1;
    return cell + (node - inside) / nodes_[axis] * static_cast<Index>(s.size());
  }

  template <class Visit>
  void visit_boxes(Box<D> const& box, Visit const& visit) const {
    Extents<D> image{};
    visit_images(box, visit, image, 0);
  }
  template <class Visit>
  void visit_images(Box<D> const& box, Visit const& visit, Extents<D>& image, int axis) const {
    if (axis == D) {
      for (int rank = 0; rank < count_; ++rank) {
        auto const part = detail::common_part(detail::moved(boxes_[rank], image), box);
        if (!part.empty()) visit(detail::OwnedPart<D>{rank, part, image});
      }
      return;
    }
    for (Index times : {-1, 0, 1}) {
      if (times != 0 && !periodic_[axis]) continue;
      image[axis] = times * nodes_[axis];
      if (box.lower[axis] < image[axis] + nodes_[axis] && box.upper[axis] > image[axis])
        visit_images(box, visit, image, axis + 1);
    }
    image[axis] = 0;
  }

  void check_boxes() const {
    Box<D> const whole{{}, nodes_};
    Index held = 0;
    for (int rank = 0; rank < count_; ++rank) {
      auto const& box = boxes_[rank];
      if (box.empty() || !(detail::common_part(box, whole) == box))
        throw InvalidInput(
            detail::text("the block of rank ", rank, " is empty or reaches beyond the grid of ",
                         detail::extents_text(nodes_, D), " nodes (give each rank nodes of it)"));
      held += box.size();
    }
    std::vector<int> by_start(boxes_.size());
    std::iota(by_start.begin(), by_start.end(), 0);
    std::sort(by_start.begin(), by_start.end(),
              [&](int a, int b) { return boxes_[a].lower[0] < boxes_[b].lower[0]; });
    for (std::size_t i = 0; i < by_start.size(); ++i)
      for (std::size_t k = i + 1; k < by_start.size(); ++k) {
        auto const &one = boxes_[by_start[i]], &other = boxes_[by_start[k]];
        if (other.lower[0] >= one.upper[0]) break;
        if (!detail::common_part(one, other).empty())
          throw InvalidInput(detail::text("the blocks of ranks ", std::min(by_start[i], by_start[k]), " and ",
                                          std::max(by_start[i], by_start[k]),
                                          " share nodes (give each node to one rank)"));
      }
    if (held != whole.size())
      throw InvalidInput(detail::text("the ranks' blocks hold ", held, " of the grid's ", whole.size(),
                                      " nodes (give each node to one rank)"));
  }

  Extents<D> nodes_;
  PeriodicAxes<D> periodic_;
  Starts starts_{};
  std::vector<Box<D>> boxes_{}; // empty if the blocks are the cells of a lattice
  int count_ = 1;
};

} // namespace tessera

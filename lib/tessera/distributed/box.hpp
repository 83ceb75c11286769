// SPDX-License-Identifier: Apache-2.0
// Box: a box of nodes, in the user's order of axes.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera {

/// The nodes from `lower` up to, without, `upper`, per axis of the grid.
template <int D>
struct Box {
  Extents<D> lower, upper;

  Index extent(int axis) const { return upper[axis] - lower[axis]; }
  bool empty() const {
    for (int d = 0; d < D; ++d)
      if (extent(d) <= 0) return true;
    return false;
  }
  Index size() const {
    if (empty()) return 0;
    Index product = 1;
    for (int d = 0; d < D; ++d) product *= extent(d);
    return product;
  }
  bool operator==(Box const& other) const {
    for (int d = 0; d < D; ++d)
      if (lower[d] != other.lower[d] || upper[d] != other.upper[d]) return false;
    return true;
  }
};

namespace detail {

template <int D>
Box<D> common_part(Box<D> const& a, Box<D> const& b) {
  Box<D> common{};
  for (int d = 0; d < D; ++d) {
    common.lower[d] = max(a.lower[d], b.lower[d]);
    common.upper[d] = min(a.upper[d], b.upper[d]);
  }
  return common;
}

/// The box moved by `by` nodes per axis.
template <int D>
Box<D> moved(Box<D> box, std::type_identity_t<Extents<D>> const& by) {
  for (int d = 0; d < D; ++d) {
    box.lower[d] += by[d];
    box.upper[d] += by[d];
  }
  return box;
}

} // namespace detail
} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// Reach: how far the reads of a stage go along each axis and to each side.
#pragma once

#include <tessera/stencil/pattern.hpp>

namespace tessera {

/// The offsets at which a stage of a system reads, from -lower[axis] to upper[axis] along each axis of the
/// grid. A one-sided reach costs tiles that hold several time steps one halo instead of two.
template <int D>
struct Reach {
  using Shape = typename Pattern<D>::Shape;
  static constexpr int dimension = D;

  Shape shape;
  int lower[D], upper[D];
  int radius; ///< the largest of them

  /// Whether the read at this offset (one integer per axis) is part of the reach.
  template <class... Offsets>
  KOKKOS_FUNCTION constexpr bool contains(Offsets... offsets) const {
    static_assert(sizeof...(Offsets) == D, "one offset per axis");
    int const offset[] = {offsets...};
    int off_axis = 0;
    for (int d = 0; d < D; ++d) {
      if (offset[d] < -lower[d] || offset[d] > upper[d]) return false;
      off_axis += offset[d] != 0;
    }
    return shape == Shape::box || off_axis <= 1;
  }

  /// Whether the read at this offset along one axis is part of the reach.
  KOKKOS_FUNCTION constexpr bool contains_along(int axis, int offset) const {
    return offset >= -lower[axis] && offset <= upper[axis];
  }

  /// Number of nodes read per update.
  KOKKOS_FUNCTION constexpr Index points() const {
    Index star = 1, box = 1;
    for (int d = 0; d < D; ++d) {
      star += lower[d] + upper[d];
      box *= lower[d] + 1 + upper[d];
    }
    return shape == Shape::star ? star : box;
  }
};

namespace detail {

template <int D>
constexpr Reach<D> make_reach(typename Pattern<D>::Shape shape, int lower, int upper) {
  Reach<D> reach{shape, {}, {}, lower > upper ? lower : upper};
  for (int d = 0; d < D; ++d) {
    reach.lower[d] = lower;
    reach.upper[d] = upper;
  }
  return reach;
}

template <int D>
constexpr Reach<D> reach_of(Pattern<D> const& pattern) {
  return make_reach<D>(pattern.shape, pattern.radius, pattern.radius);
}
template <int D>
constexpr Reach<D> reach_of(Reach<D> const& reach) {
  return reach;
}

} // namespace detail

/// Reads along the axes at the node and up to `nodes` beyond it, as a forward difference does.
template <int D>
constexpr Reach<D> forward(int nodes) {
  return detail::make_reach<D>(Pattern<D>::Shape::star, 0, nodes);
}

/// Reads along the axes at the node and up to `nodes` before it, as a backward difference does.
template <int D>
constexpr Reach<D> backward(int nodes) {
  return detail::make_reach<D>(Pattern<D>::Shape::star, nodes, 0);
}

/// Reads along the axes from `before` nodes before the node to `beyond` nodes beyond it.
template <int D>
constexpr Reach<D> between(int before, int beyond) {
  return detail::make_reach<D>(Pattern<D>::Shape::star, before, beyond);
}

} // namespace tessera

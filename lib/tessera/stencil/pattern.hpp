// SPDX-License-Identifier: Apache-2.0
// Pattern: the shape and radius of the reads of a stencil, star(radius) or box(radius).
#pragma once

#include <tessera/core/index.hpp>

namespace tessera {

/// The shape and radius of a stencil's reads. Halo, scratch, exchange width and byte count follow from it.
template <int D>
struct Pattern {
  enum class Shape { star, box };
  static constexpr int dimension = D;

  Shape shape;
  int radius;

  /// Whether the read at this offset (one integer per axis) is part of the pattern.
  template <class... Offsets>
  KOKKOS_FUNCTION constexpr bool contains(Offsets... offsets) const {
    static_assert(sizeof...(Offsets) == D, "one offset per axis");
    int const offset[] = {offsets...};
    int off_axis = 0;
    for (int o : offset) {
      if (o < -radius || o > radius) return false;
      off_axis += o != 0;
    }
    return shape == Shape::box || off_axis <= 1;
  }

  /// Whether the read at this offset along one axis is part of the pattern.
  KOKKOS_FUNCTION constexpr bool contains_along(int /*axis*/, int offset) const {
    return offset >= -radius && offset <= radius;
  }

  /// Number of values read per update.
  KOKKOS_FUNCTION constexpr Index points() const {
    if (shape == Shape::star) return 1 + Index{2} * D * radius;
    Index product = 1;
    for (int d = 0; d < D; ++d) product *= 2 * radius + 1;
    return product;
  }
};

/// A pattern of reads along the axes only: 1 + 2 D radius points.
template <int D>
constexpr Pattern<D> star(int radius) {
  return {Pattern<D>::Shape::star, radius};
}

/// A pattern that fills the whole cube: (2 radius + 1)^D points.
template <int D>
constexpr Pattern<D> box(int radius) {
  return {Pattern<D>::Shape::box, radius};
}

} // namespace tessera

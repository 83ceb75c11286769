// SPDX-License-Identifier: Apache-2.0
// Streaming against the reference, with the tiles that it chooses and with others.
#pragma once

#include <vector>

#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, class StencilType>
void expect_streaming(StencilType const& stencil,
                      std::vector<Extents<StencilType::reads.dimension>> const& sizes,
                      std::vector<Tile> const& tiles) {
  constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  for (auto const& problem : pairwise_problems<D>(sizes, R, 12)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> memory(problem.nodes);
    auto const trajectory = reference_trajectory<T>(problem, stencil, {1, 0, 4, 3}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, Streaming{});
    for (Tile const& tile : tiles) {
      SCOPED_TRACE("tile " + text(tile));
      expect_same_trajectory(trajectory, problem, memory, stencil, Streaming{.tile = tile});
    }
  }
}

inline constexpr bool on_cpu = detail::on_host<Exec>;

/// Tiles whose core has the nodes of a slice: on a device slices are 16 packs of 16 bytes wide and 8, 16 or
/// 32 rows high.
template <class T>
std::vector<Tile> slices(int R) {
  int const width = on_cpu ? 19 : 16 * 16 / static_cast<int>(sizeof(T));
  return {{width + 2 * R, 8 + 2 * R, 5 + 2 * R}, {width + 2 * R, 8 + 2 * R, 200 + 2 * R}};
}

// Rows of two slices or more.
inline constexpr Index wide = on_cpu ? 50 : 140;

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

} // namespace tessera::test

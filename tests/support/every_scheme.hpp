// SPDX-License-Identifier: Apache-2.0
// A problem by every scheme, over tile shapes and fused steps, each against the reference.
#pragma once

#include <algorithm>

#include "support/equivalence.hpp"

namespace tessera::test {

/// Tiles for a reach of `reach` nodes (radius times fused steps): the scheme's default; the smallest that is allowed,
/// which writes one node; a small odd one; one larger than most of the tests' grids.
inline std::vector<Tile> tiles(int dimension, int reach) {
  int const small[3] = {7, 3, 2}, large[3] = {70, 20, 6};
  std::vector<Tile> tiles(4, Tile{0, 0, 0});
  for (int a = 0; a < dimension; ++a) {
    tiles[1][a] = 2 * reach + 1;
    tiles[2][a] = 2 * reach + small[a];
    tiles[3][a] = 2 * reach + large[a];
  }
  return tiles;
}

inline std::string text(Tile const& tile) { return detail::extents_text(tile, 3); }

/// expect_story, save that a device may have too little scratch for a tile; host cores never do.
template <class T, int D, class Layout, class StencilType, class SchemeType>
void expect_story_if_it_fits(Story<T> const& story, Problem<D> const& problem, Memory<T, D, Layout>& memory,
                             StencilType const& stencil, SchemeType const& scheme) {
  try {
    expect_story(story, problem, memory, stencil, scheme);
  } catch (InvalidInput const& refused) {
    bool const scratch = std::string(refused.what()).find("scratch") != std::string::npos;
    EXPECT_TRUE(scratch && !detail::on_host<Exec>) << refused.what();
  }
}

/// The step counts of a story are no multiples of the fused steps, except where they are.
template <class T, int D, class Layout, class StencilType, class OnHost>
void expect_every_scheme(Problem<D> const& problem, Memory<T, D, Layout>& memory, StencilType const& stencil,
                         OnHost const& same_on_host, std::vector<int> const& fused = {1, 2, 3, 4, 5, 6, 7, 8},
                         std::vector<Index> const& steps = {0, 1, 5, 8, 3}) {
  constexpr int R = StencilType::reads.radius;
  SCOPED_TRACE(problem.text());
  auto const story = told_by_reference<T>(problem, same_on_host, steps, 7);
  {
    SCOPED_TRACE("direct");
    expect_story(story, problem, memory, stencil, Direct{});
  }
  for (Tile const& tile : tiles(D, R)) {
    SCOPED_TRACE("tiled, tile " + text(tile));
    expect_story_if_it_fits(story, problem, memory, stencil, Tiled{.tile = tile});
  }
  for (int s : fused)
    for (Tile const& tile : tiles(D, R * s)) {
      SCOPED_TRACE("temporal, " + std::to_string(s) + " fused steps, tile " + text(tile));
      expect_story_if_it_fits(story, problem, memory, stencil, Temporal{.tile = tile, .fused_steps = s});
    }
}

template <class T, int D, class Layout, class StencilType>
void expect_every_scheme(Problem<D> const& problem, Memory<T, D, Layout>& memory,
                         StencilType const& stencil) {
  expect_every_scheme(problem, memory, stencil, stencil);
}

} // namespace tessera::test

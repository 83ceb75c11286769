// SPDX-License-Identifier: Apache-2.0
// Runs a problem by every scheme, over tile shapes and fused steps, and compares each with the reference.
#pragma once

#include <cstdlib>

#include "support/equivalence.hpp"
#include "support/schemes.hpp"

namespace tessera::test {

/// Tiles for a reach of `reach` nodes (radius times fused steps): the scheme's default; the smallest that is
/// allowed, which writes one node; a small odd one; one larger than most of the tests' grids. A small tile
/// that would recompute this grid too often is used on smaller grids only. Some schemes need whole packs on
/// devices: widths of powers of two.
template <int D>
std::vector<Tile> tiles(Extents<D> const& nodes, int reach) {
  std::vector<Tile> tiles = {Tile{0, 0, 0}};
  for (Tile const& core : {Tile{1, 1, 1}, Tile{7, 3, 2}, Tile{70, 20, 6}}) {
    Tile tile = {0, 0, 0};
    double computed = 1;
    for (int a = 0; a < D; ++a) {
      tile[a] = core[a] + 2 * reach;
      computed *= static_cast<double>(nodes[a]) * tile[a] / core[a];
    }
    if (computed < 2e6) tiles.push_back(tile);
  }
  if (D == 2 && !detail::on_host<Exec>)
    for (int width : {64, 128, 256, 512}) tiles.push_back({width, 2 * reach + 19, 0});
  return tiles;
}

inline std::string text(Tile const& tile) { return detail::extents_text(tile, 3); }

/// Whether a refusal lists the tiles that are compiled for a device.
inline bool for_want_of_code(std::string const& refusal) {
  return refusal.find(" is not compiled (give ") != refusal.npos;
}

/// Whether a refusal says that more scratch is needed than there is, with numbers that confirm it.
inline bool for_want_of_scratch(std::string const& refusal) {
  auto const number_behind = [&](std::string const& word) {
    auto const at = refusal.find(word);
    return at == refusal.npos ? 0 : std::strtoull(refusal.c_str() + at + word.size(), nullptr, 10);
  };
  auto const offered = number_behind("this device offers ");
  return offered == detail::scratch_limit<Exec>() && number_behind("needs ") > offered;
}

/// Calls compare(scheme). Returns false if a device refuses this tile, since it has too little scratch
/// for the tile with its halo, or no kernel. Host cores have enough for every tile here. A tile that the
/// scheme chooses itself has to fit, unless there are so many fused steps that a tile that writes a single
/// node does not fit either.
template <class SchemeType>
bool same_where_offered(std::function<void(SchemeType const&)> const& compare, SchemeType const& scheme,
                        int dimension, int reach) {
  try {
    compare(scheme);
    return true;
  } catch (InvalidInput const& refused) {
    if (!detail::on_host<Exec> && scheme.tile != Tile{0, 0, 0} && for_want_of_code(refused.what()))
      return false;
    EXPECT_TRUE(!detail::on_host<Exec> && for_want_of_scratch(refused.what())) << refused.what();
    if (scheme.tile == Tile{0, 0, 0}) {
      auto smallest = scheme;
      for (int a = 0; a < dimension; ++a) smallest.tile[a] = 2 * reach + 1;
      EXPECT_FALSE(same_where_offered(compare, smallest, dimension, reach))
          << "a smaller tile fits, but the default is refused: " << refused.what();
    }
    return false;
  }
}

/// Calls compare() for this scheme with these tiles; returns the number of tiles that a device offers.
template <int D, class SchemeType>
int same_by_tile(std::vector<Tile> const& tiles, std::function<void(SchemeType const&)> const& compare,
                 SchemeType scheme, int reach) {
  int offered = 0;
  for (Tile const& tile : tiles) {
    SCOPED_TRACE("tile " + text(tile));
    scheme.tile = tile;
    offered += same_where_offered(compare, scheme, D, reach);
  }
  return offered;
}

/// The default tile and one of the others, by turns.
template <int D>
std::vector<Tile> two_tiles(Extents<D> const& nodes, int reach, int turn) {
  auto const all = tiles<D>(nodes, reach);
  auto const others = all.size() - 1;
  if (others == 0) return all;
  return {all.front(), all[1 + static_cast<std::size_t>(turn) % others]};
}

/// Calls compare() for a scheme with every number of fused steps and every tile that it takes, and expects
/// that a device offers several. On a host each number of steps has the default tile and one of the others;
/// which one depends on `turn` too, so that a few problems have all pairs of them.
template <int D, class SchemeType>
void expect_same_by_variant(Extents<D> const& nodes, std::function<void(SchemeType const&)> const& compare,
                            int radius, std::vector<int> const& fused, int turn) {
  SchemeType scheme{};
  SCOPED_TRACE(SchemeType::name);
  compare(scheme);
  int offered = 2;
  if constexpr (takes_fused_steps<SchemeType>) {
    offered = 0;
    for (int s : fused) {
      SCOPED_TRACE(std::to_string(s) + " fused steps");
      scheme.fused_steps = s;
      int const reach = radius * s;
      offered +=
          same_by_tile<D>(detail::on_host<Exec> ? two_tiles<D>(nodes, reach, turn++) : tiles<D>(nodes, reach),
                          compare, scheme, reach);
    }
  } else if constexpr (takes_tile<SchemeType>) {
    offered = 1 + same_by_tile<D>(tiles<D>(nodes, radius), compare, scheme, radius);
  }
  EXPECT_GE(offered, 2); // whatever a device refuses, several remain
}

/// Compares the trajectories of a problem by every scheme. Most step counts are no multiples of the fused
/// steps.
template <class T, int D, class Layout, class StencilType, class OnHost>
void expect_every_scheme(Problem<D> const& problem, Memory<T, D, Layout>& memory, StencilType const& stencil,
                         OnHost const& same_on_host,
                         std::vector<int> const& fused = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12},
                         std::vector<Index> const& steps = {0, 1, 5, 8, 3, 26}) {
  SCOPED_TRACE(problem.text());
  auto const trajectory = reference_trajectory<T>(problem, same_on_host, steps, 7);
  // Problems of a test differ in their conditions, and in size by turns.
  int const turn = static_cast<int>(problem.faces[0].kind) + static_cast<int>(problem.faces.back().kind);
  for_each_default_scheme<StencilType, T>([&]<class SchemeType>(SchemeType const&) {
    expect_same_by_variant<D, SchemeType>(
        problem.nodes,
        [&](SchemeType const& scheme) {
          expect_same_trajectory(trajectory, problem, memory, stencil, scheme);
        },
        StencilType::reads.radius, fused, turn);
  });
}

template <class T, int D, class Layout, class StencilType>
void expect_every_scheme(Problem<D> const& problem, Memory<T, D, Layout>& memory,
                         StencilType const& stencil) {
  expect_every_scheme<T>(problem, memory, stencil, stencil);
}

} // namespace tessera::test

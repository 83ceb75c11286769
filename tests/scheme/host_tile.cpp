// SPDX-License-Identifier: Apache-2.0
// The tiles that a host chooses by default, for caches that this machine may not have.
#include <tessera/scheme/detail/temporal/scratch/host_tile.hpp>

#include <gtest/gtest.h>

namespace tessera::test {
namespace {

constexpr std::size_t KiB = 1024, MiB = 1024 * KiB;

/// The bytes of a tile's buffers: each fused step has a plane queue of the rows or planes that a node
/// reads, for rows three more.
struct PlaneQueues {
  detail::HostTileChoice choice;
  std::size_t operator()(Tile const& tile) const {
    std::size_t const steps = static_cast<std::size_t>(choice.fused_steps),
                      read = static_cast<std::size_t>(choice.halo) / steps + 1,
                      rows = choice.dimension == 3 ? read * static_cast<std::size_t>(tile[1]) : read + 3;
    return steps * rows * static_cast<std::size_t>(tile[0]) * choice.value_bytes;
  }
};

detail::HostTileChoice choice_for(detail::Index3 nodes, int dimension, std::size_t value_bytes, int steps,
                                  std::size_t second_cache, int radius = 1, bool slow_beyond = false) {
  return {nodes, dimension, value_bytes, 2 * radius * steps, steps, 2, second_cache, slow_beyond};
}

Tile tile_of(detail::HostTileChoice const& choice) { return choice.tile(PlaneQueues{choice}); }

} // namespace

TEST(HostTile, OfLinesHas16KiBWithItsHalo) {
  for (std::size_t bytes : {1, 2, 4, 8, 16, 32})
    for (int radius : {1, 3, 8}) {
      int const steps = detail::steps_of_line(radius, bytes), halo = 2 * radius * steps;
      auto const choice = choice_for({{Index{1} << 30, 1, 1}}, 1, bytes, steps, MiB, radius);
      Tile const tile = tile_of(choice);
      int const widest = 16384 / static_cast<int>(bytes);
      EXPECT_LE(tile[0], widest) << bytes << " bytes, radius " << radius;
      EXPECT_GE(tile[0], widest - 1);
      EXPECT_LE(halo, std::min(256, widest / 8));
      EXPECT_GT(halo + 2 * radius, std::min(256, widest / 8));
    }
}

TEST(HostTile, OfLinesIsSharedEvenlyByTheCores) {
  for (Index nodes : {1, 500, 1023, 1024, 4001, 40000, 1000003}) {
    auto const choice = choice_for({{nodes, 1, 1}}, 1, 8, 128, MiB);
    Index const tiles = detail::divide_up(nodes, Index{tile_of(choice)[0] - choice.halo});
    EXPECT_EQ(tiles % (nodes < 1024 ? 1 : 2), 0) << nodes << " nodes, " << tiles << " tiles";
    EXPECT_GE(tile_of(choice)[0] - choice.halo, std::min<Index>(nodes, 500)) << nodes << " nodes";
  }
}

TEST(HostTile, OfLinesIsWideEnoughForTheStepsThatAreAskedFor) {
  auto const choice = choice_for({{1000000, 1, 1}}, 1, 8, 1024, MiB);
  EXPECT_GE(tile_of(choice)[0] - choice.halo, 4000); // of a halo of 2048
}

TEST(HostTile, OfPlanesHasRowsOf16KiBWhereTheSecondCacheIsSmall) {
  detail::Index3 const nodes{{8192, 8192, 1}};
  EXPECT_EQ(tile_of(choice_for(nodes, 2, 4, 24, MiB)), (Tile{4096 + 48, 1024 + 48, 1}));
  EXPECT_EQ(tile_of(choice_for(nodes, 2, 8, 24, 512 * KiB)), (Tile{2048 + 48, 1024 + 48, 1}));
}

TEST(HostTile, OfPlanesStaysInHalfOfALargeSecondCache) {
  for (std::size_t bytes : {4, 8})
    for (int steps : {1, 8, 24, 32}) {
      auto const choice = choice_for({{8192, 8192, 1}}, 2, bytes, steps, 2 * MiB);
      Tile const tile = tile_of(choice);
      EXPECT_LE(PlaneQueues{choice}(tile), MiB) << steps << " steps, " << bytes << " bytes";
      EXPECT_TRUE(tile[0] - choice.halo == 16384 / static_cast<int>(bytes) ||
                  PlaneQueues{choice}({2 * (tile[0] - choice.halo) + choice.halo, 1, 1}) > MiB)
          << "narrower than need be";
    }
}

TEST(HostTile, OfPlanesStaysInASmallSecondCacheThatIsWorthIt) {
  detail::Index3 const nodes{{8192, 8192, 1}};
  for (std::size_t bytes : {4, 8}) {
    auto const choice = choice_for(nodes, 2, bytes, 24, MiB, 1, true);
    Tile const tile = tile_of(choice);
    EXPECT_LE(PlaneQueues{choice}(tile), MiB / 3 * 2) << bytes << " bytes";
    EXPECT_GT(PlaneQueues{choice}({2 * (tile[0] - choice.halo) + choice.halo, 1, 1}), MiB / 3 * 2)
        << "narrower than need be";
  }
}

TEST(HostTile, OfPlanesIsNoNarrowerThanItsHaloIsWorth) {
  auto const choice = choice_for({{8192, 8192, 1}}, 2, 8, 64, 2 * MiB, 4);
  EXPECT_EQ(tile_of(choice)[0] - choice.halo, 16384 / 8); // four times the halo: it is made no narrower
}

TEST(HostTile, OfPlanesLeavesEveryCoreOne) {
  for (Index rows : {1, 100, 300, 1000}) {
    Tile const tile = tile_of(choice_for({{512, rows, 1}}, 2, 8, 24, MiB));
    EXPECT_EQ(tile[1] - 48, std::max<Index>(128, (rows + 1) / 2)) << rows << " rows";
  }
}

TEST(HostTile, OfVolumesHasWholeRowsAnd64OfThemWhereTheSecondCacheIsSmall) {
  EXPECT_EQ(tile_of(choice_for({{512, 512, 512}}, 3, 4, 6, MiB)), (Tile{512 + 12, 64 + 12, 256 + 12}));
  EXPECT_EQ(tile_of(choice_for({{512, 512, 512}}, 3, 8, 4, MiB)), (Tile{512 + 8, 64 + 8, 256 + 8}));
}

TEST(HostTile, OfVolumesStaysInALargeSecondCache) {
  for (std::size_t bytes : {4, 8})
    for (int steps : {1, 2, 4, 6})
      for (Index nodes : {200, 256, 512, 700}) {
        auto const choice = choice_for({{nodes, nodes, nodes}}, 3, bytes, steps, 2 * MiB);
        Tile const tile = tile_of(choice);
        EXPECT_LE(PlaneQueues{choice}(tile), 3 * MiB / 2) << nodes << " cubed, " << steps << " steps";
        EXPECT_GE(tile[1], 2 * choice.halo + choice.halo);
      }
  EXPECT_EQ(tile_of(choice_for({{512, 512, 512}}, 3, 4, 6, 2 * MiB)), (Tile{512 + 12, 24 + 12, 256 + 12}));
  EXPECT_EQ(tile_of(choice_for({{512, 512, 512}}, 3, 8, 6, 2 * MiB)), (Tile{256 + 12, 24 + 12, 256 + 12}));
}

TEST(HostTile, OfVolumesWithWideHalosIsThatOfASmallSecondCache) {
  for (int radius : {4, 8}) {
    auto const small = choice_for({{512, 512, 512}}, 3, 8, 4, MiB, radius);
    auto large = small;
    large.second_cache = 2 * MiB;
    EXPECT_EQ(tile_of(large), tile_of(small)) << "radius " << radius;
  }
}

TEST(HostTile, OfVolumesLeavesEveryCoreTwo) {
  for (std::size_t cache : {MiB, 2 * MiB})
    for (Index nodes : {130, 200, 300}) {
      auto choice = choice_for({{nodes, nodes, nodes}}, 3, 4, 6, cache);
      Tile const tile = tile_of(choice);
      Index count = 1;
      for (int axis = 0; axis < 3; ++axis)
        count *= detail::divide_up(nodes, Index{tile[static_cast<std::size_t>(axis)] - choice.halo});
      EXPECT_GE(count, 2 * choice.cores) << nodes << " cubed";
    }
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Streaming against the reference in planes: stars of radius 1 to 4 and 8; one and two time levels; every
// kind of boundary, obstacles, odd sizes, rows shorter than a tile's.
#include "support/streaming.hpp"

namespace tessera::test {

TEST(EquivalenceStreamingPlanes, Radius1) {
  std::vector<Tile> const tiles = on_cpu ? std::vector<Tile>{{19, 16, 0}} : std::vector<Tile>{{64, 33, 0}};
  expect_streaming<double, Right>(StarSum<2, 1>{}, {{37, 53}, {5, 5}, {1, 60}, large_plane()}, tiles);
}

/// Tiles of rows that march, 128 packs of 16 bytes wide on a device, and another.
template <class T>
std::vector<Tile> rows(int R) {
  int const width = on_cpu ? 19 : 128 * 16 / static_cast<int>(sizeof(T));
  return {{width + 2 * R, 5 + 2 * R, 0}, {width + 2 * R, 40 + 2 * R, 0}, {64, 40, 0}};
}

TEST(EquivalenceStreamingPlanes, WideStars) {
  Index const row = on_cpu ? 70 : 530;
  expect_streaming<double, Right>(TwoLevelSum<2, 2>{}, {{37, 53}, {5, 5}, {1, 60}, {23, row}, large_plane()},
                                  rows<double>(2));
  expect_streaming<float, Left>(StarSum<2, 4>{}, {{53, 37}, {9, 9}, {2 * row, 21}}, rows<float>(4));
  expect_streaming<double, Right>(StarSum<2, 8>{}, {{40, row}, {33, 275}}, rows<double>(8));
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Streaming against the reference: stars of radius 4 and 8 in 3D, which take nvcc longest to compile.
#include "support/streaming.hpp"

namespace tessera::test {

TEST(EquivalenceStreamingWide, Radius4) {
  auto tiles = slices<float>(4);
  if (!on_cpu) tiles.insert(tiles.end(), {{64 + 8, 16 + 8, 9 + 8}, {64 + 8, 32 + 8, 9 + 8}});
  expect_streaming<float, Right>(TwoLevelSum<3, 4>{}, {{12, 33, 61}, {9, 9, 9}, {26, 40, wide}}, tiles);
}
TEST(EquivalenceStreamingWide, Radius8) {
  expect_streaming<double, Right>(StarSum<3, 8>{}, {{17, 33, 61}, {17, 17, 17}, {18, 3, 19}},
                                  slices<double>(8));
  expect_streaming<float, Left>(TwoLevelSum<3, 8>{}, {{61, 33, 17}, {on_cpu ? 50 : 150, 25, 24}},
                                slices<float>(8));
}

} // namespace tessera::test

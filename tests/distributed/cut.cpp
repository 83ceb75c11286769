// SPDX-License-Identifier: Apache-2.0
// Cutting a grid: which parts are chosen, what a rank's block is, and what is refused.
#include <tessera/distributed/cut.hpp>
#include <tessera/tessera.hpp>

#include "support/refusal.hpp"

namespace tessera::test {

Grid<3> cube(Index n) { return {.nodes = {n, n, n}, .spacing = {0.5, 0.25, 0.125}, .origin = {1, 2, 3}}; }

/// As Ranks, in one process: rank `number` of `boxes`.
struct OneOfRanks {
  int number;
  std::vector<Box<2>> boxes;
  int rank() const { return number; }
  int count() const { return static_cast<int>(boxes.size()); }
  std::vector<Box<2>> gather(Box<2> const&) const { return boxes; }
};

TEST(Cut, AxesAreCutWhereStepsTakeLeastTime) {
  auto const parts = [](Extents<2> const& nodes, int ranks) {
    return detail::CutProblem<2>{nodes, {}, {}, 1}.best(ranks);
  };
  auto const expect = [](Extents<2> const& found, Index a, Index b) {
    EXPECT_EQ(found[0], a);
    EXPECT_EQ(found[1], b);
  };
  expect(parts({1000, 1000}, 2), 2, 1); // along the unit stride values lie apart
  expect(parts({1000, 1000}, 16), 8, 2);
  expect(parts({100, 10000}, 4), 1, 4);
  expect(parts({40, 1000}, 7), 1, 7);
  expect(parts({4, 1}, 2), 0, 0); // 3 nodes a block beside a face
}

TEST(Cut, BlocksDifferByOneNode) {
  auto const blocks = cut(cube(101), {}, HaloDepth{}, 30);
  for (int d = 0; d < 3; ++d) {
    Index narrow = 101, wide = 0;
    for (int rank = 0; rank < 30; ++rank) {
      narrow = std::min(narrow, blocks.box(rank).extent(d));
      wide = std::max(wide, blocks.box(rank).extent(d));
    }
    EXPECT_LE(wide - narrow, 1);
  }
}

TEST(Cut, BlockOfARank) {
  Grid<2> const whole{.nodes = {20, 12}, .spacing = {0.1, 0.3}, .origin = {5, 6}};
  OneOfRanks const ranks{1, {{{0, 0}, {8, 12}}, {{8, 0}, {20, 12}}}};
  auto const boundary = everywhere(Fixed{}).on(south, Periodic{}).on(north, Periodic{});
  auto const blocks = Blocks<2>::of(ranks, whole, ranks.boxes[1], boundary, HaloDepth{.fused_steps = 4});
  EXPECT_EQ(blocks.halo().lower[0], 4);
  EXPECT_EQ(blocks.halo().upper[0], 0) << "beyond the whole's face there is no halo";
  EXPECT_EQ(blocks.halo().lower[1], 0) << "the block spans the periodic axis";
  auto const grid = blocks.grid();
  EXPECT_EQ(grid.nodes[0], 12);
  EXPECT_EQ(grid.first[0], 8);
  EXPECT_EQ(grid.whole_nodes(0), 20);
  EXPECT_EQ(grid.position(0, 2), whole.position(0, 10));
  auto const u = make_field<float>(Exec(), blocks, "temperature");
  EXPECT_EQ(u.view().extent(0), 16u);
  EXPECT_EQ(u.view().extent(1), 12u);
}

TEST(Cut, RefusesThinBlocks) {
  Grid<2> const small = grid(37, 53);
  auto const said = refusal([&] { cut(small, {}, HaloDepth{.fused_steps = 8}, 60); });
  expect_in(said, "60 ranks can't share 37 x 53 nodes");
  expect_in(said, "8 fused steps of radius 1");
  expect_in(said, "needs 8 nodes");
  expect_in(said, "take 24 ranks, or 5 fused steps");
  // What it proposes works.
  EXPECT_EQ(cut(small, {}, HaloDepth{.fused_steps = 8}, 24).count(), 24);
  EXPECT_EQ(cut(small, {}, HaloDepth{.fused_steps = 5}, 60).count(), 60);
  expect_in(refusal([&] { cut(small, {}, HaloDepth{.fused_steps = 6}, 60); }), "or 5 fused steps");
  expect_in(refusal([&] { cut(small, {}, HaloDepth{}, 9973); }), "take ");
  CutOptions<2> const thin{.parts = {5, 1}};
  expect_in(
      refusal([&] { cut(small, {}, HaloDepth{.fused_steps = 8}, 5, thin); }),
      "5 blocks along axis 0 of 37 nodes: each needs 8 for 8 fused steps of radius 1 (give 1 to 4 blocks");
  expect_in(refusal([&] { cut(small, {}, HaloDepth{}, 4, thin); }), "5 x 1 blocks for 4 ranks");
  expect_in(refusal([&] { cut(small, {}, HaloDepth{.radius = 0}, 4); }), "radius 0");
}

TEST(Cut, RefusesBlocksThatAreNotTheGrid) {
  auto const whole = grid(20, 12);
  auto const said = [&](std::vector<Box<2>> const& boxes, int fused_steps = 1) {
    return refusal([&] {
      Blocks<2>::of(OneOfRanks{0, boxes}, whole, boxes[0], everywhere(Fixed{}),
                    HaloDepth{.fused_steps = fused_steps});
    });
  };
  expect_in(said({{{0, 0}, {8, 12}}, {{7, 0}, {20, 12}}}), "blocks of ranks 0 and 1 share nodes");
  expect_in(said({{{0, 0}, {8, 12}}, {{9, 0}, {20, 12}}}), "hold 228 of the grid's 240 nodes");
  expect_in(said({{{0, 0}, {8, 12}}, {{8, 0}, {21, 12}}}), "rank 1 is empty or reaches beyond");
  expect_in(said({{{0, 0}, {17, 12}}, {{17, 0}, {20, 12}}}, 4), "rank 1 has 3 nodes along axis 0");
}

} // namespace tessera::test

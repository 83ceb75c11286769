// SPDX-License-Identifier: Apache-2.0
// The hash of a field: by its definition, in any layout, and as the sum of those of blocks.
#include <tessera/grid/field_hash.hpp>

#include <gtest/gtest.h>

#include "support/memory.hpp"

namespace tessera::test {

std::uint64_t splitmix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

template <class T>
std::uint64_t defined(std::vector<T> const& row_major_values) {
  std::uint64_t hash = 0, node = 0x9e3779b97f4a7c15u;
  for (T value : row_major_values) {
    std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t> bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash += splitmix(splitmix(node++) ^ bits);
  }
  return hash;
}

/// Blocks of a grid, cut along both axes, each with a halo of other values.
template <class T, class Layout>
std::uint64_t of_blocks(std::vector<T> const& values, Extents<2> const& nodes) {
  std::uint64_t hash = 0;
  Index const cuts[2][4] = {{0, 5, 6, nodes[0]}, {0, 9, 20, nodes[1]}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Grid<2> const block{.nodes = {cuts[0][i + 1] - cuts[0][i], cuts[1][j + 1] - cuts[1][j]},
                          .spacing = {1, 1},
                          .first = {cuts[0][i], cuts[1][j]},
                          .whole = nodes};
      Halo<2> const halo{.lower = {2, 1}, .upper = {0, 3}};
      Extents<2> const outer{block.nodes[0] + 2, block.nodes[1] + 4};
      Memory<T, 2, Layout> memory(outer);
      std::vector<T> held(static_cast<std::size_t>(outer[0] * outer[1]), T(77));
      for_each_node<2>(block.nodes, [&](Extents<2> const& n) {
        held[row_major<2>(outer, {n[0] + 2, n[1] + 1})] =
            values[row_major<2>(nodes, {n[0] + block.first[0], n[1] + block.first[1]})];
      });
      memory.fill(held);
      hash += field_hash(Exec(), make_field(block, memory.view(), halo));
    }
  return hash;
}

template <class T, class Layout>
void expect_hash() {
  Grid<2> const grid{.nodes = {17, 31}, .spacing = {1, 1}};
  auto values = random_values<T>(17 * 31, 5);
  auto const hash = [&] {
    Memory<T, 2, Layout> memory(grid.nodes);
    memory.fill(values);
    return field_hash(Exec(), make_field(grid, memory.view()));
  };
  auto const before = hash();
  EXPECT_EQ(before, defined(values));
  EXPECT_EQ((of_blocks<T, Layout>(values, grid.nodes)), before);
  std::swap(values[3], values[4]);
  EXPECT_NE(hash(), before) << "two nodes have traded their values";
}

TEST(FieldHash, DefinitionLayoutsAndBlocks) {
  expect_hash<double, Kokkos::LayoutRight>();
  expect_hash<double, Kokkos::LayoutLeft>();
  expect_hash<float, Kokkos::LayoutLeft>();
}

} // namespace tessera::test

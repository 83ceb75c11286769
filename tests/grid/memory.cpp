// SPDX-License-Identifier: Apache-2.0
// Checks whether values share memory, against a count of the addresses that small Views use.
#include <tessera/grid/detail/memory.hpp>

#include <array>
#include <gtest/gtest.h>
#include <set>

#include "support/random.hpp"

namespace tessera::test {

using detail::Footprint;

/// The addresses of all values, in the order of the axes; an address may occur several times.
std::multiset<char const*> places(Footprint const& print) {
  std::multiset<char const*> all;
  for (Index i = 0; i < print.extent[0]; ++i)
    for (Index j = 0; j < print.extent[1]; ++j)
      for (Index k = 0; k < print.extent[2]; ++k)
        all.insert(print.first + i * print.stride[0] + j * print.stride[1] + k * print.stride[2]);
  return all;
}

bool any_twice(std::multiset<char const*> const& all) {
  return std::set<char const*>(all.begin(), all.end()).size() < all.size();
}

bool any_common(std::multiset<char const*> const& one, std::multiset<char const*> const& other) {
  for (char const* place : one)
    if (other.count(place)) return true;
  return false;
}

/// A random footprint of 8-byte values in `memory`.
Footprint drawn(Random& random, char const* memory) {
  Footprint print{.first = memory + 8 * random.below(60), .bytes = 8};
  for (int d = 0; d < 3; ++d) {
    print.extent[d] = 1 + random.below(4);
    print.stride[d] = 8 * random.below(24);
  }
  return print;
}

TEST(Memory, AViewOverlapsItself) {
  Random random(3);
  static char const memory[4096] = {};
  int apart = 0, together = 0;
  for (int n = 0; n < 20000; ++n) {
    auto const print = drawn(random, memory);
    bool const twice = any_twice(places(print));
    ASSERT_TRUE(!twice || overlaps_itself(print));
    (twice ? together : apart) += 1;
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(together, 1000);
}

TEST(Memory, ViewsWithGapsAndOneNodeAnAxisDoNot) {
  using Strides = std::array<Index, 3>;
  auto const print = [](Strides const& extent, Strides const& stride) {
    return Footprint{.first = "",
                     .bytes = 1,
                     .extent = {extent[0], extent[1], extent[2]},
                     .stride = {stride[0], stride[1], stride[2]}};
  };
  for (auto const& stride :
       {Strides{12, 4, 1}, Strides{1, 2, 6}, Strides{4, 8, 1}, Strides{40, 9, 2}, Strides{4, 10, 1}})
    EXPECT_FALSE(overlaps_itself(print({2, 3, 4}, stride)))
        << stride[0] << ' ' << stride[1] << ' ' << stride[2];
  EXPECT_FALSE(overlaps_itself(print({1, 3, 4}, {0, 4, 1})));
  EXPECT_FALSE(overlaps_itself(print({2, 0, 4}, {12, 0, 1})));
}

TEST(Memory, OfTwoViewsWithTheSameStrides) {
  Random random(4);
  static char const memory[4096] = {};
  int apart = 0, common = 0;
  for (int n = 0; n < 20000; ++n) {
    auto const one = drawn(random, memory);
    auto other = drawn(random, memory);
    for (int d = 0; d < 3; ++d) other.stride[d] = one.stride[d];
    bool const expected = any_common(places(one), places(other));
    ASSERT_EQ(share_memory(one, other), expected);
    ASSERT_EQ(share_memory(other, one), expected);
    (expected ? common : apart) += 1;
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(common, 1000);
}

TEST(Memory, OfOtherPairsNoneIsSaidToShareThatDoesNot) {
  Random random(5);
  static char const memory[4096] = {};
  for (int n = 0; n < 20000; ++n) {
    auto const one = drawn(random, memory), other = drawn(random, memory);
    ASSERT_TRUE(!share_memory(one, other) || any_common(places(one), places(other)));
  }
  // The same memory, once as rows and once as columns.
  Footprint const rows{.first = memory, .bytes = 1, .extent = {3, 4, 1}, .stride = {4, 1, 0}};
  Footprint const columns{.first = memory, .bytes = 1, .extent = {3, 4, 1}, .stride = {1, 3, 0}};
  EXPECT_TRUE(share_memory(rows, columns));
}

TEST(Memory, NothingSharesWithAViewWithoutAny) {
  static char const memory[4096] = {};
  Footprint const one{.first = memory, .bytes = 1};
  EXPECT_TRUE(share_memory(one, one));
  EXPECT_FALSE(share_memory(one, Footprint{}));
}

} // namespace tessera::test

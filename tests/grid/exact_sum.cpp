// SPDX-License-Identifier: Apache-2.0
// Exact sums: against sums that are known, in any order, and of fields cut in parts.
#include <tessera/grid/exact_sum.hpp>

#include <algorithm>
#include <cfloat>
#include <gtest/gtest.h>

#include "support/memory.hpp"

namespace tessera::test {

double summed(std::vector<double> const& values) {
  ExactSum sum;
  for (double x : values) sum.add(x);
  return sum.value();
}

bool same(double a, double b) {
  return Kokkos::bit_cast<std::uint64_t>(a) == Kokkos::bit_cast<std::uint64_t>(b);
}

TEST(ExactSum, SingleNumbersComeBack) {
  Random random(1);
  std::vector<double> numbers = {0.,  1.,    -1.,   DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, -DBL_TRUE_MIN,
                                 0.1, 1e308, 3e-320};
  for (int i = 0; i < 20000; ++i) {
    auto const bits = random.bits();
    if ((bits >> 52 & 0x7ff) != 0x7ff) numbers.push_back(Kokkos::bit_cast<double>(bits));
  }
  for (double x : numbers) EXPECT_TRUE(same(summed({x}), x)) << x;
  EXPECT_TRUE(same(summed({-0.}), 0.)) << "zeros sum to +0";
}

TEST(ExactSum, KnownSums) {
  EXPECT_EQ(summed({1e308, 1, -1e308}), 1.);
  EXPECT_EQ(summed({1, 1e-320, -1}), 1e-320);
  EXPECT_EQ(summed({1, DBL_EPSILON / 2}), 1.) << "a tie goes to the even one";
  EXPECT_EQ(summed({1 + DBL_EPSILON, DBL_EPSILON / 2}), 1 + 2 * DBL_EPSILON) << "a tie goes to the even one";
  EXPECT_EQ(summed({1, DBL_EPSILON / 2, DBL_TRUE_MIN}), 1 + DBL_EPSILON) << "a little more than a tie";
  EXPECT_EQ(summed({-1, -DBL_EPSILON / 2, -DBL_TRUE_MIN}), -1 - DBL_EPSILON);
  EXPECT_EQ(summed({DBL_MAX, DBL_MAX}), HUGE_VAL);
  EXPECT_EQ(summed({DBL_MAX, DBL_MAX, -DBL_MAX}), DBL_MAX) << "no overflow on the way";
  EXPECT_EQ(summed({2 - DBL_EPSILON, DBL_EPSILON / 2}), 2.) << "rounding carries into the next exponent";
  EXPECT_EQ(summed({DBL_MIN, -DBL_TRUE_MIN}), DBL_MIN - DBL_TRUE_MIN) << "a subnormal number";
  EXPECT_EQ(summed({HUGE_VAL, 1}), HUGE_VAL);
  EXPECT_EQ(summed({-HUGE_VAL, 1}), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(summed({HUGE_VAL, -HUGE_VAL})));
  EXPECT_TRUE(std::isnan(summed({std::nan(""), 1})));
}

/// Integers times a power of two, whose sum an integer holds; its conversion to double rounds to nearest,
/// too.
TEST(ExactSum, RandomSumsAreRoundedToNearest) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    int const scale = static_cast<int>(random.below(1900)) - 1000;
    std::int64_t exact = 0;
    std::vector<double> values;
    for (int i = 0; i < 20; ++i) {
      auto const n = static_cast<std::int64_t>(random.bits() >> 11) * (random.below(2) == 0 ? 1 : -1);
      exact += n;
      values.push_back(std::ldexp(static_cast<double>(n), scale));
    }
    ASSERT_TRUE(same(summed(values), std::ldexp(static_cast<double>(exact), scale)));
  }
}

TEST(ExactSum, NoOrderAndNoPartsMatter) {
  Random random(3);
  std::vector<double> values;
  for (int i = 0; i < 3000; ++i)
    values.push_back(std::ldexp(random.value(), static_cast<int>(random.below(200)) - 100));
  double const expected = summed(values);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
    EXPECT_TRUE(same(summed(values), expected));
    ExactSum parts[5], all;
    for (double x : values) parts[random.below(5)].add(x);
    for (auto const& part : parts) all.add(part);
    EXPECT_TRUE(same(all.value(), expected));
  }
}

template <class T, class Layout>
void expect_field_sum() {
  Grid<3> const grid{.nodes = {11, 7, 13}, .spacing = {1, 1, 1}};
  Halo<3> const halo{.lower = {1, 0, 2}, .upper = {0, 3, 1}};
  Extents<3> outer{};
  for (int d = 0; d < 3; ++d) outer[d] = grid.nodes[d] + halo.lower[d] + halo.upper[d];
  Memory<T, 3, Layout> memory(outer);
  auto const values = random_values<T>(static_cast<std::size_t>(outer[0] * outer[1] * outer[2]), 4);
  memory.fill(values);
  ExactSum expected;
  for_each_node<3>(grid.nodes, [&](Extents<3> node) {
    for (int d = 0; d < 3; ++d) node[d] += halo.lower[d];
    expected.add(static_cast<double>(values[static_cast<std::size_t>(row_major<3>(outer, node))]));
  });
  EXPECT_TRUE(same(exact_sum(Exec(), make_field(grid, memory.view(), halo)).value(), expected.value()));
}

TEST(ExactSum, OfFieldsWithoutTheirHalos) {
  expect_field_sum<double, Kokkos::LayoutRight>();
  expect_field_sum<float, Kokkos::LayoutLeft>();
}

} // namespace tessera::test

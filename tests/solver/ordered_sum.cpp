// SPDX-License-Identifier: Apache-2.0
// Sums whose bits depend on nothing but the length: against the same order written out.
#include <tessera/grid/field.hpp>
#include <tessera/solver/poisson/detail/ordered_sum.hpp>

#include <cmath>
#include <gtest/gtest.h>

#include "support/memory.hpp"

namespace tessera::test {

/// Blocks of 64 rows of 32, columns first, then pairs of columns; blocks in the same way.
double in_order(std::vector<double> values) {
  while (values.size() > 1) {
    std::vector<double> sums;
    for (std::size_t first = 0; first < values.size(); first += 2048) {
      double lane[32] = {};
      for (std::size_t i = first; i < std::min(first + 2048, values.size()); ++i) lane[i % 32] += values[i];
      for (std::size_t apart = 16; apart > 0; apart /= 2)
        for (std::size_t k = 0; k < apart; ++k) lane[k] += lane[k + apart];
      sums.push_back(lane[0]);
    }
    values = sums;
  }
  return values.front();
}

template <class T>
void expect_order(std::size_t count) {
  auto const a = random_values<T>(count, 1), b = random_values<T>(count, 2);
  Kokkos::View<T*, Exec::memory_space> const x("x", count), y("y", count);
  Kokkos::deep_copy(x, Kokkos::View<T const*, Kokkos::HostSpace>(a.data(), count));
  Kokkos::deep_copy(y, Kokkos::View<T const*, Kokkos::HostSpace>(b.data(), count));
  std::vector<double> ones, products;
  for (std::size_t i = 0; i < count; ++i) {
    ones.push_back(static_cast<double>(a[i]));
    products.push_back(static_cast<double>(a[i]) * static_cast<double>(b[i]));
  }
  detail::OrderedSum<Exec> const sum(static_cast<Index>(count));
  EXPECT_EQ(sum(Exec(), static_cast<Index>(count), x.data()), in_order(ones)) << count;
  EXPECT_EQ(sum(Exec(), static_cast<Index>(count), x.data(), y.data()), in_order(products)) << count;
}

TEST(OrderedSum, AddsInItsOwnOrder) {
  for (std::size_t count : {1, 2, 31, 32, 33, 2047, 2048, 2049, 37 * 53 * 7, 2048 * 2048 + 5}) {
    expect_order<double>(count);
    expect_order<float>(count);
  }
  EXPECT_EQ(detail::OrderedSum<Exec>(5)(Exec(), 0, static_cast<double const*>(nullptr)), 0);
}

} // namespace tessera::test

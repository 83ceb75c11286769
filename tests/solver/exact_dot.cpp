// SPDX-License-Identifier: Apache-2.0
// Dot products have the bits of the same products added one by one without rounding, whatever their
// magnitudes.
#include <tessera/grid/field.hpp>
#include <tessera/solver/poisson/detail/exact_dot.hpp>

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

#include "support/memory.hpp"

namespace tessera::test {

template <class V>
Kokkos::View<V*, Exec::memory_space> on_device(std::vector<V> const& values) {
  Kokkos::View<V*, Exec::memory_space> const view("values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<V const*, Kokkos::HostSpace>(values.data(), values.size()));
  return view;
}

std::uint64_t bits(double value) { return Kokkos::bit_cast<std::uint64_t>(value); }

template <class T>
void expect_exact(std::vector<T> const& a, std::vector<T> const& b, double scale = 1) {
  std::vector<std::uint8_t> skip(a.size(), 0);
  ExactSum ones, products, some;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double const product = scale * static_cast<double>(a[i]) * (scale * static_cast<double>(b[i]));
    ones.add(static_cast<double>(a[i]));
    products.add(product);
    skip[i] = i % 7 == 3;
    if (skip[i] == 0) some.add(product);
  }
  auto const x = on_device(a), y = on_device(b);
  auto const left_out = on_device(skip);
  auto const n = static_cast<Index>(a.size());
  detail::ExactDot<Exec> const dot, of_some(left_out.data());
  EXPECT_EQ(bits(dot(Exec(), n, x.data()).value()), bits(ones.value())) << n;
  EXPECT_EQ(bits(dot(Exec(), n, x.data(), y.data(), scale).value()), bits(products.value())) << n;
  EXPECT_EQ(bits(of_some(Exec(), n, x.data(), y.data(), scale).value()), bits(some.value())) << n;
}

/// Values whose exponents differ by up to `spread`, around that of `magnitude`.
template <class T>
std::vector<T> spread_values(std::size_t count, std::uint64_t seed, int spread, double magnitude = 1) {
  auto values = random_values<T>(count, seed);
  auto const exponents = random_values<double>(count, seed + 77);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<T>(
        magnitude * std::ldexp(static_cast<double>(values[i]), static_cast<int>(exponents[i] * spread)));
  return values;
}

TEST(ExactDot, OfAllLengths) {
  for (std::size_t count : {1, 2, 31, 2047, 2048, 2049, 4096, 37 * 53 * 7, 4 * 2048 * 5 + 5}) {
    expect_exact(random_values<double>(count, 1), random_values<double>(count, 2));
    expect_exact(random_values<float>(count, 1), random_values<float>(count, 2));
  }
  EXPECT_EQ(detail::ExactDot<Exec>()(Exec(), 0, static_cast<double const*>(nullptr)).value(), 0);
}

TEST(ExactDot, OfAllMagnitudes) {
  constexpr std::size_t count = 3 * 2048 + 100;
  for (int spread : {1, 20, 60, 300, 500})
    for (double magnitude : {1., 1e-160, 1e-290, 1e-310, 1e140})
      expect_exact(spread_values<double>(count, 3, spread, magnitude),
                   spread_values<double>(count, 4, spread), 0x1p3);
  for (int spread : {1, 40, 120})
    expect_exact(spread_values<float>(count, 5, spread), spread_values<float>(count, 6, spread));
}

TEST(ExactDot, OfBlocksThatAreNotAlike) {
  std::vector<double> steps(9 * 2048, 0.); // zeros, then much larger and much smaller ones
  for (std::size_t i = 2048; i < steps.size(); ++i)
    steps[i] = 0.1 * std::pow(10., 7. * (i / 2048 % 3)) + 1e-9 * i;
  expect_exact(steps, std::vector<double>(steps.size(), 1.));
}

TEST(ExactDot, OfWhatIsNoNumber) {
  double const infinity = std::numeric_limits<double>::infinity();
  auto values = random_values<double>(3 * 2048, 8);
  auto const sum = [&] {
    auto const x = on_device(values);
    return detail::ExactDot<Exec>()(Exec(), static_cast<Index>(values.size()), x.data()).value();
  };
  values[2500] = infinity;
  EXPECT_EQ(sum(), infinity);
  values[5000] = -infinity;
  EXPECT_TRUE(std::isnan(sum()));
  values[2500] = values[5000] = std::nan("");
  EXPECT_TRUE(std::isnan(sum()));
}

TEST(ExactDot, InAnyOrder) {
  auto values = spread_values<double>(5 * 2048 + 17, 9, 40);
  auto const n = static_cast<Index>(values.size());
  auto const sum = [&] { return detail::ExactDot<Exec>()(Exec(), n, on_device(values).data()).value(); };
  auto const expected = bits(sum());
  std::reverse(values.begin(), values.end());
  EXPECT_EQ(bits(sum()), expected);
  std::rotate(values.begin(), values.begin() + 1234, values.end());
  EXPECT_EQ(bits(sum()), expected);
}

} // namespace tessera::test

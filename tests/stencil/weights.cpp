// SPDX-License-Identifier: Apache-2.0
// The weights against published tables, closed forms, and the property that defines them: exactness on
// powers.
#include <tessera/stencil/weights.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <vector>

namespace tessera {

template <std::size_t N>
void expect_weights(Kokkos::Array<double, N> const& found, std::vector<double> const& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < N; ++k) EXPECT_EQ(found[k], expected[k]) << "weight " << k;
}

/// Calls body(std::integral_constant<int, order>) for the orders 2, 4 ... 16.
template <class Body>
void for_each_order(Body const& body) {
  [&]<int... half>(std::integer_sequence<int, half...>) {
    (body(std::integral_constant<int, 2 * half + 2>{}), ...);
  }
  (std::make_integer_sequence<int, 8>{});
}

// From Fornberg 1988, table 1. The quotient of two doubles that hold integers is the double nearest to the
// exact quotient.
TEST(Weights, CentralOnesOfTheTables) {
  expect_weights(central_weights<1, 2>(), {0, 1. / 2});
  expect_weights(central_weights<1, 4>(), {0, 2. / 3, -1. / 12});
  expect_weights(central_weights<1, 6>(), {0, 3. / 4, -3. / 20, 1. / 60});
  expect_weights(central_weights<1, 8>(), {0, 4. / 5, -1. / 5, 4. / 105, -1. / 280});
  expect_weights(central_weights<2, 2>(), {-2, 1});
  expect_weights(central_weights<2, 4>(), {-5. / 2, 4. / 3, -1. / 12});
  expect_weights(central_weights<2, 6>(), {-49. / 18, 3. / 2, -3. / 20, 1. / 90});
  expect_weights(central_weights<2, 8>(), {-205. / 72, 8. / 5, -1. / 5, 8. / 315, -1. / 560});
  expect_weights(central_weights<3, 2>(), {0, -1, 1. / 2});
  expect_weights(central_weights<3, 4>(), {0, -13. / 8, 1, -1. / 8});
  expect_weights(central_weights<3, 6>(), {0, -61. / 30, 169. / 120, -3. / 10, 7. / 240});
  expect_weights(central_weights<4, 2>(), {6, -4, 1});
  expect_weights(central_weights<4, 4>(), {28. / 3, -13. / 2, 2, -1. / 6});
  expect_weights(central_weights<4, 6>(), {91. / 8, -122. / 15, 169. / 60, -2. / 5, 7. / 240});
}

// From Fornberg 1988, table 3.
TEST(Weights, OneSidedOnesOfTheTables) {
  expect_weights(one_sided_weights<1, 2>(), {-3. / 2, 2, -1. / 2});
  expect_weights(one_sided_weights<1, 4>(), {-25. / 12, 4, -3, 4. / 3, -1. / 4});
  expect_weights(one_sided_weights<1, 6>(), {-49. / 20, 6, -15. / 2, 20. / 3, -15. / 4, 6. / 5, -1. / 6});
  expect_weights(one_sided_weights<2, 2>(), {2, -5, 4, -1});
  expect_weights(one_sided_weights<2, 4>(), {15. / 4, -77. / 6, 107. / 6, -13, 61. / 12, -5. / 6});
  expect_weights(one_sided_weights<3, 2>(), {-5. / 2, 9, -12, 7, -3. / 2});
  expect_weights(one_sided_weights<4, 2>(), {3, -14, 26, -24, 11, -2});
  expect_weights(one_sided_weights<1, 4>(1), {-1. / 4, -5. / 6, 3. / 2, -1. / 2, 1. / 12});
}

// Closed form: w_k = 2 (-1)^(k+1) (n!)^2 / (k^m (n-k)! (n+k)!) for m = 2, half of it for m = 1; all factors
// are exact in double.
TEST(Weights, ClosedFormOfTheFirstTwoDerivativesUpToOrder16) {
  for_each_order([](auto order) {
    constexpr int n = order / 2;
    auto const factorial = [](int i) { return std::tgamma(i + 1.); };
    auto const first = central_weights<1, order>(), second = central_weights<2, order>();
    for (int k = 1; k <= n; ++k) {
      double const sign = k % 2 ? 1 : -1;
      double const above = std::round(factorial(n)) * std::round(factorial(n));
      double const below = std::round(factorial(n - k)) * std::round(factorial(n + k));
      EXPECT_EQ(first[k], sign * above / (k * below)) << "order " << order << ", weight " << k;
      EXPECT_EQ(second[k], sign * 2 * above / (k * k * below)) << "order " << order << ", weight " << k;
    }
    EXPECT_EQ(first[0], 0.);
  });
}

/// The sum of w_j j^n over the nodes first, first + 1 ... is n! if n is the derivative, else 0, up to the
/// rounding of the weights, for n = 0 .. exact. The next n is beyond the order.
template <class Weights>
void expect_exact_on_powers(Weights const& weights, int first, int derivative, int exact) {
  for (int n = 0; n <= exact + 1; ++n) {
    long double sum = 0, size = 0;
    int j = first;
    for (double w : weights) {
      long double const term = w * std::pow(static_cast<long double>(j++), n);
      sum += term;
      size += std::fabs(term);
    }
    long double const error = std::fabs(sum - (n == derivative ? std::tgamma(n + 1.L) : 0));
    long double const rounding = 0.51L * std::numeric_limits<double>::epsilon() * size;
    if (n <= exact)
      EXPECT_LE(error, rounding) << "power " << n << ", derivative " << derivative << ", " << weights.size();
    else
      EXPECT_GT(error, rounding) << "power " << n << " is beyond the order";
  }
}

template <int derivative>
void expect_exact_in_every_order() {
  for_each_order([](auto order) {
    auto const half = central_weights<derivative, order>();
    constexpr int radius = central_radius<derivative, order>;
    std::vector<double> whole;
    for (int k = -radius; k <= radius; ++k)
      whole.push_back(k < 0 && derivative % 2 ? -half[-k] : half[k < 0 ? -k : k]);
    // By symmetry the central formula is exact for one power more than derivative + order - 1; the next power
    // has the derivative's parity.
    expect_exact_on_powers(whole, -radius, derivative, derivative + order - 1);
    for (int at = 0; at < radius; ++at)
      expect_exact_on_powers(one_sided_weights<derivative, order>(at), -at, derivative,
                             derivative + order - 1);
  });
}

TEST(Weights, FirstDerivativeIsExactOnPowers) { expect_exact_in_every_order<1>(); }
TEST(Weights, SecondDerivativeIsExactOnPowers) { expect_exact_in_every_order<2>(); }
TEST(Weights, ThirdDerivativeIsExactOnPowers) { expect_exact_in_every_order<3>(); }
TEST(Weights, FourthDerivativeIsExactOnPowers) { expect_exact_in_every_order<4>(); }

TEST(Weights, AreConstantsOfTheCompiler) {
  static_assert(central_weight<1, 8, 1> == 4. / 5 && central_weight<2, 2, 0> == -2);
  static_assert(central_radius<1, 16> == 8 && central_radius<2, 16> == 8 && central_radius<4, 8> == 5);
  static_assert(one_sided_weights<2, 2>()[1] == -5);
}

TEST(Weights, NearestDoubleRoundsTiesToEven) {
  constexpr std::int64_t two53 = std::int64_t{1} << 53;
  EXPECT_EQ(detail::nearest_double(2 * (two53 / 2) + 1, 4), static_cast<double>(two53 + 1) / 4);
  EXPECT_EQ(detail::nearest_double(two53 + 1, two53), 1.); // half way, rounded to the even one
  EXPECT_EQ(detail::nearest_double(two53 + 3, two53), 1. + 2 * std::numeric_limits<double>::epsilon());
  EXPECT_EQ(detail::nearest_double(-1, 3), -1. / 3);
  EXPECT_EQ(detail::nearest_double(0, -7), 0.);
}

} // namespace tessera

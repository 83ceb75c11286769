// SPDX-License-Identifier: Apache-2.0
// The Laplacian as a building block, tested on polynomials that it has to reproduce and on mirrored fields.
#include <tessera/stencil/laplacian.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace tessera::test {

/// Reads around the node x: the sum over axes of (x_d + offset h_d)^power.
struct Powers {
  int power;
  double x[3], h[3];
  KOKKOS_FUNCTION double along(int axis, int offset) const {
    double sum = 0;
    for (int d = 0; d < 3; ++d) sum += Kokkos::pow(x[d] + (d == axis ? offset * h[d] : 0.), power);
    return sum;
  }
  KOKKOS_FUNCTION double here() const { return along(0, 0); }
};

template <int order>
void expect_exact_up_to_degree(int exact) {
  Powers u{0, {0.5, -0.25, 0.375}, {0.25, 0.5, 0.125}};
  Kokkos::Array<double, 3> const inverse_h2 = {16, 4, 64};
  for (u.power = 0; u.power <= exact + 1; ++u.power) {
    int const p = u.power;
    double expected = 0, size = 0;
    for (int d = 0; d < 3; ++d) {
      expected += p < 2 ? 0. : p * (p - 1) * std::pow(u.x[d], p - 2);
      size += inverse_h2[d] * std::pow(std::fabs(u.x[d]) + order / 2 * u.h[d], p);
    }
    double const error = std::fabs(laplacian<order>(u, inverse_h2) - expected);
    if (p <= exact)
      EXPECT_LE(error, 16 * std::numeric_limits<double>::epsilon() * size) << "order " << order << ", " << p;
    else
      EXPECT_GT(error, 16 * std::numeric_limits<double>::epsilon() * size) << "degree " << p;
  }
}

TEST(Laplacian, IsExactOnPolynomialsOfEveryOrder) {
  expect_exact_up_to_degree<2>(3);
  expect_exact_up_to_degree<4>(5);
  expect_exact_up_to_degree<6>(7);
  expect_exact_up_to_degree<8>(9);
  expect_exact_up_to_degree<10>(11);
  expect_exact_up_to_degree<12>(13);
  expect_exact_up_to_degree<14>(15);
  expect_exact_up_to_degree<16>(17);
}

/// Reads random values, or their mirror image along one axis.
struct Values {
  float const* values;
  int mirrored = -1;
  KOKKOS_FUNCTION float along(int axis, int offset) const {
    int const o = axis == mirrored ? -offset : offset;
    return values[o == 0 ? 8 : 17 * axis + 8 + o];
  }
  KOKKOS_FUNCTION float here() const { return along(0, 0); }
};

TEST(Laplacian, IsSymmetricToTheLastBit) {
  auto const values = random_values<float>(51, 7);
  Kokkos::Array<float, 3> const inverse_h2 = {1.5f, 0.7f, 2.3f};
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(laplacian<16>(Values{values.data()}, inverse_h2),
              laplacian<16>(Values{values.data(), axis}, inverse_h2));
    EXPECT_EQ(laplacian<8>(Values{values.data()}, inverse_h2),
              laplacian<8>(Values{values.data(), axis}, inverse_h2));
  }
}

TEST(Laplacian, InFewerAxesReadsThoseAlone) {
  auto values = random_values<float>(51, 9);
  float const in_plane = laplacian<8>(Values{values.data()}, Kokkos::Array<float, 2>{1.f, 2.f});
  float const on_line = laplacian<8>(Values{values.data()}, Kokkos::Array<float, 1>{1.f});
  EXPECT_EQ(laplacian<8>(Values{values.data()}, Kokkos::Array<float, 3>{1.f, 2.f, 0.f}), in_plane);
  for (std::size_t i = 17; i < 51; ++i) values[i] = 100.f;
  EXPECT_EQ(laplacian<8>(Values{values.data()}, Kokkos::Array<float, 1>{1.f}), on_line);
}

} // namespace tessera::test

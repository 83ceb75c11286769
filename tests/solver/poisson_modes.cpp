// SPDX-License-Identifier: Apache-2.0
// What is known exactly about the iterations: a sine mode of the box is multiplied by the same number at
// every node.
//
//   Jacobi      g = 2 a cos(kx pi / (nx - 1)) + 2 b cos(ky pi / (ny - 1))
//   weighted    1 - w (1 - g)
//   Chebyshev   the product of these over its factors = T_m(...) scaled: checked through the product
#include <tessera/solver/poisson/spectrum.hpp>
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"

namespace tessera::test {

constexpr double pi = std::numbers::pi;

Grid<2> const plane{.nodes = {37, 53}, .spacing = {0.11, 0.07}};

struct Mode {
  int kx, ky;
  double operator()(Lengths<2> const& x) const {
    return sine(kx * std::lround(x[0] / 0.11), 36) * sine(ky * std::lround(x[1] / 0.07), 52);
  }
  /// sin(pi i / n), its argument reduced before it is rounded.
  static double sine(long i, long n) {
    i %= 2 * n;
    if (i > n) return -sine(i - n, n);
    return std::sin(pi * static_cast<double>(std::min(i, n - i)) / static_cast<double>(n));
  }
  double factor() const {
    double const a = 1 / (0.11 * 0.11), b = 1 / (0.07 * 0.07);
    return (a * std::cos(kx * pi / 36) + b * std::cos(ky * pi / 52)) / (a + b);
  }
};

template <class Body>
void for_each_scheme(Body const& body) {
  body("direct", Direct{});
  body("tiled", Tiled{});
  body("temporal", Temporal{.fused_steps = 4});
}

/// The largest difference to the mode times `factor` after `steps` steps.
template <class StencilType, class SchemeType>
double error_after(Index steps, Mode const& mode, double factor, StencilType const& stencil,
                   SchemeType const& scheme) {
  auto const start = sampled<double>(plane, mode);
  auto const u = make_field(plane, node_view<double, 2>(plane.nodes, start));
  Stepper stepper(Exec(), u, stencil, everywhere(Dirichlet{0.}), scheme);
  stepper.advance(u, steps);
  double error = 0;
  auto const end = values_of(u.view());
  for (std::size_t i = 0; i < end.size(); ++i)
    error = std::fmax(error, std::fabs(end[i] - factor * start[i]));
  return error;
}

/// A table: as many values as a power of two.
TimeTableView<Exec::memory_space> on_device(std::vector<double> const& values) {
  Kokkos::View<double*, Exec::memory_space> const view("factors", values.size());
  Kokkos::deep_copy(view, Kokkos::View<double const*, Kokkos::HostSpace>(values.data(), values.size()));
  return {view};
}

constexpr double rounding = 4e-16;

TEST(PoissonModes, JacobiDecaysByTheDiscreteFactor) {
  Jacobi<double, 2> const jacobi{jacobi_weights<double>(plane)};
  for (Mode const mode : {Mode{1, 1}, Mode{2, 5}, Mode{30, 4}, Mode{35, 51}})
    for_each_scheme([&](char const* name, auto const& scheme) {
      for (Index k : {1, 7, 400})
        EXPECT_LT(error_after(k, mode, std::pow(mode.factor(), static_cast<double>(k)), jacobi, scheme),
                  rounding * static_cast<double>(k + 2))
            << name << ", mode " << mode.kx << ", " << mode.ky << ", " << k << " iterations";
    });
}

TEST(PoissonModes, WeightedJacobiDampsByItsFactor) {
  Relaxation<double, 2> const relaxation{{jacobi_weights<double>(plane)}, on_device({0.8})};
  Mode const mode{3, 7};
  double const factor = std::pow(1 - 0.8 * (1 - mode.factor()), 50);
  for_each_scheme([&](char const* name, auto const& scheme) {
    EXPECT_LT(error_after(50, mode, factor, relaxation, scheme), 50 * rounding) << name;
  });
}

TEST(PoissonModes, ChebyshevReachesItsBoundForEveryMode) {
  auto const spectrum = jacobi_spectrum<2>(plane, {});
  EXPECT_NEAR(spectrum.lowest, 1 - (Mode{1, 1}).factor(), 1e-15);
  EXPECT_NEAR(spectrum.highest, 1 - (Mode{35, 51}).factor(), 1e-15);
  constexpr int m = 128;
  auto const factors = chebyshev_factors(spectrum, m);
  Relaxation<double, 2> const relaxation{{jacobi_weights<double>(plane)}, on_device(factors)};
  // 1 / T_m of the point 0 mapped to the spectrum.
  double const middle = (spectrum.highest + spectrum.lowest) / (spectrum.highest - spectrum.lowest);
  double const bound = 1 / std::cosh(m * std::acosh(middle));
  EXPECT_LT(bound, 2e-2);
  for (Mode const mode : {Mode{1, 1}, Mode{2, 1}, Mode{17, 20}, Mode{35, 51}}) {
    double product = 1;
    for (double w : factors) product *= 1 - w * (1 - mode.factor());
    EXPECT_LE(std::fabs(product), bound * (1 + 1e-10));
    for_each_scheme([&](char const* name, auto const& scheme) {
      // In the order of Lebedev and Finogenov rounding grows like sqrt(condition), not like the largest
      // product.
      EXPECT_LT(error_after(m, mode, product, relaxation, scheme), 100 * m * rounding) << name;
    });
  }
}

TEST(PoissonModes, ChebyshevFactorsAreStableForThousandsOfSteps) {
  auto const factors = chebyshev_factors(jacobi_spectrum<2>({{513, 513}, {1, 1}}, {}), 4096);
  std::vector<double> damping; // the largest product of the first factors over the modes, step by step
  double largest = 0;
  for (double eigenvalue : {2e-5, 0.001, 0.03, 0.5, 1.3, 1.9999}) {
    double product = 1;
    for (double w : factors) {
      product *= 1 - w * eigenvalue;
      largest = std::fmax(largest, std::fabs(product));
    }
  }
  EXPECT_LT(largest, 1e6);
}

TEST(PoissonModes, SymmetricInputStaysSymmetricToTheLastBit) {
  Grid<2> const grid{.nodes = {38, 53}, .spacing = {0.11, 0.07}};
  auto const mirrored = [&](std::vector<float> values) {
    for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
      Index const i = std::min(n[0], 37 - n[0]), j = std::min(n[1], 52 - n[1]);
      values[row_major<2>(grid.nodes, n)] = values[row_major<2>(grid.nodes, {i, j})];
    });
    return values;
  };
  auto const size = static_cast<std::size_t>(grid.size());
  auto const f = node_view<float, 2>(grid.nodes, mirrored(random_values<float>(size, 3)));
  auto const start = mirrored(random_values<float>(size, 4));
  for_each_scheme([&](char const* name, auto const& scheme) {
    auto const u = make_field(grid, node_view<float, 2>(grid.nodes, start));
    Stepper stepper(Exec(), u, Jacobi<float, 2>{jacobi_weights<float>(grid), f},
                    everywhere(Fixed{}).on(south, Neumann{0.3}).on(north, Neumann{0.3}), scheme);
    stepper.advance(u, 57);
    auto const end = values_of(u.view());
    EXPECT_EQ(end, mirrored(end)) << name;
    EXPECT_NE(end, start);
  });
}

/// Nodes of a body here and there, from this row of axis 0 on.
std::vector<std::uint8_t> scattered(Grid<2> const& grid, Index first_row) {
  Random random(6);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(grid.size()));
  for_each_node<2>(grid.nodes, [&](Extents<2> const& n) {
    mask[row_major<2>(grid.nodes, n)] = n[0] >= first_row && random.below(6) == 0;
  });
  return mask;
}

TEST(PoissonModes, BodyOfTheStencilEqualsAnObstacle) {
  Grid<2> const grid{.nodes = {80, 61}, .spacing = {0.11, 0.07}}; // large enough for two cores to share
  auto const start = random_values<double>(static_cast<std::size_t>(grid.size()), 7);
  auto const view = [&] { return node_view<double, 2>(grid.nodes, start); };
  auto const weights = jacobi_weights<double>(grid);
  auto const boundary = everywhere(Fixed{}).on(west, Neumann{0.2});
  for (Index first_row : {0, 33})
    for (auto const& jacobi : {Jacobi<double, 2>{weights, view()}, Jacobi<double, 2>{weights}}) {
      auto const body = node_view<std::uint8_t, 2>(grid.nodes, scattered(grid, first_row));
      for_each_scheme([&](char const* name, auto const& scheme) {
        auto const a = make_field(grid, view()), b = make_field(grid, view());
        Stepper(Exec(), a, jacobi, boundary, scheme, body).advance(a, 21);
        Stepper(Exec(), b, AroundBody<Jacobi<double, 2>, 2>{jacobi, body}, boundary, scheme).advance(b, 21);
        EXPECT_EQ(values_of(a.view()), values_of(b.view())) << name;
        EXPECT_NE(values_of(a.view()), start);
      });
    }
}

TEST(PoissonModes, NoRightSideIsARightSideOfZeros) {
  auto const size = static_cast<std::size_t>(plane.size());
  auto const start = random_values<double>(size, 7);
  auto const zeros = node_view<double, 2>(plane.nodes, std::vector<double>(size));
  auto const body = node_view<std::uint8_t, 2>(plane.nodes, scattered(plane, 12));
  auto const weights = jacobi_weights<double>(plane);
  for_each_scheme([&](char const* name, auto const& scheme) {
    auto const after = [&](Jacobi<double, 2> const& jacobi) {
      auto const u = make_field(plane, node_view<double, 2>(plane.nodes, start));
      AroundBody<RedBlack<double, 2>, 2> const stencil{{jacobi, 1.5}, body};
      Stepper(Exec(), u, stencil, everywhere(Fixed{}), scheme).advance(u, 20);
      return values_of(u.view());
    };
    EXPECT_EQ(after({weights}), after({weights, zeros})) << name;
  });
}

} // namespace tessera::test

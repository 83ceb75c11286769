// SPDX-License-Identifier: Apache-2.0
// A published problem: u_t = (u_xx + u_yy) / 16 on the unit square, u = 0 on its edge, and u = sin(2 pi x)
// sin(2 pi y) at the start. FTCS damps this mode by exactly g = 1 - 8 r sin^2(pi / J) per step, where J = 1 /
// h and r = dt / (16 h^2); the equation damps it by exp(-pi^2 t / 2).
#include <gtest/gtest.h>
#include <numbers>

#include "support/diffusion.hpp"

namespace tessera::test {

constexpr double pi = std::numbers::pi;

double mode(Lengths<2> const& x) { return std::sin(2 * pi * x[0]) * std::sin(2 * pi * x[1]); }

/// The field after `steps` steps of size dt on J x J intervals.
template <class SchemeType>
std::vector<double> stepped(int J, double dt, Index steps, SchemeType const& scheme) {
  double const h = 1.0 / J;
  Grid<2> const grid{.nodes = {J + 1, J + 1}, .spacing = {h, h}};
  Memory<double, 2, Kokkos::LayoutRight> memory(grid.nodes);
  memory.fill(sampled<double>(grid, mode));
  auto const u = make_field(grid, memory.view());
  double const r = dt / 16 / (h * h);
  Stepper stepper(Exec(), u, Diffusion<2>{{r, r}}, everywhere(Dirichlet{0.0}), scheme, Clock{.dt = dt});
  stepper.advance(u, steps);
  return memory.read();
}

/// The initial field times a factor.
std::vector<double> damped(int J, double factor) {
  Grid<2> const grid{.nodes = {J + 1, J + 1}, .spacing = {1.0 / J, 1.0 / J}};
  return sampled<double>(grid, [&](Lengths<2> const& x) { return factor * mode(x); });
}

TEST(HeatMode, EqualsTheDiscreteSolution) {
  constexpr int J = 32, N = 1000;
  double const sine = std::sin(pi / J), g = 1 - 8 * (J * J / 16.0 / N) * sine * sine;
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    auto const found = stepped(J, 1.0 / N, N, scheme);
    EXPECT_LT(largest_difference(found, damped(J, std::pow(g, N))), 1e-12 * std::pow(g, N)) << name;
  });
}

TEST(HeatMode, ConvergesWithOrderTwoAtFixedRatio) {
  auto const error = [](int J, Index steps, double end, auto const& scheme) {
    return largest_difference(stepped(J, end / static_cast<double>(steps), steps, scheme),
                              damped(J, std::exp(-pi * pi * end / 2)));
  };
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    for (double const end : {0.25, 0.5, 1.0}) {
      Index const coarse = std::lround(400 * end); // r = 0.16
      double const order = std::log2(error(32, coarse, end, scheme) / error(64, 4 * coarse, end, scheme));
      EXPECT_NEAR(order, 2.0, 0.05) << name << " at t = " << end;
    }
  });
}

} // namespace tessera::test

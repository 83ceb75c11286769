// SPDX-License-Identifier: Apache-2.0
// What a sponge gives back, against the same pulse in a box so large that nothing comes back in time; and
// that it takes energy away for ever.
#include <tessera/equation/wave_face.hpp>
#include <tessera/exact/wave.hpp>

#include <gtest/gtest.h>

#include "support/waves.hpp"

namespace tessera::test {

constexpr int order = 8;                     // of radius 4
constexpr double h = 0.5, v = 2.0, dt = 0.1; // 0.4 nodes a step

template <class Damping>
using WaveOf = Wave<double, 2, order, UniformMedium<double>, Damping, PointSource<double, 2>>;

Grid<2> grid_of(Index n, Index m) { return {.nodes = {n, m}, .spacing = {h, h}}; }

auto rigid_walls() { return everywhere(WaveFace<2, Exec::memory_space>(Antisymmetric{})); }

/// Layers on both ends of both axes.
Sponge<double, 2> sponge_of(Grid<2> const& grid, int width) {
  Sponge<double, 2> sponge;
  SpongeLayer const layer{.width = width, .velocity = v};
  for (int d = 0; d < 2; ++d) {
    auto const table = sponge_table(grid.nodes[d], h, dt, layer, layer);
    sponge.kept_along[d] = table_view<double>(table.kept);
    sponge.lift_along[d] = table_view<double>(table.lift);
  }
  return sponge;
}

/// A Ricker pulse with a wavelength of `wavelength` nodes, from the middle of a box of n nodes that is wider
/// by `pad` on each side; its values in the box after every `every` steps.
template <class Damping, class MakeDamping>
std::vector<std::vector<double>> trajectory(Index n, Index pad, double wavelength, int every, int count,
                                            MakeDamping const& damping) {
  Index const wide = n + 2 * pad;
  auto const grid = grid_of(wide, wide);
  auto const u = make_field(grid, node_view<double, 2>(grid.nodes, "u"));
  TimeTable<Exec::memory_space> const pulse;
  pulse.fill(Exec(), 0, every * count,
             [=](Index step) { return ricker(static_cast<double>(step) * dt, v / (wavelength * h)); });
  WaveOf<Damping> const stencil{inverse_squares<double>(grid),
                                {v * v * dt * dt},
                                damping(grid),
                                {{wide / 2, wide / 2}, dt * dt, pulse.view()}};
  Stepper stepper(Exec(), u, stencil, rigid_walls(), Direct{});
  std::vector<std::vector<double>> told;
  for (int k = 0; k < count; ++k) {
    stepper.advance(u, every);
    auto const values = values_of(u.view());
    told.emplace_back();
    for (Index i = pad; i < pad + n; ++i)
      told.back().insert(told.back().end(), values.begin() + i * wide + pad,
                         values.begin() + i * wide + pad + n);
  }
  return told;
}

double largest(std::vector<double> const& a, std::vector<double> const& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

TEST(WaveSponge, GivesBackLessThanAThousandthOfAPulse) {
  // The pulse enters the layer in steps 100 to 170; until step 440 the open box has no echo.
  constexpr Index n = 81;
  constexpr int every = 10, count = 44;
  auto const open = trajectory<NoSponge>(n, 100, 10, every, count, [](auto const&) { return NoSponge{}; });
  auto const echo = [&](int width) {
    auto const told = trajectory<Sponge<double, 2>>(
        n, width, 10, every, count, [&](Grid<2> const& grid) { return sponge_of(grid, width); });
    double most = 0;
    for (int k = 0; k < count; ++k)
      most = std::max(most, largest(told[static_cast<std::size_t>(k)], open[static_cast<std::size_t>(k)]));
    return most;
  };
  // The pulse as it enters the layer, in the middle of a side.
  double pulse = 0;
  for (auto const& field : open) pulse = std::max(pulse, std::abs(field[(n / 2) * n]));
  EXPECT_LT(echo(default_sponge_width), 1e-3 * pulse);
  EXPECT_LT(echo(25), 2e-2 * pulse);
  EXPECT_GT(echo(1), 0.1 * pulse) << "without a layer the test must see the echo";
}

TEST(WaveSponge, OutsideItsLayersTheBitsAreThoseWithoutIt) {
  constexpr Index n = 31, pad = 60;
  auto const open = trajectory<NoSponge>(n, pad, 10, 5, 12, [](auto const&) { return NoSponge{}; });
  auto const damped = trajectory<Sponge<double, 2>>(n, pad, 10, 5, 12,
                                                    [&](Grid<2> const& grid) { return sponge_of(grid, 10); });
  EXPECT_EQ(open, damped); // sixty steps: not back from the layer yet
}

TEST(WaveSponge, TakesEnergyForEver) {
  // Starting from noise, whose every mode meets the layers: 20 000 steps later it is gone.
  auto const grid = grid_of(41, 37);
  auto const noise = node_view<double, 2>(grid.nodes, "noise");
  fill_view(noise, random_values<double>(noise.size(), 5));
  auto const u = make_field(grid, noise);
  WaveOf<Sponge<double, 2>> const stencil{inverse_squares<double>(grid),
                                          {v * v * dt * dt},
                                          sponge_of(grid, 12),
                                          {{0, 0}, 0, TimeTable<Exec::memory_space>().view()}};
  Stepper stepper(Exec(), u, stencil, rigid_walls(), Direct{});
  auto const size = [&] { return largest(values_of(u.view()), std::vector<double>(noise.size())); };
  stepper.advance(u, 2000);
  double const early = size();
  stepper.advance(u, 8000);
  EXPECT_LT(early, 0.5);
  EXPECT_LT(size(), 0.5 * early);
}

TEST(WaveSponge, WiderThanTheAxisIsRefused) {
  auto const message = [](int lower, int upper) {
    try {
      sponge_table(40, 1, 1, {.width = lower, .velocity = 1}, {.width = upper, .velocity = 1});
    } catch (InvalidInput const& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(20, 19), "");
  EXPECT_EQ(message(20, 20), "sponges of 20 and 20 nodes on an axis of 40 nodes leave nothing between them "
                             "(give narrower ones, or more nodes)");
  EXPECT_NE(message(-1, 0), "");
}

} // namespace tessera::test

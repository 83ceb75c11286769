// SPDX-License-Identifier: Apache-2.0
// The wave stencil against what is known exactly: the order in space, the scheme's own standing wave to
// rounding, the symmetry of mirrored fields, the medium at the nodes.
#include <tessera/equation/wave_face.hpp>
#include <tessera/exact/wave.hpp>

#include <gtest/gtest.h>

#include "support/memory.hpp"
#include "support/random.hpp"
#include "support/waves.hpp"

namespace tessera::test {

using std::numbers::pi;

/// Relative error of L on one wave along each of two periodic axes of n nodes. With (v dt)^2 = 1 and
/// u_previous = 2 u a step makes L u and nothing else.
template <int order>
double laplacian_error(Index n) {
  Grid<2> const grid{.nodes = {n, n}, .spacing = {1. / static_cast<double>(n), 1. / static_cast<double>(n)}};
  auto const wave = [](Lengths<2> const& x) {
    return std::sin(2 * pi * x[0] + 0.3) * std::sin(2 * pi * x[1]);
  };
  auto const u = make_field(grid, sampled_view<double>(grid, wave));
  Wave<double, 2, order, UniformMedium<double>> const stencil{inverse_squares<double>(grid), {1.}};
  Stepper stepper(Exec(), u, stencil, everywhere(Periodic{}), Direct{});
  copy_nodes(stepper.previous().view(),
             sampled_view<double>(grid, [&](Lengths<2> const& x) { return 2 * wave(x); }));
  auto const before = values_of(u.view());
  stepper.advance(u, 1);
  auto const after = values_of(u.view());
  double const exact = -8 * pi * pi;
  double error = 0, size = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    error = std::max(error, std::abs(after[i] - exact * before[i]));
    size = std::max(size, std::abs(exact * before[i]));
  }
  return error / size;
}

/// The order seen between neighbouring spacings still changes with h^2; it is extrapolated to h = 0.
template <int order>
void expect_order() {
  double const e8 = laplacian_error<order>(8), e10 = laplacian_error<order>(10),
               e12 = laplacian_error<order>(12);
  double const coarse = std::log(e8 / e10) / std::log(10. / 8),
               fine = std::log(e10 / e12) / std::log(12. / 10);
  double const h2_coarse = 1. / (8 * 10), h2_fine = 1. / (10 * 12);
  double const observed = fine - (coarse - fine) / (h2_coarse - h2_fine) * h2_fine;
  EXPECT_NEAR(observed, order, 0.1) << "between spacings " << coarse << ", " << fine;
}

TEST(Wave, ObservedOrderInSpace) {
  expect_order<2>();
  expect_order<4>();
  expect_order<6>();
  expect_order<8>();
  expect_order<10>();
  expect_order<12>();
  expect_order<14>();
  expect_order<16>();
}

/// A standing wave between rigid sides along axis 0 and free ones along axis 1, released at rest: after n
/// steps it is cos(n omega dt) of itself, omega being the scheme's.
TEST(Wave, StandingWaveHasTheSchemesFrequencyToRounding) {
  constexpr int order = 8;
  Grid<2> const grid{.nodes = {31, 27}, .spacing = {1. / 30, 0.5 / 26}};
  double const v = 1.5, dt = 0.9 * stable_wave_step(order, {1. / 30, 0.5 / 26}, v);
  double const omega = discrete_wave_frequency(order, {1. / 30, 0.5 / 26}, {2 * pi, 4 * pi}, v, dt);
  auto const shape = [](Lengths<2> const& x) { return std::sin(2 * pi * x[0]) * std::cos(4 * pi * x[1]); };
  auto const u = make_field(grid, sampled_view<double>(grid, shape));
  auto const previous = make_field(grid, sampled_view<double>(grid, shape));
  WaveFace<2, Exec::memory_space> const rigid = Antisymmetric{};
  auto const boundary = everywhere(Neumann{0.}).on(west, rigid).on(east, rigid);
  Wave<double, 2, order, UniformMedium<double>> const stencil{inverse_squares<double>(grid),
                                                              {v * v * dt * dt}};
  start_from_rest(u, stencil, boundary, previous);
  Stepper stepper(Exec(), u, stencil, boundary, Direct{});
  copy_nodes(stepper.previous().view(), previous.view());
  auto const start = values_of(u.view());
  Index step = 0;
  for (Index steps : {1, 6, 93, 300}) {
    stepper.advance(u, steps);
    step += steps;
    auto const values = values_of(u.view());
    double const factor = std::cos(static_cast<double>(step) * omega * dt);
    double error = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      error = std::max(error, std::abs(values[i] - factor * start[i]));
    // Roundings of a step add up as a force does: with the square of the steps at most.
    EXPECT_LT(error, 4e-16 * static_cast<double>(step) * std::sqrt(static_cast<double>(step))) << step;
  }
}

TEST(Wave, SecondOrderInTime) {
  // Order 16 in space leaves the error in time alone.
  Grid<2> const grid{.nodes = {24, 24}, .spacing = {1. / 24, 1. / 24}};
  auto const shape = [](Lengths<2> const& x) { return std::sin(2 * pi * x[0]) * std::sin(2 * pi * x[1]); };
  auto const error = [&](Index steps) {
    double const dt = 0.25 / static_cast<double>(steps), omega = std::sqrt(8.) * pi;
    auto const u = make_field(grid, sampled_view<double>(grid, shape));
    auto const previous = make_field(grid, sampled_view<double>(grid, shape));
    Wave<double, 2, 16, UniformMedium<double>> const stencil{inverse_squares<double>(grid), {dt * dt}};
    auto const boundary = everywhere(Periodic{});
    start_from_rest(u, stencil, boundary, previous);
    Stepper stepper(Exec(), u, stencil, boundary, Direct{});
    copy_nodes(stepper.previous().view(), previous.view());
    stepper.advance(u, steps);
    auto const values = values_of(u.view());
    auto const exact =
        sampled<double>(grid, [&](Lengths<2> const& x) { return shape(x) * std::cos(omega * 0.25); });
    double largest = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      largest = std::max(largest, std::abs(values[i] - exact[i]));
    return largest;
  };
  EXPECT_NEAR(std::log2(error(40) / error(80)), 2, 0.02);
}

/// Values mirrored along any axis, medium and all, give the mirrored result to the last bit.
TEST(Wave, MirroredFieldsHaveMirroredResults) {
  Grid<2> const grid{.nodes = {21, 26}, .spacing = {0.7, 1.1}};
  auto const size = static_cast<std::size_t>(grid.size());
  auto const stepped = [&](int mirrored) {
    auto const arranged = [&](std::uint64_t seed, double scale) {
      auto const values = random_values<float>(size, seed);
      auto const view = node_view<float, 2>(grid.nodes, "values");
      auto const host = Kokkos::create_mirror_view(view);
      for (Index i = 0; i < 21; ++i)
        for (Index j = 0; j < 26; ++j)
          host(i, j) =
              static_cast<float>(scale) * values[static_cast<std::size_t>((mirrored == 0 ? 20 - i : i) * 26 +
                                                                          (mirrored == 1 ? 25 - j : j))];
      copy_nodes(view, host);
      return view;
    };
    auto const u = make_field(grid, arranged(1, 1));
    using Medium = MediumAtNodes<float, 2>;
    Wave<float, 2, 6, Medium> const stencil{inverse_squares<float>(grid),
                                            Medium(grid.nodes, arranged(2, 0.1))};
    Stepper stepper(Exec(), u, stencil, everywhere(Neumann{0.f}), Direct{});
    copy_nodes(stepper.previous().view(), arranged(3, 1));
    stepper.advance(u, 5);
    return values_of(u.view());
  };
  auto const plain = stepped(-1), along_0 = stepped(0), along_1 = stepped(1);
  for (std::size_t i = 0; i < 21; ++i)
    for (std::size_t j = 0; j < 26; ++j) {
      ASSERT_EQ(plain[i * 26 + j], along_0[(20 - i) * 26 + j]);
      ASSERT_EQ(plain[i * 26 + j], along_1[i * 26 + 25 - j]);
    }
}

TEST(Wave, MediumThatDoesNotVaryAlongAnAxisNeedsOneRow) {
  Extents<3> const nodes{4, 5, 6};
  auto const message = [&](Extents<3> const& extents) {
    try {
      MediumAtNodes<float, 3> const medium(nodes, node_view<float, 3>(extents, "v2"));
    } catch (InvalidInput const& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({4, 5, 6}), "");
  EXPECT_EQ(message({1, 5, 6}), "");
  EXPECT_EQ(message({1, 1, 6}), "");
  EXPECT_EQ(message({4, 3, 6}),
            "medium 'v2' has 3 values along axis 1, the grid 5 nodes (give one a node, or one for all)");
  EXPECT_EQ(message({4, 5, 1}), "medium 'v2' has 1 values along axis 2, the grid 6 nodes (give one a node)");
}

TEST(Wave, MediumMayBeAPartOfALargerView) {
  Grid<2> const grid{.nodes = {21, 26}, .spacing = {1, 1}};
  auto const larger = node_view<double, 2>({21, 40}, "larger");
  Kokkos::deep_copy(larger, 100.);
  NodeView<double, 2> const part = Kokkos::subview(larger, Kokkos::ALL, std::pair(3, 29)),
                            compact = node_view<double, 2>(grid.nodes, "compact");
  fill_view(compact, random_values<double>(21 * 26, 2));
  copy_nodes(part, compact);
  auto const stepped = [&](NodeView<double, 2> const& medium) {
    auto const u = make_field<double>(Exec(), grid);
    fill_view(u.view(), random_values<double>(21 * 26, 3));
    using Medium = MediumAtNodes<double, 2>;
    Wave<double, 2, 4, Medium> const stencil{{0.1, 0.1}, Medium(grid.nodes, medium)};
    Stepper(Exec(), u, stencil, everywhere(Periodic{}), Direct{}).advance(u, 3);
    return values_of(u.view());
  };
  EXPECT_EQ(stepped(part), stepped(compact));
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The vorticity stencil alone: Arakawa's conservation, the textbook formula, reflections, schemes.
#include <tessera/equation/padded_diffusivity.hpp>
#include <tessera/solver/flow/vorticity.hpp>
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

/// Random psi and omega on a plane that is periodic both ways, and what one stage makes of them.
template <class T>
struct Plane {
  Extents<2> nodes;
  std::vector<T> psi, omega;

  explicit Plane(Extents<2> const& n)
      : nodes(n), psi(random_values<T>(size(), 3)), omega(random_values<T>(size(), 4)) {}

  std::size_t size() const { return static_cast<std::size_t>(nodes[0] * nodes[1]); }
  std::size_t at(Index i, Index j) const {
    return static_cast<std::size_t>(detail::wrapped(i, nodes[0]) * nodes[1] + detail::wrapped(j, nodes[1]));
  }

  template <class SchemeType = Direct>
  std::vector<T> stage(FlowStage<T> const& numbers, SchemeType const& scheme = {}) const {
    Exec const exec;
    auto const boundary = everywhere(Periodic{});
    auto const field = node_view<T, 2>(nodes, omega);
    auto const start = node_view<T, 2>(nodes, random_values<T>(size(), 5));
    Kokkos::View<FlowStage<T>, Exec::memory_space> const stage("stage");
    Kokkos::deep_copy(stage, numbers);
    Vorticity<T> const stencil{padded_diffusivity(exec, node_view<T, 2>(nodes, psi), boundary), start, stage};
    Grid<2> const grid{.nodes = nodes, .spacing = {1, 1}};
    Stepper stepper(exec, make_field(grid, field), stencil, boundary, scheme);
    stepper.advance(make_field(grid, field), 1);
    exec.fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field);
    return {host.data(), host.data() + host.size()};
  }

  /// J(psi, omega) for spacings 1, from the stencil.
  std::vector<double> jacobian() const {
    auto const stepped = stage({0, 1, T(-1) / T(12), {0, 0}, 0});
    std::vector<double> j;
    for (std::size_t n = 0; n < size(); ++n)
      j.push_back(static_cast<double>(stepped[n]) - static_cast<double>(omega[n]));
    return j;
  }
};

/// J by the three forms, each as it is written in textbooks (Arakawa 1966, equations (36) to (38)).
double textbook(Plane<double> const& f, Index i, Index j) {
  auto const p = [&](Index a, Index b) { return f.psi[f.at(i + a, j + b)]; };
  auto const q = [&](Index a, Index b) { return f.omega[f.at(i + a, j + b)]; };
  double const pp = (p(1, 0) - p(-1, 0)) * (q(0, 1) - q(0, -1)) - (p(0, 1) - p(0, -1)) * (q(1, 0) - q(-1, 0));
  double const px = p(1, 0) * (q(1, 1) - q(1, -1)) - p(-1, 0) * (q(-1, 1) - q(-1, -1)) -
                    p(0, 1) * (q(1, 1) - q(-1, 1)) + p(0, -1) * (q(1, -1) - q(-1, -1));
  double const xp = q(0, 1) * (p(1, 1) - p(-1, 1)) - q(0, -1) * (p(1, -1) - p(-1, -1)) -
                    q(1, 0) * (p(1, 1) - p(1, -1)) + q(-1, 0) * (p(-1, 1) - p(-1, -1));
  return (pp + px + xp) / 12;
}

TEST(FlowArakawa, IsTheTextbooks) {
  Plane<double> const f({37, 53});
  auto const found = f.jacobian();
  for (Index i = 0; i < 37; ++i)
    for (Index j = 0; j < 53; ++j) EXPECT_NEAR(found[f.at(i, j)], textbook(f, i, j), 4e-15) << i << ", " << j;
}

/// The sum of w J over that of |w J|.
template <class Weight>
double imbalance(std::vector<double> const& j, Weight const& weight) {
  double sum = 0, size = 0;
  for (std::size_t n = 0; n < j.size(); ++n) {
    sum += weight(n) * j[n];
    size += std::fabs(weight(n) * j[n]);
  }
  return std::fabs(sum) / size;
}

template <class T>
void expect_conservation(Extents<2> const& nodes, double tolerance) {
  Plane<T> const f(nodes);
  auto const j = f.jacobian();
  auto const psi = [&](std::size_t n) { return static_cast<double>(f.psi[n]); };
  auto const omega = [&](std::size_t n) { return static_cast<double>(f.omega[n]); };
  EXPECT_LT(imbalance(j, [](std::size_t) { return 1.; }), tolerance);
  EXPECT_LT(imbalance(j, psi), tolerance) << "energy";
  EXPECT_LT(imbalance(j, omega), tolerance) << "enstrophy";
  // Of another weight the sum does not vanish: these can fail.
  EXPECT_GT(imbalance(j, [&](std::size_t n) { return psi(n) * omega(n); }), 1e-4);
}

TEST(FlowArakawa, ConservesEnergyAndEnstrophy) {
  expect_conservation<double>({37, 53}, 1e-15);
  expect_conservation<double>({3, 5}, 1e-15);
  expect_conservation<double>({64, 12}, 1e-15);
  expect_conservation<float>({37, 53}, 1e-6);
}

TEST(FlowArakawa, ReflectionsChangeTheSignAlone) {
  Plane<double> const f({37, 53});
  FlowStage<double> const numbers{0, 1, 0.03, {0.1, 0.07}, 0};
  auto const straight = f.stage(numbers);
  for (bool along_x : {true, false}) {
    auto reflected = f;
    auto const image = [&](Index i, Index j) { return along_x ? f.at(-i, j) : f.at(i, -j); };
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 53; ++j) {
        reflected.psi[image(i, j)] = -f.psi[f.at(i, j)];
        reflected.omega[image(i, j)] = -f.omega[f.at(i, j)];
      }
    auto expected = straight;
    for (Index i = 0; i < 37; ++i)
      for (Index j = 0; j < 53; ++j) expected[image(i, j)] = -straight[f.at(i, j)];
    EXPECT_TRUE((same_bits<double, 2>(f.nodes, expected, reflected.stage(numbers))));
  }
}

template <class T>
void expect_one_answer(Extents<2> const& nodes) {
  Plane<T> const f(nodes);
  FlowStage<T> const numbers{T(0.75), T(0.25), T(0.03), {T(0.1), T(0.07)}, 0};
  auto const direct = f.stage(numbers);
  EXPECT_TRUE((same_bits<T, 2>(nodes, direct, f.stage(numbers, Tiled{}))));
  EXPECT_TRUE((same_bits<T, 2>(nodes, direct, f.stage(numbers, Tiled{.tile = {9, 7, 0}}))));
}

TEST(FlowArakawa, SchemesAgree) {
  expect_one_answer<double>({37, 53});
  expect_one_answer<float>({5, 131});
}

} // namespace tessera::test

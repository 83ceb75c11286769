// SPDX-License-Identifier: Apache-2.0
// The heat stencils against polynomials on which central differences make no error, and against each other.
#include <tessera/equation/heat.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;
using MemorySpace = Exec::memory_space;

template <class T, int D>
using Nodes = NodeView<T, D, MemorySpace>;

template <class T, int D>
Nodes<T, D> make(Grid<D> const& grid, Index extra = 0) {
  if constexpr (D == 1) return Nodes<T, D>("view", grid.nodes[0] + extra);
  if constexpr (D == 2) return Nodes<T, D>("view", grid.nodes[0] + extra, grid.nodes[1] + extra);
  if constexpr (D == 3)
    return Nodes<T, D>("view", grid.nodes[0] + extra, grid.nodes[1] + extra, grid.nodes[2] + extra);
}

/// Calls body(flat, index) for all nodes of a View, last index fastest; index begins at `first`.
template <int D, class ViewType, class Body>
void for_each(ViewType const& view, Index first, Body const& body) {
  Index n[3] = {1, 1, 1};
  for (int d = 0; d < D; ++d) n[d] = static_cast<Index>(view.extent(d));
  Index flat = 0;
  for (Index i = 0; i < n[0]; ++i)
    for (Index j = 0; j < n[1]; ++j)
      for (Index k = 0; k < n[2]; ++k) {
        Index const index[3] = {i + first, j + first, k + first};
        body(flat++, index);
      }
}

/// Fills a View with f(x) at the nodes; `pad` nodes lie before the first.
template <int D, class ViewType, class F>
ViewType filled(Grid<D> const& grid, ViewType const& view, Index pad, F const& f) {
  auto const host = Kokkos::create_mirror_view(view);
  for_each<D>(view, -pad, [&](Index flat, Index const* index) {
    double x[3] = {0, 0, 0};
    for (int d = 0; d < D; ++d) x[d] = grid.position(d, index[d]);
    host.data()[flat] = static_cast<typename ViewType::non_const_value_type>(f(x));
  });
  Kokkos::deep_copy(view, host);
  return view;
}

template <int D>
Grid<D> sample_grid() {
  Grid<D> grid{};
  Index const nodes[] = {11, 9, 7};
  double const spacing[] = {0.125, 0.25, 0.5};
  for (int d = 0; d < D; ++d) {
    grid.nodes[d] = nodes[d];
    grid.spacing[d] = spacing[d];
  }
  return grid;
}

/// One step from f with fixed faces; compares every node inside with `expected`.
template <int D, class T, class StencilType, class F, class Expected>
void expect_step(StencilType const& stencil, F const& f, Expected const& expected, double tolerance) {
  auto const grid = sample_grid<D>();
  auto const view = filled(grid, make<T, D>(grid), 0, f);
  auto const u = make_field(grid, view);
  Stepper stepper(Exec(), u, stencil, everywhere(Fixed{}), Direct{});
  stepper.advance(u, 1);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  for_each<D>(view, 0, [&](Index flat, Index const* index) {
    double x[3] = {0, 0, 0};
    bool edge = false;
    for (int d = 0; d < D; ++d) {
      x[d] = grid.position(d, index[d]);
      edge |= index[d] == 0 || index[d] == grid.nodes[d] - 1;
    }
    ASSERT_NEAR(static_cast<double>(host.data()[flat]), edge ? f(x) : expected(x), tolerance)
        << "D " << D << ", node " << flat;
  });
}

constexpr double dt = 0.001;

template <int D>
double quadratic(double const* x) {
  double sum = 1;
  for (int d = 0; d < D; ++d) sum += (d + 1) * x[d] * x[d] - x[d];
  return sum;
}

template <class T, int D>
Heat<T, D> plain(double kappa) {
  Heat<T, D> stencil{};
  for (int d = 0; d < D; ++d) {
    double const h = sample_grid<D>().spacing[d];
    stencil.ratio[d] = static_cast<T>(kappa * dt / (h * h));
  }
  return stencil;
}

template <class T, int D, class Kappa>
HeatInMatter<T, D, MemorySpace> in_matter(Kappa const& kappa) {
  auto const grid = sample_grid<D>();
  HeatInMatter<T, D, MemorySpace> stencil{};
  for (int d = 0; d < D; ++d)
    stencil.half_ratio[d] = static_cast<T>(0.5 * dt / (grid.spacing[d] * grid.spacing[d]));
  stencil.kappa = filled(grid, make<T, D>(grid, 2), 1, kappa);
  return stencil;
}

template <class T, int D>
void quadratics_are_exact() {
  double const tolerance = 200 * static_cast<double>(std::numeric_limits<T>::epsilon());
  double const laplacian = D * (D + 1); // of sum (d + 1) x_d^2
  auto const expected = [&](double const* x) { return quadratic<D>(x) + dt * 0.5 * laplacian; };
  expect_step<D, T>(plain<T, D>(0.5), quadratic<D>, expected, tolerance);
  expect_step<D, T>(in_matter<T, D>([](double const*) { return 0.5; }), quadratic<D>, expected, tolerance);
}

TEST(Heat, QuadraticsAreExact) {
  quadratics_are_exact<float, 2>();
  quadratics_are_exact<double, 1>();
  quadratics_are_exact<double, 2>();
  quadratics_are_exact<double, 3>();
}

// div((1 + s) grad q) with s = x + 2 y + 3 z and q = x^2 + y^2 + z^2 is 2 D (1 + s) + 2 (x + 2 y + 3 z).
template <int D>
void linear_matter_is_exact() {
  auto const slope = [](double const* x) { return x[0] + 2 * x[1] + 3 * x[2]; };
  auto const square = [](double const* x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; };
  auto const stencil = in_matter<double, D>([&](double const* x) { return 1 + slope(x); });
  expect_step<D, double>(
      stencil, square,
      [&](double const* x) { return square(x) + dt * (2 * D * (1 + slope(x)) + 2 * slope(x)); }, 1e-14);
}

TEST(HeatInMatter, LinearDiffusivityOfAQuadraticIsExact) {
  linear_matter_is_exact<1>();
  linear_matter_is_exact<2>();
  linear_matter_is_exact<3>();
}

TEST(HeatInMatter, SourceTimesRate) {
  auto const grid = sample_grid<2>();
  auto stencil = in_matter<double, 2>([](double const*) { return 1.; });
  TimeTable<MemorySpace> const table;
  table.fill(Exec(), 0, 1, [](Index) { return 0.25; });
  stencil.rate = table.view();
  stencil.source = filled(grid, make<double, 2>(grid), 0, [](double const* x) { return x[0] - 3 * x[1]; });
  auto const flat = [](double const*) { return 2.; };
  expect_step<2, double>(
      stencil, flat, [](double const* x) { return 2 + 0.25 * (x[0] - 3 * x[1]); }, 1e-15);
}

TEST(Heat, ConstantsStayToTheBit) {
  auto const constant = [](double const*) { return 0.1; };
  auto const matter = [](double const* x) { return 0.3 + 0.7 * x[0] * x[0] + x[1]; };
  expect_step<3, double>(plain<double, 3>(0.37), constant, constant, 0);
  expect_step<2, double>(in_matter<double, 2>(matter), constant, constant, 0);
  auto const dyadic = [](double const*) { return 0.625; };
  expect_step<2, float>(in_matter<float, 2>(matter), dyadic, dyadic, 0);
}

} // namespace tessera::test

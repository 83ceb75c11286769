// SPDX-License-Identifier: Apache-2.0
// The snippets of docs/derivatives.md: checked against what they say.
#include <tessera/operator/vector_calculus.hpp>
#include <tessera/stencil/laplacian.hpp>
#include <tessera/tessera.hpp>
#include <tessera/tune/redundancy.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

using Exec = Kokkos::DefaultExecutionSpace;

// snippet: laplacian
struct HighOrderHeat { // u_t = kappa (u_xx + u_yy + u_zz), order 8 in space
  static constexpr auto reads = tessera::star<3>(/*radius: order / 2*/ 4);
  Kokkos::Array<double, 3> ratio; // kappa dt / h^2 per axis

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u.here() + tessera::laplacian<8>(u, ratio);
  }
};
// snippet end

struct Wave {
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    return Kokkos::sin(at.position(0)) * Kokkos::cos(2 * at.position(1)) + Kokkos::sin(at.position(2));
  }
};

void expect(bool right, char const* what) {
  if (right) return;
  std::fprintf(stderr, "derivatives: %s\n", what);
  std::exit(1);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  constexpr int n = 48;
  double const h = 2 * std::numbers::pi / n;
  auto const view = [&](char const* label) { return Kokkos::View<double***>(label, n, n, n); };
  auto const u = view("u"), du = view("du"), gx = view("gx"), gy = view("gy"), gz = view("gz");
  tessera::Grid<3> const on_grid{.nodes = {n, n, n}, .spacing = {h, h, h}};
  tessera::fill(exec, tessera::make_field(on_grid, u), Wave{});
  auto const at = [&](auto const& field, int i, int j, int k) {
    exec.fence();
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field)(i, j, k);
  };

  // snippet: derivative
  tessera::Grid<3> const grid{.nodes = {n, n, n}, .spacing = {h, h, h}};
  tessera::Derivative const d_dx(exec, grid, {.axis = 0, .order = 8}); // periodic unless said otherwise
  tessera::Derivative const d2_dy2(exec, grid,
                                   {.axis = 1, .derivative = 2, .order = 12, .ends = tessera::Ends::bounded});
  d_dx(u, du); // asynchronous on exec; as often as you like
  // snippet end
  double const x = 5 * h, y = 7 * h, z = 11 * h;
  expect(std::fabs(at(du, 5, 7, 11) - std::cos(x) * std::cos(2 * y)) < 1e-8, "d/dx");
  d2_dy2(u, du);
  expect(std::fabs(at(du, 5, 0, 11) + 4 * std::sin(x)) < 1e-4, "d2/dy2 at a bounded end");

  // snippet: operators
  tessera::Gradient const gradient(exec, grid, tessera::OperatorSpec<3>{.order = 8});
  tessera::Divergence const divergence(exec, grid, tessera::OperatorSpec<3>{.order = 8});
  tessera::Laplacian const laplacian(exec, grid, tessera::OperatorSpec<3>{.order = 8});
  Kokkos::Array<decltype(gx), 3> const g = {gx, gy, gz};
  gradient(u, g);
  divergence(g, du);
  laplacian(u, du); // nearly the same: the divergence of a gradient has another error
  // snippet end
  expect(std::fabs(at(gz, 5, 7, 11) - std::cos(z)) < 1e-8, "gradient");
  expect(std::fabs(at(du, 5, 7, 11) + 5 * std::sin(x) * std::cos(2 * y) + std::sin(z)) < 1e-6, "laplacian");

  // snippet: weights
  constexpr auto half = tessera::central_weights<1, 8>();    // 0, 4/5, -1/5, 4/105, -1/280
  constexpr auto ends = tessera::one_sided_weights<2, 4>(0); // 15/4, -77/6, 107/6, -13, 61/12, -5/6
  static_assert(half[1] == 4. / 5 && half[4] == -1. / 280 && ends[1] == -77. / 6);
  // snippet end

  // snippet: redundancy
  double const naive = tessera::naive_redundancy(/*radius*/ 4);           // 26
  double const two = tessera::two_pass_redundancy(4, {.x = 32, .y = 32}); // 5.5
  double const one = tessera::one_pass_redundancy(4, {.x = 32, .y = 32}); // 2.5
  // snippet end
  expect(naive == 26 && two == 5.5 && one == 2.5, "redundancy");

  auto const field = tessera::make_field(grid, u);
  double const r = 0.1;
  tessera::Stepper stepper(exec, field, HighOrderHeat{{r, r, r}}, tessera::everywhere(tessera::Periodic{}),
                           tessera::Direct{});
  stepper.advance(field, 1);
  double const decayed = std::sin(x) * std::cos(2 * y) * (1 - 5 * r * h * h) + std::sin(z) * (1 - r * h * h);
  expect(std::fabs(at(u, 5, 7, 11) - decayed) < 1e-8, "heat of high order");
}

// SPDX-License-Identifier: Apache-2.0
// The code of docs/poisson.md: a stream function from a vorticity, again and again, as a flow solver wants
// it.
#include <tessera/solver/poisson/conjugate_gradients.hpp>
#include <tessera/solver/poisson/reduction.hpp>
#include <tessera/solver/poisson/right_side.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;

struct Inflow {
  KOKKOS_FUNCTION double operator()(auto const& at) const { return at.position(1); }
};

struct Vortex {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - 0.5, y = at.position(1) - 0.5;
    return 20 * Kokkos::exp(-100 * (x * x + y * y));
  }
};

double jacobi(Exec const& exec, tessera::Grid<2> const& grid) {
  auto const psi = tessera::make_field<double>(exec, grid, "psi");
  tessera::fill(exec, psi, Inflow{});
  // snippet: jacobi
  tessera::Jacobi<double, 2> const stencil{tessera::jacobi_weights<double>(grid)};
  auto const boundary = tessera::everywhere(tessera::Fixed{}).on(tessera::east, tessera::ZeroGradient{});
  tessera::Stepper stepper(exec, psi, stencil, boundary, tessera::Temporal{.fused_steps = 8});
  stepper.advance(psi, 1000); // a step is an iteration
  // snippet end
  exec.fence();
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), psi.view())(60, 20);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  tessera::Grid<2> const grid{.nodes = {121, 61}, .spacing = {1. / 60, 1. / 60}};
  Kokkos::View<double**> psi("psi", 121, 61), omega("omega", 121, 61); // or any Views of yours
  tessera::fill(exec, tessera::make_field(grid, psi), Inflow{});
  tessera::fill(exec, tessera::make_field(grid, omega), Vortex{});

  // snippet: solver
  using enum tessera::PoissonEnd; // west, east, south, north:
  tessera::PoissonReduction<Exec, double, 2> const reduction(exec, grid,
                                                             {fixed, zero_gradient, fixed, fixed});
  auto const& poisson = reduction.poisson();
  auto const x = poisson.make(exec, "x"), f = poisson.make(exec, "f");
  tessera::MultigridCg<Exec, double, 2> solver(exec, poisson); // allocates all it needs

  for (int step = 0; step < 3; ++step) {
    reduction.gather(exec, psi, x); // the last solution is a good start
    reduction.gather(exec, omega, f);
    auto const report = solver.solve(exec, x, f, {.max_iterations = 50, .tolerance = 1e-9});
    reduction.scatter(exec, x, psi);
    std::printf("step %d: %d iterations, residual %.1e\n", step, static_cast<int>(report.iterations),
                report.error.residual);
    if (!report.converged) return 1;
  }
  // snippet end
  exec.fence();
  // Laplace's equation between these sides has the solution psi = y.
  return std::fabs(jacobi(exec, grid) - 20. / 60) < 1e-12 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// snippet: program
#include <tessera/tessera.hpp>

#include <cstdio>

struct Diffusion { // u_t = kappa (u_xx + u_yy)
  static constexpr auto reads = tessera::star<2>(/*radius*/ 1);
  double ratio; // kappa dt / h^2

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;                    // or any instance of yours
  Kokkos::View<double**> temperature("temperature", 300, 200); // or any View of yours

  tessera::Grid<2> const grid{.nodes = {300, 200}, .spacing = {0.01, 0.01}};
  auto const u = tessera::make_field(grid, temperature); // no copy
  auto const boundary = tessera::everywhere(tessera::Neumann{0.}).on(tessera::west, tessera::Dirichlet{1.});
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{.fused_steps = 4});
  stepper.advance(u, 5000); // asynchronous on exec; the result is in `temperature`

  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), temperature);
  for (int i = 0; i < 300; i += 50) std::printf("node %3d: %.4f\n", i, host(i, 100));
}
// snippet end

// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/time.md.
#include "guide.hpp"

// snippet: prescribed
/// A wall whose temperature varies along it and with time.
struct Rhythm {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return (1 + 0.1 * at.position(1)) * Kokkos::sin(20 * at.time());
  }
};
// snippet end

void time_dependent(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::make_field(grid, temperature);
  // snippet: clock
  double const h = 0.1, kappa = 1., dt = 0.002;
  auto const boundary =
      tessera::everywhere(tessera::Neumann{0.}).on(tessera::west, tessera::Prescribed{Rhythm{}});
  tessera::Stepper stepper(exec, u, Diffusion{kappa * dt / (h * h)}, boundary, tessera::Temporal{},
                           tessera::Clock{.dt = dt, .start = 0.});
  stepper.advance(u, 10); // stepper.time() is 0.02 now
  // snippet end
  exec.fence();
  double const expected = (1 + 0.1 * (0. + 5 * 0.1)) * Kokkos::sin(20 * (0. + 10. * dt));
  require(std::abs(value_at(temperature, 0, 5) - expected) < 1e-14,
          "the wall has the value of the new time level");
  require(stepper.time() == 10 * dt, "time goes on");
}

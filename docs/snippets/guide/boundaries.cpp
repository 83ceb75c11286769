// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/boundaries.md.
#include "guide.hpp"

void boundaries(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::make_field(grid, temperature);
  // snippet: boundary
  auto const boundary = tessera::everywhere(tessera::Neumann{0.})        // insulated
                            .on(tessera::west, tessera::Dirichlet{1.})   // axis 0, lower
                            .on(tessera::east, tessera::ZeroGradient{}); // axis 0, upper
  // snippet end
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{});
  stepper.advance(u, 9);
  exec.fence();
  require(value_at(temperature, 0, 0) == 1, "the west face has its value, corners included");
}

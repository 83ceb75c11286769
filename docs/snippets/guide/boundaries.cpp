// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/boundaries.md.
#include <string>

#include "guide.hpp"

// snippet: one_of
using Side = tessera::OneOf<tessera::Fixed, tessera::Dirichlet<double>, tessera::Neumann<double>>;

Side side(std::string const& kind, double number) {
  if (kind == "value") return tessera::Dirichlet(number);
  if (kind == "flux") return tessera::Neumann(number);
  return tessera::Fixed{};
}
// snippet end

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

  // snippet: chosen
  auto const chosen = tessera::everywhere(side("flux", 0.)).on(tessera::west, side("value", 2.));
  // snippet end
  tessera::Stepper by_configuration(exec, u, Diffusion{0.2}, chosen, tessera::Temporal{});
  by_configuration.advance(u, 9);
  exec.fence();
  require(value_at(temperature, 0, 0) == 2, "so does a side whose kind is chosen at run time");
}

// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/errors.md.
#include <string>

#include "guide.hpp"

void errors(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::make_field(grid, temperature);
  std::string said;
  // snippet: errors
  try {
    tessera::Stepper(exec, u, Diffusion{0.2}, boundary, tessera::Tiled{.tile = {64, 2}});
  } catch (tessera::InvalidInput const& refused) {
    said = refused.what();
  }
  // snippet end
  require(
      said ==
          "tile 64 x 2 with 1 step of radius 1 leaves no node to write along axis 1: give at least 3 (tile "
          "axis 0 is the unit-stride axis)",
      "the message of the page");
}

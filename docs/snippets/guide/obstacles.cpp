// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/obstacles.md.
#include <cstdint>

#include "guide.hpp"

void obstacles(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::make_field(grid, temperature);
  Kokkos::deep_copy(exec, temperature, 1.);
  // snippet: obstacle
  Kokkos::View<std::uint8_t**> pipe("pipe", 64, 48); // 0: free
  auto const inside = Kokkos::subview(pipe, std::pair(20, 30), std::pair(15, 25));
  Kokkos::deep_copy(exec, inside, std::uint8_t(1)); // nonzero: the node keeps its value
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{}, pipe);
  // snippet end
  Kokkos::deep_copy(exec, Kokkos::subview(temperature, std::pair(20, 30), std::pair(15, 25)), 3.);
  stepper.advance(u, 7);
  exec.fence();
  require(value_at(temperature, 20, 15) == 3, "the obstacle keeps its value");
  require(value_at(temperature, 19, 15) > 1, "and warms its neighbours");
}

// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/views.md.
#include "guide.hpp"

void views(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  // snippet: views
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**, Kokkos::LayoutLeft> fortran("fortran", 64, 48);
  Kokkos::View<double**, Kokkos::LayoutRight> c("c", 64, 48);
  Kokkos::View<double***, Kokkos::LayoutRight> all("all quantities", 5, 64, 48);
  auto const third = Kokkos::subview(all, 3, Kokkos::ALL, Kokkos::ALL);
  Kokkos::View<double**, Kokkos::LayoutRight> larger("larger", 70, 50);
  auto const part = Kokkos::subview(larger, std::pair(3, 67), std::pair(1, 49)); // LayoutStride

  tessera::Stepper(exec, tessera::make_field(grid, fortran), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::make_field(grid, c), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::make_field(grid, third), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::make_field(grid, part), Diffusion{0.2}, boundary, tessera::Tiled{});
  // snippet end
}

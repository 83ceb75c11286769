// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/instances.md.
#include "guide.hpp"

void instances(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> first("first", 64, 48), second("second", 64, 48);
  // snippet: instances
  auto const parts = Kokkos::Experimental::partition_space(exec, 1, 1);
  auto const u = tessera::make_field(grid, first), v = tessera::make_field(grid, second);
  tessera::Stepper left(parts[0], u, Diffusion{0.2}, boundary, tessera::Direct{});
  tessera::Stepper right(parts[1], v, Diffusion{0.1}, boundary, tessera::Temporal{});
  left.advance(u, 100);  // in order on parts[0]
  right.advance(v, 100); // in order on parts[1], perhaps at the same time
  parts[0].fence("before `first` is read");
  // snippet end
  parts[1].fence("before the Views go");
}

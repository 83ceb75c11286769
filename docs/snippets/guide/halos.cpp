// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/halos.md.
#include "guide.hpp"

// snippet: exchange
/// Fills a halo along axis 0 from the other end of the field, as a neighbouring rank would.
struct FromOtherEnd {
  template <class FieldType>
  void begin(Exec const&, FieldType const&, int /*width*/) const {} // messages would start here

  template <class FieldType>
  void finish(Exec const& exec, FieldType const& field, int width) const {
    int const lower = static_cast<int>(field.halo().lower[0]), n = static_cast<int>(field.grid().nodes[0]);
    auto const rows = [&](int first) {
      return Kokkos::subview(field.view(), std::pair(first, first + width), Kokkos::ALL);
    };
    Kokkos::deep_copy(exec, rows(lower - width), rows(lower + n - width));
    Kokkos::deep_copy(exec, rows(lower + n), rows(lower));
  }
};
// snippet end

/// A source that depends on the place.
struct Heated : Diffusion {
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    return Diffusion::operator()(u, at) + 0.01 * at.position(0) + (at.index(0) == 30 ? 0.5 : 0.);
  }
};

void halos(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Neumann{0.});
  Kokkos::View<double**, Kokkos::LayoutRight> whole("whole", 60, 48);
  Kokkos::deep_copy(exec, Kokkos::subview(whole, 2, Kokkos::ALL), 1.);
  // snippet: halo
  tessera::Grid<2> const grid{.nodes = {60, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**, Kokkos::LayoutRight> owned("owned", 4 + 60 + 4, 48); // halo, nodes, halo
  auto const u = tessera::make_field(grid, owned, tessera::Halo<2>{.lower = {4, 0}, .upper = {4, 0}});
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{.fused_steps = 4});
  // snippet end
  Kokkos::deep_copy(exec, Kokkos::subview(owned, std::pair(4, 64), Kokkos::ALL), whole);
  // snippet: with_exchange
  stepper.advance(u, 10, FromOtherEnd{}); // called before each sweep, with the width that it reads
  // snippet end
  auto const periodic = tessera::everywhere(tessera::Periodic{})
                            .on(tessera::south, tessera::Neumann{0.})
                            .on(tessera::north, tessera::Neumann{0.});
  auto const v = tessera::make_field(grid, whole);
  tessera::Stepper reference(exec, v, Diffusion{0.2}, periodic, tessera::Direct{});
  reference.advance(v, 10);
  exec.fence();
  for (int i = 0; i < 60; ++i)
    require(value_at(owned, 4 + i, 20) == value_at(whole, i, 20), "the halo does what a periodic axis does");

  // snippet: block
  tessera::Grid<2> const block{.nodes = {30, 48}, // nodes 30 to 59 of the grid
                               .spacing = grid.spacing,
                               .first = {30, 0},
                               .whole = grid.nodes};
  Kokkos::View<double**, Kokkos::LayoutRight> part("part", 4 + 30, 48); // a halo to the west
  auto const half = tessera::make_field(block, part, tessera::Halo<2>{.lower = {4, 0}});
  // snippet end
  auto const walls = tessera::everywhere(tessera::Neumann{0.});
  Kokkos::deep_copy(exec, whole, 0.);
  Kokkos::deep_copy(exec, Kokkos::subview(whole, 30, Kokkos::ALL), 1.);
  Kokkos::deep_copy(exec, part, Kokkos::subview(whole, std::pair(26, 60), Kokkos::ALL));
  tessera::Stepper(exec, v, Heated{{0.2}}, walls, tessera::Direct{}).advance(v, 4);
  tessera::Stepper(exec, half, Heated{{0.2}}, walls, tessera::Temporal{.fused_steps = 4}).advance(half, 4);
  exec.fence();
  for (int i = 0; i < 30; ++i)
    require(value_at(part, 4 + i, 20) == value_at(whole, 30 + i, 20), "a block has the bits of the whole");
}

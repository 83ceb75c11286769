// SPDX-License-Identifier: Apache-2.0
// A constant field stays constant to the last bit, whatever the boundary: no wrong value enters from beyond a
// face.
#include <gtest/gtest.h>

#include "support/diffusion.hpp"

namespace tessera::test {

template <int D, class BoundaryType>
void expect_constant_kept(Grid<D> const& grid, BoundaryType const& boundary, double constant) {
  std::vector<double> const constants(static_cast<std::size_t>(grid.size()), constant);
  for_each_scheme<Diffusion<D>>([&](char const* name, auto const& scheme) {
    Memory<double, D, Kokkos::LayoutRight> memory(grid.nodes);
    memory.fill(constants);
    auto const u = make_field(grid, memory.view());
    Diffusion<D> stencil{};
    for (int d = 0; d < D; ++d) stencil.ratio[d] = 0.1 + 0.01 * d;
    Stepper stepper(Exec(), u, stencil, boundary, scheme);
    stepper.advance(u, 101);
    EXPECT_EQ(memory.read(), constants) << name;
  });
}

TEST(Constants, ArePreserved) {
  Grid<2> const plane{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const mixed = everywhere(Neumann{0.0}).on(west, ZeroGradient{}).on(north, Fixed{});
  for (double constant : {1.0, 1.0 / 3, -7e12}) expect_constant_kept(plane, mixed, constant);
  Grid<3> const block{.nodes = {12, 9, 17}, .spacing = {1, 1, 1}};
  expect_constant_kept(block, everywhere(Periodic{}), 0.1);
}

} // namespace tessera::test

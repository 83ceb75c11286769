// SPDX-License-Identifier: Apache-2.0
// Two steppers on two instances, interleaved without a fence: each gives the bits that it gives alone.
#include "support/diffusion.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

using Right = Kokkos::LayoutRight;

template <class SchemeType>
std::vector<double> alone(Grid<2> const& grid, std::vector<double> const& initial, SchemeType const& scheme) {
  Memory<double, 2, Right> memory(grid.nodes);
  memory.fill(initial);
  auto const u = make_field(grid, memory.view());
  Stepper stepper(Exec(), u, Diffusion<2>{{0.2, 0.1}}, everywhere(Periodic{}), scheme);
  stepper.advance(u, 36);
  return memory.read();
}

TEST(Instances, WorkSideBySide) {
  Grid<2> const grid{.nodes = {137, 253}, .spacing = {1, 1}};
  auto const instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  for_each_scheme<Diffusion<2>>([&](char const* name, auto const& scheme) {
    std::vector<double> const initial[2] = {random_values<double>(137 * 253, 1),
                                            random_values<double>(137 * 253, 2)};
    Memory<double, 2, Right> memory[2] = {{grid.nodes}, {grid.nodes}};
    for (int k = 0; k < 2; ++k) memory[k].fill(initial[k]);
    auto const a = make_field(grid, memory[0].view()), b = make_field(grid, memory[1].view());
    Stepper first(instances[0], a, Diffusion<2>{{0.2, 0.1}}, everywhere(Periodic{}), scheme);
    Stepper second(instances[1], b, Diffusion<2>{{0.2, 0.1}}, everywhere(Periodic{}), scheme);
    for (int n = 0; n < 4; ++n) {
      first.advance(a, 9);
      second.advance(b, 9);
    }
    for (int k = 0; k < 2; ++k)
      EXPECT_TRUE((same_bits<double, 2>(grid.nodes, alone(grid, initial[k], scheme), memory[k].read())))
          << name;
  });
}

} // namespace tessera::test

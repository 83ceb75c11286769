// SPDX-License-Identifier: Apache-2.0
// fill() gives every node its value, in any layout, and does not change a halo.
#include <tessera/grid/fill.hpp>

#include "support/memory.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

struct Sum {
  template <class At>
  KOKKOS_FUNCTION double operator()(At const& at) const {
    double sum = at.time();
    for (int d = 0; d < At::dimension; ++d)
      sum += (d + 1) * at.position(d) + 0.125 * static_cast<double>(at.index(d));
    return sum;
  }
};

template <int D, class Layout>
void expect_filled(Extents<D> const& nodes, Halo<D> const& halo) {
  Grid<D> grid{.nodes = nodes, .spacing = {}, .origin = {}};
  Extents<D> outer = nodes;
  for (int d = 0; d < D; ++d) {
    grid.spacing[d] = 0.3 + d;
    grid.origin[d] = -1.0 * d;
    outer[d] += halo.lower[d] + halo.upper[d];
  }
  Memory<double, D, Layout> memory(outer);
  std::size_t size = 1;
  for (int d = 0; d < D; ++d) size *= static_cast<std::size_t>(outer[d]);
  auto expected = random_values<double>(size, 3);
  memory.fill(expected);
  for_each_node<D>(nodes, [&](Extents<D> node) {
    double sum = 0;
    for (int d = 0; d < D; ++d) {
      sum += (d + 1) * grid.position(d, node[d]) + 0.125 * static_cast<double>(node[d]);
      node[d] += halo.lower[d];
    }
    expected[static_cast<std::size_t>(row_major<D>(outer, node))] = sum;
  });
  fill(Exec(), make_field(grid, memory.view(), halo), Sum{});
  EXPECT_TRUE((same_bits<double, D>(outer, expected, memory.read())));
  EXPECT_TRUE(memory.canaries_intact());
}

TEST(Fill, AllLayoutsAndDimensions) {
  expect_filled<1, Kokkos::LayoutRight>({7}, {});
  expect_filled<2, Kokkos::LayoutRight>({5, 9}, {});
  expect_filled<3, Kokkos::LayoutLeft>({5, 3, 4}, {});
}

TEST(Fill, LeavesTheHaloAlone) {
  expect_filled<2, Kokkos::LayoutLeft>({5, 9}, {{1, 0}, {2, 3}});
  expect_filled<3, Kokkos::LayoutRight>({5, 3, 4}, {{0, 2, 1}, {3, 0, 1}});
}

} // namespace tessera::test

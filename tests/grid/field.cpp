// SPDX-License-Identifier: Apache-2.0
// Fields share the application's memory, whatever its layout; kernels see them with the unit-stride axis
// first.
#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/detail/domain.hpp>
#include <tessera/grid/field.hpp>
#include <tessera/grid/node.hpp>

#include <gtest/gtest.h>

namespace tessera {

using Host = Kokkos::HostSpace;
using detail::AxisOrder;

TEST(Grid, PlacesItsNodes) {
  Grid<2> const grid{.nodes = {5, 7}, .spacing = {0.5, 2}, .origin = {-1, 3}};
  EXPECT_EQ(grid.position(0, 4), 1.0);
  EXPECT_EQ(grid.position(1, 0), 3.0);
  EXPECT_EQ(grid.size(), 35);
  EXPECT_EQ((Grid<2>{.nodes = {Index{1} << 20, Index{1} << 20}, .spacing = {1, 1}}.size()), Index{1} << 40);
}

TEST(Grid, OfABlockPlacesItsNodesAsTheWholeDoes) {
  Grid<2> const whole{.nodes = {97, 9}, .spacing = {0.1, 0.3}, .origin = {-0.7, 0.9}};
  Grid<2> const block{.nodes = {30, 4},
                      .spacing = whole.spacing,
                      .origin = whole.origin,
                      .first = {61, 5},
                      .whole = whole.nodes};
  EXPECT_NO_THROW(validate(block));
  for (Index i = -2; i < 36; ++i) EXPECT_EQ(block.position(0, i), whole.position(0, 61 + i));
  EXPECT_EQ(block.position(1, 3), whole.position(1, 8));
  EXPECT_EQ(block.whole_nodes(0), 97);
  EXPECT_EQ(whole.whole_nodes(0), 97);
  EXPECT_EQ(block.whole_grid().nodes[1], 9);
  EXPECT_EQ(block.whole_grid().position(0, 61), block.position(0, 0));
}

TEST(Grid, RefusesABlockThatIsNotInItsWhole) {
  auto const block = [](Extents<2> const& first, Extents<2> const& whole) {
    return Grid<2>{.nodes = {4, 5}, .spacing = {1, 1}, .first = first, .whole = whole};
  };
  EXPECT_NO_THROW(validate(block({0, 0}, {4, 5})));
  EXPECT_NO_THROW(validate(block({3, 0}, {7, 5})));
  EXPECT_THROW(validate(block({4, 0}, {7, 5})), InvalidInput);
  EXPECT_THROW(validate(block({-1, 0}, {7, 5})), InvalidInput);
  EXPECT_THROW(validate(block({0, 0}, {7, 0})), InvalidInput); // of one axis alone
  EXPECT_THROW(validate(block({1, 0}, {0, 0})), InvalidInput); // a first node, but no whole
}

TEST(Field, SharesMemoryWithItsView) {
  Grid<2> const grid{.nodes = {5, 7}, .spacing = {1, 1}};
  Kokkos::View<float**, Kokkos::LayoutLeft, Host> const view("t", 5, 7);
  auto const field = make_field(grid, view);
  EXPECT_EQ(field.view().data(), view.data());
  auto const data = detail::data_of<AxisOrder<2, false>>(field);
  EXPECT_EQ(data.at(3, 2, 0), &view(3, 2));
}

TEST(Field, OfASubviewStartsAtItsFirstNode) {
  Grid<2> const grid{.nodes = {4, 5}, .spacing = {1, 1}};
  Kokkos::View<double***, Kokkos::LayoutRight, Host> const whole("t", 6, 3, 9);
  auto const part = Kokkos::subview(whole, Kokkos::pair(1, 5), 2, Kokkos::pair(3, 8));
  auto const data = detail::data_of<AxisOrder<2, true>>(make_field(grid, part));
  EXPECT_EQ(data.at(0, 0, 0), &whole(1, 2, 3));
  EXPECT_EQ(data.at(4, 3, 0), &whole(4, 2, 7)); // memory axes: the last axis first
}

TEST(Field, KeepsItsHaloOutOfTheGrid) {
  Grid<1> const grid{.nodes = {5}, .spacing = {1}};
  Kokkos::View<double*, Host> const view("t", 10);
  auto const field = make_field(grid, view, Halo<1>{{2}, {3}});
  EXPECT_EQ((detail::data_of<AxisOrder<1, false>>(field).at(0, 0, 0)), &view(2));
  auto const domain = detail::domain_of<AxisOrder<1, false>>(field, 0, 1);
  EXPECT_EQ(domain.readable.lower[0], -2);
  EXPECT_EQ(domain.readable.upper[0], 8);
  EXPECT_TRUE(domain.open[0][0] && domain.open[0][1] && !domain.open[1][0]);
}

TEST(Field, OwnedOnesStartAtZero) {
  auto const field = make_field<double>(Kokkos::DefaultHostExecutionSpace(),
                                        Grid<3>{.nodes = {3, 4, 5}, .spacing = {1, 1, 1}});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 5; ++k) EXPECT_EQ(field.view()(i, j, k), 0.0);
}

TEST(Node, SpeaksTheUsersAxes) {
  detail::Domain domain;
  domain.spacing[0] = 0.5; // memory axis 0 is the user's axis 1
  domain.origin[0] = -1;
  domain.start = 10;
  domain.dt = 0.25;
  Node<AxisOrder<2, true>> const at(domain, {{6, 3, 0}}, 4);
  EXPECT_EQ(at.index(0), 3);
  EXPECT_EQ(at.index(1), 6);
  EXPECT_EQ(at.position(1), 2.0);
  EXPECT_EQ(at.time(), 11.0);
}

} // namespace tessera

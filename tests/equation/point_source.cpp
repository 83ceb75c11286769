// SPDX-License-Identifier: Apache-2.0
// A point source adds its strength at its node, and nothing at any other.
#include <tessera/equation/point_source.hpp>

#include <cmath>
#include <gtest/gtest.h>

namespace tessera::test {

struct NodeAtLevel {
  Index x, y, level;
  KOKKOS_FUNCTION Index index(int axis) const { return axis == 0 ? x : y; }
  KOKKOS_FUNCTION Index step() const { return level; }
};

template <class T>
void expect_one_node() {
  TimeTable<Kokkos::HostSpace> table;
  table.fill(Kokkos::DefaultHostExecutionSpace(), 0, 8,
             [](Index level) { return -1.5 - static_cast<double>(level); });
  PointSource<T, 2, Kokkos::HostSpace> const source{{3, 5}, T(0.25), table.view()};
  for (Index level : {0, 7})
    for (Index x = -1; x < 8; ++x)
      for (Index y = -1; y < 8; ++y) {
        T const sum = T(0.1) * static_cast<T>(x + 9 * y);
        T const push = x == 3 && y == 5 ? T(0.25) * static_cast<T>(-1.5 - static_cast<double>(level)) : T(0);
        EXPECT_EQ(source.added(sum, NodeAtLevel{x, y, level}), sum + push)
            << "at " << x << ", " << y << ", level " << level;
      }
}

TEST(PointSource, Float) { expect_one_node<float>(); }
TEST(PointSource, Double) { expect_one_node<double>(); }

TEST(PointSource, WhatIsNoNumberStaysAtItsNode) {
  TimeTable<Kokkos::HostSpace> table;
  table.fill(Kokkos::DefaultHostExecutionSpace(), 0, 1, [](Index) { return std::nan(""); });
  PointSource<double, 2, Kokkos::HostSpace> const source{{3, 5}, 1., table.view()};
  EXPECT_TRUE(std::isnan(source.added(1., NodeAtLevel{3, 5, 0})));
  EXPECT_EQ(source.added(1., NodeAtLevel{3, 4, 0}), 1.);
}

} // namespace tessera::test

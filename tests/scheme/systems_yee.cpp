// SPDX-License-Identifier: Apache-2.0
// Yee's scheme in a plane: stages in place, each with a one-sided reach.
#include "support/system_compare.hpp"

namespace tessera::test {

TEST(Systems, YeeInAPerfectConductor) {
  auto const walls = everywhere(by_member(Dirichlet{0.25}, Mirrored{}, Mirrored{}));
  compare_schemes<Yee<double>, double, 2, Right>({53, 41, 1}, walls, "conductor");
  compare_schemes<Yee<double>, double, 2, Right>({3, 37, 1}, walls, "conductor");
  compare_schemes<Yee<float>, float, 2, Left>({37, 3, 1}, walls, "conductor");
}

TEST(Systems, YeeInAPeriodicBox) {
  compare_schemes<Yee<float>, float, 2, Right>({29, 31, 1}, everywhere(Periodic{}), "periodic");
  compare_schemes<Yee<float>, float, 2, Right>({1, 5, 1}, everywhere(Periodic{}), "periodic");
  compare_schemes<Yee<double>, double, 2, Left>(
      {40, 19, 1}, everywhere(Fixed{}).on(south, Periodic{}).on(north, Periodic{}), "channel");
}

// Streaming goes through a device's registers where a grid has millions of nodes.
TEST(Systems, YeeOnALargeGrid) {
  if constexpr (detail::on_host<Exec>) {
    GTEST_SKIP() << "for devices: a host has no such kernel";
  } else {
    auto const walls = everywhere(by_member(Dirichlet{0.25}, Mirrored{}, Mirrored{}));
    compare<Yee<float>, float, 2, Right>({2309, 2111, 1}, walls, Streaming{}, 5, false, "float");
    compare<Yee<double>, double, 2, Left>({2309, 2111, 1}, walls, Streaming{}, 4, true, "obstacle");
    compare<Yee<float>, float, 2, Right>({2048, 2304, 1}, everywhere(Periodic{}), Streaming{}, 5, false,
                                         "periodic");
  }
}

} // namespace tessera::test

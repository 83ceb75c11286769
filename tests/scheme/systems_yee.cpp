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

// On large grids Streaming marches through a device's registers, and so does Temporal with several steps.
TEST(Systems, YeeOnALargeGrid) {
  auto const walls = everywhere(by_member(Dirichlet{0.25}, Mirrored{}, Mirrored{}));
  for (auto const* scheme : {Streaming::name, Temporal::name}) {
    compare_with_direct<Yee<float>, float, Left>({2309, 2511}, walls, scheme, 35);
    compare_with_direct<Yee<double>, double, Right>({2511, 2309}, walls, scheme, 29);
    compare_with_direct<Yee<float>, float, Right>({2560, 2304}, everywhere(Periodic{}), scheme, 33);
  }
}

} // namespace tessera::test

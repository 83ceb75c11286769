// SPDX-License-Identifier: Apache-2.0
// Yee's scheme in a plane: stages in place, each with a one-sided reach.
#include "support/system_compare.hpp"

namespace tessera::test {

TEST(Systems, YeeInAPerfectConductor) {
  auto const walls = everywhere(by_member(Dirichlet{0.25}, Mirrored{}, Mirrored{}));
  compare_layouts<Yee<double>, double, 2>({53, 41, 1}, walls, "conductor");
  compare_layouts<Yee<double>, double, 2>({3, 37, 1}, walls, "conductor");
  compare_layouts<Yee<float>, float, 2>({37, 3, 1}, walls, "conductor");
}

TEST(Systems, YeeInAPeriodicBox) {
  compare_layouts<Yee<float>, float, 2>({29, 31, 1}, everywhere(Periodic{}), "periodic");
  compare_layouts<Yee<double>, double, 2>({1, 5, 1}, everywhere(Periodic{}), "periodic");
  compare_layouts<Yee<double>, double, 2>(
      {40, 19, 1}, everywhere(Fixed{}).on(south, Periodic{}).on(north, Periodic{}), "channel");
}

} // namespace tessera::test

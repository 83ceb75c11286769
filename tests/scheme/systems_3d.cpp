// SPDX-License-Identifier: Apache-2.0
// Systems of fields in volumes.
#include "support/system_compare.hpp"

namespace tessera::test {

TEST(Systems, YeeIn3D) {
  compare_layouts<Yee3<double>, double, 3>({13, 11, 17}, everywhere(Fixed{}), "fixed");
  compare_layouts<Yee3<float>, float, 3>({9, 12, 7}, everywhere(Periodic{}), "periodic");
  compare_layouts<Yee3<double>, double, 3>(
      {8, 15, 10},
      everywhere(by_member(Dirichlet{0.}, Dirichlet{0.}, Mirrored{}, Mirrored{}, Antisymmetric{}, Fixed{})),
      "by member");
}

} // namespace tessera::test

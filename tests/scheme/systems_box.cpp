// SPDX-License-Identifier: Apache-2.0
// One formula that reads and writes all members of a struct, with all kinds of faces, in planes and lines.
#include "support/system_compare.hpp"

namespace tessera::test {

TEST(Systems, AFormulaOfAllMembersOnABox) {
  compare_layouts<Nine<double>, double, 2>({33, 20, 1}, everywhere(Fixed{}), "fixed");
  compare_layouts<Nine<double>, double, 2>({19, 35, 1}, everywhere(Periodic{}), "periodic");
  compare_layouts<Nine<float>, float, 2>({21, 22, 1}, everywhere(Mirrored{}), "mirrored");
  compare_layouts<Nine<float>, float, 2>(
      {21, 22, 1}, everywhere(HalfMirrored{}).on(west, ZeroGradient{}).on(north, Fixed{}), "outflow");
}

TEST(Systems, In1D) {
  compare_layouts<Pair<double>, double, 1>({1000, 1, 1}, everywhere(Periodic{}), "periodic");
  compare_layouts<Pair<double>, double, 1>(
      {37, 1, 1},
      everywhere(Mirrored{}).on(west, Dirichlet{typename Pair<double>::Value{1., 2.}}).on(east, Fixed{}),
      "sides");
  compare_layouts<Pair<float>, float, 1>({3, 1, 1}, everywhere(by_member(Neumann{0.5f}, Antisymmetric{})),
                                         "by member");
}

} // namespace tessera::test

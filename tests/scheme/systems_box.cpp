// SPDX-License-Identifier: Apache-2.0
// One formula that reads and writes all members of a struct, with all kinds of faces, in planes and lines.
#include "support/system_compare.hpp"

namespace tessera::test {

namespace {

auto const partly_mirrored = everywhere(Fixed{}).on(east, Mirrored{});
auto const outflow = everywhere(HalfMirrored{}).on(west, ZeroGradient{}).on(north, Fixed{});

} // namespace

TEST(Systems, AFormulaOfAllMembersOnABox) {
  compare_schemes<Nine<double>, double, 2, Right>({33, 20, 1}, partly_mirrored, "fixed and mirrored");
  compare_schemes<Nine<double>, double, 2, Left>({19, 35, 1}, everywhere(Periodic{}), "periodic");
  compare_schemes<Nine<float>, float, 2, Left>({21, 22, 1}, outflow, "outflow");
}

// On large grids Temporal holds the rows between several steps in a device's registers.
TEST(Systems, ABoxOnALargeGrid) {
  for (auto const* scheme : {Streaming::name, Temporal::name}) {
    compare_with_direct<Nine<double>, double, Right>({2511, 2609}, partly_mirrored, scheme, 17);
    compare_with_direct<Nine<float>, float, Left>({2611, 2309}, outflow, scheme, 20);
  }
}

TEST(Systems, In1D) {
  compare_schemes<Pair<double>, double, 1, Right>({1000, 1, 1}, everywhere(Periodic{}), "periodic");
  compare_schemes<Pair<double>, double, 1, Left>(
      {37, 1, 1},
      everywhere(Mirrored{}).on(west, Dirichlet{typename Pair<double>::Value{1., 2.}}).on(east, Fixed{}),
      "sides");
  compare_schemes<Pair<float>, float, 1, Right>(
      {3, 1, 1}, everywhere(by_member(Neumann{0.5f}, Antisymmetric{})), "by member");
}

} // namespace tessera::test

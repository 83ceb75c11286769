// SPDX-License-Identifier: Apache-2.0
// Four stages: an input at neighbours, wide and one-sided reaches, two levels, and a stage of radius 0.
#include "support/system_compare.hpp"

namespace tessera::test {

namespace {

auto const all_kinds = everywhere(by_member(Dirichlet{0.5}, Mirrored{}, Fixed{}, Mirrored{}))
                           .on(east, ZeroGradient{})
                           .on(north, Mirrored{});

} // namespace

TEST(Systems, FourStagesWithAnInput) {
  compare_schemes<Mixed<double>, double, 2, Left>(
      {27, 34, 1}, everywhere(Fixed{}).on(south, Periodic{}).on(north, Periodic{}), "a periodic axis");
  compare_schemes<Mixed<float>, float, 2, Right>(
      {30, 21, 1}, everywhere(by_member(Neumann{0.5f}, Antisymmetric{}, Mirrored{}, HalfMirrored{})),
      "images");
  compare_schemes<Mixed<double>, double, 2, Right>({30, 21, 1}, all_kinds, "all kinds");
}

// On large grids Temporal holds the rows between several steps in a device's registers.
TEST(Systems, FourStagesOnALargeGrid) {
  for (auto const* scheme : {Streaming::name, Temporal::name})
    compare_with_direct<Mixed<double>, double, Right>({2700, 3011}, all_kinds, scheme, 13);
}

} // namespace tessera::test

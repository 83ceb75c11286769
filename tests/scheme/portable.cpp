// SPDX-License-Identifier: Apache-2.0
// The kernels of devices of which nothing is known (TESSERA_PORTABLE_DEVICE), on this machine: that they are
// the ones that run, and that their teams have members, without which the other tests of this program would
// say little. It also holds the schemes on strided fields, and systems of fields with watchers.
#include <tessera/core/device/launch.hpp>
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

#include "support/stencils.hpp"

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;
static_assert(detail::is_portable<Exec>);

TEST(Portable, TeamsHaveMembers) {
  int const members = detail::fitting_team(Exec(), detail::TouchNothing{}, 256, 0);
  EXPECT_EQ(members, std::min(256, Exec().concurrency()));
}

TEST(Portable, ReportsSayWhichKernelsRun) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const u = make_field<double>(Exec(), grid);
  auto const way = [&](auto const& scheme) {
    return std::string(Stepper(Exec(), u, Literal<2>{}, everywhere(Fixed{}), scheme).report().way);
  };
  EXPECT_EQ(way(Direct{}), "portable");
  EXPECT_EQ(way(Temporal{}), "portable");
  EXPECT_EQ(way(Streaming{}), "portable");
  EXPECT_EQ(way(Tiled{}), "portable");
  EXPECT_EQ(way(Tiled{.tile = {16, 16}}), "portable scratch");
  EXPECT_EQ(way(Temporal{.fused_steps = 3}), "portable scratch");
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Properties of a Stepper: it counts levels and time, continues where it stopped, and serves several fields
// (for copies see any_scheme.cpp).
#include "support/diffusion.hpp"
#include "support/same_bits.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

using Right = Kokkos::LayoutRight;

TEST(Stepper, CountsStepsAndTime) {
  Grid<1> const grid{.nodes = {50}, .spacing = {1}};
  auto const u = make_field<double>(Exec(), grid);
  Stepper stepper(Exec(), u, Literal<1>{}, everywhere(Fixed{}), Direct{},
                  Clock{.dt = 0.25, .start = 10, .first_step = 8});
  EXPECT_EQ(stepper.step(), 8);
  EXPECT_EQ(stepper.time(), 12.0);
  stepper.advance(u, 5);
  EXPECT_EQ(stepper.step(), 13);
  EXPECT_EQ(stepper.time(), 13.25);
  stepper.advance(u, 0);
  EXPECT_EQ(stepper.step(), 13);
}

TEST(Stepper, ServesOtherFieldsOfItsShape) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const initial = random_values<double>(37 * 53, 1);
  for_each_scheme<Literal<2>>([&](char const* name, auto const& scheme) {
    Memory<double, 2, Right> first(grid.nodes), second(grid.nodes);
    first.fill(random_values<double>(37 * 53, 2));
    second.fill(initial);
    auto const u = make_field(grid, first.view()), v = make_field(grid, second.view());
    Stepper used(Exec(), u, Literal<2>{}, everywhere(Periodic{}), scheme);
    used.advance(u, 9); // leaves values in the second time level
    used.advance(v, 9);
    auto const found = second.read();
    second.fill(initial);
    Stepper fresh(Exec(), v, Literal<2>{}, everywhere(Periodic{}), scheme);
    fresh.advance(v, 9);
    EXPECT_TRUE((same_bits<double, 2>(grid.nodes, second.read(), found))) << name;
  });
}

TEST(Stepper, ReportsWhatTheSchemeSettledOn) {
  Grid<2> const grid{.nodes = {37, 53}, .spacing = {1, 1}};
  auto const u = make_field<double>(Exec(), grid);
  for_each_scheme<Literal<2>>([&](char const* name, auto const& scheme) {
    auto const report = Stepper(Exec(), u, Literal<2>{}, everywhere(Fixed{}), scheme).report();
    EXPECT_STREQ(report.scheme, name);
    EXPECT_EQ(report.fused_steps, takes_fused_steps<std::remove_cvref_t<decltype(scheme)>> ? 4 : 1);
    bool const in_scratch = report.way == std::string(detail::way_in_scratch<Exec>);
    EXPECT_TRUE(!detail::on_host<Exec> || (report.scratch_bytes > 0) == in_scratch) << name;
    EXPECT_TRUE(name != std::string("tiled") || in_scratch);
    std::string const in_memory = detail::has_warps<Exec> ? "cooperative" : detail::way_in_memory<Exec>;
    EXPECT_TRUE(name != std::string("direct") || report.way == in_memory);
  });
}

TEST(Stepper, SweepsSmallGridsAsDirectDoesIfNoTileIsGiven) {
  auto const u = make_field<double>(Exec(), Grid<2>{.nodes = {37, 53}, .spacing = {1, 1}});
  auto const report = [&](auto const& scheme) {
    return Stepper(Exec(), u, Literal<2>{}, everywhere(Fixed{}), scheme).report();
  };
  for (auto const& left : {report(Tiled{}), report(Streaming{})}) {
    EXPECT_STREQ(left.way, report(Direct{}).way) << left.scheme;
    EXPECT_EQ(left.tile, Tile{}) << left.scheme;
  }
  EXPECT_STREQ(report(Tiled{}).scheme, "tiled");
  EXPECT_STREQ(report(Streaming{}).scheme, "streaming");
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// AnyScheme as a Stepper's scheme, and steppers whose types are hidden. Every name gives the reference's
// bits, for one and two time levels, whether or not sweeps write over the previous level; copies continue
// where their original stood.
#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

std::vector<Extents<2>> const sizes = {{37, 53}, {9, 70}, {1, 40}};

template <class T, class Layout, class StencilType>
void expect_by_name(StencilType const& stencil) {
  for (auto const& problem : pairwise_problems<2>(sizes, StencilType::reads.radius, 6)) {
    SCOPED_TRACE(problem.text());
    auto const trajectory =
        reference_trajectory<T>(problem, stencil, {1, 0, 5, 4}, 7); // odd and even numbers of sweeps
    Memory<T, 2, Layout> memory(problem.nodes);
    for (char const* name : scheme_names) {
      if (std::string(name) == TwoPass::name && !has_two_passes<StencilType>) continue;
      SCOPED_TRACE(name);
      expect_same_trajectory(trajectory, problem, memory, stencil, AnyScheme{name});
    }
    expect_same_trajectory(trajectory, problem, memory, stencil,
                           AnyScheme{.name = "temporal", .fused_steps = 2});
  }
}

TEST(AnyScheme, GivesTheSameBits) {
  expect_by_name<double, Kokkos::LayoutRight>(StarSum<2, 1>{});
  expect_by_name<float, Kokkos::LayoutLeft>(TwoPartSum<2, 1>{}); // reads the previous level too
}

TEST(AnyScheme, SaysWhatWasChosenAndRefusesTheRest) {
  auto const field = make_field(grid(40, 50), view(40, 50));
  auto const make = [&](AnyScheme const& scheme) {
    return Stepper(Exec(), field, Diffusion<2, 1>{}, everywhere(Fixed{}), scheme);
  };
  for (char const* name : {"direct", "tiled", "temporal"})
    EXPECT_STREQ(make(AnyScheme{name}).report().scheme, name);
  EXPECT_EQ(make({.name = "temporal", .fused_steps = 3}).report().fused_steps, 3);
  expect_in(refusal([&] { make({"fastest"}); }), "scheme 'fastest' is unknown (give one of direct, tiled");
  expect_in(refusal([&] { make({"direct", {64, 8, 0}}); }), "scheme direct takes no tile");
  expect_in(refusal([&] { make({"two-pass"}); }),
            "two-pass: the stencil's formula does not come in two parts");
}

TEST(AnyScheme, CopiesGoOnWhereTheirOriginalStood) {
  Problem<2> const problem{.nodes = sizes[0]};
  TwoLevelSum<2, 1> const stencil;
  auto const trajectory = reference_trajectory<double>(problem, stencil, {5, 4}, 7);
  auto const boundary = any_boundary<2>(problem.faces);
  auto const u = make_field<double>(Exec(), problem.grid());
  auto const start = [&](auto const& previous) {
    fill_view(u.view(), trajectory.initial);
    fill_view(previous.view(), trajectory.previous);
  };
  auto const expect_at_the_end = [&] {
    EXPECT_TRUE((same_bits<double, 2>(sizes[0], trajectory.after[1], values_of(u.view()))));
  };
  for (char const* name : {"direct", "temporal"}) { // one writes over the previous level, the other does not
    SCOPED_TRACE(name);
    Stepper stepper(Exec(), u, stencil, boundary, AnyScheme{name});
    start(stepper.previous());
    stepper.advance(u, trajectory.steps[0]);
    auto copy = stepper;
    copy.advance(u, trajectory.steps[1]);
    expect_at_the_end();
    EXPECT_EQ(copy.step(), 9);
    EXPECT_EQ(stepper.step(), 5);

    auto const hidden = make_stepper({name}, Exec(), u, stencil, boundary);
    start(*hidden->previous());
    hidden->advance(u, trajectory.steps[0]);
    auto const clone = hidden->clone();
    clone->advance(u, trajectory.steps[1]);
    expect_at_the_end();
    EXPECT_EQ(clone->step(), 9);
    EXPECT_EQ(hidden->step(), 5);
  }
}

} // namespace tessera::test

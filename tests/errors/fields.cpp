// SPDX-License-Identifier: Apache-2.0
// Refusals of fields that do not fit: halos that are too narrow, one-sided, or filled by nobody, and fields other than
// a stepper was made for.
#include "support/refusal.hpp"

namespace tessera::test {

TEST(Refusal, HaloTooNarrowForTheFusedSteps) {
  auto const u = alias(grid(40, 40), view(46, 40), Halo<2>{{3, 0}, {3, 0}});
  EXPECT_EQ(
      refusal(
          [&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4}); }),
      "field 'temperature' has a halo of 3 nodes on face west; 4 fused steps of radius 1 a sweep read 4 "
      "(give the field a wider halo, or fewer fused steps)");
}

TEST(Refusal, HaloOnOneSideOfARing) {
  auto const u = alias(grid(9, 9), view(10, 9), Halo<2>{{1, 0}, {0, 0}});
  EXPECT_EQ(
      refusal([&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Direct{}); }),
      "axis 0 is periodic and has a halo on its lower side only (give a halo on both sides, or on neither)");
}

TEST(Refusal, HaloThatNobodyFills) {
  auto const u = alias(grid(9, 9), view(17, 9), Halo<2>{{4, 0}, {4, 0}});
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4});
  EXPECT_EQ(
      refusal([&] { stepper.advance(u, 5); }),
      "advance by 5 steps: the field has a halo that nobody fills between sweeps of 4 (pass an exchange, or "
      "advance by one sweep at a time)");
  EXPECT_EQ(refusal([&] { stepper.advance(u, 4); }), "nothing was refused");
}

TEST(Refusal, ObstacleBesideAHaloWithFusedSteps) {
  auto const u = alias(grid(9, 9), view(17, 9), Halo<2>{{4, 0}, {4, 0}});
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const mask("walls", 9, 9);
  EXPECT_EQ(refusal([&] {
              Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4}, mask);
            }),
            "an obstacle and a halo with several fused steps: the mask says nothing of halo nodes, which "
            "fused steps "
            "update (take one fused step)");
}

TEST(Refusal, FieldOfOtherHalo) {
  auto const u = alias(grid(9, 9), view(9, 9));
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Direct{});
  auto const other = alias(grid(9, 9), view(11, 11), Halo<2>{{1, 1}, {1, 1}});
  EXPECT_EQ(refusal([&] { stepper.advance(other, 1); }),
            "advance: the field has a halo of 1 and 1 nodes along axis 0, the stepper was made for 0 and 0 "
            "(make a stepper for this field)");
}

TEST(Refusal, FieldOfOtherStrides) {
  Memory<double, 2, Kokkos::LayoutStride> unit({9, 9}, {{1, 0}}, 1), apart({9, 9}, {{1, 0}, 2}, 1);
  Stepper stepper(Exec(), alias(grid(9, 9), unit.view()), Diffusion<2>{}, everywhere(Periodic{}), Direct{});
  EXPECT_EQ(
      refusal([&] { stepper.advance(alias(grid(9, 9), apart.view()), 1); }),
      detail::text("advance: the strides of field '", apart.view().label(),
                   "' are in another order than those of the field that the stepper was made for (make a "
                   "stepper for this field)"));
}

} // namespace tessera::test

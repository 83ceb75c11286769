// SPDX-License-Identifier: Apache-2.0
// Refusals of fields that do not fit: halos that are too narrow, one-sided, or filled by no exchange; fields
// other than those that a stepper was made for; memory that is shared or missing.
#include <tessera/equation/medium.hpp>

#include "support/refusal.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

TEST(Refusal, HaloTooNarrowForTheFusedSteps) {
  auto const u = make_field(grid(40, 40), view(46, 40), Halo<2>{{3, 0}, {3, 0}});
  EXPECT_EQ(
      refusal(
          [&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4}); }),
      "field 'temperature' has a halo of 3 nodes on face west; 4 fused steps of radius 1 a sweep read 4 "
      "(give the field a wider halo, or fewer fused steps)");
}

TEST(Refusal, HaloOnOneSideOfAPeriodicAxis) {
  auto const u = make_field(grid(9, 9), view(10, 9), Halo<2>{{1, 0}, {0, 0}});
  EXPECT_EQ(
      refusal([&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Direct{}); }),
      "axis 0 is periodic and has a halo on its lower side only (give a halo on both sides, or on neither)");
}

TEST(Refusal, HaloThatNobodyFills) {
  auto const u = make_field(grid(9, 9), view(17, 9), Halo<2>{{4, 0}, {4, 0}});
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4});
  EXPECT_EQ(
      refusal([&] { stepper.advance(u, 5); }),
      "advance by 5 steps: the field has a halo that nobody fills between sweeps of 4 (pass an exchange, or "
      "advance by one sweep at a time)");
  EXPECT_EQ(refusal([&] { stepper.advance(u, 4); }), "nothing was refused");
}

TEST(Refusal, ObstacleBesideAHaloWithFusedSteps) {
  auto const u = make_field(grid(9, 9), view(17, 9), Halo<2>{{4, 0}, {4, 0}});
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const mask("walls", 9, 9);
  auto const with = [&](auto const& obstacle) {
    return refusal([&] {
      Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Temporal{.fused_steps = 4}, obstacle);
    });
  };
  EXPECT_EQ(with(mask),
            "an obstacle with a halo of 0 nodes on face west; the field's has 4, and 4 fused steps "
            "update nodes there (give the mask as a field with a halo as wide, or take one fused step)");
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const wide("walls", 17, 9);
  EXPECT_EQ(with(make_field(grid(9, 9), wide, u.halo())), "nothing was refused");
  Grid<2> const elsewhere{.nodes = {9, 9}, .spacing = {1, 1}, .first = {9, 0}, .whole = {18, 9}};
  EXPECT_EQ(
      with(make_field(elsewhere, wide, u.halo())),
      "obstacle 'walls' begins at node 9 of the whole grid along axis 0, the field at node 0 (give a mask "
      "on the field's grid)");
}

TEST(Refusal, BlockThatDoesNotFit) {
  auto const made = [](Grid<2> const& block, Halo<2> const& halo, auto const& condition, int fused = 1) {
    auto const u = make_field(
        block,
        view(block.nodes[0] + halo.lower[0] + halo.upper[0], block.nodes[1] + halo.lower[1] + halo.upper[1]),
        halo);
    return refusal(
        [&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(condition), Temporal{.fused_steps = fused}); });
  };
  Grid<2> const block{.nodes = {9, 9}, .spacing = {1, 1}, .first = {3, 0}, .whole = {20, 9}};
  EXPECT_EQ(made(block, {{4, 0}, {4, 0}}, Fixed{}), "nothing was refused");
  EXPECT_EQ(
      made(block, {{0, 0}, {4, 0}}, Fixed{}),
      "the field holds nodes 3 to 11 of 20 of the whole grid along axis 0 and has no halo on its west side, "
      "where its neighbour's nodes follow (give a halo)");
  EXPECT_EQ(
      made(block, {{0, 0}, {0, 0}}, Periodic{}),
      "the field holds nodes 3 to 11 of 20 of the whole grid along axis 0 and has no halo on its west side, "
      "where its neighbour's nodes follow (give a halo)");
  EXPECT_EQ(
      made(block, {{4, 0}, {4, 0}}, Fixed{}, 4),
      "field 'temperature' ends 3 nodes before face west of the whole grid; 4 fused steps of radius 1 a "
      "sweep read 4 (give the neighbouring block more nodes, or take fewer fused steps)");
  EXPECT_EQ(made(block, {{4, 0}, {4, 0}}, Periodic{}, 4), "nothing was refused");
  EXPECT_EQ(
      made(block, {{21, 0}, {4, 0}}, Periodic{}),
      "axis 0 is periodic with 20 nodes and has a halo of 21 and 4 nodes (give a halo no wider than the "
      "period)");
  EXPECT_EQ(
      refusal([&] {
        validate(Grid<2>{.nodes = {9, 9}, .spacing = {1, 1}, .first = {12, 0}, .whole = {20, 9}});
      }),
      "grid of 9 nodes along axis 0, the first of them node 12 of 20 of the whole grid (give a block that "
      "lies in the whole; `whole` is given for all axes)");
}

TEST(Refusal, FieldOfAnotherBlock) {
  auto const part = [](Index first) {
    return make_field(Grid<2>{.nodes = {9, 9}, .spacing = {1, 1}, .first = {first, 0}, .whole = {20, 9}},
                      view(11, 9), Halo<2>{{1, 0}, {1, 0}});
  };
  auto const u = part(3);
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Fixed{}), Direct{});
  EXPECT_EQ(
      refusal([&] { stepper.advance(part(4), 1); }),
      "advance: the field's nodes begin along axis 0 at node 4 of 20 of the whole grid, the stepper was "
      "made for node 3 of 20 (make a stepper for this block)");
}

TEST(Refusal, FieldOfOtherHalo) {
  auto const u = make_field(grid(9, 9), view(9, 9));
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Direct{});
  auto const other = make_field(grid(9, 9), view(11, 11), Halo<2>{{1, 1}, {1, 1}});
  EXPECT_EQ(refusal([&] { stepper.advance(other, 1); }),
            "advance: the field has a halo of 1 and 1 nodes along axis 0, the stepper was made for 0 and 0 "
            "(make a stepper for this field)");
}

TEST(Refusal, FieldOfOtherStrides) {
  Memory<double, 2, Kokkos::LayoutStride> unit({9, 9}, {{1, 0}}, 1), apart({9, 9}, {{1, 0}, 2}, 1);
  Stepper stepper(Exec(), make_field(grid(9, 9), unit.view()), Diffusion<2>{}, everywhere(Periodic{}),
                  Direct{});
  EXPECT_EQ(
      refusal([&] { stepper.advance(make_field(grid(9, 9), apart.view()), 1); }),
      detail::text("advance: the strides of field '", apart.view().label(),
                   "' are in another order than those of the field that the stepper was made for (make a "
                   "stepper for this field)"));
}

TEST(Refusal, FieldOfOtherSpacingOrOrigin) {
  auto const on = [](Lengths<2> const& spacing, Lengths<2> const& origin) {
    return make_field(Grid<2>{.nodes = {9, 9}, .spacing = spacing, .origin = origin}, view(9, 9));
  };
  auto const u = on({1, 0.1}, {0, -3});
  Stepper stepper(Exec(), u, Diffusion<2>{}, everywhere(Neumann{1.}), Direct{});
  EXPECT_EQ(
      refusal([&] {
        stepper.advance(on({0.5, 0.1}, {0, -3}), 1);
      }),
      "advance: the field's spacing along axis 0 is 0.5, the stepper was made for 1 (make a stepper for "
      "this grid)");
  EXPECT_EQ(
      refusal([&] {
        stepper.advance(on({1, 0.1}, {0, -3.5}), 1);
      }),
      "advance: the field's origin along axis 1 is -3.5, the stepper was made for -3 (make a stepper for "
      "this grid)");
  // The same grid, with numbers that were computed in two ways.
  EXPECT_EQ(refusal([&] { stepper.advance(on({1, 0.3 - 0.2}, {1e-16, -3}), 1); }), "nothing was refused");
  EXPECT_EQ(stepper.step(), 1);
}

/// A View of values with these strides.
auto strided_view(Kokkos::View<double*, Exec::memory_space> const& memory, Extents<2> const& nodes,
                  Extents<2> const& strides) {
  Kokkos::LayoutStride layout;
  for (int d = 0; d < 2; ++d) {
    layout.dimension[d] = static_cast<std::size_t>(nodes[d]);
    layout.stride[d] = static_cast<std::size_t>(strides[d]);
  }
  return Kokkos::View<double**, Kokkos::LayoutStride, Exec::memory_space>(memory.data(), layout);
}

TEST(Refusal, NodesThatShareMemory) {
  Kokkos::View<double*, Exec::memory_space> const memory("memory", 4000);
  auto const refused = [&](Extents<2> const& nodes, Extents<2> const& strides) {
    return refusal([&] {
      Stepper(Exec(), make_field(grid(nodes[0], nodes[1]), strided_view(memory, nodes, strides)),
              Diffusion<2>{}, everywhere(Fixed{}), Direct{});
    });
  };
  EXPECT_EQ(refused({37, 53}, {20, 1}),
            "field '' has 37 x 53 values with strides of 20 x 1: some share their memory (give "
            "a View with a place for every value)");
  for (Extents<2> const& strides : {Extents<2>{0, 1}, {1, 0}, {52, 1}, {1, 36}, {1, 1}, {104, 2}})
    expect_in(refused({37, 53}, strides), "some share their memory");
  for (Extents<2> const& strides : {Extents<2>{53, 1}, {1, 37}, {60, 1}, {2, 74}, {105, 2}})
    EXPECT_EQ(refused({37, 53}, strides), "nothing was refused") << strides[0] << ", " << strides[1];
}

TEST(Refusal, OneNodeOnAnAxisSharesWithNone) {
  Kokkos::View<double*, Exec::memory_space> const memory("memory", 53);
  EXPECT_EQ(refusal([&] {
              Stepper(Exec(), make_field(grid(1, 53), strided_view(memory, {1, 53}, {0, 1})), Diffusion<2>{},
                      everywhere(Fixed{}).on(west, Periodic{}).on(east, Periodic{}), Direct{});
            }),
            "nothing was refused");
}

TEST(Refusal, ViewWithoutMemory) {
  Kokkos::View<double**, Right, Exec::memory_space> const nowhere(static_cast<double*>(nullptr), 9, 7);
  EXPECT_EQ(refusal([&] { make_field(grid(9, 7), nowhere); }),
            "field '' has 9 x 7 values and no memory for them (give a View that is allocated)");
}

TEST(Refusal, TheSteppersOwnLevel) {
  auto before = view(9, 9);
  auto const u = make_field(grid(9, 9), view(9, 9));
  Stepper stepper(Exec(), u, TwoLevelSum<2, 1>{}, everywhere(Fixed{}), Direct{});
  before = stepper.previous().view();
  EXPECT_EQ(refusal([&] { stepper.advance(make_field(grid(9, 9), before), 1); }),
            "advance: field 'tessera::time_level' is a level that the stepper itself holds (advance the "
            "field that it was "
            "made for)");
  EXPECT_EQ(refusal([&] { stepper.advance(u, 1); }), "nothing was refused");
}

/// A stencil that says where its coefficient lies.
struct WithCoefficient : Diffusion<2> {
  double const* values;
  Index last_stride = 1;
  NodeValues<double, 2> coefficient() const { return {values, {9, last_stride}}; }
  Diffusion<2> with_coefficient(double) const { return *this; }
};

TEST(Refusal, CoefficientInTheField) {
  auto const memory = view(9, 9), other = view(9, 9);
  auto const u = make_field(grid(9, 9), memory), v = make_field(grid(9, 9), other);
  auto const made = [&](double const* values, Index last_stride) {
    return Stepper(Exec(), u, WithCoefficient{{}, values, last_stride}, everywhere(Fixed{}), Direct{});
  };
  auto const said =
      "field 'temperature' and the stencil's coefficient share memory, and stepping would change the "
      "coefficient (give one of them memory of its own)";
  EXPECT_EQ(refusal([&] { made(memory.data(), 1); }), said);
  EXPECT_EQ(refusal([&] { made(other.data(), 2); }),
            "a stencil's coefficient() has a stride of 2 along the last axis (give "
            "values that lie side by side there)");
  EXPECT_EQ(refusal([&] { made(nullptr, 2); }), "nothing was refused");
  auto stepper = made(other.data(), 1);
  EXPECT_EQ(refusal([&] { stepper.advance(v, 1); }), said);
  EXPECT_EQ(refusal([&] { stepper.advance(u, 1); }), "nothing was refused");
}

TEST(Refusal, ObstacleOfAFieldsHalo) {
  auto const u = make_field(grid(9, 9), view(11, 9), Halo<2>{{1, 0}, {1, 0}});
  using Mask = Kokkos::View<std::uint8_t**, Right, Exec::memory_space>;
  auto const with = [&](Mask const& mask) {
    return refusal([&] { Stepper(Exec(), u, Diffusion<2>{}, everywhere(Periodic{}), Direct{}, mask); });
  };
  EXPECT_EQ(with(Mask("walls", 11, 9)), "obstacle 'walls' has 11 bytes along axis 0, the grid 9 nodes (give "
                                        "one byte a node, none for a halo unless the mask is a field)");
  EXPECT_EQ(with(Mask(static_cast<std::uint8_t*>(nullptr), 9, 8)),
            "obstacle '' has 8 bytes along axis 1, the grid 9 nodes (give one byte a node, none for a halo "
            "unless the mask is a field)");
  EXPECT_EQ(with(Mask("walls", 9, 9)), "nothing was refused");
  EXPECT_EQ(with(Mask()), "nothing was refused");
  EXPECT_EQ(with(Mask(static_cast<std::uint8_t*>(nullptr), 9, 9)), "nothing was refused");
}

/// A stencil of two parts, of which the first returns double, whatever the field's type.
struct DoubleSlices : TwoPartSum<2, 1> {
  static constexpr bool previous = false;
  template <class Reads, class At>
  KOKKOS_FUNCTION double in_slice(Reads const& u, At const&) const {
    return 0.1 * (double(u(0, -1)) + u(0, 1));
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION double across(Reads const& u, double slice, At const&) const {
    return slice + 0.1 * (double(u(-1, 0)) + u(1, 0));
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const& at) const {
    return across(u, in_slice(u, at), at);
  }
};

TEST(Refusal, SlicesThatWouldBeRounded) {
  auto const by = [](auto const& u) {
    return refusal([&] { Stepper(Exec(), u, DoubleSlices{}, everywhere(Fixed{}), TwoPass{}); });
  };
  EXPECT_EQ(by(make_field<float>(Exec(), grid(9, 9))),
            "two-pass: the stencil's in_slice gives another type than the field's, and would be rounded "
            "(give the field's "
            "type, or take another scheme)");
  EXPECT_EQ(by(make_field<double>(Exec(), grid(9, 9))), "nothing was refused");
}

} // namespace tessera::test

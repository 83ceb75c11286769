// SPDX-License-Identifier: Apache-2.0
// Refusals of systems of fields at run time.
#include <tessera/boundary/one_of.hpp>
#include <tessera/system.hpp>

#include "support/refusal.hpp"

namespace tessera::test {

struct Pair {
  double a, b;
};

/// Both members are written and read at neighbours, so that each has a second level.
struct Swap {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) const { return {u(1, 0).b, u(0, 1).a}; }
};

struct Numbered {
  double first;
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return first + static_cast<double>(10 * at.index(0) + at.index(1));
  }
};

using Plain = Kokkos::View<double**, Right, Exec::memory_space>;
using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Exec::memory_space>;

Plain named(char const* label, Index n, Index m) { return Plain(label, n, m); }
auto pair_of(Index n, Index m) { return make_system<Pair>(grid(n, m), named("a", n, m), named("b", n, m)); }

/// The message when a stepper of a system on 9 x 9 nodes is made.
template <class BoundaryType = Boundary<Fixed>, class SchemeType = Direct>
std::string refusal_of_pair(BoundaryType const& boundary = everywhere(Fixed{}),
                            SchemeType const& scheme = {}) {
  return refusal([&] { Stepper(Exec(), pair_of(9, 9), Swap{}, boundary, scheme); });
}

TEST(RefusalOfASystem, ViewsOfOtherExtents) {
  EXPECT_EQ(refusal([] { make_system<Pair>(grid(9, 7), named("a", 9, 7), named("b", 9, 8)); }),
            "field 'b' has 8 values along axis 1, the grid with its halo 7 (make the View's extents equal to "
            "the grid's nodes)");
}

TEST(RefusalOfASystem, ViewsOfOtherStrides) {
  Strided const compact("compact", Kokkos::LayoutStride(9, 7, 7, 1)),
      padded("padded", Kokkos::LayoutStride(9, 8, 7, 1));
  EXPECT_EQ(refusal([&] { make_system<Pair>(grid(9, 7), compact, padded); }),
            "system: 'padded' has a stride of 8 along axis 0, 'compact' of 7 (give all members Views of the "
            "same extents and layout)");
}

TEST(RefusalOfASystem, ViewsThatShareMemory) {
  auto const a = named("a", 9, 7);
  EXPECT_EQ(refusal([&] { make_system<Pair>(grid(9, 7), a, a); }),
            "system: 'a' and 'a' share memory (give each member a View of its own)");
  Kokkos::View<double**, Right, Exec::memory_space> const both("both", 10, 7);
  auto const rows = [&](int first) {
    return Strided(Kokkos::subview(both, std::pair(first, first + 9), Kokkos::ALL));
  };
  EXPECT_EQ(refusal([&] { make_system<Pair>(grid(9, 7), rows(0), rows(1)); }),
            "system: 'both' and 'both' share memory (give each member a View of its own)");
}

TEST(RefusalOfASystem, ViewWithoutMemory) {
  Plain const nowhere(static_cast<double*>(nullptr), 9, 7);
  EXPECT_EQ(refusal([&] { make_system<Pair>(grid(9, 7), named("a", 9, 7), nowhere); }),
            "field '' has 9 x 7 values and no memory for them (give a View that is allocated)");
}

TEST(RefusalOfASystem, ViewsWithoutUnitStride) {
  Kokkos::View<double***, Right, Exec::memory_space> const all("all", 9, 7, 2);
  auto const member = [&](int m) { return Strided(Kokkos::subview(all, Kokkos::ALL, Kokkos::ALL, m)); };
  EXPECT_EQ(refusal([&] {
              Stepper(Exec(), make_system<Pair>(grid(9, 7), member(0), member(1)), Swap{},
                      everywhere(Fixed{}), Direct{});
            }),
            "system: 'all' has a stride of 2 along axis 1, along which rows of a system lie in memory (give "
            "Views with a stride of 1 there, and larger ones along the other axes)");
}

TEST(RefusalOfASystem, BoundaryThatDoesNotFit) {
  EXPECT_EQ(refusal_of_pair(everywhere(Fixed{}).on(south, Periodic{})),
            "face south is periodic and north is not (make both faces of the axis periodic, or neither)");
  EXPECT_EQ(refusal([] { Stepper(Exec(), pair_of(2, 9), Swap{}, everywhere(Fixed{}), Direct{}); }),
            "axis 0 has 2 nodes; a stencil of radius 1 needs at least 3 (give more nodes, or make the axis "
            "periodic)");
}

TEST(RefusalOfASystem, OnePeriodicMember) {
  using Side = OneOf<Mirrored, Periodic>;
  EXPECT_EQ(
      refusal([] { by_member(Side(Mirrored{}), Side(Periodic{})); }),
      "by_member: a member's condition is periodic, and an axis is periodic for all members or for none "
      "(give the face Periodic itself)");
}

TEST(RefusalOfASystem, ObstacleOfOtherExtents) {
  Kokkos::View<std::uint8_t**, Right, Exec::memory_space> const mask("walls", 9, 8);
  EXPECT_EQ(
      refusal([&] { Stepper(Exec(), pair_of(9, 9), Swap{}, everywhere(Fixed{}), Direct{}, Clock{}, mask); }),
      "obstacle 'walls' has 8 bytes along axis 1, the grid 9 nodes (give one byte a node, none for a halo "
      "unless the mask is a field)");
}

TEST(RefusalOfASystem, TilesAndFusedSteps) {
  EXPECT_EQ(refusal_of_pair(everywhere(Fixed{}), Temporal{.fused_steps = -2}),
            "temporal: -2 fused steps (give one or more, or 0)");
  if (detail::on_host<Exec>) {
    EXPECT_EQ(refusal_of_pair(everywhere(Fixed{}), Temporal{.tile = {64, 4, 0}, .fused_steps = 2}),
              "tile 64 x 4 with 2 fused step(s) leaves no node to write along axis 1: give at least 5 (tile "
              "axis 0 is the unit-stride axis)");
  }
}

TEST(RefusalOfASystem, SchemesByName) {
  EXPECT_EQ(
      refusal_of_pair(everywhere(Fixed{}), AnyScheme{"two-pass"}),
      "scheme two-pass: systems of fields are stepped by direct, streaming, tiled and temporal (two passes "
      "are two stages: write them as such)");
  EXPECT_NE(refusal_of_pair(everywhere(Fixed{}), AnyScheme{"fastest"}).find("fastest"), std::string::npos);
}

TEST(RefusalOfASystem, ViewOfAllMembersWithAnotherNumber) {
  Kokkos::View<double***, Right, Exec::memory_space> const all("all", 3, 9, 9);
  EXPECT_EQ(refusal([&] {
              make_system<Pair>(Grid<2>{.nodes = {9, 9}, .spacing = {1, 1}}, all);
            }),
            "system: 'all' holds 3 members, the struct has 2");
}

TEST(RefusalOfASystem, Advance) {
  auto const u = pair_of(9, 9);
  Stepper stepper(Exec(), u, Swap{}, everywhere(Fixed{}), Direct{});
  EXPECT_EQ(refusal([&] { stepper.advance(u, -1); }), "advance by -1 steps (give zero or more)");
  EXPECT_EQ(
      refusal([&] { stepper.advance(pair_of(9, 8), 1); }),
      "advance: the field has 9 x 8 nodes, the stepper was made for 9 x 9 (make a stepper for this grid)");
  auto const coarse = Grid<2>{.nodes = {9, 9}, .spacing = {2, 1}};
  EXPECT_EQ(
      refusal([&] { stepper.advance(make_system<Pair>(coarse, named("a", 9, 9), named("b", 9, 9)), 1); }),
      "advance: the field's spacing along axis 0 is 2, the stepper was made for 1 (make a stepper for "
      "this grid)");
  EXPECT_EQ(stepper.step(), 0) << "a refused advance counts no steps";
}

TEST(RefusalOfASystem, AdvanceWithOtherStrides) {
  auto const with_stride = [](std::size_t stride) {
    auto const member = [&](std::string const& label) {
      return Strided(label, Kokkos::LayoutStride(9, stride, 9, 1));
    };
    return make_system<Pair>(grid(9, 9), member("a"), member("b"));
  };
  Stepper stepper(Exec(), with_stride(9), Swap{}, everywhere(Fixed{}), Direct{});
  EXPECT_EQ(
      refusal([&] { stepper.advance(with_stride(12), 1); }),
      "advance: 'a' has a stride of 12 along axis 0, the stepper was made for 9 (make a stepper for this "
      "system)");
}

double* level_of_stepper = nullptr;

TEST(RefusalOfASystem, TheSteppersOwnLevel) {
  // The stepper hands its levels to nobody; the place of one is known from Kokkos' report of the allocation.
  namespace tools = Kokkos::Tools::Experimental;
  auto const saved = tools::get_callbacks();
  tools::set_allocate_data_callback(
      [](Kokkos::Tools::SpaceHandle, char const* label, void const* place, std::uint64_t) {
        if (std::string(label) == "tessera::time_level")
          level_of_stepper = static_cast<double*>(const_cast<void*>(place));
      });
  Stepper stepper(Exec(), pair_of(9, 9), Swap{}, everywhere(Fixed{}), Direct{});
  tools::set_callbacks(saved);
  ASSERT_NE(level_of_stepper, nullptr);
  auto const of_level = make_system<Pair>(grid(9, 9), Plain(level_of_stepper, 9, 9), named("b", 9, 9));
  EXPECT_EQ(refusal([&] { stepper.advance(of_level, 1); }),
            "advance: '' is a level that the stepper itself holds (advance the system that it was made for)");
}

TEST(RefusalOfASystem, NotOfGapsBetweenRows) {
  auto const large_a = named("large a", 14, 15), large_b = named("large b", 14, 15);
  Kokkos::deep_copy(large_a, 7.);
  Kokkos::deep_copy(large_b, 7.);
  auto const part = [](Plain const& of) {
    return Strided(Kokkos::subview(of, std::pair(2, 11), std::pair(3, 12)));
  };
  auto const u = make_system<Pair>(grid(9, 9), part(large_a), part(large_b));
  auto const compact = pair_of(9, 9);
  for (int m = 0; m < 2; ++m) {
    auto const host = Kokkos::create_mirror_view(compact.view(m));
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j) host(i, j) = 10 * i + j + 1000 * m;
    Kokkos::deep_copy(compact.view(m), host);
    fill(Exec(), make_field(u.grid(), u.view(m)), Numbered{1000. * m});
  }
  Stepper(Exec(), compact, Swap{}, everywhere(Fixed{}), Direct{}).advance(compact, 3);
  Stepper(Exec(), u, Swap{}, everywhere(Fixed{}), Temporal{}).advance(u, 3);
  Exec().fence();
  for (int m = 0; m < 2; ++m) {
    auto const large = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m == 0 ? large_a : large_b);
    auto const expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), compact.view(m));
    for (int i = 0; i < 14; ++i)
      for (int j = 0; j < 15; ++j) {
        bool const inside = i >= 2 && i < 11 && j >= 3 && j < 12;
        EXPECT_EQ(large(i, j), inside ? expected(i - 2, j - 3) : 7) << m << ": " << i << ", " << j;
      }
  }
}

} // namespace tessera::test

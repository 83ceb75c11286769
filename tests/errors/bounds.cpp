// SPDX-License-Identifier: Apache-2.0
// With TESSERA_BOUNDS_CHECK a formula that reads outside its declared pattern stops the program with a
// message. Every scheme then also evaluates a formula at all nodes at which any scheme may, so that every
// scheme finds a formula that reads a View of its own beyond its end.
#include <gtest/gtest.h>

#include "support/diffusion.hpp"

namespace tessera::test {

/// Reads a corner, which is not in its star, at one step only.
struct ReadsCorner {
  static constexpr auto reads = star<2>(1);
  Index wrong_step;
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const& at) const {
    return at.step() == wrong_step ? u(1, 1) : u(-1, 0);
  }
};

template <class SchemeType>
void advance(Index wrong_step, SchemeType const& scheme) {
  Grid<2> const grid{.nodes = {20, 20}, .spacing = {1, 1}};
  auto const u = make_field<double>(Exec(), grid);
  Stepper stepper(Exec(), u, ReadsCorner{wrong_step}, everywhere(Fixed{}), scheme);
  stepper.advance(u, 3);
  Kokkos::fence();
}

TEST(BoundsCheckDeathTest, StopsAtAReadOutsideThePattern) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // A device prints its message to stdout, which EXPECT_DEATH does not match.
  char const* const message = detail::on_host<Exec> ? "reads outside its declared pattern" : "";
  EXPECT_DEATH(advance(0, Direct{}), message);
  EXPECT_DEATH(advance(1, Tiled{}), message);
  EXPECT_DEATH(advance(2, Temporal{.fused_steps = 3}), message);
}

/// Reads a View of its own at all four neighbours, as a formula with a material between nodes does. The View
/// has `pad` more nodes on each side; a read beyond those stops the program, as a Kokkos with bounds checks
/// would.
struct ReadsNeighboursByHand {
  static constexpr auto reads = star<2>(1);
  Kokkos::View<double**, Exec::memory_space> material;
  int pad;
  KOKKOS_FUNCTION double checked(Index i, Index j) const {
    if (i + pad < 0 || j + pad < 0 || i + pad >= material.extent_int(0) || j + pad >= material.extent_int(1))
      Kokkos::abort("the material has no such node");
    return material(i + pad, j + pad);
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION double operator()(Reads const& u, At const& at) const {
    Index const i = at.index(0), j = at.index(1);
    return u(0, 0) +
           0.1 * (checked(i - 1, j) * u(-1, 0) + checked(i + 1, j) * u(1, 0) + checked(i, j - 1) * u(0, -1) +
                  checked(i, j + 1) * u(0, 1) - checked(i, j) * u(0, 0));
  }
};

template <class SchemeType>
void advance_with_material(int pad, SchemeType const& scheme) {
  Grid<2> const grid{.nodes = {20, 23}, .spacing = {1, 1}};
  auto const u = make_field<double>(Exec(), grid);
  Kokkos::View<double**, Exec::memory_space> const material("material", 20 + 2 * pad, 23 + 2 * pad);
  Stepper stepper(Exec(), u, ReadsNeighboursByHand{material, pad}, everywhere(Fixed{}), scheme);
  stepper.advance(u, 3);
  Kokkos::fence();
}

TEST(BoundsCheckDeathTest, StopsAtAHandMadeReadBeyondSetNodesInEveryScheme) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  char const* const message = detail::on_host<Exec> ? "the material has no such node" : "";
  for_each_scheme<ReadsNeighboursByHand>([&](char const* name, auto const& scheme) {
    SCOPED_TRACE(name);
    EXPECT_DEATH(advance_with_material(0, scheme), message);
  });
}

TEST(BoundsCheck, AMaterialWithRoomForTheStencilServesEveryScheme) {
  for_each_scheme<ReadsNeighboursByHand>(
      [](char const*, auto const& scheme) { advance_with_material(1, scheme); });
}

TEST(BoundsCheck, LetsAllOthersPass) {
  for_each_scheme<ReadsCorner>([](char const*, auto const& scheme) { advance(-1, scheme); });
}

} // namespace tessera::test

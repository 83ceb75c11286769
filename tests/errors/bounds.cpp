// SPDX-License-Identifier: Apache-2.0
// With TESSERA_BOUNDS_CHECK a formula that reads outside its declared pattern stops the program and says so.
#include <gtest/gtest.h>

#include "support/diffusion.hpp"

namespace tessera::test {

/// Reads a corner, which its star does not have, at one step only.
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
  // A device prints its message to stdout, which is not matched.
  char const* const message = detail::on_host<Exec> ? "reads outside its declared pattern" : "";
  EXPECT_DEATH(advance(0, Direct{}), message);
  EXPECT_DEATH(advance(1, Tiled{}), message);
  EXPECT_DEATH(advance(2, Temporal{.fused_steps = 3}), message);
}

TEST(BoundsCheck, LetsAllOthersPass) {
  for_each_scheme<2>([](char const*, auto const& scheme) { advance(-1, scheme); });
}

} // namespace tessera::test

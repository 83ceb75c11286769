// SPDX-License-Identifier: Apache-2.0
// The messages with which the library refuses input.
#pragma once

#include <gtest/gtest.h>

#include "support/diffusion.hpp"

namespace tessera::test {

using Right = Kokkos::LayoutRight;

/// The message of the InvalidInput that a call throws.
template <class Call>
std::string refusal(Call const& call) {
  try {
    call();
  } catch (InvalidInput const& refused) {
    return refused.what();
  }
  return "nothing was refused";
}

inline void expect_in(std::string const& message, std::string const& part) {
  EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' does not say '" << part << "'";
}

inline auto view(Index n, Index m) {
  return Kokkos::View<double**, Right, Exec::memory_space>("temperature", n, m);
}

inline Grid<2> grid(Index n, Index m) { return {.nodes = {n, m}, .spacing = {1, 1}}; }

/// The message when a stepper of radius R on n x m nodes is made.
template <int R = 1, class BoundaryType = Boundary<Fixed>, class SchemeType = Direct>
std::string refusal_of(Index n, Index m, BoundaryType const& boundary = everywhere(Fixed{}),
                       SchemeType const& scheme = {}) {
  return refusal(
      [&] { Stepper(Exec(), make_field(grid(n, m), view(n, m)), Diffusion<2, R>{}, boundary, scheme); });
}

} // namespace tessera::test

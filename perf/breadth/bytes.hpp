// SPDX-License-Identifier: Apache-2.0
// Fields of bytes in 2D: the Game of Life, smoothing of an image.
#pragma once

#include <cstdint>

#include "user_stencil.hpp"

namespace tessera::perf {

/// Conway's Game of Life: cells that are 0 or 1.
struct Life : UserStencil<std::uint8_t, 2> {
  static constexpr char name[] = "life";
  struct Formula {
    static constexpr auto reads = tessera::box<2>(1);
    KOKKOS_FUNCTION std::uint8_t operator()(auto const& u, auto const&) const {
      int const alive = u(-1, -1) + u(-1, 0) + u(-1, 1) + u(0, -1) + u(0, 1) + u(1, -1) + u(1, 0) + u(1, 1);
      return static_cast<std::uint8_t>((alive == 3) | ((alive == 2) & (u(0, 0) == 1)));
    }
  };
  KOKKOS_FUNCTION static std::uint8_t start(double random) { return random < 1. / 3 ? 1 : 0; }
  explicit Life(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {};
  }
};

/// The binomial filter of 3 x 3 pixels, (1 2 1) along each axis, rounded; mirrored at the edges.
struct Smoothing : UserStencil<std::uint8_t, 2> {
  static constexpr char name[] = "smoothing";
  struct Formula {
    static constexpr auto reads = tessera::box<2>(1);
    KOKKOS_FUNCTION std::uint8_t operator()(auto const& u, auto const&) const {
      int const corners = u(-1, -1) + u(-1, 1) + u(1, -1) + u(1, 1),
                sides = u(-1, 0) + u(0, -1) + u(0, 1) + u(1, 0);
      return static_cast<std::uint8_t>((corners + 2 * sides + 4 * u(0, 0) + 8) / 16);
    }
  };
  static constexpr Edges edges = Edges::mirrored;
  static auto boundary() { return everywhere(Mirrored{}); }
  KOKKOS_FUNCTION static std::uint8_t start(double random) { return static_cast<std::uint8_t>(256 * random); }
  explicit Smoothing(std::int64_t) {}
  template <class>
  Formula formula() const {
    return {};
  }
};

} // namespace tessera::perf

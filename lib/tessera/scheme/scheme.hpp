// SPDX-License-Identifier: Apache-2.0
// What a scheme is: a small value with the user's choices, and a Plan that validates and allocates once and then
// sweeps. A sweep makes steps_of_sweep(left) time steps from one set of levels to another, asynchronously on the given
// instance; writes_over_previous() says whether a stencil of two levels may have its older one written over.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

#include <array>
#include <concepts>
#include <string_view>

namespace tessera {

/// Nodes per axis of a tile, the unit-stride axis first, halo included; 0 leaves the choice to the scheme.
using Tile = std::array<int, 3>;

/// What a plan settled on, for reports.
struct SchemeReport {
  char const* scheme = "";
  Tile tile = {0, 0, 0};
  int fused_steps = 1;
  std::size_t scratch_bytes = 0; ///< per team
};

namespace detail {
template <template <class Exec, class Rules> class>
struct PlanTemplate {};
} // namespace detail

template <class S>
concept Scheme = requires(S const& scheme) {
  { scheme.name } -> std::convertible_to<std::string_view>;
  typename detail::PlanTemplate<S::template Plan>;
};

} // namespace tessera

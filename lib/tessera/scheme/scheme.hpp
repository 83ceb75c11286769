// SPDX-License-Identifier: Apache-2.0
// What a scheme is: a small value with the user's choices, and a Plan, which validates and allocates once and
// then sweeps. A sweep makes steps_of_sweep(left) time steps from one set of levels to another,
// asynchronously on the given instance. writes_over_previous() says whether the older level of a stencil of
// two levels may be overwritten.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <array>
#include <concepts>
#include <string_view>

namespace tessera {

/// Nodes per axis of a tile, the unit-stride axis first, halo included; 0 leaves the choice to the scheme.
using Tile = std::array<int, 3>;

/// What a plan has chosen, for reports.
struct SchemeReport {
  char const* scheme = "";
  Tile tile = {0, 0, 0};
  int fused_steps = 1;
  std::size_t scratch_bytes = 0; ///< bytes per team
  char const* way = "memory";    ///< where values stay between reads: see docs/schemes.md
};

namespace detail {
/// The ways of kernels that go from memory to memory, and of those that keep several nodes in team scratch.
template <class Exec>
inline constexpr char const* way_in_memory = is_portable<Exec> ? "portable" : "memory";
template <class Exec>
inline constexpr char const* way_in_scratch = is_portable<Exec> ? "portable scratch" : "scratch";

template <template <class Exec, class Rules> class>
struct PlanTemplate {};
} // namespace detail

/// A scheme is a value with the user's choices, a name and a class template Plan, which validates and
/// allocates once and then sweeps.
template <class SchemeType>
concept Scheme = requires(SchemeType const& scheme) {
  { scheme.name } -> std::convertible_to<std::string_view>;
  typename detail::PlanTemplate<SchemeType::template Plan>;
};

/// Whether a scheme can be given a tile.
template <class SchemeType>
inline constexpr bool takes_tile = requires(SchemeType scheme) {
  scheme.tile = Tile{};
};

/// Whether a scheme can be given the number of time steps that it makes per load.
template <class SchemeType>
inline constexpr bool takes_fused_steps = requires(SchemeType scheme) {
  scheme.fused_steps = 1;
};

namespace detail {

/// Whether a scheme can step such a formula on such a device. A scheme that does not say so supports all
/// formulas. The plan of one that can't throws InvalidInput with the reason.
template <class SchemeType, class Exec, class Rules>
constexpr bool runs() {
  if constexpr (requires { SchemeType::template runs<Exec, Rules>; })
    return SchemeType::template runs<Exec, Rules>;
  else
    return true;
}

} // namespace detail

} // namespace tessera

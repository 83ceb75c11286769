// SPDX-License-Identifier: Apache-2.0
// The concept Stencil: a formula for the new value of a node, and the pattern of its reads.
#pragma once

#include <tessera/stencil/reader.hpp>

#include <type_traits>

namespace tessera {

/// A stencil is a value with
///
///     static constexpr auto reads = tessera::star<D>(radius);      // or box<D>(radius)
///     KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const;
///
/// `u(offsets...)` reads the old time level, and `at` is the Node. Other fields are Views that the stencil
/// holds and reads at the node. The stencil is copied to the device, so it holds Views and numbers only.
///
/// A scheme may evaluate the formula at every node of the grid and, with a halo, at every halo node that
/// fused steps update. It may also evaluate it at nodes that a face sets or an obstacle freezes, and then
/// drops the value. It never evaluates it at other nodes: `at.index(axis)` always lies in the grid and its
/// halo. A formula that reads a View of its own at a neighbour therefore needs a View with `radius` more
/// nodes on each side, or has to clamp its index. Builds with TESSERA_BOUNDS_CHECK evaluate the formula at
/// set nodes too, whatever the scheme, so that every scheme reveals a formula that reads out of bounds there.
///
/// A stencil of two time levels adds
///
///     static constexpr bool previous = true;
///
/// and reads the level before the old one as u.previous(), at its own node only.
template <class StencilType>
concept Stencil = std::is_copy_constructible_v<StencilType> && requires {
  { StencilType::reads.radius } -> std::convertible_to<int>;
  { StencilType::reads.points() } -> std::convertible_to<Index>;
};

/// Whether the formula reads the level before the old one, at its own node.
template <class StencilType>
inline constexpr bool reads_previous = requires {
  requires bool(StencilType::previous);
};

} // namespace tessera

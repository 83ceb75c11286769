// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/stencil/reader.hpp>

#include <type_traits>

namespace tessera {

/// A stencil is a value with
///
///     static constexpr auto reads = tessera::star<D>(radius);      // or box<D>(radius)
///     KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const;
///
/// `u(offsets...)` reads the old time level, `at` is the Node; other fields are Views it holds and reads at the node.
/// It is copied to the device, so it holds Views and numbers only.
///
/// A scheme may evaluate the formula at every node of the grid, and with a halo at every node of the halo that fused steps
/// update; also at nodes that a face sets or an obstacle holds, where it drops the value. It never does so anywhere else:
/// `at.index(axis)` always lies in the grid and its halo. A formula that reads a View of its own at a neighbour therefore
/// needs a View with `radius` more nodes on each side, or an index that it keeps inside. Builds with TESSERA_BOUNDS_CHECK
/// evaluate the formula at nodes that are set with every scheme, so a formula that can't bear it is found with any.
///
/// A stencil of two time levels adds
///
///     static constexpr bool previous = true;
///
/// and reads the level before the old one as u.previous(), at its own node only.
template <class S>
concept Stencil = std::is_copy_constructible_v<S> && requires {
  { S::reads.radius } -> std::convertible_to<int>;
  { S::reads.points() } -> std::convertible_to<Index>;
};

/// Whether the formula reads the level before the old one, at its node.
template <class S>
inline constexpr bool reads_previous = requires {
  requires bool(S::previous);
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// Streaming: a slice of the field and a queue of planes around it march along the slow axis (2.5D,
// Micikevicius 2009).
#pragma once

#include <tessera/scheme/detail/streaming/plan.hpp>

namespace tessera {

/// The scheme that keeps a queue of planes while a slice of the field marches along the slow axis (2.5D
/// blocking, Micikevicius 2009): each plane is read from memory once per step.
struct Streaming {
  static constexpr char const* name = "streaming";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend

  /// Streaming supports planes and volumes. On a device there are slices for stars of numbers up to radius 8,
  /// in planes from radius 2 on. Other stencils are swept there as Direct does (the report's way is
  /// "memory"), unless a tile is given: then rows or planes stream through registers or scratch, as they do
  /// in planes with a tile of another width than slices have. Without a tile, slices on a device and blocks
  /// on a host are tried against Direct's sweeps on large grids (2^20 nodes on a host, 2^23 on a device), and
  /// smaller grids are swept as Direct does.
  template <class Exec, class Rules>
  static constexpr bool runs = detail::can_stream<Rules>;

  template <class Exec, class Rules>
  using Plan = detail::StreamingPlan<Exec, Rules>;
};

} // namespace tessera

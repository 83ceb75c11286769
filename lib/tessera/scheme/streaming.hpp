// SPDX-License-Identifier: Apache-2.0
// Streaming: a slice of the field and a queue of planes around it march along the slow axis (2.5D,
// Micikevicius 2009).
#pragma once

#include <tessera/scheme/detail/streaming/plan.hpp>

namespace tessera {

struct Streaming {
  static constexpr char const* name = "streaming";
  Tile tile = {0, 0, 0}; ///< nodes per axis, halo included, unit-stride axis first; 0: default of the backend

  /// Streaming supports planes and volumes on a host. On a device it supports stars of numbers: in a plane up
  /// to the radius of a pack of 16 bytes (4 in float, 2 in double), in a volume up to radius 8.
  template <class Exec, class Rules>
  static constexpr bool runs = detail::can_stream<Exec, Rules>;

  template <class Exec, class Rules>
  using Plan = detail::StreamingPlan<Exec, Rules>;
};

} // namespace tessera

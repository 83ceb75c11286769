// SPDX-License-Identifier: Apache-2.0
// The node mask of a run of a line: bits for the nodes that need more than the formula. It is computed once
// and serves many steps. Unlike that of a patch (patch/node_mask.hpp) it knows any radius.
#pragma once

#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// A bit per node: `frozen` marks frozen nodes, and those that don't exist; `general` marks nodes near closed
/// faces that need the general update. Element 0 is for the first step of a sweep, element 1 for all later
/// steps, in which nodes that a face constant in time has set are frozen. `copy` marks the nodes that take
/// the old value of the next node to their right (element 0) or to their left (element 1).
struct LineMask {
  unsigned frozen[2] = {0, 0}, general[2] = {0, 0}, copy[2] = {0, 0};
};

/// Adds node i of the line to the mask as bit n.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION void add_to_mask(LineMask& mask, Rules const& rules, Index i, int n) {
  constexpr int R = Rules::radius;
  Domain const& d = rules.domain;
  bool const below = !d.open[0][0] && i < R, above = !d.open[0][1] && i >= d.nodes[0] - R;
  unsigned const bit = 1u << n;
  Index3 const at{{d.around(0, i), 0, 0}};
  // Nodes that memory does not hold, and those beyond an obstacle's mask, are not needed. They are kept as
  // they were loaded, since numbers that grow without bounds make divisions slow.
  bool const missing = !d.wraps[0] && (i < d.readable.lower[0] || i >= d.readable.upper[0]);
  if (missing || (rules.obstacle.present() && (!rules.obstacle.holds(at) || rules.is_frozen(at)))) {
    mask.frozen[0] |= bit;
    mask.frozen[1] |= bit;
    return;
  }
  if (!below && !above) return;
  FaceTraits traits;
  int const winner = setting_face<typename Rules::Order, R>(d, rules.boundary, at);
  if (winner >= 0) traits = traits_of<Rules::dimension>(rules.boundary, winner);
  if (traits.copies_interior) {
    mask.copy[winner % 2] |= bit;
    return;
  }
  mask.frozen[0] |= traits.frozen ? bit : 0;
  mask.frozen[1] |= traits.constant_in_time ? bit : 0;
  mask.general[0] |= traits.frozen ? 0 : bit;
  mask.general[1] |= traits.constant_in_time ? 0 : bit;
}

/// The mask of the N nodes that begin at x.
template <int N, class Rules>
TESSERA_NOINLINE LineMask line_mask(Rules const& rules, Index x) {
  static_assert(N <= 32);
  LineMask mask;
  TESSERA_NO_UNROLL
  for (int n = 0; n < N; ++n) add_to_mask(mask, rules, x + n, n);
  return mask;
}

} // namespace tessera::detail

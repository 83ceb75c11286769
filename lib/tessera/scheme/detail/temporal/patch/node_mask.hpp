// SPDX-License-Identifier: Apache-2.0
// The node mask of a register patch: a bit for each node that needs more than the formula, for stars of
// radius 1. It is computed once and serves many steps.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// A bit per node: `frozen` marks frozen nodes, `general` marks nodes on closed faces that need the general
/// update. Element 0 is for the first step of a sweep, element 1 for all later steps, in which nodes that a
/// face constant in time has set are frozen.
struct NodeMask {
  unsigned frozen[2] = {0, 0}, general[2] = {0, 0};
};

/// `copy` also marks the nodes that take the old value of their inner neighbour, which lies to their east,
/// west, north or south. They do not need the general update.
struct MaskWithCopies : NodeMask {
  unsigned copy[4] = {0, 0, 0, 0};
};

/// Whether nodes with this index along an axis lie on a closed face.
KOKKOS_FORCEINLINE_FUNCTION bool on_closed_face(Domain const& d, int axis, Index i) {
  return (!d.open[axis][0] && i == 0) || (!d.open[axis][1] && i == d.nodes[axis] - 1);
}

/// Whether this index lies beyond a closed face, where there are no nodes.
KOKKOS_FORCEINLINE_FUNCTION bool beyond_closed_face(Domain const& d, int axis, Index i) {
  return (!d.open[axis][0] && i < 0) || (!d.open[axis][1] && i >= d.nodes[axis]);
}

/// Adds node `at` of the domain to the mask as bit n. `obstacle`: the node may lie in an obstacle.
template <class MaskType, class Rules>
KOKKOS_FORCEINLINE_FUNCTION void add_to_mask(MaskType& mask, Rules const& rules, Index3 const& at, int n,
                                             bool obstacle) {
  Domain const& d = rules.domain;
  bool face = false;
  for (int a = 0; a < Rules::dimension; ++a) {
    if (beyond_closed_face(d, a, at[a])) return;
    face |= on_closed_face(d, a, at[a]);
  }
  if (!face && !obstacle) return;
  Index3 i = at;
  for (int a = 0; a < Rules::dimension; ++a) i[a] = d.around(a, at[a]);
  FaceTraits traits;
  // Nodes beyond the mask are not needed.
  bool const beyond_mask = rules.obstacle.present() && !rules.obstacle.holds(i);
  if (beyond_mask || (obstacle && rules.is_frozen(i))) {
    traits.frozen = traits.constant_in_time = true;
  } else if (i[0] >= 0 && i[0] < d.nodes[0] && i[1] >= 0 && i[1] < d.nodes[1] && i[2] >= 0 &&
             i[2] < d.nodes[2]) {
    int const winner = setting_face<typename Rules::Order, Rules::radius>(d, rules.boundary, i);
    if (winner >= 0) traits = traits_of<Rules::dimension>(rules.boundary, winner);
    if constexpr (std::is_same_v<MaskType, MaskWithCopies>)
      if (traits.copies_interior) {
        mask.copy[2 * Rules::Order::memory_axis(winner / 2) + winner % 2] |= 1u << n;
        return;
      }
  }
  unsigned const bit = 1u << n;
  mask.frozen[0] |= traits.frozen ? bit : 0;
  mask.frozen[1] |= traits.constant_in_time ? bit : 0;
  mask.general[0] |= face && !traits.frozen ? bit : 0;
  mask.general[1] |= face && !traits.constant_in_time ? bit : 0;
}

/// Whether a patch of Rows x C nodes has nodes on a closed face across x or y.
template <int Rows, int C>
KOKKOS_FORCEINLINE_FUNCTION bool touches_closed_face(Domain const& d, Index x, Index y) {
  bool touches = false;
  for (int c = 0; c < C; ++c) touches |= on_closed_face(d, 0, x + c);
  for (int r = 0; r < Rows; ++r) touches |= on_closed_face(d, 1, y + r);
  return touches;
}

/// The mask of a patch of Rows x C nodes, whose first node is `at`. `obstacle`: nodes may lie in an obstacle.
template <int Rows, int C, class MaskType = NodeMask, class Rules>
KOKKOS_FORCEINLINE_FUNCTION MaskType mask_of(Rules const& rules, Index3 const& at, bool obstacle) {
  static_assert(Rows * C <= 32);
  MaskType mask;
  TESSERA_NO_UNROLL
  for (int n = 0; n < Rows * C; ++n)
    add_to_mask(mask, rules, {{at[0] + n % C, at[1] + n / C, at[2]}}, n, obstacle);
  return mask;
}

/// The same as mask_of, but never inlined.
template <int Rows, int C, class Rules>
TESSERA_NOINLINE NodeMask mask_of_called(Rules const& rules, Index3 const& at, bool obstacle) {
  return mask_of<Rows, C>(rules, at, obstacle);
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Which nodes of a patch in registers need more than the plain formula, as bits, for stars of radius 1. Found once for many
// steps.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// A bit per node: those that stay what they are, and those at closed faces that have to be updated with care; in the
/// first step of a sweep, and in all later ones, when what a steady face has set stays.
struct NodeMask {
  unsigned keep[2] = {0, 0}, general[2] = {0, 0};
};

/// With those that take the old value of their neighbour inside: east, west, north, south of them. They need no care.
struct MaskWithCopies : NodeMask {
  unsigned copy[4] = {0, 0, 0, 0};
};

/// The index that a formula is told: that of the node across a period, or where there is none, of one that exists.
KOKKOS_FORCEINLINE_FUNCTION Index existing_index(Domain const& d, int axis, Index i) {
  return d.wraps[axis] ? d.in_domain(axis, i)
                       : max(d.readable.lower[axis], min(i, d.readable.upper[axis] - 1));
}

/// Whether nodes with this index along an axis lie on a closed face.
KOKKOS_FORCEINLINE_FUNCTION bool on_closed_face(Domain const& d, int axis, Index i) {
  return (!d.open[axis][0] && i == 0) || (!d.open[axis][1] && i == d.nodes[axis] - 1);
}

/// Whether there is no node with this index: beyond a closed face.
KOKKOS_FORCEINLINE_FUNCTION bool beyond_closed_face(Domain const& d, int axis, Index i) {
  return (!d.open[axis][0] && i < 0) || (!d.open[axis][1] && i >= d.nodes[axis]);
}

/// Adds node `at` of the domain as bit n. `obstacle`: it may lie in one.
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
  for (int a = 0; a < Rules::dimension; ++a)
    if (d.wraps[a]) i[a] = d.in_domain(a, at[a]);
  FaceTraits traits;
  if (i[0] >= 0 && i[0] < d.nodes[0] && i[1] >= 0 && i[1] < d.nodes[1] && i[2] >= 0 && i[2] < d.nodes[2]) {
    int const winner = setting_face<typename Rules::Order, Rules::radius>(d, rules.boundary, i);
    if (winner >= 0) traits = traits_of<Rules::dimension>(rules.boundary, winner);
    if (obstacle && rules.is_frozen(i)) traits = {true, true, false};
    if constexpr (std::is_same_v<MaskType, MaskWithCopies>)
      if (traits.copies_interior) {
        mask.copy[2 * Rules::Order::memory_axis(winner / 2) + winner % 2] |= 1u << n;
        return;
      }
  }
  unsigned const bit = 1u << n;
  mask.keep[0] |= traits.frozen ? bit : 0;
  mask.keep[1] |= traits.constant_in_time ? bit : 0;
  mask.general[0] |= face && !traits.frozen ? bit : 0;
  mask.general[1] |= face && !traits.constant_in_time ? bit : 0;
}

/// Whether a patch of Rows x C nodes touches a closed face along x or y.
template <int Rows, int C>
KOKKOS_FORCEINLINE_FUNCTION bool touches_closed_face(Domain const& d, Index x, Index y) {
  bool touches = false;
  for (int c = 0; c < C; ++c) touches |= on_closed_face(d, 0, x + c);
  for (int r = 0; r < Rows; ++r) touches |= on_closed_face(d, 1, y + r);
  return touches;
}

/// The care that a patch of Rows x C nodes needs, the first of them at `at`. `obstacle`: they may lie in one.
template <int Rows, int C, class MaskType = NodeMask, class Rules>
KOKKOS_FORCEINLINE_FUNCTION MaskType mask_of(Rules const& rules, Index3 const& at, bool obstacle) {
  static_assert(Rows * C <= 32);
  MaskType mask;
  TESSERA_NO_UNROLL
  for (int n = 0; n < Rows * C; ++n)
    add_to_mask(mask, rules, {{at[0] + n % C, at[1] + n / C, at[2]}}, n, obstacle);
  return mask;
}

/// The same, called.
template <int Rows, int C, class Rules>
TESSERA_NOINLINE NodeMask mask_of_called(Rules const& rules, Index3 const& at, bool obstacle) {
  return mask_of<Rows, C>(rules, at, obstacle);
}

} // namespace tessera::detail

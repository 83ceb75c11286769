// SPDX-License-Identifier: Apache-2.0
// Nodes that copy the value of their inner neighbour, for example at faces of zero gradient, nodes that read
// images beyond a face, and the kinds of warps that hold them. Most warps hold no such node. The others
// mostly hold them on one side, as whole columns or rows of patches (frozen nodes apart), so that one choice
// for each line is enough. Tests in every step would cost time, and the slowest team delays all others, so
// each kind of warp has a compiled loop of its own (docs/notes/small-grids-on-a-gpu.md).
#pragma once

#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/temporal/patch/node_mask.hpp>

#include <type_traits>

namespace tessera::detail {

template <int n>
using Number = std::integral_constant<int, n>;

/// Kinds of warps. Kinds 0 to 3 hold nodes that copy the node to their east, west, north or south, or read an
/// image on the other side; copies_none holds none, and copies_any any of them.
inline constexpr int copies_none = -1, copies_any = 4;
inline constexpr int copied_x[4] = {1, -1, 0, 0}, copied_y[4] = {0, 0, 1, -1};

struct Copies {
  int kind = copies_none; // the same for all members of a warp
  unsigned lines = 0;     // for kinds 0 to 3, the columns or rows of the patch that copy, a bit each
};

/// Finds the copies in a patch of Rows x C nodes. there(n) says whether node n belongs to the domain,
/// images(side) whether the patch reads images beyond a side.
template <int Rows, int C, class There, class Images>
KOKKOS_FORCEINLINE_FUNCTION Copies copies_of(MaskWithCopies const& mask, There const& there,
                                             Images const& images) {
  Copies copies;
  bool whole = true; // whether they are whole lines on one side
  auto const look = [&](auto number) {
    constexpr int side = decltype(number)::value;
    unsigned const nodes = mask.copy[side];
    if (!warp_any(nodes != 0 || images(side))) return;
    whole &= copies.kind == copies_none;
    copies.kind = side;
    for (int line = 0; line < (side < 2 ? C : Rows); ++line) {
      bool copied = false, others = false;
      for (int n = 0; n < Rows * C; ++n) {
        if ((side < 2 ? n % C : n / C) != line) continue;
        copied |= (nodes >> n & 1u) != 0;
        others |= there(n) && ((nodes | mask.frozen[1]) >> n & 1u) == 0;
      }
      copies.lines |= copied ? 1u << line : 0;
      whole &= !copied || !others;
    }
  };
  look(Number<0>());
  look(Number<1>());
  look(Number<2>());
  look(Number<3>());
  if (warp_any(!whole)) copies.kind = copies_any;
  return copies;
}

/// Calls body with the kind as a compile-time number. Without `sides`, kinds 0 to 3 become copies_any.
template <bool sides, class Body>
KOKKOS_FORCEINLINE_FUNCTION void with_kind(int kind, Body const& body) {
  if (kind == copies_none)
    body(Number<copies_none>());
  else if (sides && kind == 0)
    body(Number<0>());
  else if (sides && kind == 1)
    body(Number<1>());
  else if (sides && kind == 2)
    body(Number<2>());
  else if (sides && kind == 3)
    body(Number<3>());
  else
    body(Number<copies_any>());
}

} // namespace tessera::detail

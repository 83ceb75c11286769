// SPDX-License-Identifier: Apache-2.0
// The class that handles tiles of kernel.hpp if all closed faces freeze their nodes: every tile then freezes
// its shell, that is, its outermost nodes. Tiles at a closed face begin or end there (tiles.hpp), and shell
// values inside the domain are never used.
#pragma once

#include <tessera/scheme/detail/temporal/patch/node_mask.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/stage.hpp>

namespace tessera::detail {

/// \tparam wraps whether tiles may reach across a period, which holds at least a patch and the planes of a
///         halo; otherwise tiles lie inside memory
template <class Rules, bool wraps>
struct FrozenShell {
  using T = typename Rules::value_type;
  using Stage = VolumeStage<T>;
  static constexpr bool always = false;  // planes away from faces are not treated
  static constexpr bool wide = true;     // rows are whole packs
  static constexpr bool answers = false; // nothing beyond a closed face is read
  static constexpr bool roomy = false;   // registers suffice for many teams
  static constexpr int rows = Stage::rows, C = Stage::C;

  bool west, east, south, north; // whether this member's patch lies at that side of the tile
  int bottom, top;               // planes that are frozen as well

  int x_at, y_at; // the patch's first node, wrapped into the domain
  int split;      // the patch's row that wraps to row 0

  KOKKOS_FORCEINLINE_FUNCTION FrozenShell(Rules const& rules, VolumePlace<T> const& p, bool)
      : west(p.lane == 0), east(p.lane + 1 == Stage::Shape::lanes), south(p.group == 0),
        north(p.group + 1 == p.groups) {
    Domain const& d = rules.domain;
    constexpr int none = Kokkos::Experimental::finite_min_v<int>;
    bottom = d.open[2][0] ? none : 0;
    top = d.open[2][1] ? none : static_cast<int>(d.nodes[2]) - 1;
    if constexpr (wraps) {
      x_at = static_cast<int>(d.around(0, p.x));
      y_at = static_cast<int>(d.around(1, p.y));
      split = d.wraps[1] ? static_cast<int>(d.nodes[1]) - y_at : rows;
    }
  }

  // The patch in memory: its node (c, r) lies at column x(p) + column(c), row y(p) + row(r).
  KOKKOS_FORCEINLINE_FUNCTION int x(VolumePlace<T> const& p) const { return wraps ? x_at : p.x; }
  KOKKOS_FORCEINLINE_FUNCTION int y(VolumePlace<T> const& p) const { return wraps ? y_at : p.y; }
  KOKKOS_FORCEINLINE_FUNCTION int row(Rules const& rules, int r) const {
    return !wraps || r < split ? r : r - static_cast<int>(rules.domain.nodes[1]);
  }
  KOKKOS_FORCEINLINE_FUNCTION static int column(Rules const&, VolumePlace<T> const&, int c) { return c; }

  /// The index of plane z in memory, or of any other plane if it is not needed.
  KOKKOS_FORCEINLINE_FUNCTION static int plane(Rules const& rules, int z) {
    Domain const& d = rules.domain;
    int const planes = static_cast<int>(d.nodes[2]);
    if (wraps && d.wraps[2]) return wrapped_once(z, planes);
    int const lower = static_cast<int>(d.readable.lower[2]), upper = static_cast<int>(d.readable.upper[2]);
    return z < lower ? lower : z < upper ? z : upper - 1;
  }

  /// Whether one of the planes lower to upper is frozen.
  KOKKOS_FORCEINLINE_FUNCTION bool freezes_plane(int lower, int upper) const {
    return (lower <= bottom && bottom <= upper) || (lower <= top && top <= upper);
  }

  /// \tparam ends whether the plane may be frozen
  template <bool ends>
  KOKKOS_FORCEINLINE_FUNCTION void apply_edges(Rules const&, VolumePlace<T> const&, Stage const& of,
                                               T (&updated)[rows][C]) const {
    bool const plane = ends && freezes_plane(of.z, of.z);
    // Selects in place of branches, because registers would have to agree at the end of a branch.
    TESSERA_UNROLL
    for (int r = 0; r < rows; ++r) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        bool const frozen =
            plane | (c == 0 && west) | (c == C - 1 && east) | (r == 0 && south) | (r == rows - 1 && north);
        updated[r][c] = frozen ? of.here[r][c] : updated[r][c];
      }
    }
  }
};

} // namespace tessera::detail

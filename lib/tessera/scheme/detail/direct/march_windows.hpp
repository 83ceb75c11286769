// SPDX-License-Identifier: Apache-2.0
// What a member of the direct march holds in registers: the values around its pack in the plane that it
// updates. Windows move on plane by plane, so that most values are loaded once.
#pragma once

#include <tessera/scheme/detail/device/march.hpp>
#include <tessera/scheme/detail/device/register_queue.hpp>

namespace tessera::detail {

/// Where a member finds the values beside its pack: offsets from its first node to the packs on either side,
/// for R = 1 to the nodes.
template <int R, int C>
struct SidesOfPack {
  static constexpr int side = (R + C - 1) / C; // packs that are read on either side of a pack
  int left_at[side], right_at[side];

  KOKKOS_FORCEINLINE_FUNCTION SidesOfPack(Domain const& domain, Index x) {
    constexpr int width = R == 1 ? 1 : C;
    TESSERA_UNROLL
    for (int k = 0; k < side; ++k) {
      left_at[k] = wrapped_offset(domain, x, (k - side) * width, width);
      right_at[k] = wrapped_offset(domain, x, C + k * width, width);
    }
  }
};

/// For a star: the member's own packs are a queue of planes, which is loaded a plane early. The other rows
/// and columns of the plane come through the caches.
template <class Rules, int C, bool wide>
struct StarWindow {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static constexpr int ahead = 1; // planes loaded before they are needed
  using Sides = SidesOfPack<R, C>;
  static constexpr int side = Sides::side;

  Domain const& domain;
  Sides const& sides;
  Index x, stride_y, stride_z;
  Queue<T, R, C, ahead> queue;
  T rows[2 * R][C];                  // y - R to y + R without y itself
  T left[side * C], right[side * C]; // columns on either side

  /// Loads what the first plane needs of the planes before. `here` is the pack's address in it.
  KOKKOS_FORCEINLINE_FUNCTION void begin(T const* here) {
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(queue.plane(k), here + k * stride_z, wide);
  }
  /// Loads what the plane at `here` needs. `more` is 1, or 0 for the last plane, of which the furthest values
  /// are read twice: this saves a test.
  KOKKOS_FORCEINLINE_FUNCTION void load(T const* here, int more) {
    read_pack(queue.plane(R + ahead), here + (R + more) * stride_z, wide);
    TESSERA_UNROLL
    for (int r = 0; r < 2 * R; ++r) read_pack(rows[r], here + (r < R ? r - R : r - R + 1) * stride_y, wide);
    if constexpr (R == 1) { // a single value on each side is loaded as such, more as packs
      left[C - 1] = read_only(here + sides.left_at[0]);
      right[0] = read_only(here + sides.right_at[0]);
    } else {
      TESSERA_UNROLL
      for (int k = 0; k < side; ++k) {
        load_part(left, k, here, sides.left_at[k], (k - side) * C);
        load_part(right, k, here, sides.right_at[k], (k + 1) * C);
      }
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void shift() { queue.shift(); }

  /// The value beside column c of the pack.
  KOKKOS_FORCEINLINE_FUNCTION T at(int c, int ox, int oy, int oz) const {
    if (oz != 0) return queue.plane(oz)[c];
    if (oy != 0) return rows[oy < 0 ? R + oy : R + oy - 1][c];
    if (c + ox < 0) return left[side * C + c + ox];
    if (c + ox >= C) return right[c + ox - C];
    return queue.plane(0)[c + ox];
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void load_part(T (&to)[side * C], int k, T const* here, int at,
                                             int offset) const {
    T part[C];
    if constexpr (wide) {
      read_pack(part, here + at, true);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) part[c] = read_only(here + wrapped_offset(domain, x, offset + c, 1));
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) to[k * C + c] = part[c];
  }
};

/// For a box of radius 1: three rows of the pack, each with a value on either side, in three planes. Every
/// plane's nine loads serve three updates of the pack.
template <class Rules, int C, bool wide>
struct BoxWindow {
  using T = typename Rules::value_type;
  static constexpr int ahead = 0;
  using Sides = SidesOfPack<1, C>;
  static constexpr int row = C + 2;

  Domain const& domain;
  Sides const& sides;
  Index x, stride_y, stride_z;
  Queue<T, 1, 3 * row, ahead> queue;

  KOKKOS_FORCEINLINE_FUNCTION void begin(T const* here) {
    load_plane(queue.plane(-1), here - stride_z);
    load_plane(queue.plane(0), here);
  }
  KOKKOS_FORCEINLINE_FUNCTION void load(T const* here, int) { load_plane(queue.plane(1), here + stride_z); }
  KOKKOS_FORCEINLINE_FUNCTION void shift() { queue.shift(); }

  KOKKOS_FORCEINLINE_FUNCTION T at(int c, int ox, int oy, int oz) const {
    return queue.plane(oz)[(oy + 1) * row + 1 + c + ox];
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void load_plane(T (&to)[3 * row], T const* here) const {
    TESSERA_UNROLL
    for (int r = 0; r < 3; ++r) {
      T const* const at = here + (r - 1) * stride_y;
      T pack[C];
      read_pack(pack, at, wide);
      to[r * row] = read_only(at + sides.left_at[0]);
      to[r * row + C + 1] = read_only(at + sides.right_at[0]);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[r * row + 1 + c] = pack[c];
    }
  }
};

/// The window of a formula.
template <class Rules, int C, bool wide>
using MarchWindow = std::conditional_t<Rules::star, StarWindow<Rules, C, wide>, BoxWindow<Rules, C, wide>>;

} // namespace tessera::detail

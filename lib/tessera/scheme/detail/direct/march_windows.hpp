// SPDX-License-Identifier: Apache-2.0
// What a member of the direct march holds in registers: the values around its pack in the plane that it
// updates. Windows move on plane by plane, so that most values are loaded once.
#pragma once

#include <tessera/scheme/detail/device/images_at_faces.hpp>
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
/// and columns of the plane come through the caches. What lies beyond a face that extends the field is read
/// from the nodes that it is an image of; when all is loaded, the face's condition is applied. `near_faces`:
/// whether columns and rows may lie beyond faces, as planes may anywhere.
template <class Rules, int C, bool wide, bool near_faces>
struct StarWindow {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static constexpr int ahead = 1; // planes loaded before they are needed
  using Sides = SidesOfPack<R, C>;
  using Images = ImagesAtFaces<Rules>;
  static constexpr int side = Sides::side;
  static constexpr bool beyond_columns = Images::of_columns && near_faces,
                        beyond_rows = Images::of_rows && near_faces;

  Rules const& rules;
  Sides const& sides;
  int x, y, z; // of the pack in the plane that is updated
  Index step;  // of the level that is read
  Index stride_y, stride_z;
  Queue<T, R, C, ahead> queue = {};
  T rows[2 * R][C] = {};                       // y - R to y + R without y itself
  T left[side * C] = {}, right[side * C] = {}; // columns on either side
  int row_at[beyond_rows ? 2 * R : 1] = {};    // how much further on the rows lie that are read for `rows`

  /// Loads what the first plane needs of the planes before. `here` is the pack's address in it.
  KOKKOS_FORCEINLINE_FUNCTION void begin(T const* here) {
    if constexpr (beyond_rows) {
      TESSERA_UNROLL
      for (int r = 0; r < 2 * R; ++r) row_at[r] = Images(rules).template inside<1>(y + row_offset(r)) - y;
    }
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(queue.plane(k), here + to_plane(k), wide);
    if constexpr (Images::of_planes) {
      TESSERA_UNROLL
      for (int k = -R; k <= R; ++k) apply_to_plane(k);
    }
  }
  /// Loads what the plane at `here` needs. `more` is 1, or 0 for the last plane, of which the furthest values
  /// are read twice: this saves a test.
  KOKKOS_FORCEINLINE_FUNCTION void load(T const* here, int more) {
    read_pack(queue.plane(R + ahead), here + to_plane(R + more), wide);
    TESSERA_UNROLL
    for (int r = 0; r < 2 * R; ++r) read_pack(rows[r], here + to_row(r), wide);
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
    if constexpr (beyond_columns) apply_to_columns(here);
    if constexpr (beyond_rows) apply_to_rows();
  }
  KOKKOS_FORCEINLINE_FUNCTION void shift() {
    if constexpr (Images::of_planes) apply_to_plane(R + ahead);
    queue.shift();
    ++z;
  }

  /// The value beside column c of the pack.
  KOKKOS_FORCEINLINE_FUNCTION T at(int c, int ox, int oy, int oz) const {
    if (oz != 0) return queue.plane(oz)[c];
    if (oy != 0) return rows[oy < 0 ? R + oy : R + oy - 1][c];
    if (c + ox < 0) return left[side * C + c + ox];
    if (c + ox >= C) return right[c + ox - C];
    return queue.plane(0)[c + ox];
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int row_offset(int r) { return r < R ? r - R : r - R + 1; }

  /// Offsets in memory to row r of `rows`, and to the plane that lies so much further on, or to those that
  /// they are images of.
  KOKKOS_FORCEINLINE_FUNCTION Index to_row(int r) const {
    if constexpr (beyond_rows)
      return row_at[r] * stride_y;
    else
      return row_offset(r) * stride_y;
  }
  KOKKOS_FORCEINLINE_FUNCTION Index to_plane(int offset) const {
    if constexpr (Images::of_planes) {
      return (Images(rules).template inside<2>(z + offset) - z) * stride_z;
    } else {
      return offset * stride_z;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void load_part(T (&to)[side * C], int k, T const* here, int at,
                                             int offset) const {
    T part[C];
    if constexpr (wide) {
      read_pack(part, here + at, true);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) part[c] = read_only(here + wrapped_offset(rules.domain, x, offset + c, 1));
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) to[k * C + c] = part[c];
  }

  /// Applies the condition of a face of an axis to the pack in row y + oy of plane z + oz, if that lies
  /// beyond it. There is one test for all columns: behind a test each, every value would wait for the one
  /// before.
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION void apply(T (&pack)[C], int oy, int oz) const {
    int const at = Axis == 1 ? y + oy : z + oz, last = static_cast<int>(rules.domain.nodes[Axis]) - 1;
    Images const images(rules);
    if (at < 0 && images.template extends<Axis, 0>()) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        pack[c] = images.template image<Axis, 0>(pack[c], -at, {{x + c, y + oy, z + oz}}, step);
    }
    if (at > last && images.template extends<Axis, 1>()) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        pack[c] = images.template image<Axis, 1>(pack[c], at - last, {{x + c, y + oy, z + oz}}, step);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void apply_to_plane(int k) { apply<2>(queue.plane(k), 0, k); }
  KOKKOS_FORCEINLINE_FUNCTION void apply_to_rows() {
    if (y >= R && y + R < rules.domain.nodes[1]) return;
    TESSERA_UNROLL
    for (int r = 0; r < 2 * R; ++r) apply<1>(rows[r], row_offset(r), 0);
  }

  KOKKOS_FORCEINLINE_FUNCTION void apply_to_columns(T const* here) {
    if constexpr (wide && R <= C) {
      if (x == 0 && Images(rules).template extends<0, 0>()) columns_at_end<0>(left);
      if (x + C == rules.domain.nodes[0] && Images(rules).template extends<0, 1>()) columns_at_end<1>(right);
    } else {
      if (x >= R && x + C - 1 + R < rules.domain.nodes[0]) return;
      TESSERA_UNROLL
      for (int k = 1; k <= R; ++k) {
        column<0>(left[side * C - k], k, here);
        column<1>(right[k - 1], k, here);
      }
    }
  }
  /// The columns beyond a face at which the pack ends: it and its neighbour hold the nodes that these are
  /// images of.
  template <int Side>
  KOKKOS_FORCEINLINE_FUNCTION void columns_at_end(T (&beyond)[side * C]) const {
    Images const images(rules);
    T made[R];
    TESSERA_UNROLL
    for (int k = 1; k <= R; ++k) {
      int const depth = images.template depth<0, Side>(k);
      T inside = at_depth<Side>(0);
      TESSERA_UNROLL
      for (int d = 1; d <= R; ++d) inside = d == depth ? at_depth<Side>(d) : inside;
      made[k - 1] = images.template image<0, Side>(inside, k, {{Side == 0 ? -k : x + C - 1 + k, y, z}}, step);
    }
    TESSERA_UNROLL
    for (int k = 1; k <= R; ++k) beyond[Side == 0 ? side * C - k : k - 1] = made[k - 1];
  }
  template <int Side>
  KOKKOS_FORCEINLINE_FUNCTION T at_depth(int depth) const {
    if (Side == 0) return depth < C ? queue.plane(0)[depth] : right[depth - C];
    return depth < C ? queue.plane(0)[C - 1 - depth] : left[side * C - 1 - (depth - C)];
  }
  /// Column k beside the pack, read again where it lies beyond a face.
  template <int Side>
  KOKKOS_FORCEINLINE_FUNCTION void column(T& value, int k, T const* here) const {
    Images const images(rules);
    int const at = Side == 0 ? x - k : x + C - 1 + k,
              m = Side == 0 ? -at : at - (static_cast<int>(rules.domain.nodes[0]) - 1);
    if (m <= 0 || !images.template extends<0, Side>()) return;
    int const inside = images.template inside<0>(at);
    value = images.template image<0, Side>(read_only(here + (inside - x)), m, {{at, y, z}}, step);
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

  Rules const& rules;
  Sides const& sides;
  int x, y, z;
  Index step;
  Index stride_y, stride_z;
  Queue<T, 1, 3 * row, ahead> queue = {};

  KOKKOS_FORCEINLINE_FUNCTION void begin(T const* here) {
    load_plane(queue.plane(-1), here - stride_z);
    load_plane(queue.plane(0), here);
  }
  KOKKOS_FORCEINLINE_FUNCTION void load(T const* here, int) { load_plane(queue.plane(1), here + stride_z); }
  KOKKOS_FORCEINLINE_FUNCTION void shift() {
    queue.shift();
    ++z;
  }

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
template <class Rules, int C, bool wide, bool near_faces>
using MarchWindow =
    std::conditional_t<Rules::star, StarWindow<Rules, C, wide, near_faces>, BoxWindow<Rules, C, wide>>;

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The direct sweep of lines and planes on a device. Each member owns a pack of columns in a few rows, loads
// each row once into registers and gets the columns beside its pack from neighbouring members. With one value
// a thread too few bytes would be in flight to reach the rate of a copy (docs/notes/direct-2d-on-a-gpu.md).
// All members do the same: at faces whose nodes are frozen only the stored values differ, and what lies
// beyond a face is read from some other place. So there is one piece of code without a test between two
// loads. Beyond faces that extend the field, the condition is then applied to what was read. Only faces that
// set nodes otherwise need slabs, which may get a launch of their own.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/device/update_slab.hpp>
#include <tessera/scheme/detail/direct/device_plane_tiles.hpp>

namespace tessera::detail {

struct NoEdgeSlabs {};
template <bool present>
using EdgeSlabsOf = std::conditional_t<present, EdgeSlabs, NoEdgeSlabs>;

/// What is known at compile time, and takes no register. any: packs lie at any address, and slabs are updated
/// in the same launch. wide: packs are moved by wide accesses, and no tile begins or ends within a pack.
enum class PlaneForm { any, wide, wide_without_obstacle };

template <class Exec, class Rules, PlaneForm form, int rows>
struct DirectPlaneKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr bool wide = form != PlaneForm::any, masked = form != PlaneForm::wide_without_obstacle;
  // Packs of more bytes would take as many registers as values, and where values are loaded one by one,
  // neighbouring members have to load neighbouring ones.
  static constexpr int C = pack_width<T, 16> < 4 ? pack_width<T, 16> : 4;
  static constexpr bool with_slabs = form == PlaneForm::any;
  static constexpr int most_members = 128, warp = 32;
  // Whether all rows are updated before one is stored, which is so of formulas that hold Views. What these
  // read there is loaded together then: no compiler moves a load ahead of a store that might change its
  // value. The updated values of all rows take registers, so other formulas store each row at once.
  static constexpr bool updates_all_first = !std::is_trivially_copyable_v<typename Rules::stencil_type>;
  // 64 registers, which suffice for four rows of four columns of 4 bytes if each row is stored at once.
  static constexpr int concurrent_teams =
      wide && rows == 4 && R == 1 && sizeof(T) == 4 && !updates_all_first ? 8 : 0;
  static constexpr int halo_rows = D == 1 ? 0 : R;
  // Whether the columns beside a pack are held in registers. For this, values have to be numbers, and
  // registers have to suffice.
  static constexpr bool has_sides = std::is_arithmetic_v<T> && R <= 4;
  using Faces = ImagesAtFaces<Rules>;
  static constexpr bool beyond_columns = Faces::of_columns && has_sides, beyond_rows = Faces::of_rows;

  Rules rules;
  PlaneTiles tiles;
  EdgeSlabsOf<with_slabs> slabs;
  Levels<T> levels;
  Index step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int team = member.league_rank();
    if constexpr (with_slabs) {
      if (team < slabs.size()) {
        update_slab(member, rules, levels, slabs.box(team), step);
        return;
      }
      team -= static_cast<int>(slabs.size());
    }
    int const line = tiles.count_x.quotient(team), column = team - line * tiles.count_x.number();
    if (line < tiles.count_y)
      update(member, place(column, line, member.team_rank()));
    else
      copy_rows(((team - tiles.count_y * tiles.count_x.number()) * member.team_size() + member.team_rank()) *
                C);
  }

private:
  /// The position of a member, and what is special there.
  struct Place {
    int x, y;
    int begin_x, begin_y;     // first node that its tile stores
    bool special;             // whether some node is not updated by the formula, or not stored by this member
    bool at_columns, at_rows; // whether columns, or rows, beyond a face are read
    int left_lanes, right_lanes; // members on either side that can be asked for their columns
    int left_at[R], right_at[R]; // offsets from x of the columns on either side, in memory
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(int column, int line, int rank) const {
    int const from_x = tiles.first_x + (column << tiles.lane_bits) * C,
              from_y = tiles.rows.begin + line * tiles.groups * rows;
    int const lanes = 1 << tiles.lane_bits, lane = rank & (lanes - 1), group = rank >> tiles.lane_bits;
    bool const spare = group >= tiles.groups; // member of a warp that is not full; it stores nothing
    Place p;
    p.x = (from_x < tiles.last_x ? from_x : tiles.last_x) + lane * C;
    p.y = (from_y < tiles.last_y ? from_y : tiles.last_y) + (spare ? 0 : group * rows);
    p.begin_x = from_x > tiles.columns.begin ? from_x : tiles.columns.begin;
    p.begin_y = spare ? tiles.rows.end : from_y;
    p.special = p.y < p.begin_y || p.x < p.begin_x || p.x < tiles.interior_columns.begin ||
                p.x + C > tiles.interior_columns.end;
    p.at_columns = beyond_columns && (p.x < R || p.x + C + R > static_cast<int>(rules.domain.nodes[0]));
    p.at_rows = beyond_rows && (p.y < R || p.y + rows + R > static_cast<int>(rules.domain.nodes[1]));
    int const of_warp = rank % warp, right = lanes - 1 - lane, right_of_warp = warp - 1 - of_warp;
    p.left_lanes = lane < of_warp ? lane : of_warp;
    p.right_lanes = right < right_of_warp ? right : right_of_warp;
    TESSERA_UNROLL
    for (int i = 0; i < R; ++i) {
      p.left_at[i] = offset_of_column(p.x, i - R);
      p.right_at[i] = offset_of_column(p.x, C + i);
    }
    return p;
  }
  /// The offset from x of the column that is read for the one `offset` further.
  KOKKOS_FORCEINLINE_FUNCTION int offset_of_column(int x, int offset) const {
    if constexpr (beyond_columns) {
      int const inside = Faces(rules).template inside<0>(x + offset);
      if (inside != x + offset) return inside - x;
    }
    return tiles.wrapped_offset(x, offset);
  }

  struct Window {
    T row[rows + 2 * halo_rows][C];
    T left[rows + 2 * halo_rows][R], right[rows + 2 * halo_rows][R];
  };

  /// The neighbours of column c in row k of the window.
  struct Reads {
    Window const& window;
    T const* const (&row)[rows + 2 * halo_rows];
    PlaneTiles const& tiles;
    int x, k, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int) const {
      int const r = k + halo_rows + (D == 1 ? 0 : oy), at = c + ox;
      if (at >= 0 && at < C) return window.row[r][at];
      if constexpr (has_sides)
        return at < 0 ? window.left[r][R + at] : window.right[r][at - C];
      else
        return read_only(row[r] + tiles.wrapped_offset(x, at));
    }
  };

  /// Loads the columns beside a pack that no member of the warp has. They are loaded together with the row,
  /// after which its address is no longer needed. If the addresses of all rows were held in registers, the
  /// last rows would be loaded only when the first have arrived.
  KOKKOS_FORCEINLINE_FUNCTION void load_sides(Window& window, int r, T const* row, Place const& p) const {
    TESSERA_UNROLL
    for (int i = 0; i < R; ++i) {
      if (p.left_lanes < lanes_to(R - i - 1)) window.left[r][i] = read_only(row + p.left_at[i]);
      if (p.right_lanes < lanes_to(i)) window.right[r][i] = read_only(row + p.right_at[i]);
    }
  }

  /// Gets the columns beside a pack that some member of the warp has.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void shuffle_sides(Member const& member, Window& window, int r,
                                                 Place const& p) const {
    TESSERA_UNROLL
    for (int i = 0; i < R; ++i) {
      int const left = lanes_to(R - i - 1), right = lanes_to(i); // compile-time constants
      T const on_left = shuffle_from<warp>(member, window.row[r][i - R + left * C], -left);
      T const on_right = shuffle_from<warp>(member, window.row[r][i - (right - 1) * C], right);
      if (p.left_lanes >= left) window.left[r][i] = on_left;
      if (p.right_lanes >= right) window.right[r][i] = on_right;
    }
  }
  /// The distance in lanes of the member that has the column `distance` columns beyond the one next to a
  /// pack.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int lanes_to(int distance) { return distance / C + 1; }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void update(Member const& member, Place const& p) const {
    Window window;
    T const* row[rows + 2 * halo_rows];
    T previous[rows][C];
    if (beyond_rows && warp_any(p.at_rows))
      load_rows<true>(window, row, p);
    else
      load_rows<false>(window, row, p);
    if constexpr (Rules::two_levels) {
      TESSERA_UNROLL
      for (int k = 0; k < rows; ++k)
        load_pack(previous[k], levels.previous.at(p.x, p.y, 0) + k * levels.previous.stride_y, wide);
    }
    if constexpr (has_sides) {
      TESSERA_UNROLL
      for (int r = rows_without_sides; r < rows + 2 * halo_rows - rows_without_sides; ++r)
        shuffle_sides(member, window, r, p);
    }
    if constexpr (has_sides && (beyond_columns || beyond_rows))
      if (warp_any(p.at_columns || p.at_rows)) apply_faces(window, p);
    // One branch serves all rows.
    if (warp_any(p.special))
      store_rows<true>(window, row, previous, p);
    else
      store_rows<false>(window, row, previous, p);
  }

  static constexpr int rows_without_sides =
      Rules::star ? halo_rows : 0; // a star reads columns beside its own row only

  /// Loads all rows of the window; `beyond` says that some may lie beyond a face.
  template <bool beyond>
  KOKKOS_FORCEINLINE_FUNCTION void load_rows(Window& window, T const* (&row)[rows + 2 * halo_rows],
                                             Place const& p) const {
    T const* from = levels.in.at(p.x, p.y, 0) - halo_rows * levels.in.stride_y;
    TESSERA_UNROLL
    for (int r = 0; r < rows + 2 * halo_rows; ++r, from += levels.in.stride_y) {
      if constexpr (beyond) from = levels.in.at(p.x, Faces(rules).template inside<1>(p.y - halo_rows + r), 0);
      row[r] = from;
      read_pack(window.row[r], from, wide);
      if (has_sides && r >= rows_without_sides && r < rows + 2 * halo_rows - rows_without_sides)
        load_sides(window, r, from, p);
    }
  }

  /// Applies the conditions of faces to the columns and rows of the window that lie beyond them.
  KOKKOS_FORCEINLINE_FUNCTION void apply_faces(Window& window, Place const& p) const {
    if constexpr (!Faces::columns_first) apply_to_rows(window, p);
    if constexpr (beyond_columns) {
      TESSERA_UNROLL
      for (int r = rows_without_sides; r < rows + 2 * halo_rows - rows_without_sides; ++r) {
        TESSERA_UNROLL
        for (int i = 0; i < R; ++i) {
          apply<0>(window.left[r][i], p.x - R + i, p.y - halo_rows + r);
          apply<0>(window.right[r][i], p.x + C + i, p.y - halo_rows + r);
        }
      }
    }
    if constexpr (Faces::columns_first) apply_to_rows(window, p);
  }
  KOKKOS_FORCEINLINE_FUNCTION void apply_to_rows(Window& window, Place const& p) const {
    if constexpr (beyond_rows) {
      TESSERA_UNROLL
      for (int r = 0; r < rows + 2 * halo_rows; ++r) {
        if (r >= halo_rows && r < rows + halo_rows) continue;
        int const y = p.y - halo_rows + r;
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) apply<1>(window.row[r][c], p.x + c, y);
        if constexpr (rows_without_sides == 0) {
          TESSERA_UNROLL
          for (int i = 0; i < R; ++i) {
            apply<1>(window.left[r][i], p.x - R + i, y);
            apply<1>(window.right[r][i], p.x + C + i, y);
          }
        }
      }
    }
  }
  template <int Axis>
  KOKKOS_FORCEINLINE_FUNCTION void apply(T& value, int x, int y) const {
    value = Faces(rules).template value<Axis>(value, {{x, y, 0}}, step);
  }

  template <bool special>
  KOKKOS_FORCEINLINE_FUNCTION void store_rows(Window const& window,
                                              T const* const (&row)[rows + 2 * halo_rows],
                                              T const (&previous)[rows][C], Place const& p) const {
    T* const to = levels.out.at(p.x, p.y, 0);
    constexpr int together = updates_all_first ? rows : 1;
    TESSERA_UNROLL
    for (int first = 0; first < rows; first += together) {
      T updated[together][C];
      TESSERA_UNROLL
      for (int k = 0; k < together; ++k)
        update_row(updated[k], first + k, window, row, previous[first + k], p);
      TESSERA_UNROLL
      for (int k = 0; k < together; ++k)
        store_row<special>(to + (first + k) * levels.out.stride_y, updated[k], first + k, p);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void update_row(T (&updated)[C], int k, Window const& window,
                                              T const* const (&row)[rows + 2 * halo_rows],
                                              T const (&previous)[C], Place const& p) const {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      Reads const reads{window, row, tiles, p.x, k, c};
      updated[c] =
          rules.formula(Rules::with_previous(reads, [&] { return previous[c]; }), p.x + c, p.y + k, 0, step);
      if constexpr (masked)
        if (rules.is_frozen({{p.x + c, p.y + k, 0}})) updated[c] = window.row[k + halo_rows][c];
    }
  }

  template <bool special>
  KOKKOS_FORCEINLINE_FUNCTION void store_row(T* to, T (&updated)[C], int k, Place const& p) const {
    if constexpr (special)
      store_some(updated, p, p.y + k);
    else
      store_streaming(to, updated, wide);
  }

  /// Stores the nodes of row y that belong to this member, with their old value where the formula does not
  /// hold. The old value is read again, since no register is left to hold it.
  KOKKOS_FORCEINLINE_FUNCTION void store_some(T (&values)[C], Place const& p, int y) const {
    if (y < p.begin_y || (wide && p.x < p.begin_x)) return;
    T* const to = levels.out.at(p.x, y, 0);
    T old[C];
    read_pack(old, levels.in.at(p.x, y, 0), wide);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if (!tiles.interior_columns.holds(p.x + c)) values[c] = old[c];
    if constexpr (wide) {
      store_streaming(to, values, true);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if (p.x + c >= p.begin_x) to[c] = values[c];
    }
  }

  /// Copies a pack of columns in rows whose nodes are frozen.
  KOKKOS_FORCEINLINE_FUNCTION void copy_rows(int column) const {
    int const x = tiles.columns.begin + column, end = x + C < tiles.columns.end ? x + C : tiles.columns.end;
    for (auto const& frozen : tiles.frozen_rows)
      for (int y = frozen.begin; y < frozen.end; ++y)
        for (int at = x; at < end; ++at) *levels.out.at(at, y, 0) = *levels.in.at(at, y, 0);
  }
};

} // namespace tessera::detail

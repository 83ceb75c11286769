// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep of a star on a device (Micikevicius 2009): a team marches along the slow axis with a slice of the field
// in scratch. Each member owns a pack of C columns of one row and keeps the 2R + 1 planes around the one it updates in a
// queue of registers, so every value is read from memory once, halos apart; neighbours within the plane come from the
// slice, which all members publish their packs to.
//
//        slice:      . h h h h h h h h .          h: halo along y, R rows on each side, a pack per member
//                    x o o o o o o o o x          x: halo along x, whole packs
//                    x o o o o o o o o x          o: published from the middle of the queues
//                    . h h h h h h h h .
//
// The slice is double-buffered: one barrier a plane. Loads for the next plane are issued before this one is computed.
#pragma once

#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/middle_tiles.hpp>
#include <tessera/scheme/detail/queue.hpp>

namespace tessera::detail {

template <class Exec, class Rules, int RowsOfTeam>
struct StreamingDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, rows = RowsOfTeam;
  static constexpr int C = pack_width<T, 16>;
  static constexpr int lanes = 32, team_size = lanes * rows;
  static constexpr int teams_at_once = R > 4       ? 1
                                       : rows == 4 ? 3
                                                   : 16 / rows; // their queues still fit registers
  static constexpr int side = (R + C - 1) / C;                  // packs of halo along x, each side
  static constexpr int tall = (2 * R + rows - 1) / rows; // halo packs along y that a member loads, at most
  static constexpr int pitch = (lanes + 2 * side) * C;
  static constexpr int slice = pitch * (rows + 2 * R);
  static constexpr std::size_t scratch_bytes = 2 * slice * sizeof(T);
  static_assert(Rules::dimension == 3 && Rules::star && 2 * side <= lanes);

  Rules rules;
  MiddleTiles tiles;
  Levels<T> levels;
  Index step;
  bool wide;

  static constexpr int ahead = 1; // planes that are loaded early
  using PlaneQueue = Queue<T, R, C, ahead>;

  /// What lies around a pack in its plane: whole packs, since single values of the slice would be read with bank
  /// conflicts.
  struct Around {
    T left[side * C], right[side * C];
    T rows[2 * R][C]; // y - R to y + R without y itself
    KOKKOS_FORCEINLINE_FUNCTION explicit Around(T const* middle) {
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) load_pack(rows[k], middle + (k < R ? k - R : k - R + 1) * pitch, true);
      TESSERA_UNROLL
      for (int k = 0; k < side; ++k) {
        load_part(left, k, middle + (k - side) * C);
        load_part(right, k, middle + (k + 1) * C);
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION static void load_part(T (&to)[side * C], int k, T const* from) {
      T part[C];
      load_pack(part, from, true);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[k * C + c] = part[c];
    }
  };

  struct Reads {
    PlaneQueue const& queue;
    Around const& around;
    int c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      if (oz != 0) return queue.plane(oz)[c];
      if (oy != 0) return around.rows[oy < 0 ? R + oy : R + oy - 1][c];
      if (c + ox < 0) return around.left[side * C + c + ox];
      if (c + ox >= C) return around.right[c + ox - C];
      return queue.plane(0)[c + ox];
    }
  };

  /// What a member loads for the next plane's slice besides its own pack.
  struct Halo {
    T beside[C], above[tall][C];
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const team = member.league_rank(), slab = team - tiles.size();
    if (slab >= 0) {
      update_slab(member, rules, levels, tiles.slabs.box(slab), step);
      return;
    }
    auto* const scratch = static_cast<T*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
    if (wide)
      march<true>(member, tiles.tile(team), scratch);
    else
      march<false>(member, tiles.tile(team), scratch);
  }

private:
  template <bool wide_loads, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Box3 const& tile, T* scratch) const {
    int const lane = member.team_rank() % lanes, row = member.team_rank() / lanes;
    Index const x0 = tiles.start(0, tile.lower[0]), y0 = tiles.start(1, tile.lower[1]);
    Index const x = x0 + lane * C, y = y0 + row;
    Index const x_beside = x0 + (place_beside(lane) - side) * C; // which the first lanes load
    int const mine = (row + R) * pitch + (side + lane) * C;      // in a slice
    Index const begin = tile.lower[2], end = tile.upper[2], sy = levels.in.stride_y, sz = levels.in.stride_z;
    T const* here = levels.in.at(x, y, begin);
    PlaneQueue queue;
    Halo halo = {};
    T before[C];
    auto const load_halo = [&](T const* here) {
      TESSERA_UNROLL
      for (int n = 0; n < tall; ++n)
        if (int const r = row + n * rows; r < 2 * R)
          read_pack(halo.above[n], here + (place_above(r) - R - row) * sy, wide_loads);
      if (lane < 2 * side) load_columns<wide_loads>(halo.beside, here - x, x_beside, rules.domain.readable);
    };
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(queue.plane(k), here + k * sz, wide_loads);
    load_halo(here);
    if constexpr (Rules::two_levels) load_pack(before, levels.before.at(x, y, begin), wide_loads);

    for (Index z = begin; z < end; ++z, queue.shift()) {
      T* const slice_at = scratch + static_cast<int>(z & 1) * slice;
      store_pack(slice_at + mine, queue.plane(0), true);
      publish_halo(halo, slice_at, lane, row);
      T older[C];
      if constexpr (Rules::two_levels) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) older[c] = before[c];
      }
      member.team_barrier();
      here += sz;
      if (z + 1 < end) {
        read_pack(queue.plane(R + 1), here + R * sz, wide_loads);
        load_halo(here);
        if constexpr (Rules::two_levels) load_pack(before, levels.before.at(x, y, z + 1), wide_loads);
      }
      update<wide_loads>(queue, older, slice_at + mine, tile, x, y, z);
    }
  }

  // Row of the slice that is row r of the halo: rows 0 to R - 1 lie below the core, the next R above it.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int place_above(int r) { return r < R ? r : rows + r; }
  // Pack of the slice that a lane loads beside the core.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int place_beside(int lane) {
    return lane < side ? lane : lanes + lane;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void publish_halo(Halo const& halo, T* slice_at, int lane, int row) {
    TESSERA_UNROLL
    for (int n = 0; n < tall; ++n)
      if (int const r = row + n * rows; r < 2 * R)
        store_pack(slice_at + place_above(r) * pitch + (side + lane) * C, halo.above[n], true);
    if (lane < 2 * side) store_pack(slice_at + (row + R) * pitch + place_beside(lane) * C, halo.beside, true);
  }

  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void update(PlaneQueue const& queue, T const (&before)[C], T const* middle,
                                          Box3 const& tile, Index x, Index y, Index z) const {
    Around const around(middle);
    T updated[C];
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      auto const reads = Rules::with_before(Reads{queue, around, c}, [&] { return before[c]; });
      updated[c] = rules.formula(reads, x + c, y, z, step);
      if (rules.keeps({{x + c, y, z}})) updated[c] = reads(0, 0, 0);
    }
    if (y >= tile.lower[1])
      store_columns<C, wide_loads>(levels.out.at(x, y, z), updated, tile.lower[0], tile.upper[0], x);
  }
};

} // namespace tessera::detail

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
// Slices of a few planes lie in scratch: halos are copied there while planes before are updated, and one barrier a plane
// serves. At faces that keep their nodes only the values stored differ.
#pragma once

#include <tessera/scheme/detail/async_copy.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/march.hpp>
#include <tessera/scheme/detail/queue.hpp>

namespace tessera::detail {

template <class Exec, class Rules, int RowsOfTeam>
struct StreamingDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, rows = RowsOfTeam;
  static constexpr int C = pack_width<T, 16>;
  static constexpr int lanes = 32, team_size = lanes * rows;
  static constexpr int teams_at_once = R > 4 ? 1 : 16 / rows; // their queues still fit registers
  static constexpr int side = (R + C - 1) / C;                // packs of halo along x, each side
  static constexpr int tall = (2 * R + rows - 1) / rows; // halo packs along y that a member copies, at most
  static constexpr int pitch = (lanes + 2 * side) * C;
  static constexpr int slice = pitch * (rows + 2 * R);
  static constexpr std::size_t slice_bytes = slice * sizeof(T);
  static constexpr int slots = 3 * slice_bytes <= 40 * 1024 ? 3 : 2; // slices in scratch
  static constexpr int early = slots - 1;                            // planes whose halos are under way
  static constexpr std::size_t scratch_bytes = slots * slice_bytes;
  static constexpr int ahead = 1;      // planes that are loaded early
  static constexpr int prefetched = 3; // and further ones that are asked into the L2 cache
  static_assert(Rules::dimension == 3 && Rules::star && 2 * side <= lanes);

  Rules rules;
  MiddleTiles tiles;
  Levels<T> levels;
  Index step;
  bool wide;

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

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const team = member.league_rank(), slab = team - tiles.size();
    if (slab >= 0) {
      update_slab(member, rules, levels, tiles.slabs.box(slab), step);
      return;
    }
    auto* const scratch = static_cast<T*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
    Box3 const tile = tiles.tile(team);
    // What is the same for all members is known while compiling from here on.
    if (!wide)
      run<false, true>(member, tile, scratch);
    else if (rules.obstacle.present())
      run<true, true>(member, tile, scratch);
    else
      run<true, false>(member, tile, scratch);
  }

private:
  /// Where a member stands, and what is special there.
  struct Place {
    int lane, row;
    Index x, y;
    Index above[tall]; // from its pack to those that it copies of the halo along y,
    int beside;        // and to the one along x that the first lanes copy
    Marks marks;
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(Box3 const& tile, int lane, int row) const {
    Domain const& d = rules.domain;
    Index const y0 = tiles.start(1, tile.lower[1]);
    Place p = {lane, row, tiles.start(0, tile.lower[0]) + lane * C, y0 + row, {}, 0, {}};
    TESSERA_UNROLL
    for (int n = 0; n < tall; ++n) { // where memory has no such row nobody needs it
      Index const y = y0 - R + place_above(row + n * rows);
      p.above[n] = (max(d.readable.lower[1], min(y, d.readable.upper[1] - 1)) - p.y) * levels.in.stride_y;
    }
    p.beside = beside(d, p.x, offset_beside(lane), C);
    p.marks = marks_of<C>(tiles, tile, p.x, p.y);
    if (p.y < tiles.plain.lower[1] || p.y >= tiles.plain.upper[1]) p.marks.keep = ~0u;
    return p;
  }

  // Row of the slice that is row r of the halo: rows 0 to R - 1 lie below the core, the next R above it.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int place_above(int r) { return r < R ? r : rows + r; }
  // Pack of the slice that a lane copies beside the core, and how many nodes that is from the lane's own.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int place_beside(int lane) {
    return lane < side ? lane : lanes + lane;
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int offset_beside(int lane) {
    return (place_beside(lane) - side - lane) * C;
  }

  template <bool wide_access, bool masked, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& tile, T* scratch) const {
    Place const p = place(tile, member.team_rank() % lanes, member.team_rank() / lanes);
    Index const begin = tile.lower[2], end = tile.upper[2];
    Index const first = min(end, max(begin, tiles.plain.lower[2])),
                last = max(first, min(end, tiles.plain.upper[2]));
    copy_planes<wide_access, C>(levels, p.x, p.y, begin, first, p.marks.leave);
    if (first < last) march<wide_access, masked>(member, p, first, last, scratch);
    copy_planes<wide_access, C>(levels, p.x, p.y, last, end, p.marks.leave);
  }

  template <bool wide_access, bool masked, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Place const& p, Index begin, Index end,
                                         T* scratch) const {
    int const planes = static_cast<int>(end - begin);
    Index const sz = levels.in.stride_z;
    T const* here = levels.in.at(p.x, p.y, begin);
    T* out = levels.out.at(p.x, p.y, begin);
    OwnReads<Rules, C, wide_access> own(rules, levels, p.x, p.y, begin);
    PlaneQueue queue;
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(queue.plane(k), here + k * sz, wide_access);
    TESSERA_UNROLL
    for (int k = 0; k < early; ++k) {
      if (k < planes) copy_halo<wide_access>(p, here + k * sz, scratch + k * slice);
      end_group_of_copies();
    }
    int const mine = (p.row + R) * pitch + (side + p.lane) * C; // in a slice
    T *slice_at = scratch, *fill_at = scratch + early * slice, *const top = scratch + slots * slice;
    for (int k = 0; k < planes; ++k) {
      store_pack(slice_at + mine, queue.plane(0), true);
      wait_for_copies<early - 1>();
      member.team_barrier();
      int const more = k + ahead < planes; // the last is read twice rather than not: no test
      read_pack(queue.plane(R + ahead), here + (R + more) * sz, wide_access);
      if (k + early < planes) copy_halo<wide_access>(p, here + early * sz, fill_at);
      end_group_of_copies();
      T now_before[C], now_value[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) now_before[c] = own.before[c], now_value[c] = own.value[c];
      own.advance(more);
      if (k + ahead + prefetched < planes) {
        prefetch(here + (R + ahead + prefetched) * sz);
        own.prefetch_ahead_if(true, prefetched);
      }
      Around const around(slice_at + mine);
      T updated[C];
      update_pack<masked>(updated, rules, {{p.x, p.y, begin + k}}, step, p.marks, queue.plane(0), now_before,
                          now_value, [&](int c) {
                            return Reads{queue, around, c};
                          });
      store_marked<wide_access>(out, updated, p.marks.leave);
      queue.shift();
      here += sz;
      out += levels.out.stride_z;
      slice_at = slice_at + slice == top ? scratch : slice_at + slice;
      fill_at = fill_at + slice == top ? scratch : fill_at + slice;
    }
  }

  /// A member's share of the halo of the plane that `here` lies in.
  template <bool wide_access>
  KOKKOS_FORCEINLINE_FUNCTION void copy_halo(Place const& p, T const* here, T* slice_at) const {
    TESSERA_UNROLL
    for (int n = 0; n < tall; ++n)
      if (int const r = p.row + n * rows; r < 2 * R)
        copy_to_scratch<C, wide_access>(slice_at + place_above(r) * pitch + (side + p.lane) * C,
                                        here + p.above[n]);
    if (p.lane >= 2 * side) return;
    T* const to = slice_at + (p.row + R) * pitch + place_beside(p.lane) * C;
    if constexpr (wide_access) {
      copy_to_scratch<C, true>(to, here + p.beside);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        copy_to_scratch<1, false>(to + c, here + beside(rules.domain, p.x, offset_beside(p.lane) + c, 1));
    }
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep of a star on a device (Micikevicius 2009). A team marches along the slow axis with a slice
// of the field in scratch. Each member owns a pack of C columns in a few rows and holds the 2R + 1 planes
// around the ones that it updates in register queues, so that every value is read from memory once, halos
// apart. Neighbours within the plane come from the slice, to which all members publish their packs, or from
// the member's own rows.
//
//        slice:      . h h h h h h h h .          h: halo along y, R rows on each side
//                    x o o o o o o o o x          x: halo along x, whole packs
//                    x o o o o o o o o x          o: published from the middle of the queues
//                    . h h h h h h h h .
//
// No register waits for memory. Asynchronous copies bring halos to the slices of later planes, and values
// that enter the queues later to staging buffers in scratch that only their own member reads. One barrier per
// plane suffices. At faces whose nodes are frozen only the stored values differ.
//
// A plane is marched through along axis 1, as a volume of one row whose axes 1 and 2 have changed places.
#pragma once

#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/opaque.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/device/march.hpp>
#include <tessera/scheme/detail/device/register_queue.hpp>
#include <tessera/scheme/detail/streaming/device_shape.hpp>

namespace tessera::detail {

template <class Exec, class Rules, int Each>
struct StreamingDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, slow = Rules::dimension - 1;
  static constexpr bool volume = Rules::dimension == 3;
  using Shape = StreamingShape<T, R, Each, volume>;
  static constexpr int C = Shape::C, lanes = Shape::lanes, runs = Shape::runs, rows = Shape::rows,
                       beside = Shape::beside;
  static constexpr int side = Shape::side, pitch = Shape::pitch, slice = Shape::slice,
                       staging_size = Shape::staging_size;
  static constexpr int slices = Shape::buffers.slices, staged_planes = Shape::buffers.staged_planes;
  static constexpr int halos = Shape::buffers.halos(), under_way = Shape::buffers.under_way();
  static constexpr bool reads_first = Shape::buffers.reads_first();
  static constexpr std::size_t scratch_bytes = Shape::scratch_bytes;
  static constexpr int team_size = Shape::team_size;
  static constexpr unsigned all_columns = ~0u >> (32 - C);
  static_assert(Rules::dimension > 1 && (volume || Each == 1) && Rules::star && 2 * side <= lanes);

  Rules rules;
  InteriorTiles tiles;
  Levels<T> levels;           // turned in a plane
  Data<T const> coefficients; // turned in a plane
  Index step;
  bool wide;

  StreamingDeviceKernel(Rules const& of, InteriorTiles const& cut, Levels<T> const& memory, Index at_step,
                        bool moves_packs)
      : rules(of), tiles(cut), levels(turned(memory)), coefficients(turned(coefficient_of(of, memory))),
        step(at_step), wide(moves_packs) {}

  using PlaneQueue = Queue<T, R, C, 0>;
  template <bool wide>
  using Own = OwnReads<Rules, C, wide, Each>;
  static constexpr int concurrent_teams = Shape::concurrent_teams(Own<true>::values);

  /// What lies around a pack in its plane. These are whole packs, since single values would be read from the
  /// slice with bank conflicts.
  struct Around {
    T left[side * C], right[side * C];
    T rows[max(1, 2 * beside)][C]; // y - R to y + R without y itself

    /// Loads what lies around row `r` of a member whose packs begin at `first` in the slice.
    KOKKOS_FORCEINLINE_FUNCTION Around(PlaneQueue const (&queue)[Each], T const* first, int r) {
      TESSERA_UNROLL
      for (int k = 0; k < 2 * beside; ++k) {
        int const row = r + (k < R ? k - R : k - R + 1);
        if (row >= 0 && row < Each) {
          TESSERA_UNROLL
          for (int c = 0; c < C; ++c) rows[k][c] = queue[row].plane(0)[c];
        } else {
          load_pack(rows[k], first + row * pitch, true);
        }
      }
      TESSERA_UNROLL
      for (int k = 0; k < side; ++k) {
        load_part(left, k, first + r * pitch + (k - side) * C);
        load_part(right, k, first + r * pitch + (k + 1) * C);
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
      int const along = volume ? oz : oy;
      if (along != 0) return queue.plane(along)[c];
      if (volume && oy != 0) return around.rows[oy < 0 ? R + oy : R + oy - 1][c];
      if (c + ox < 0) return around.left[side * C + c + ox];
      if (c + ox >= C) return around.right[c + ox - C];
      return queue.plane(0)[c + ox];
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const team = member.league_rank(), slab = team - tiles.size();
    if (slab >= 0) {
      update_slab(member, rules, turned(levels), tiles.slabs.box(slab), step);
      return;
    }
    auto* const scratch = static_cast<T*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
    Box3 const tile = tiles.tile(team);
    // From here on, whatever is the same for all members is a template argument.
    if (!wide)
      run<false, true>(member, tile, scratch);
    else if (rules.obstacle.present())
      run<true, true>(member, tile, scratch);
    else
      run<true, false>(member, tile, scratch);
  }

private:
  /// Axes 1 and 2 of a plane change places; a volume stays as it is.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION static Data<Value> turned(Data<Value> const& data) {
    return volume ? data : Data<Value>{data.origin, data.stride_z, data.stride_y};
  }
  KOKKOS_FORCEINLINE_FUNCTION static Levels<T> turned(Levels<T> const& l) {
    return {turned(l.in), turned(l.out), turned(l.previous), turned(l.previous_out), l.holds_constants};
  }

  /// A pack of the halo: its position in a slice, and in the plane relative to the first node of the tile.
  struct HaloPack {
    int to, x, row;
  };
  static constexpr int above = 2 * beside * lanes,
                       around = above + 2 * side * rows; // packs of halo along y, and in all
  static constexpr int shares =
      (around + Shape::team_size - 1) / Shape::team_size; // halo packs a member copies

  /// The halo pack with this number. Packs along y come first, those below the core before those above it;
  /// then come packs along x, row by row.
  KOKKOS_FORCEINLINE_FUNCTION static HaloPack halo_pack(int number) {
    if (number < above) {
      int const lane = number % lanes, r = number / lanes, row = r < beside ? r - beside : rows + r - beside;
      return {(row + beside) * pitch + (side + lane) * C, lane * C, row};
    }
    int const k = (number - above) % (2 * side), row = (number - above) / (2 * side);
    int const pack = k < side ? k : lanes + k; // number of the pack in its row of the slice
    return {(row + beside) * pitch + pack * C, (pack - side) * C, row};
  }

  /// The position of a member, and what is special there. Numbers have 32 bits where possible, since few
  /// registers are left.
  struct Place {
    int member;
    Index x0, y0;                 // first node of the tile
    Index x, y;                   // first node of the member
    int mine;                     // its first pack in a slice
    int to[shares], from[shares]; // its halo packs: in a slice; in memory from its first node
    unsigned marks; // C bits a row of frozen nodes, then C bits a row of nodes that others write

    KOKKOS_FORCEINLINE_FUNCTION Marks marks_of_row(int r) const {
      return {marks >> r * C & all_columns, marks >> (Each + r) * C & all_columns};
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(Box3 const& tile, int member) const {
    Place p;
    int const lane = member % lanes, run = member / lanes;
    p.member = member;
    p.x0 = tiles.start(0, tile.lower[0]), p.y0 = volume ? tiles.start(1, tile.lower[1]) : 0;
    p.x = p.x0 + lane * C, p.y = p.y0 + run * Each;
    p.mine = (run * Each + beside) * pitch + (side + lane) * C;
    TESSERA_UNROLL
    for (int n = 0; n < shares; ++n) {
      HaloPack const pack = halo_pack(member + n * team_size);
      p.to[n] = pack.to;
      p.from[n] = static_cast<int>((row_there(p.y0 + pack.row) - p.y) * levels.in.stride_y +
                                   wrapped_offset(rules.domain, p.x0, pack.x, C) + p.x0 - p.x);
    }
    p.marks = 0;
    Marks const columns = marks_of<C>(tiles, tile, p.x);
    TESSERA_UNROLL
    for (int r = 0; r < Each; ++r) {
      Index const y = p.y + r;
      bool const row_frozen = volume && (y < tiles.by_formula.lower[1] || y >= tiles.by_formula.upper[1]),
                 leaves = volume && y < tile.lower[1];
      p.marks |= (row_frozen ? all_columns : columns.frozen) << r * C;
      p.marks |= (leaves ? all_columns : columns.leave) << (Each + r) * C;
    }
    return p;
  }

  /// Row y. If memory has no such row, the nearest one that it has, whose values are never used.
  KOKKOS_FORCEINLINE_FUNCTION Index row_there(Index y) const {
    return !volume ? 0 : max(rules.domain.readable.lower[1], min(y, rules.domain.readable.upper[1] - 1));
  }

  template <bool wide, bool masked, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& tile, T* scratch) const {
    Place const p = place(tile, member.team_rank());
    Index const begin = tile.lower[slow], end = tile.upper[slow];
    Index const first = min(end, max(begin, tiles.by_formula.lower[slow])),
                last = max(first, min(end, tiles.by_formula.upper[slow]));
    copy_frozen<wide>(p, begin, first);
    if (first < last) march<wide, masked>(member, p, first, last, scratch);
    copy_frozen<wide>(p, last, end);
  }

  template <bool wide>
  KOKKOS_FORCEINLINE_FUNCTION void copy_frozen(Place const& p, Index begin, Index end) const {
    for (int r = 0; r < Each; ++r)
      copy_planes<wide, C>(levels, p.x, p.y + r, begin, end, p.marks_of_row(r).leave);
  }

  template <bool wide, bool masked, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Place const& p, Index begin, Index end,
                                         T* scratch) const {
    int const planes = static_cast<int>(end - begin);
    Index const sz = levels.in.stride_z;
    T const* here = levels.in.at(p.x, p.y, begin);
    T* out = levels.out.at(p.x, p.y, begin);
    T* const mine = scratch + p.mine;
    T* const waiting = scratch + slices * slice + p.member * C;
    start_copies<wide>(p, here, planes, scratch, waiting);
    Own<wide> own(levels, coefficients, p.x, p.y, begin, out);
    PlaneQueue queue[Each];
    TESSERA_UNROLL
    for (int r = 0; r < Each; ++r) {
      TESSERA_UNROLL
      for (int k = -R; k < R; ++k) read_pack(queue[r].plane(k), here + r * levels.in.stride_y + k * sz, wide);
    }
    int slice_at = 0, staging_at = 0;
    for (int left = planes; left > 0; --left) { // planes left, this one included
      TESSERA_UNROLL
      for (int r = 0; r < Each; ++r) store_pack(mine + slice_at + r * pitch, queue[r].plane(0), true);
      wait_for_copies<under_way>();
      if constexpr (reads_first) read_staged(queue, waiting + staging_at);
      team_barrier(member);
      if (left > halos) // into the slice of the previous plane, which nobody reads any more
        copy_halo<wide>(p, here + halos * sz, scratch + before(slice_at, slice, slices));
      end_group_of_copies();
      if constexpr (reads_first)
        copy_own<wide>(here + (R + staged_planes) * sz, left > staged_planes, waiting + staging_at);
      else
        read_staged(queue, waiting + staging_at);
      own.prefetch_ahead_if(left > 1, 1, out);
      TESSERA_UNROLL
      for (int r = 0; r < Each; ++r) {
        Marks const marks = p.marks_of_row(r);
        Around const around(queue, mine + slice_at, r);
        T updated[C];
        Index3 const node{{p.x, volume ? p.y + r : end - left, volume ? end - left : 0}};
        update_pack<masked>(updated, rules, node, step, marks, own.previous[r], own.value[r], [&](int c) {
          return Reads{queue[r], around, c};
        });
        store_marked<wide>(out + r * levels.out.stride_y, updated, marks.leave);
      }
      if constexpr (!reads_first)
        copy_own<wide>(here + (R + staged_planes) * sz, left > staged_planes, waiting + staging_at);
      own.advance(left > 1 ? 1 : 0, out); // the last plane is read twice: this saves a test
      TESSERA_UNROLL
      for (int r = 0; r < Each; ++r) queue[r].shift();
      here += sz;
      out += levels.out.stride_z;
      slice_at = next(slice_at, slice, slices);
      staging_at = next(staging_at, staging_size, staged_planes);
    }
  }

  /// Loads the newest planes of the queues from a staging buffer.
  KOKKOS_FORCEINLINE_FUNCTION static void read_staged(PlaneQueue (&queue)[Each], T const* staged) {
    TESSERA_UNROLL
    for (int r = 0; r < Each; ++r) load_pack(queue[r].plane(R), staged + r * (team_size * C), true);
  }

  /// The offset of the part before `at` in a circular queue of `parts` parts of `size` values.
  KOKKOS_FORCEINLINE_FUNCTION static int before(int at, int size, int parts) {
    return at == 0 ? (parts - 1) * size : at - size;
  }

  /// The offset of the part after `at` in such a queue.
  KOKKOS_FORCEINLINE_FUNCTION static int next(int at, int size, int parts) {
    return at + size == parts * size ? 0 : at + size;
  }

  /// Starts the copies of the first planes, in the groups that the march waits for.
  template <bool wide>
  KOKKOS_FORCEINLINE_FUNCTION void start_copies(Place const& p, T const* here, int planes, T* scratch,
                                                T* waiting) const {
    Index const sz = levels.in.stride_z;
    constexpr int most = max(halos, staged_planes);
    TESSERA_UNROLL
    for (int n = 0; n < most; ++n) {
      int const halo = n - (most - halos), own = max(0, n - (most - staged_planes));
      if (halo >= 0 && halo < planes) copy_halo<wide>(p, here + halo * sz, scratch + halo * slice);
      end_group_of_copies();
      copy_own<wide>(here + (R + own) * sz, n >= most - staged_planes && own < planes,
                     waiting + own * staging_size);
    }
  }

  /// Copies the member's packs of the plane of `here` to a staging buffer, where they wait until they enter
  /// the queues. This makes one group of copies, an empty one if it is not wanted.
  template <bool wide>
  KOKKOS_FORCEINLINE_FUNCTION void copy_own(T const* here, bool wanted, T* waiting) const {
    if (wanted) {
      TESSERA_UNROLL
      for (int r = 0; r < Each; ++r)
        copy_to_scratch<C, wide>(waiting + r * (team_size * C), here + r * levels.in.stride_y);
    }
    end_group_of_copies();
  }

  /// Copies a member's share of the halo of the plane of `here`.
  template <bool wide>
  KOKKOS_FORCEINLINE_FUNCTION void copy_halo(Place const& p, T const* here, T* slice_at) const {
    TESSERA_UNROLL
    for (int n = 0; n < shares; ++n) {
      int const number = p.member + n * team_size;
      if ((n + 1) * team_size > around && number >= around) return;
      if constexpr (wide) {
        copy_to_scratch<C, true>(slice_at + p.to[n], here + opaque(p.from[n]));
      } else {
        HaloPack const pack = halo_pack(number);
        T const* const row = here + (row_there(p.y0 + pack.row) - p.y) * levels.in.stride_y + (p.x0 - p.x);
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          copy_to_scratch<1, false>(slice_at + pack.to + c,
                                    row + wrapped_offset(rules.domain, p.x0, pack.x + c, 1));
      }
    }
  }
};

} // namespace tessera::detail

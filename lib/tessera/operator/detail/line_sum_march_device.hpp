// SPDX-License-Identifier: Apache-2.0
// A Laplacian, a divergence or a gradient in one sweep, on a device (Micikevicius 2009). A team owns a tile
// of packs and rows and marches along the slowest axis. A member holds the 2R + 1 planes around the one that
// it updates in registers. Neighbours within the plane come from slices in scratch:
//
//        . h h h h h h h h .          h: R rows on each side along y
//        x o o o o o o o o x          x: whole packs on each side along x
//        x o o o o o o o o x          o: the tile
//        . h h h h h h h h .
//
// If all terms are of one field, there is one slice, to which all members publish their packs, so that every
// value is read from memory once, the packs around tiles apart. If every term is of a field of its own, there
// is a slice of the field of axis x (o and x) and one of the field of axis y (o and h).
//
// No register waits for memory. Asynchronous copies bring what is not published to the slices of later
// planes, and packs of later planes to staging buffers in scratch that only their own member reads.
#pragma once

#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/opaque.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/core/divisor.hpp>
#include <tessera/operator/detail/line_sum_shape.hpp>

namespace tessera::detail {

/// `wide`: rows consist of whole packs, which wide accesses can move.
template <class T, int R, Terms terms, bool volume, bool wide>
struct LineSumMarch {
  using Shape = LineSumShape<T, R, terms, volume>;
  static constexpr bool one_field = Shape::one_field, apart = terms == Terms::apart;
  static constexpr int C = Shape::C, lanes = Shape::lanes, each = Shape::each, rows = Shape::rows;
  static constexpr int side = Shape::side, above = Shape::above, pitch_x = Shape::pitch_x,
                       pitch_y = Shape::pitch_y, slice = Shape::slice, staging_size = Shape::staging_size;
  static constexpr int most_members = Shape::team_size, concurrent_teams = Shape::concurrent_teams;
  static constexpr int slices = Shape::buffers.slices, staged_planes = Shape::buffers.staged_planes;
  static constexpr int halos = Shape::buffers.halos(), under_way = Shape::buffers.under_way();
  static constexpr bool reads_first = Shape::buffers.reads_first();
  static constexpr std::size_t scratch_bytes = Shape::scratch_bytes;

  // All by axis. A plane has one row, and its axis y one node, if there are two axes.
  Line<T, R> line[3];
  Strided<T const> in[3];
  Strided<T> out[3];    // all are one View of a sum
  int first[3], end[3]; // the nodes to be made; none of them has a one-sided formula; whole packs if wide
  int last;             // the axis whose term is added last
  int run;              // planes of a team
  // Teams go along x, then over the rows of tiles of a band, then through all runs of it: what a run reads of
  // its neighbours along z has then just been read by others and lies in the L2 cache.
  Divisor tiles_x, tiles_y, runs; // tiles along x, rows of tiles in a band, runs along z

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), row_of_tiles = tiles_x.quotient(team),
              number = tiles_y.quotient(row_of_tiles), band = runs.quotient(number);
    int const x0 = (team - row_of_tiles * tiles_x.number()) * lanes * C, // aligned wherever the nodes begin
        y0 = first[1] + (row_of_tiles + (band - number) * tiles_y.number()) * rows,
              z0 = first[2] + (number - band * runs.number()) * run;
    if (y0 >= end[1]) return; // the last band has fewer rows
    auto* const scratch =
        static_cast<T*>(member.team_scratch(0).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
    march(member, place(member.team_rank(), x0, y0), z0, min(run, end[2] - z0), scratch);
  }

private:
  using Window = T[each][2 * R + 1][C];

  /// Packs of a slice that arrive by copies: those along x and those along y. The others are published.
  static constexpr int width_x = one_field ? 2 * side : lanes + 2 * side, packs_x = width_x * rows,
                       packs_y = volume ? lanes * (one_field ? 2 * above : rows + 2 * above) : 0;
  static constexpr int begin_x = one_field ? above * pitch_x : 0, // in a slice
      begin_y = one_field ? side * C : Shape::slice_x;

  /// A member's packs of such copies: their offsets in a plane of the field, and in a slice. Offsets have 32
  /// bits, since few registers are left.
  template <int packs>
  struct Shares {
    static constexpr int count = divide_up(packs, most_members), kept = max(1, count);
    int from[kept], to[kept];
  };

  /// The position of a member.
  struct Place {
    int member, x, y;     // its number and its first node
    int stored;           // its rows that are written, or none where its packs are not
    int x0;               // the tile's first node
    int own[each];        // the offsets of its packs in a plane of the field of axis z
    int along_x, along_y; // the offsets of its first pack in a slice, for neighbours along x and along y
    Shares<packs_x> shares_x;
    Shares<packs_y> shares_y;
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(int member, int x0, int y0) const {
    Place p;
    int const lane = member % lanes, row = member / lanes * each;
    p.member = member;
    p.x0 = x0, p.x = x0 + lane * C, p.y = y0 + row;
    bool const any = p.x + C > first[0] && p.x < end[0];
    p.stored = any ? min(each, end[1] - p.y) : 0;
    p.along_x = begin_x + row * pitch_x + (side + lane) * C;
    p.along_y = begin_y + (above + row) * pitch_y + lane * C;
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) p.own[r] = offset(2, p.x, p.y + r);
    TESSERA_UNROLL
    for (int n = 0; n < p.shares_x.count; ++n) {
      int const number = member + n * most_members, y = number / width_x;
      int pack = number % width_x; // from the first beside the tile
      if (one_field && pack >= side) pack += lanes;
      p.shares_x.from[n] = offset(0, x0 + (pack - side) * C, y0 + y);
      p.shares_x.to[n] = begin_x + y * pitch_x + pack * C;
    }
    TESSERA_UNROLL
    for (int n = 0; n < p.shares_y.count; ++n) {
      int const number = member + n * most_members, pack = number % lanes;
      int y = number / lanes; // from the first row beside the tile
      if (one_field && y >= above) y += rows;
      p.shares_y.from[n] = offset(1, x0 + pack * C, y0 + y - above);
      p.shares_y.to[n] = begin_y + y * pitch_y + pack * C;
    }
    return p;
  }

  /// The node whose value node i of a line takes; any node where no formula reads it.
  KOKKOS_FORCEINLINE_FUNCTION int node(int axis, int i) const {
    int const nodes = static_cast<int>(line[axis].nodes), at = static_cast<int>(line[axis].index(i));
    return at < 0 ? 0 : at < nodes ? at : nodes - (wide && axis == 0 ? C : 1);
  }

  /// The offset of the pack at x in row y in a plane of the field of this axis; of the row if packs are not
  /// moved whole.
  KOKKOS_FORCEINLINE_FUNCTION int offset(int axis, int x, int y) const {
    return node(1, y) * static_cast<int>(in[axis].stride[1]) + (wide ? node(0, x) : 0);
  }

  KOKKOS_FORCEINLINE_FUNCTION T const* plane(int axis, int z) const {
    return in[axis].origin + node(2, z) * in[axis].stride[2];
  }

  /// Copies the pack at x from this offset of a plane.
  KOKKOS_FORCEINLINE_FUNCTION void copy(T* to, T const* plane, int from, int x) const {
    if constexpr (wide) {
      copy_to_scratch<C, true>(to, plane + opaque(from));
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) copy_to_scratch<1, true>(to + c, plane + (from + node(0, x + c)));
    }
  }

  template <int packs>
  KOKKOS_FORCEINLINE_FUNCTION void copy_shares(Place const& p, Shares<packs> const& shares, T const* plane,
                                               T* slice_at, int first, int pitch, int x0) const {
    TESSERA_UNROLL
    for (int n = 0; n < shares.count; ++n)
      if ((n + 1) * most_members <= packs || p.member + n * most_members < packs)
        copy(slice_at + shares.to[n], plane, shares.from[n], x0 + (shares.to[n] - first) % pitch);
  }

  KOKKOS_FORCEINLINE_FUNCTION void copy_slice(Place const& p, T const* plane_x, T const* plane_y,
                                              T* to) const {
    copy_shares(p, p.shares_x, plane_x, to, begin_x, pitch_x, p.x0 - side * C);
    copy_shares(p, p.shares_y, plane_y, to, begin_y, pitch_y, p.x0);
  }

  KOKKOS_FORCEINLINE_FUNCTION void copy_own(Place const& p, T const* plane, T* waiting) const {
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) copy(waiting + r * (most_members * C), plane, p.own[r], p.x);
  }

  /// The planes of one field, one after the other.
  template <int axis>
  struct Planes {
    LineSumMarch const& march;
    int z;
    T const* here;

    KOKKOS_FORCEINLINE_FUNCTION Planes(LineSumMarch const& march, int z)
        : march(march), z(z), here(march.plane(axis, z)) {}
    KOKKOS_FORCEINLINE_FUNCTION void advance() {
      ++z;
      here =
          z == static_cast<int>(march.line[2].nodes) ? march.plane(axis, z) : here + march.in[axis].stride[2];
    }
  };

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Place const& p, int z0, int planes,
                                         T* scratch) const {
    T* const waiting = scratch + slices * slice + p.member * C;
    constexpr int most = max(halos, staged_planes);
    TESSERA_UNROLL
    for (int n = 0; n < most; ++n) {
      int const halo = n - (most - halos), own = n - (most - staged_planes);
      if (halo >= 0) copy_slice(p, plane(0, z0 + halo), plane(1, z0 + halo), scratch + halo * slice);
      end_group_of_copies();
      if (own >= 0) copy_own(p, plane(2, z0 + R + own), waiting + own * staging_size);
      end_group_of_copies();
    }
    Window window;
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) {
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) read_own(window[r][k], plane(2, z0 - R + k) + p.own[r], p.x);
    }
    Planes<0> next_x(*this, z0 + halos);
    Planes<1> next_y(*this, z0 + halos);
    Planes<2> next_own(*this, z0 + R + staged_planes);
    T* to[3]; // by axis; a sum has the first alone
    TESSERA_UNROLL
    for (int a = 0; a < 3; ++a) to[a] = out[a].row(p.y, z0) + p.x;
    int slice_at = 0, staging_at = 0;
    for (int left = planes; left > 0; --left) { // planes left, this one included
      if constexpr (one_field) {
        TESSERA_UNROLL
        for (int r = 0; r < each; ++r)
          store_pack(scratch + slice_at + p.along_x + r * pitch_x, window[r][R], true);
      }
      wait_for_copies<under_way>();
      if constexpr (reads_first) read_staged(window, waiting + staging_at);
      team_barrier(member);
      if (left > halos) // into the slice of the previous plane, which nobody reads any more
        copy_slice(p, next_x.here, one_field ? next_x.here : next_y.here,
                   scratch + (slice_at == 0 ? (slices - 1) * slice : slice_at - slice));
      end_group_of_copies();
      if constexpr (reads_first)
        copy_own_if(left > staged_planes, p, next_own.here, waiting + staging_at);
      else
        read_staged(window, waiting + staging_at);
      update(p, window, scratch + slice_at, to);
      if constexpr (!reads_first) copy_own_if(left > staged_planes, p, next_own.here, waiting + staging_at);
      shift(window);
      TESSERA_UNROLL
      for (int a = 0; a < 3; ++a) to[a] += out[a].stride[2];
      next_x.advance();
      if constexpr (!one_field) next_y.advance();
      next_own.advance();
      slice_at = slice_at + slice == slices * slice ? 0 : slice_at + slice;
      staging_at = staging_at + staging_size == staged_planes * staging_size ? 0 : staging_at + staging_size;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void read_own(T (&to)[C], T const* from, int x) const {
    if constexpr (wide) {
      read_pack(to, from, true);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[c] = read_only(from + node(0, x + c));
    }
  }

  /// Makes one group of copies, an empty one if it is not wanted.
  KOKKOS_FORCEINLINE_FUNCTION void copy_own_if(bool wanted, Place const& p, T const* plane,
                                               T* waiting) const {
    if (wanted) copy_own(p, plane, waiting);
    end_group_of_copies();
  }

  KOKKOS_FORCEINLINE_FUNCTION static void read_staged(Window& window, T const* staged) {
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) load_pack(window[r][2 * R], staged + r * (most_members * C), true);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void shift(Window& window) {
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) {
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) window[r][k][c] = window[r][k + 1][c];
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void update(Place const& p, Window const& window, T const* slice_at,
                                          T* const (&to)[3]) const {
    TESSERA_UNROLL
    for (int r = 0; r < each; ++r) {
      T beside[2 * side + 1][C], column[2 * R + 1][C], along[3][C];
      TESSERA_UNROLL
      for (int s = -side; s <= side; ++s)
        read_neighbour(beside[side + s], slice_at + p.along_x + r * pitch_x + s * C, window, s == 0 ? r : -1);
      if constexpr (volume) {
        TESSERA_UNROLL
        for (int o = -R; o <= R; ++o)
          read_neighbour(column[R + o], slice_at + p.along_y + (r + o) * pitch_y, window, r + o);
      }
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        along[0][c] = line[0].central([&](int o) {
          int const at = side * C + c + o;
          return beside[at / C][at % C];
        });
        if constexpr (volume) along[1][c] = line[1].central([&](int o) { return column[R + o][c]; });
        along[2][c] = line[2].central([&](int o) { return window[r][R + o][c]; });
        if constexpr (!apart) along[0][c] = sum(along[0][c], volume ? along[1][c] : 0, along[2][c]);
      }
      if (r < p.stored) {
        store(to[0] + r * out[0].stride[1], along[0], p.x);
        if constexpr (apart && volume) store(to[1] + r * out[1].stride[1], along[1], p.x);
        if constexpr (apart) store(to[2] + r * out[2].stride[1], along[2], p.x);
      }
    }
  }

  /// The terms along x, y and z are added in the order of the user's axes.
  KOKKOS_FORCEINLINE_FUNCTION T sum(T x, T y, T z) const {
    if constexpr (!volume) return x + z;
    return last == 2 ? (x + y) + z : last == 1 ? (x + z) + y : (y + z) + x;
  }

  KOKKOS_FORCEINLINE_FUNCTION void store(T* to, T const (&pack)[C], int x) const {
    if constexpr (!wide)
      store_columns<C, false>(to, pack, first[0], end[0], x);
    else if constexpr (apart && sizeof(T) == 8)
      store_streaming(to, pack, true); // three results would take the caches from what is read
    else
      store_pack(to, pack, true);
  }

  /// Reads a pack of a slice, or takes it from row `own` of the member, if it has one and if it is of that
  /// field.
  KOKKOS_FORCEINLINE_FUNCTION static void read_neighbour(T (&to)[C], T const* from, Window const& window,
                                                         int own) {
    if (one_field && own >= 0 && own < each) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[c] = window[own][R][c];
    } else {
      load_pack(to, from, true);
    }
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Several time steps per load, streaming: a team marches along the slow axis with a pipeline of stages, one a time
// step. Stage s keeps the last 2R+1 planes of its time level (rows in 2D) in a ring in scratch; whenever a new plane
// arrives it updates the plane R behind it and hands the result to stage s+1.
//
//      planes ->   0 1 2 3 4 5 6 7 8
//      level 0     . . . . . . o o N        N: loaded now (row j)
//      level 1     . . . . o o N            N: made now from o o N above, R = 1 behind
//      level 2     . . o o N
//      out         . . N                    after S stages a plane is S steps on, read once and written once
//
// On a host several rows arrive at once where a stage updates several at once; its ring then keeps as many more.
//
// A stencil that reads the level before finds it there too: what stage s reads besides plane R of level s is the oldest
// plane of level s - 1.
//
// The plane shrinks by R on each side per stage. This form runs everywhere and takes any pattern; on a host the rings
// lie in the L2 cache and the planes are vector loops.
#pragma once

#include <tessera/scheme/detail/elsewhere.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/obstacle_tiles.hpp>
#include <tessera/scheme/detail/row_vectors.hpp>
#include <tessera/scheme/detail/update.hpp>

namespace tessera::detail {

/// Neighbours of one node in a ring of planes.
template <class T, int D, int R>
struct RingReads {
  static constexpr bool of_memory = true;
  T const* plane[2 * R + 1]; // from -R to +R along the slow axis, each at the node
  Index pitch;
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
    return D == 2 ? plane[R + oy][ox] : plane[R + oz][ox + oy * pitch];
  }
};

/// Whether a host core updates rows of rings by row vectors. Of wider stars a node reads more than there are registers, and of rows
/// side by side in a volume more than there are pointers, unless columns are shifted out of what has been loaded.
template <class Exec, class Rules>
inline constexpr bool vectors_in_rings =
    Rules::radius <= 4 && !asks_each_node<Rules> && fits_row_vectors<Rules> && on_host<Exec> &&
    (Rules::dimension == 2 || vectors_shift);

template <class Exec, class Rules>
struct PipelineKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr int slow = D - 1;
  /// Rows that a host core updates at once: they share what they read. Of wide stars one has vectors enough.
  static constexpr int rows_at_once = vectors_in_rings<Exec, Rules> && R <= 2 ? 4 : 1;
  /// Planes that a formula reads, that a stage makes in a turn, and that a ring has.
  static constexpr int planes = 2 * R + 1, made = D == 2 ? rows_at_once : 1, slots = 2 * R + made;
  static constexpr Index vector = on_host<Exec> ? values_in_line<T> : 1;
  static_assert(D >= 2, "in 1D there is no slow axis to march along: BlockKernel serves");

  Rules rules;
  Tiling tiling;
  ObstacleTiles<Exec> obstacle_tiles;
  Levels<T> levels;
  Index step;
  int steps;

  // In a ring, rows of the core start at multiples of a vector; there is room for whole vectors and reads beside them.
  static constexpr Index pad = (R + vector - 1) / vector * vector;
  KOKKOS_FORCEINLINE_FUNCTION static Index pitch_of(Index width) {
    return round_up(width + vector - 1 + 2 * pad, vector);
  }

  /// Scratch of a team for tiles of this extent, halo included.
  KOKKOS_FUNCTION static std::size_t scratch_bytes(Index3 const& extent, int fused_steps) {
    return static_cast<std::size_t>(fused_steps * slots * pitch_of(extent[0]) * (D == 3 ? extent[1] : 1)) *
           sizeof(T);
  }

  /// The rings of one team, and where a node lies in them.
  struct Rings {
    T* data;
    Index3 lower; // of the loaded box, along x rounded down to a whole vector from the core
    Index pitch, plane;
    KOKKOS_FORCEINLINE_FUNCTION T* at(int level, Index along, Index x, Index y) const {
      auto const slot = static_cast<Index>(static_cast<unsigned>(along - lower[slow]) % unsigned{slots});
      return data + ((level * slots + slot) * plane + (D == 3 ? (y - lower[1]) * pitch : 0) + (x - lower[0]));
    }
    KOKKOS_FORCEINLINE_FUNCTION RingReads<T, D, R> reads(int level, Index x, Index y, Index along) const {
      RingReads<T, D, R> source;
      source.pitch = pitch;
      TESSERA_UNROLL
      for (int k = 0; k < planes; ++k) source.plane[k] = at(level, max(lower[slow], along + k - R), x, y);
      return source;
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const tile = member.league_rank();
    Box3 const core = tiling.box(tile, rules.domain);
    Index3 const extent = Rules::grown(core, R * steps).extents();
    run(member, core, obstacle_tiles.touches(tile),
        static_cast<T*>(member.team_scratch(int{scratch_level<Exec>})
                            .get_shmem_aligned(scratch_bytes(extent, steps), on_host<Exec> ? 64 : 16)));
  }

  /// Steps one core, with scratch of scratch_bytes() for its extent and halo.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& core, bool obstacle,
                                       T* scratch) const {
    Rules const r = rules;
    Domain const& d = r.domain;
    bool const edge = touches_edge(r, Rules::grown(core, R * (steps - 1)));
    bool const touched = edge || obstacle;
    Box3 const loaded = d.clip(Rules::grown(core, R * steps));
    Rings const rings = make_rings(scratch, core, loaded);

    for (Index j = loaded.lower[slow]; j < core.upper[slow] + R * steps; j += made) {
      for (Index k = j; k < min(j + made, loaded.upper[slow]); ++k)
        load(member, core, loaded, k, edge, d, rings);
      barrier<Exec>(member);
      for (int s = 0; s < steps; ++s) {
        Index const along = j - (s + 1) * R;
        Box3 box = d.clip(Rules::grown(core, R * (steps - 1 - s)));
        box.lower[slow] = max(along, box.lower[slow]);
        box.upper[slow] = min(along + made, box.upper[slow]);
        if (box.lower[slow] >= box.upper[slow]) continue;
        if constexpr (on_host<Exec>) {
          KOKKOS_IF_ON_HOST((host_stage(r, obstacle, box, s, rings);))
        } else {
          stage(member, r, touched, box, s, rings);
        }
        barrier<Exec>(member);
      }
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION Rings make_rings(T* data, Box3 const& core, Box3 const& loaded) const {
    Index const row = pitch_of(loaded.extent(0));
    Index const plane = row * (D == 3 ? loaded.extent(1) : 1);
    // Vector loops on a host run over whole vectors; what they read too much is never used, but is a number.
    if constexpr (on_host<Exec>)
      for (Index i = 0; i < steps * slots * plane; ++i) data[i] = T{};
    Index3 lower = loaded.lower;
    lower[0] = core.lower[0] - round_up(core.lower[0] - lower[0], vector);
    return {data + pad, lower, row, plane};
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member, Box3 const& core, Box3 box, Index along,
                                        bool edge, Domain const& d, Rings const& rings) const {
    auto const from = levels.in;
    box.lower[slow] = along;
    box.upper[slow] = along + 1;
    Rings const to = rings;
    if (on_host<Exec>) edge = !box.inside(d.readable); // often true of a few rows of the tile only
    if constexpr (on_host<Exec>) {
      KOKKOS_IF_ON_HOST((fetch_ahead(core, box, d);))
    }
    if (edge)
      box_for<Exec>(member, box,
                    [=, &d](Index x, Index y, Index z) { *to.at(0, along, x, y) = d.load(from, x, y, z); });
    else
      box_for<Exec>(member, box,
                    [=](Index x, Index y, Index z) { *to.at(0, along, x, y) = *from.at(x, y, z); });
  }

  /// Asks for the planes that are read and written next: `box` is the one that is read now.
  void fetch_ahead(Box3 const& core, Box3 const& box, Domain const& d) const {
    constexpr Index ahead = D == 2 ? 4 : 1;
    Index const x = box.lower[0], read = box.lower[slow] + ahead, written = read - R * steps;
    for (Index y = box.lower[1]; y < (D == 2 ? box.lower[1] + 1 : box.upper[1]); ++y) {
      if (read < d.readable.upper[slow])
        prefetch<false>(D == 2 ? levels.in.at(x, read, 0) : levels.in.at(x, y, read), box.extent(0));
      if (written >= core.lower[slow] && written < core.upper[slow])
        prefetch<true>(D == 2 ? levels.out.at(x, written, 0) : levels.out.at(x, y, written), box.extent(0));
    }
  }

  /// A row on a host core, in one of its rings or in memory: what it is made of, and where its value at x0 goes.
  struct HostRow {
    Index y, z;
    RingReads<T, D, R> from;
    T* to;
    T const* before;
  };

  /// The rows of a box on a host core: the formula in whole vectors from one side to the other, several rows at once where
  /// they are alike; then each once more with care for what that got wrong, the nodes near a face and in obstacles. Rows along
  /// a face are careful throughout.
  void host_stage(Rules const& r, bool obstacle, Box3 const& box, int s, Rings const& rings) const {
    constexpr int many = rows_at_once;
    Box3 const& m = r.domain.readable;
    bool const last = s == steps - 1;
    Index const x0 = rings.lower[0], now = step + s;
    // Rings have room for whole vectors, but a formula is only asked about nodes that exist.
    Index begin = max(box.lower[0], m.lower[0]), end = min(box.upper[0], m.upper[0]);
    if (!last) {
      begin = max(m.lower[0], x0 + (begin - x0) / vector * vector);
      end = min(m.upper[0], x0 + round_up(end - x0, vector));
    }
    auto const row_at = [&](Index y, Index z) {
      Index const along = D == 2 ? y : z;
      return HostRow{y, z, rings.reads(s, x0, y, along),
                     last ? levels.out.at(x0, y, z) : rings.at(s + 1, along, x0, y),
                     row_before(s, along, x0, y, z, rings)};
    };
    auto const along_face = [&](Index y, Index z) {
      return y - R < m.lower[1] || y + R >= m.upper[1] ||
             (D == 3 && (z - R < m.lower[2] || z + R >= m.upper[2]));
    };
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1];) {
        if (along_face(y, z)) {
          HostRow const row = row_at(y, z);
          keep_before_last(row, box, last, x0);
          careful(r, row, box.lower[0], box.upper[0], s, x0);
          ++y;
        } else if (many > 1 && y + many <= box.upper[1] && !along_face(y + many - 1, z)) {
          HostRow rows[many];
          for (int k = 0; k < many; ++k) rows[k] = row_at(y + k, z);
          plain_rows(r, rows, begin, end, x0, now);
          for (HostRow const& row : rows) mend(r, obstacle, row, box, begin, end, s, x0);
          y += many;
        } else {
          HostRow const rows[] = {row_at(y, z)};
          plain_rows(r, rows, begin, end, x0, now);
          mend(r, obstacle, rows[0], box, begin, end, s, x0);
          ++y;
        }
      }
  }

  /// The formula, whatever lies in the rows. Not inlined: it needs its registers for itself.
  template <int Count>
  [[gnu::flatten, gnu::noinline]] void plain_rows(Rules const& rules_of_all, HostRow const (&rows)[Count],
                                                  Index begin, Index end, Index x0, Index now) const {
    // A local copy, if that is only bytes: coefficients stay in registers, no store can alias them. Views would count their owners.
    std::conditional_t<std::is_trivially_copyable_v<Rules>, Rules const, Rules const&> r = rules_of_all;
    auto const by_node = [&](Index from, Index to_x) {
      for (HostRow const& row : rows)
        simd_for<T>(from, to_x, [=, &r](Index x) {
          row.to[x - x0] = r.formula(Rules::with_before(at(row, x - x0), [=] { return row.before[x - x0]; }),
                                     x, row.y, row.z, now);
        });
    };
    if constexpr (vectors_in_rings<Exec, Rules>) {
      Index const whole = min(end, x0 + round_up(begin - x0, vector)),
                  part = max(whole, x0 + (end - x0) / vector * vector);
      by_node(begin, whole);
      RowsOfStar<Rules, Count> from;
      T* to[Count];
      for (int k = 0; k < Count; ++k) {
        to[k] = rows[k].to;
        if constexpr (D == 3)
          for (int n = 0; n < 2 * R; ++n) from.across[k][n] = rows[k].from.plane[n < R ? n : n + 1];
      }
      for (int n = 0; n < Count + 2 * R; ++n) {
        if constexpr (D == 3)
          from.beside[n] = rows[0].from.plane[R] + (n - R) * rows[0].from.pitch;
        else
          from.beside[n] = n < Count ? rows[n].from.plane[0] : rows[Count - 1].from.plane[n - Count + 1];
      }
      update_vectors<Rules>(
          from, to, whole - x0,
          part - x0, [&](int k, auto const& source, Index x) __attribute__((always_inline)) {
            return r.formula(Rules::with_before(source, [&] { return rows[k].before[x]; }), x0 + x, rows[k].y,
                             rows[k].z, now);
          });
      by_node(part, end);
    } else {
      by_node(begin, end);
    }
  }

  /// What the formula got wrong in a row.
  void mend(Rules const& r, bool obstacle, HostRow const& row, Box3 const& box, Index begin, Index end, int s,
            Index x0) const {
    Box3 const& m = r.domain.readable;
    keep_before_last(row, box, s == steps - 1, x0);
    auto const at_end = [&](Index from, Index to_x, int side) {
      auto const copied = r.copied_at_end(side);
      if (copied && from >= 0 && to_x <= r.domain.nodes[0])
        for (Index x = from; x < to_x; ++x) row.to[x - x0] = row.from.plane[R][x + *copied - x0];
      else
        careful(r, row, from, to_x, s, x0);
    };
    Index const middle = min(box.upper[0], m.lower[0] + R); // a narrow box may lie in both ends
    at_end(box.lower[0], middle, 0);
    at_end(max(max(box.lower[0], middle), m.upper[0] - R), box.upper[0], 1);
    if (obstacle)
      for (Index x = begin; x < end; ++x)
        if (r.keeps({{x, row.y, row.z}})) row.to[x - x0] = row.from.plane[R][x - x0];
  }

  void careful(Rules const& r, HostRow const& row, Index from, Index to_x, int s, Index x0) const {
    if (from >= to_x) return;
    careful_run(
        r, from, to_x, row.y, row.z, step + s,
        [&](Index x) {
          return Rules::with_before(at(row, x - x0), [&, x] {
            return s == 0 ? r.domain.load(levels.before, x, row.y, row.z) : row.before[x - x0];
          });
        },
        [&](Index x, T value) { row.to[x - x0] = value; });
  }

  /// The last stage hands on the level before its own as well.
  void keep_before_last(HostRow const& row, Box3 const& box, bool last, Index x0) const {
    if (Rules::two_levels && last)
      for (Index x = box.lower[0]; x < box.upper[0]; ++x)
        *levels.before_out.at(x, row.y, row.z) = row.from.plane[R][x - x0];
  }

  [[gnu::always_inline]] static RingReads<T, D, R> at(HostRow const& row, Index column) {
    RingReads<T, D, R> node = row.from;
    TESSERA_UNROLL
    for (int k = 0; k < planes; ++k) node.plane[k] += column;
    return node;
  }

  /// The row that stage s reads of the level before its own; it may only be followed inside memory where s is 0.
  KOKKOS_FORCEINLINE_FUNCTION T const* row_before(int s, Index along, Index x, Index y, Index z,
                                                  Rings const& rings) const {
    if constexpr (Rules::two_levels)
      return s == 0 ? levels.before.at(x, y, z) : rings.at(s - 1, along, x, y);
    else
      return nullptr;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void stage(Member const& member, Rules const& r, bool touched, Box3 const& box,
                                         int s, Rings const& rings) const {
    Index const along = box.lower[slow];
    RingReads<T, D, R> const origin = rings.reads(s, rings.lower[0], rings.lower[1], along);
    Index const x0 = rings.lower[0], y0 = rings.lower[1];
    Levels<T> const memory = levels;
    T const* const before = s == 0 ? nullptr : row_before(s, along, x0, y0, 0, rings);
    auto const in_ring = [=](Index x, Index y) {
      return (x - x0) + (D == 3 ? (y - y0) * origin.pitch : Index{0});
    };
    auto const reads = [=, &r](Index x, Index y, Index z) {
      RingReads<T, D, R> source = origin;
      TESSERA_UNROLL
      for (int k = 0; k < planes; ++k) source.plane[k] += in_ring(x, y);
      return Rules::with_before(source, [=, &r] {
        return before == nullptr ? r.domain.load(memory.before, x, y, z) : before[in_ring(x, y)];
      });
    };
    if (s == steps - 1) {
      update_box<Exec>(member, r, touched, box, step + s, reads, [=](Index x, Index y, Index z, T value) {
        *memory.out.at(x, y, z) = value;
        if constexpr (Rules::two_levels) *memory.before_out.at(x, y, z) = origin.plane[R][in_ring(x, y)];
      });
    } else {
      T* const to = rings.at(s + 1, along, x0, y0);
      update_box<Exec>(member, r, touched, box, step + s, reads,
                       [=](Index x, Index y, Index, T value) { to[in_ring(x, y)] = value; });
    }
  }
};

} // namespace tessera::detail

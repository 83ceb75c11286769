// SPDX-License-Identifier: Apache-2.0
// The pipeline of scratch/kernel.hpp in registers, in 2D on a device. Each member of a team owns a pack of C
// columns and holds, for every stage, the last rows of them in registers. Reads from its own pack cost
// nothing; only the R values at each end of a pack go through scratch to the neighbouring members:
//
//        member t-1        member t         member t+1
//      [ .  .  .  h ]   [ l  .  .  h ]   [ l  .  .  . ]      l, h: published each row
//
// One barrier a row suffices, because an update reads what was published before the last one. A star reads
// other columns in the row that it updates only, which was published R rows ago. A box reads them in all
// rows; so a stage updates a row when the last one that it reads has been published for a row: the stages
// of a box are R + 1 rows behind each other, those of a star R.
//
// The row loop is unrolled a multiple of the rows that a stage holds and of the slots of the circular queue
// that published values are in. All numbers of rows and slots are then compile-time constants: rows rotate
// without being moved, except at the end of an iteration.
//
// Rows and columns that a tile computes beyond what it needs are never stored. A formula may look up values
// at its node, so it is evaluated at indices that are clamped to what memory holds.
//
// Only the interior of the domain is updated in this way; it reaches into a halo that is wide enough. The
// edge slabs around it, and tiles that touch an obstacle, go through BlockKernel in small cores. This happens
// in the same launch: the slabs come last, where they fill the gaps of the last occupancy wave
// (docs/notes/temporal-2d-on-a-gpu.md).
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/device/edge_slabs.hpp>
#include <tessera/scheme/detail/node/record.hpp>
#include <tessera/scheme/detail/temporal/registers_2d/pack_rows.hpp>
#include <tessera/scheme/detail/tiles/block_kernel.hpp>

namespace tessera::detail {

/// The tiles and their sizes, on which a plan and its kernel must agree.
template <class Rules>
struct RegisterTiles {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static constexpr int C = pack_width<T, 16>;

  Tiling tiling;       // of the interior
  Box3 interior;       // the box in which no tile touches an edge
  EdgeSlabs slabs;     // the rest of the domain
  Index3 general_core; // nodes that BlockKernel updates at a time

  /// The columns that a tile loads on either side of its core, as whole packs.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int halo_x(int steps) { return (R * steps + C - 1) / C * C; }

  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return tiling.size(); }
  KOKKOS_FORCEINLINE_FUNCTION Box3 box(Index number, Domain const&) const {
    Box3 box = interior;
    Index const at[2] = {number % tiling.count[0], number / tiling.count[0]};
    for (int a = 0; a < 2; ++a) {
      box.lower[a] += at[a] * tiling.core[a];
      box.upper[a] = min(interior.upper[a], box.lower[a] + tiling.core[a]);
    }
    return box;
  }
};

template <class Exec, class Rules, int fused_steps>
struct RegisterPipelineKernel {
  using T = typename Rules::value_type;
  using Tiles = RegisterTiles<Rules>;
  using Rows = PackRows<Rules, Tiles::C>;
  static constexpr int R = Rules::radius, C = Tiles::C, phases = Rows::held, lag = Rows::lag;
  /// Rows in one iteration of the unrolled loop. At its end registers are moved back to their places, because
  /// rows have been handed on from stage to stage.
  static constexpr int unrolled = Rules::star && R == 1 ? 4 * phases : Rows::slots;
  static constexpr int ahead = 4; // how many rows ahead a member prefetches into the L2 cache
  static constexpr int halo_x = Tiles::halo_x(fused_steps);
  /// The values that a member publishes in a slot of the queue, and in all. This number is odd, so that
  /// neighbouring members use different banks of scratch, and a constant, so that every address is one
  /// register plus a literal.
  static constexpr int slot = fused_steps * 2 * R, published = Rows::slots * slot + 1;
  static_assert(Rules::dimension == 2 && R <= C && unrolled % phases == 0 && unrolled % Rows::slots == 0);
  static constexpr int most_members = 256;
  /// Members of all teams on a multiprocessor. 512 of them have 128 registers each; with a few registers
  /// more, a fourth fewer members would run.
  static constexpr int concurrent_members = R == 1 && !Rules::two_levels ? 512 : most_members;

  BlockKernel<Exec, Rules> general;
  Tiles tiles;
  std::size_t scratch_size; // per team, enough for the march and for BlockKernel
  bool wide;

  static std::size_t scratch_bytes(int team_size) {
    return sizeof(T) * static_cast<std::size_t>(published * (team_size + 2));
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const number = member.league_rank(), slab = number - tiles.size();
    auto* const scratch =
        static_cast<char*>(member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_size, 16));
    Box3 const core = slab >= 0 ? tiles.slabs.box(slab) : tiles.box(number, general.rules.domain);
    if (slab >= 0 || general.obstacle_tiles.touches(number))
      general_tile(member, core, scratch);
    else
      march_tile(member, core, scratch);
  }

private:
  // Updates a whole tile by BlockKernel, in parts that fit its scratch.
  template <class Member>
  KOKKOS_FUNCTION void general_tile(Member const& member, Box3 const& core, char* scratch) const {
    Index3 const& part = tiles.general_core;
    for (Index y = core.lower[1]; y < core.upper[1]; y += part[1])
      for (Index x = core.lower[0]; x < core.upper[0]; x += part[0]) {
        general.run(member,
                    {{{x, y, 0}}, {{min(core.upper[0], x + part[0]), min(core.upper[1], y + part[1]), 1}}},
                    true, scratch);
        barrier<Exec>(member);
      }
  }

  /// Most tiles have no nodes of supports; they do not pay for points.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march_tile(Member const& member, Box3 const& core, char* scratch) const {
    if constexpr (has_points<typename Rules::stencil_type>) {
      Box3 loaded = core;
      for (int a = 0; a < 2; ++a) {
        loaded.lower[a] -= R * fused_steps;
        loaded.upper[a] += R * fused_steps;
      }
      if (!holds_supports(general.rules, loaded))
        return march(without_points(general.rules), member, core, scratch);
    }
    march(general.rules, member, core, scratch);
  }

  /// \param rules those of the kernel, or the same without points
  template <class Used, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Used const& rules, Member const& member, Box3 const& core,
                                         char* scratch) const {
    int const rank = member.team_rank();
    Index const x = core.lower[0] - halo_x + Index{rank} * C;
    Box3 const& m = rules.domain.readable;
    bool const loads = x >= m.lower[0] && x + C <= m.upper[0];
    Index const x_at = max(m.lower[0], min(x, m.upper[0] - C)); // the column at which formulas are evaluated
    bool const stores = x >= core.lower[0] && x < core.upper[0];
    T* const mine = reinterpret_cast<T*>(scratch) + (rank + 1) * published;

    Levels<T> const& levels = general.levels;
    Rows rows[fused_steps] = {};
    T next[C] = {}, previous[C] = {};
    Index const first = core.lower[1] - R * fused_steps;
    int const count = static_cast<int>(core.upper[1] + R * fused_steps - first); // rows that are loaded
    // The core's first row comes out of the last stage when so many rows have gone in, and its last row so
    // many rows after the last one that is loaded.
    constexpr int delay = (lag + R) * fused_steps, drain = (lag - R) * fused_steps;
    T const* from = levels.in.at(x, first, 0);
    T* to = levels.out.at(x, first - lag * fused_steps, 0);
    if (loads) read_pack(next, from, wide);

    unsigned const due = stores ? steps_to_record(rules, general.step, fused_steps) : 0u;
    for (int j = 0; j < count + drain; j += unrolled) {
      TESSERA_UNROLL
      for (int n = 0; n < unrolled; ++n) {
        T newest[C];
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) newest[c] = next[c];
        from += levels.in.stride_y;
        if (loads && j + n + 1 < count) read_pack(next, from, wide);
        prefetch_if(loads && j + n + ahead < count, from + (ahead - 1) * levels.in.stride_y);
        if constexpr (Rules::two_levels)
          if (loads && j + n >= lag && j + n < count) // the row that the first stage updates
            load_pack(previous, levels.previous.at(x, first + j + n - lag, 0), wide);
        TESSERA_UNROLL
        for (int s = 0; s < fused_steps; ++s) {
          Index const y = first + j + n - (s + 1) * lag;
          stage(rules, rows[s], newest, previous, mine + s * 2 * R, n, s, x_at, y);
          if constexpr (has_samples<Used>)
            if (due >> s & 1u) record(rules, newest, core, x, y, s);
        }
        if (stores && j + n >= delay && j + n < count + drain) {
          store_pack(to, newest, wide);
          if constexpr (Rules::two_levels)
            store_pack(levels.previous_out.at(x, first + j + n - lag * fused_steps, 0),
                       rows[fused_steps - 1].value[(n + lag) % phases], wide);
        }
        to += levels.out.stride_y;
        team_barrier(member);
      }
    }
  }

  /// Records row y of a pack that lies in the core, of the level that stage s has made.
  template <class Used>
  KOKKOS_FORCEINLINE_FUNCTION void record(Used const& rules, T const (&row)[C], Box3 const& core, Index x,
                                          Index y, int s) const {
    if (y < core.lower[1] || y >= core.upper[1] || !near_supports(rules, x, y, Index{0}, C, 1)) return;
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if (x + c < core.upper[0]) record_node(rules, row[c], x + c, y, Index{0}, general.step + s + 1);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void publish(T* ends, T const (&row)[C]) {
    TESSERA_UNROLL
    for (int k = 0; k < R; ++k) {
      ends[2 * k] = row[k];
      ends[2 * k + 1] = row[C - 1 - k];
    }
  }

  // Publishes row n of the loop, which is the newest of stage s, and updates row y, whose turn it is.
  // `newest` goes in as the stage's newest row and comes out as the updated row. `previous` goes in as row y
  // of the previous level and comes out as the oldest row of this stage, which is the previous level for the
  // next stage. `ends`: the values of this stage that the member publishes in the first slot.
  template <class Used>
  KOKKOS_FORCEINLINE_FUNCTION void stage(Used const& rules, Rows& rows, T (&newest)[C], T (&previous)[C],
                                         T* ends, int n, int s, Index x, Index y) const {
    Box3 const& m = rules.domain.readable;
    Index const y_at = max(m.lower[1], min(y, m.upper[1] - 1));
    int const phase = n % phases, now = n % Rows::slots;
    publish(ends + now * slot, newest);
    T left[Rows::read_slots][R], right[Rows::read_slots][R], updated[C];
    TESSERA_UNROLL
    for (int row = 0; row < Rows::read_slots; ++row) {
      T const* const from = ends + Rows::slot(now, row) * slot;
      TESSERA_UNROLL
      for (int k = 0; k < R; ++k) {
        left[row][k] = from[2 * k + 1 - published];
        right[row][k] = from[2 * k + published];
      }
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      updated[c] =
          rules.formula(Rules::with_previous(typename Rows::Reads{rows.value, newest, left, right, phase, c},
                                             [&] { return previous[c]; }),
                        x + c, y_at, Index{0}, general.step + s, true);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      if constexpr (Rules::two_levels) previous[c] = rows.value[phase][c];
      rows.value[phase][c] = newest[c];
      newest[c] = updated[c];
    }
  }
};

} // namespace tessera::detail

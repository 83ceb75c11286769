// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a 3D star on a device: each member marches along the slow axis with its pack in a queue of registers, so that of a column every value is loaded once; other neighbours come through the caches, as packs. No
// scratch and no barrier: loads of many planes are under way at once.
#pragma once

#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/middle_tiles.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/queue.hpp>

namespace tessera::detail {

/// Where a queue of packs fits registers; the rest is left to DirectDeviceKernel.
template <class Rules>
inline constexpr bool marches =
    Rules::dimension == 3 &&
    Rules::star&& std::is_arithmetic_v<typename Rules::value_type>&& Rules::radius <= 8;

template <class Exec, class Rules>
struct DirectMarchKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, C = pack_width<T, 16>;
  static constexpr int team_size = 128; // a few rows of a plane, which meet in the L1 cache
  static constexpr int march_planes = R == 1 ? 32 : 64;
  // 64 registers hold the queue of R = 1, 128 that of up to 4; else as it comes.
  static constexpr int teams_at_once = R == 1 ? 8 : R <= 4 ? 4 : 0;
  static constexpr int side = (R + C - 1) / C; // packs beside a pack that hold what it reads
  static constexpr int ahead = 1;              // planes asked for before they are needed

  Rules rules;
  MiddleTiles tiles;
  Levels<T> levels;
  Index step;
  int lanes; // packs of a tile along x
  bool wide;

  /// Nodes of a team's tile: rows as long as 32 packs, or what fits short ones.
  static Index3 core(Domain const& domain, int& lanes) {
    lanes = 32;
    while (lanes > 1 && lanes * C > domain.nodes[0]) lanes /= 2;
    return {{Index{lanes} * C, Index{team_size / lanes}, march_planes}};
  }

  /// What a member reads: its queue, and what was loaded of the plane around it.
  struct Window {
    Queue<T, R, C, ahead> queue;
    T rows[2 * R][C];                  // y - R to y + R without y itself
    T left[side * C], right[side * C]; // columns
  };
  struct Reads {
    Window const& window;
    int c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      if (oz != 0) return window.queue.plane(oz)[c];
      if (oy != 0) return window.rows[oy < 0 ? R + oy : R + oy - 1][c];
      if (c + ox < 0) return window.left[side * C + c + ox];
      if (c + ox >= C) return window.right[c + ox - C];
      return window.queue.plane(0)[c + ox];
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const team = member.league_rank(), slab = team - tiles.size();
    if (slab >= 0) {
      update_slab(member, rules, levels, tiles.slabs.box(slab), step);
      return;
    }
    Box3 const tile = tiles.tile(team);
    Index const x = tiles.start(0, tile.lower[0]) + member.team_rank() % lanes * C,
                y = tiles.start(1, tile.lower[1]) + member.team_rank() / lanes;
    // What is the same for all members is known while compiling from here on: a test between two loads holds up the second.
    if (!wide)
      march<false, true>(tile, x, y);
    else if (rules.obstacle.present())
      march<true, true>(tile, x, y);
    else
      march<true, false>(tile, x, y);
  }

private:
  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void march(Box3 const& tile, Index x, Index y) const {
    Index const begin = tile.lower[2], end = tile.upper[2];
    Index const sz = levels.in.stride_z;
    T const* here = levels.in.at(x, y, begin);
    Window window;
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(window.queue.plane(k), here + k * sz, wide_loads);
    T next_before[C] = {};
    load_before<wide_loads>(next_before, x, y, begin);
    for (Index z = begin; z < end; ++z, here += sz, window.queue.shift()) {
      // The last is read twice rather than not: no test.
      read_pack(window.queue.plane(R + ahead), here + (R + (z + ahead < end ? ahead : 0)) * sz, wide_loads);
      load_around<wide_loads>(window, here, x);
      T before[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) before[c] = next_before[c];
      load_before<wide_loads>(next_before, x, y, min(z + 1, end - 1));
      update<wide_loads, masked>(window, before, tile, x, y, z);
    }
  }

  /// The level before, which may be written over: at this node only, by this member.
  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void load_before(T (&to)[C], Index x, Index y, Index z) const {
    if constexpr (Rules::two_levels) load_pack(to, levels.before.at(x, y, z), wide_loads);
  }

  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void load_around(Window& window, T const* here, Index x) const {
    Box3 const& m = rules.domain.readable;
    TESSERA_UNROLL
    for (int r = 0; r < 2 * R; ++r)
      read_pack(window.rows[r], here + (r < R ? r - R : r - R + 1) * levels.in.stride_y, wide_loads);
    if constexpr (R == 1) { // a value on each side is loaded as such, more as packs
      window.left[C - 1] = read_only(here + max(m.lower[0] - x, -1));
      window.right[0] = read_only(here + min(m.upper[0] - 1 - x, C));
    } else {
      load_run<wide_loads>(window.left, here - x, x - side * C);
      load_run<wide_loads>(window.right, here - x, x + C);
    }
  }

  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void load_run(T (&to)[side * C], T const* row, Index x) const {
    TESSERA_UNROLL
    for (int k = 0; k < side; ++k) {
      T part[C];
      load_columns<wide_loads>(part, row, x + k * C, rules.domain.readable);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) to[k * C + c] = part[c];
    }
  }

  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void update(Window const& window, T const (&before)[C], Box3 const& tile,
                                          Index x, Index y, Index z) const {
    T updated[C];
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      auto const reads = Rules::with_before(Reads{window, c}, [&] { return before[c]; });
      updated[c] = rules.formula(reads, x + c, y, z, step);
      if constexpr (masked)
        if (rules.keeps({{x + c, y, z}})) updated[c] = reads(0, 0, 0);
    }
    if (y >= tile.lower[1])
      store_columns<C, wide_loads>(levels.out.at(x, y, z), updated, tile.lower[0], tile.upper[0], x);
  }
};

/// A direct sweep of a 3D star: what a plan keeps.
template <class Exec, class Rules>
struct DirectMarch {
  using Kernel = DirectMarchKernel<Exec, Rules>;
  int lanes;
  MiddleTiles tiles;

  explicit DirectMarch(Rules const& rules)
      : tiles(make_middle_tiles<Kernel::C>(rules, Kernel::core(rules.domain, lanes))) {}

  void sweep(char const* label, Exec const& exec, Rules const& rules,
             Levels<typename Rules::value_type> const& levels, Index step) const {
    bool const wide = wide_access<Kernel::C>(levels) && rules.domain.nodes[0] % Kernel::C == 0;
    launch_tiles<Kernel::teams_at_once == 0 ? 0 : Kernel::team_size, Kernel::teams_at_once>(
        label, exec, Kernel{rules, tiles, levels, step, lanes, wide}, tiles.teams(), Kernel::team_size, 0);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a 3D star on a device: each member marches along the slow axis with its pack in a queue of registers,
// so that of a column every value is loaded once; other neighbours come through the caches, as packs. No scratch and no
// barrier: loads of many planes are under way at once. What the march does with a plane is the same everywhere: at faces
// that keep their nodes only the values stored differ, and whole rows and planes of such nodes are copied.
#pragma once

#include <tessera/scheme/detail/coefficient.hpp>
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
  using Coeff = Coefficient<Rules>;
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
    Place const p = place(tile, member.team_rank() % lanes, member.team_rank() / lanes);
    Index const begin = tile.lower[2], end = tile.upper[2];
    bool const row_keeps = p.y < tiles.plain.lower[1] || p.y >= tiles.plain.upper[1];
    Index const first = row_keeps ? end : min(end, max(begin, tiles.plain.lower[2])),
                last = max(first, min(end, tiles.plain.upper[2]));
    // What is the same for all members is known while compiling from here on: a test between two loads holds up the second.
    if (!wide)
      run<false, true>(p, begin, first, last, end);
    else if (rules.obstacle.present())
      run<true, true>(p, begin, first, last, end);
    else
      run<true, false>(p, begin, first, last, end);
  }

private:
  /// Where a member stands, and what is special there.
  struct Place {
    Index x, y;
    int left_at[side], right_at[side]; // packs, or for R = 1 nodes, beside: from x, where memory has them
    unsigned keep, leave;              // a bit for each column that keeps its value, or that others write
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(Box3 const& tile, int lane, int row) const {
    Place p = {tiles.start(0, tile.lower[0]) + lane * C, tiles.start(1, tile.lower[1]) + row, {}, {}, 0, 0};
    constexpr int width = R == 1 ? 1 : C;
    TESSERA_UNROLL
    for (int k = 0; k < side; ++k) {
      p.left_at[k] = beside(p.x, (k - side) * width, width);
      p.right_at[k] = beside(p.x, C + k * width, width);
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) {
      Index const x = p.x + c;
      if (x < tiles.plain.lower[0] || x >= tiles.plain.upper[0]) p.keep |= 1u << c;
      if (x < tile.lower[0] || x >= tile.upper[0] || p.y < tile.lower[1]) p.leave |= 1u << c;
    }
    return p;
  }

  /// From x to the `width` values `offset` nodes further, around a ring; where there are none, to others that nobody needs.
  KOKKOS_FORCEINLINE_FUNCTION int beside(Index x, int offset, int width) const {
    Domain const& d = rules.domain;
    if (d.wraps[0]) return static_cast<int>(d.in_domain(0, x + offset) - x);
    bool const there = x + offset >= d.readable.lower[0] && x + offset + width <= d.readable.upper[0];
    return there ? offset : 0;
  }

  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void run(Place const& p, Index begin, Index first, Index last,
                                       Index end) const {
    copy<wide_loads>(p, begin, first);
    if (first < last) march<wide_loads, masked>(p, first, last);
    copy<wide_loads>(p, last, end);
  }

  /// Planes that keep their values.
  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void copy(Place const& p, Index begin, Index end) const {
    TESSERA_KEEP_LOOP
    for (Index z = begin; z < end; ++z) {
      T values[C];
      read_pack(values, levels.in.at(p.x, p.y, z), wide_loads);
      store<wide_loads>(levels.out.at(p.x, p.y, z), values, p.leave);
    }
  }

  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void march(Place const& p, Index begin, Index end) const {
    int const planes = static_cast<int>(end - begin);
    Index const sz = levels.in.stride_z;
    T const* here = levels.in.at(p.x, p.y, begin);
    T* out = levels.out.at(p.x, p.y, begin);
    Data<T const> values = Coeff::data(rules.stencil);
    if (Coeff::ahead && values.origin == nullptr) values = levels.in; // nobody looks at them
    T const* before = Rules::two_levels ? levels.before.at(p.x, p.y, begin) : nullptr;
    T const* value = Coeff::ahead ? values.at(p.x, p.y, begin) : nullptr;
    Window window;
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k) read_pack(window.queue.plane(k), here + k * sz, wide_loads);
    T next_before[C] = {}, next_value[C] = {};
    if constexpr (Rules::two_levels) load_pack(next_before, before, wide_loads);
    if constexpr (Coeff::ahead) read_pack(next_value, value, wide_loads);
    for (int k = 0; k < planes; ++k) {
      int const more = k + ahead < planes; // the last is read twice rather than not: no test
      read_pack(window.queue.plane(R + ahead), here + (R + more) * sz, wide_loads);
      load_around<wide_loads>(window, here, p);
      T now_before[C], now_value[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) now_before[c] = next_before[c], now_value[c] = next_value[c];
      // The level before may be written over: at this node only, by this member.
      if constexpr (Rules::two_levels) {
        before += more * levels.before.stride_z;
        load_pack(next_before, before, wide_loads);
      }
      if constexpr (Coeff::ahead) {
        value += more * values.stride_z;
        read_pack(next_value, value, wide_loads);
      }
      T updated[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        auto const reads = Rules::with_before(Reads{window, c}, [&] { return now_before[c]; });
        Index3 const i{{p.x + c, p.y, begin + k}};
        updated[c] = Coeff::formula(rules, rules.stencil, reads, now_value[c], i, step);
        if constexpr (masked)
          if (rules.keeps(i)) updated[c] = reads(0, 0, 0);
      }
      if ((p.keep | p.leave) == 0) {
        store_pack(out, updated, wide_loads);
      } else {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          if (p.keep >> c & 1u) updated[c] = window.queue.plane(0)[c];
        store<wide_loads>(out, updated, p.leave);
      }
      window.queue.shift();
      here += sz;
      out += levels.out.stride_z;
    }
  }

  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void load_around(Window& window, T const* here, Place const& p) const {
    TESSERA_UNROLL
    for (int r = 0; r < 2 * R; ++r)
      read_pack(window.rows[r], here + (r < R ? r - R : r - R + 1) * levels.in.stride_y, wide_loads);
    if constexpr (R == 1) { // a value on each side is loaded as such, more as packs
      window.left[C - 1] = read_only(here + p.left_at[0]);
      window.right[0] = read_only(here + p.right_at[0]);
    } else {
      TESSERA_UNROLL
      for (int k = 0; k < side; ++k) {
        load_part<wide_loads>(window.left, k, here, p.x, p.left_at[k], (k - side) * C);
        load_part<wide_loads>(window.right, k, here, p.x, p.right_at[k], (k + 1) * C);
      }
    }
  }

  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void load_part(T (&to)[side * C], int k, T const* here, Index x, int at,
                                             int offset) const {
    T part[C];
    if constexpr (wide_loads) {
      read_pack(part, here + at, true);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) part[c] = read_only(here + beside(x, offset + c, 1));
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) to[k * C + c] = part[c];
  }

  template <bool wide_access>
  KOKKOS_FORCEINLINE_FUNCTION static void store(T* at, T const (&values)[C], unsigned leave) {
    if (leave == 0) {
      store_pack(at, values, wide_access);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        if ((leave >> c & 1u) == 0) at[c] = values[c];
    }
  }
};

/// A direct sweep of a 3D star: what a plan keeps.
template <class Exec, class Rules>
struct DirectMarch {
  using Kernel = DirectMarchKernel<Exec, Rules>;
  int lanes;
  MiddleTiles tiles;

  explicit DirectMarch(Rules const& rules)
      : tiles(make_middle_tiles<Kernel::C, true>(rules, Kernel::core(rules.domain, lanes))) {}

  Kernel kernel(Rules const& rules, Levels<typename Rules::value_type> const& levels, Index step) const {
    bool const wide = wide_access<Kernel::C>(levels) && rules.domain.nodes[0] % Kernel::C == 0 &&
                      (!Kernel::Coeff::ahead || wide_access<Kernel::C>(Kernel::Coeff::data(rules.stencil)));
    return {rules, tiles, levels, step, lanes, wide};
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules,
             Levels<typename Rules::value_type> const& levels, Index step) const {
    launch_tiles<Kernel::teams_at_once == 0 ? 0 : Kernel::team_size, Kernel::teams_at_once>(
        label, exec, kernel(rules, levels, step), tiles.teams(), Kernel::team_size, 0);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a 3D star, or of a box of radius 1, on a device. Each member marches along the slow
// axis and keeps in registers what the next planes read again (march_windows.hpp); other neighbours come
// through the caches, as packs. There is no scratch and no barrier. What is read further ahead than registers
// allow is prefetched into the L2 cache. The march treats all planes alike: at faces whose nodes are frozen
// only the stored values differ, and a star reads images of nodes beyond faces that extend the field
// (device/images_at_faces.hpp). Whole rows and planes of frozen nodes are copied.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/direct/march_shape.hpp>
#include <tessera/scheme/detail/direct/march_windows.hpp>

namespace tessera::detail {

/// Whether the window fits registers. If not, DirectNodesKernel does the sweep.
template <class Rules>
inline constexpr bool marches = Rules::dimension == 3 && std::is_arithmetic_v<typename Rules::value_type> &&
                                (Rules::star ? Rules::radius <= 8
                                             : Rules::radius == 1 && sizeof(typename Rules::value_type) >= 4);

template <class Exec, class Rules>
struct DirectMarchKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, C = pack_width<T, 16>;
  static constexpr DirectMarchShape shape = direct_march_shape<Rules, C>();
  static constexpr bool narrow = R == 1 && Rules::star;
  /// Planes of a march of small teams, at most and at least.
  static constexpr int small_planes = narrow ? 20 : 16, fewest_planes = 10;
  static constexpr int small_team = 128; // members: a few rows of a plane, which share values in the L1 cache

  using Images = ImagesAtFaces<Rules>;
  static constexpr bool reaches_faces = Rules::star; ///< that extend the field, and around periods

  Rules rules;
  InteriorTiles tiles;
  Levels<T> levels;
  Data<T const> coefficients;
  Index step;
  int lanes; // packs of a tile along x
  bool wide;

  template <class Window>
  struct Reads {
    Window const& window;
    int c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      return window.at(c, ox, oy, oz);
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
    bool const row_frozen = p.y < tiles.by_formula.lower[1] || p.y >= tiles.by_formula.upper[1];
    Index const first = row_frozen ? end : min(end, max(begin, tiles.by_formula.lower[2])),
                last = max(first, min(end, tiles.by_formula.upper[2]));
    if constexpr (reaches_faces && (Images::of_columns || Images::of_rows))
      if (warp_any(near_faces(p))) return run_march<true>(p, begin, first, last, end);
    run_march<false>(p, begin, first, last, end);
  }

private:
  /// The position of a member, and what is special there.
  struct Place {
    Index x, y;
    SidesOfPack<R, C> sides;
    Marks marks;
  };

  KOKKOS_FORCEINLINE_FUNCTION Place place(Box3 const& tile, int lane, int row) const {
    Index const x = tiles.start(0, tile.lower[0]) + lane * C, y = tiles.start(1, tile.lower[1]) + row;
    Place p = {x, y, {rules.domain, x}, marks_of<C>(tiles, tile, x)};
    if (y < tile.lower[1]) p.marks.leave = ~0u;
    return p;
  }

  /// Whether a member reads columns or rows that may lie beyond faces.
  KOKKOS_FORCEINLINE_FUNCTION bool near_faces(Place const& p) const {
    Domain const& d = rules.domain;
    return (Images::of_columns && (p.x < R || p.x + C - 1 + R >= d.nodes[0])) ||
           (Images::of_rows && (p.y < R || p.y + R >= d.nodes[1]));
  }

  /// Whatever is the same for all members, or for those of a warp, is a template argument: a test between two
  /// loads would delay the second one.
  template <bool near>
  KOKKOS_FORCEINLINE_FUNCTION void run_march(Place const& p, Index begin, Index first, Index last,
                                             Index end) const {
    if (!wide)
      run<false, true, near>(p, begin, first, last, end);
    else if (rules.obstacle.present())
      run<true, true, near>(p, begin, first, last, end);
    else
      run<true, false, near>(p, begin, first, last, end);
  }

  template <bool wide_loads, bool masked, bool near>
  KOKKOS_FORCEINLINE_FUNCTION void run(Place const& p, Index begin, Index first, Index last,
                                       Index end) const {
    copy_planes<wide_loads, C>(levels, p.x, p.y, begin, first, p.marks.leave);
    if (first < last) march<wide_loads, masked, near>(p, first, last);
    copy_planes<wide_loads, C>(levels, p.x, p.y, last, end, p.marks.leave);
  }

  template <bool wide_loads, bool masked, bool near>
  KOKKOS_FORCEINLINE_FUNCTION void march(Place const& p, Index begin, Index end) const {
    using Window = MarchWindow<Rules, C, wide_loads, near>;
    constexpr int ahead = Window::ahead;
    int const stop = static_cast<int>(end);
    Index const sz = levels.in.stride_z;
    T const* here = levels.in.at(p.x, p.y, begin);
    T* out = levels.out.at(p.x, p.y, begin);
    OwnReads<Rules, C, wide_loads> own(levels, coefficients, p.x, p.y, begin, out);
    Window window{rules,
                  p.sides,
                  static_cast<int>(p.x),
                  static_cast<int>(p.y),
                  static_cast<int>(begin),
                  step,
                  levels.in.stride_y,
                  sz};
    window.begin(here);
    for (; window.z < stop; here += sz) {
      int const more = window.z + 1 < stop; // 0 for the last plane, which is read twice: this saves a test
      bool prefetches = window.z + ahead + shape.prefetched < stop;
      if constexpr (reaches_faces && Images::of_planes)
        prefetches &= window.z + R + ahead + shape.prefetched < rules.domain.readable.upper[2];
      window.load(here, more);
      prefetch_if(prefetches,
                  here + (R + ahead + shape.prefetched) * sz); // after the other loads: earlier is slower
      T updated[C];
      update_pack<masked>(updated, rules, {{p.x, p.y, window.z}}, step, p.marks, own.previous[0],
                          own.value[0], [&](int c) {
                            return Reads<Window>{window, c};
                          });
      store_marked<wide_loads>(out, updated, p.marks.leave);
      // The next values are loaded here, where the registers for them are free. Loaded further up they would
      // arrive in other registers and be moved, and the move would wait for them within the same plane.
      own.advance(more, out);
      out += levels.out.stride_z;
      own.prefetch_ahead_if(prefetches, shape.prefetched, out);
      window.shift();
    }
  }
};

/// What a plan stores for marching sweeps of a volume.
template <class Exec, class Rules>
struct DirectMarch {
  using Kernel = DirectMarchKernel<Exec, Rules>;
  int lanes = 32, team_size = Kernel::shape.team, planes = Kernel::shape.planes; // packs along x; members

  /// Makes tiles whose rows are 32 packs long, or as long as short rows of the grid allow. Teams are small if
  /// the large ones would be too few to fill the device.
  DirectMarch(Exec const& exec, Rules const& rules) : DirectMarch(rules, exec.concurrency()) {}
  /// The same for a device of so many threads.
  DirectMarch(Rules const& rules, Index threads) {
    while (lanes > 1 && lanes * Kernel::C > rules.domain.nodes[0]) lanes /= 2;
    if (cut(rules, true).size() * Kernel::shape.team * planes < threads * Kernel::shape.least) {
      team_size = Kernel::small_team;
      planes = Kernel::small_planes;
      if (Rules::star) lanes = lanes_that_fit(rules.domain.nodes[0]);
      planes = planes_of_one_wave(cut(rules, true), rules.domain.nodes[2], multiprocessors(threads));
    }
    for (bool held : {false, true}) tiles_[held] = cut(rules, held);
  }

  InteriorTiles const& tiles(Levels<typename Rules::value_type> const& levels) const {
    return tiles_[levels.holds_constants];
  }
  Kernel kernel(Rules const& rules, Levels<typename Rules::value_type> const& levels, Index step) const {
    return {rules,
            tiles(levels),
            levels,
            coefficient_of(rules, levels),
            step,
            lanes,
            wide_march<Kernel::C>(rules, levels)};
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules,
             Levels<typename Rules::value_type> const& levels, Index step) const {
    launch_tiles<Kernel::shape.team, Kernel::shape.concurrent>(label, exec, kernel(rules, levels, step),
                                                               tiles(levels).teams(), team_size, 0);
  }

private:
  InteriorTiles cut(Rules const& rules, bool held) const {
    Index3 const core{{Index{lanes} * Kernel::C, Index{team_size / lanes}, planes}};
    Interior interior = interior_of_packs<Kernel::C>(rules, held);
    if constexpr (Kernel::reaches_faces) {
      ImagesAtFaces<Rules> const images(rules);
      images.template reach_faces<0>(interior, true);
      images.template reach_faces<1>(interior, true);
      images.template reach_faces<2>(interior, true);
    }
    return cut_into_tiles<Kernel::C>(rules, interior, core);
  }

  /// Packs of a tile's row, at least a cache line, of which the tiles of a row of the grid make the fewest
  /// twice. A box reads more columns beside a tile and keeps long rows.
  int lanes_that_fit(Index nodes) const {
    auto const made = [&](int packs) { return divide_up(nodes, Index{packs} * Kernel::C) * packs; };
    int best = lanes;
    for (int packs = lanes / 2; packs >= 8; packs /= 2)
      if (made(packs) < made(best)) best = packs;
    return best;
  }

  /// As many planes as let all teams run at once, if there are few columns of tiles.
  static int planes_of_one_wave(InteriorTiles const& tiles, Index nodes, Index processors) {
    constexpr DirectMarchShape shape = Kernel::shape;
    constexpr Index concurrent =
        shape.concurrent == 0 ? 2 : shape.concurrent * shape.team / Kernel::small_team;
    Index const columns = max(1, tiles.count[0] * tiles.count[1]);
    Index const cuts = max(1, processors * concurrent / columns);
    return static_cast<int>(max(Kernel::fewest_planes, min(Kernel::small_planes, divide_up(nodes, cuts))));
  }

  InteriorTiles tiles_[2]; // for the first sweeps of a run; where levels hold what is constant in time
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// A step of all stages per load of a row, on a device, for systems in 2D. A warp marches along axis 1 over a
// strip of columns. Each of its members owns a pack of columns and holds in registers the rows that later
// stages still read (march_queues.hpp):
//
//        lane t-1        lane t          lane t+1
//      [ .  .  .  . ]  [ .  .  .  . ]  [ .  .  .  . ]     loaded
//      [ .  .  .  > ]  [ .  .  .  . ]  [ <  .  .  . ]     read by a stage: other lanes' columns are shuffled
//
// No barrier is needed, and along axis 1 nothing is computed twice but at the ends of a strip. Along axis 0
// the outermost columns of a strip lack neighbours and get values of no meaning, which move inwards stage by
// stage; strips overlap by as much. A strip at a closed face has its whole halo on the other side.
//
// Nodes at faces and in obstacles go through StageRules::general. Strips without such nodes have code of
// their own, which is short and stays in the instruction cache.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_stream_rows.hpp>
#include <tessera/scheme/detail/system/device_strips.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <bit>
#include <cstdint>

namespace tessera::detail {

template <class Exec, class Shape_>
struct StageStreamKernel {
  using Shape = Shape_;
  using First = typename Shape::First;
  using T = typename Shape::T;
  using Queues = typename Shape::Queues;
  using Held = StreamRows<Shape>;
  using Rows = typename Held::Rows;
  using Parts = typename First::apart::Array;
  static constexpr int count = First::count, radius = First::radius, lanes = Shape::lanes,
                       width = Shape::width, columns = Shape::columns,
                       greatest_lag = Shape::queues.greatest_lag;
  static constexpr unsigned written = Shape::written;
  static_assert(First::dimension == 2);

  typename Shape::List stages;
  Strips strips;
  SystemLevels<T, count> levels;
  unsigned keeps; // a bit for each stage that leaves all nodes at faces as they are
  bool wide;      // whether rows of all members begin at whole packs
  Index step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const number = member.league_rank() * (Shape::members / lanes) + member.team_rank() / lanes;
    if (number >= strips.size()) return;
    Domain const& domain = stages.first.domain;
    Strip const strip = strip_of(strips.box(number, domain), member.team_rank() % lanes);
    if constexpr (!Shape::form.faces) {
      march<true>(member, strip);
    } else {
      if (strip.plain)
        march<true>(member, strip);
      else
        march<false>(member, strip);
    }
  }

  /// Whether rows of all members begin at whole packs.
  static bool are_wide(SystemLevels<T, count> const& levels) {
    std::uintptr_t bits = 0;
    for (int m = 0; m < count; ++m)
      bits |=
          reinterpret_cast<std::uintptr_t>(levels.in[m]) | reinterpret_cast<std::uintptr_t>(levels.out[m]);
    return bits % (columns * sizeof(T)) == 0 && levels.stride_y % columns == 0;
  }

private:
  /// What a member knows of its strip. Rows are counted from the first one that is loaded.
  struct Strip {
    Index x, first;           // the member's first column and the first row; they may lie outside
    Index core[2];            // the columns that are written
    int core_begin, core_end; // the rows that are written
    bool whole;               // whether memory holds all columns of the member, side by side
    bool wide;                // whether they are accessed together
    bool plain;               // whether all nodes exist, and no face or obstacle is near
    unsigned exist,
        special; // a bit for each column: whether there are nodes; whether a face of axis 0 is near
  };

  /// Makes all rows of a strip.
  template <bool plain, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, Strip const& strip) const {
    Rows rows;
    T next[count][columns];
    load<plain>(strip, 0, next);
    TESSERA_NO_UNROLL
    for (int turn = 0; turn < strip.core_end + greatest_lag; ++turn) {
      Held::push(rows, next);
      load<plain>(strip, turn + 1, next);
      make_stages<plain, 0>(member, strip, turn, rows);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION Strip strip_of(Box3 const& core, int lane) const {
    Domain const& d = stages.first.domain;
    constexpr int above = Shape::queues.above[0], down = Shape::queues.below[1],
                  high = Shape::queues.above[1];
    Strip strip{};
    Index origin = core.lower[0] - Shape::below, first = core.lower[1] - down;
    if constexpr (Shape::form.faces) {
      if (!d.open[0][1] && core.upper[0] == d.nodes[0]) origin -= above;
      if (!d.open[1][1] && core.upper[1] == d.nodes[1]) first -= high;
      if (!d.open[0][0]) origin = max(0, origin);
      if (!d.open[1][0]) first = max(0, first);
    }
    strip.x = origin + Index{lane} * columns;
    strip.first = first;
    strip.core[0] = core.lower[0];
    strip.core[1] = core.upper[0];
    strip.core_begin = static_cast<int>(core.lower[1] - first);
    strip.core_end = static_cast<int>(core.upper[1] - first);
    strip.whole = strip.x >= 0 && strip.x + columns <= d.nodes[0];
    strip.wide = wide && origin % columns == 0;
    if constexpr (Shape::form.faces) {                     // else all of them are plain
      Index const last = core.upper[1] + greatest_lag + 1; // no turn goes further
      strip.plain = !stages.first.obstacle.present() && origin >= radius &&
                    origin + width <= d.nodes[0] - radius && first - greatest_lag >= radius &&
                    last <= d.nodes[1] - radius;
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c) {
        Index const x = strip.x + c;
        bool const exists = d.wraps[0] || (x >= 0 && x < d.nodes[0]);
        bool const interior = d.wraps[0] || (x >= radius && x < d.nodes[0] - radius);
        strip.exist |= (exists ? 1u : 0u) << c;
        strip.special |= (exists && !interior ? 1u : 0u) << c;
      }
    }
    return strip;
  }

  /// The columns of a row whose nodes need the general update, a bit for each.
  KOKKOS_FORCEINLINE_FUNCTION unsigned special_of(Strip const& strip, Index y) const {
    auto const& rules = stages.first;
    Domain const& d = rules.domain;
    bool const exists = d.wraps[1] || (y >= 0 && y < d.nodes[1]);
    bool const interior = d.wraps[1] || (y >= radius && y < d.nodes[1] - radius);
    unsigned special = interior ? strip.special : exists ? strip.exist : 0u;
    if (rules.obstacle.present() && exists) {
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c)
        if ((strip.exist >> c & 1u) != 0 &&
            rules.is_frozen({{in_memory<First>(d, 0, strip.x + c), in_memory<First>(d, 1, y), 0}}))
          special |= 1u << c;
    }
    return special;
  }

  template <bool plain>
  KOKKOS_FORCEINLINE_FUNCTION void load(Strip const& strip, int r, T (&next)[count][columns]) const {
    Domain const& d = stages.first.domain;
    Index const row = in_memory<First>(d, 1, strip.first + r, plain) * levels.stride_y;
    if (plain || strip.whole) {
      for_members<First::apart::all, count>(
          [&](auto m) { read_pack(next[m.number], levels.in[m.number] + (row + strip.x), strip.wide); });
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c) {
        Index const node = row + in_memory<First>(d, 0, strip.x + c);
        for_members<First::apart::all, count>([&](auto m) { next[m.number][c] = levels.in[m.number][node]; });
      }
    }
  }

  template <bool plain, int stage, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_stages(Member const& member, Strip const& strip, int loaded,
                                               Rows& rows) const {
    constexpr int lag = Shape::queues.lag[stage];
    make<plain, stage>(member, strip, loaded - lag, rows);
    if constexpr (stage + 1 < Queues::stages) make_stages<plain, stage + 1>(member, strip, loaded, rows);
  }

  /// Makes row r of a stage.
  template <bool plain, int stage, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, Strip const& strip, int r, Rows& rows) const {
    using Stage = typename Held::template StageOf<stage>;
    auto const& rules = stages.template at<stage % Queues::stages_of_step>();
    Index const now = step + stage / Queues::stages_of_step;
    Domain const& d = rules.domain;
    Index const y = strip.first + r, y_at = in_memory<First>(d, 1, y, plain);
    using SidesType =
        typename Held::template Sides<stage, Stage::near, Stage::below(0), Stage::above(0),
                                      Stage::box ? Stage::below(1) : 0, Stage::box ? Stage::above(1) : 0>;
    SidesType sides;
    sides.template fill<!plain>(member, rows);
    T made[count][columns];
    TESSERA_UNROLL
    for (int c = 0; c < columns; ++c) {
      Index const x_at = in_memory<First>(d, 0, strip.x + c, plain);
      auto const parts = Stage::apart::split(rules.formula(
          typename Held::template Reads<stage, SidesType>{rows, sides, c}, x_at, y_at, Index{0}, now));
      for_members<Stage::writes, count>([&](auto m) { made[m.number][c] = parts.v[m.number]; });
    }
    if constexpr (!plain) {
      unsigned const special = special_of(strip, y);
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c)
        for_members<Stage::writes, count>([&](auto m) {
          if ((special >> c & 1u) != 0)
            made[m.number][c] = rows[Held::template row_of<stage, m.number>(0)][c];
        });
      if constexpr (!Stage::keeps_nodes)
        if ((keeps >> stage & 1u) == 0 && warp_any(member, special != 0))
          make_special<stage>(member, strip, special, y, rows, made);
    }
    bool const stored = r >= strip.core_begin && r < strip.core_end;
    for_members<Stage::writes, count>([&](auto m) {
      constexpr int place = Shape::queues.begin[Shape::queues.write[stage][m.number]];
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c) rows[place][c] = made[m.number][c];
      if constexpr (Shape::queues.last[stage][m.number])
        if (stored) store(strip, levels.out[m.number] + (y * levels.stride_y + strip.x), made[m.number]);
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION static void store(Strip const& strip, T* to, T const (&values)[columns]) {
    if (strip.x >= strip.core[0] && strip.x + columns <= strip.core[1]) {
      store_pack(to, values, strip.wide);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < columns; ++c)
        if (strip.x + c >= strip.core[0] && strip.x + c < strip.core[1]) to[c] = values[c];
    }
  }

  /// What the general update reads: a copy of the rows around a pack, since registers have no addresses.
  template <unsigned members, int down, int up>
  struct Window {
    static constexpr int of = members == 0 ? 1 : std::popcount(members);
    T values[of][down + up + 1][columns + 2 * radius];
  };
  template <unsigned members, int down, int up>
  struct GeneralReads {
    static constexpr bool of_memory = true;
    Window<members, down, up> const& window;
    Parts const& own;
    int c;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int) const {
      if constexpr (has_member(members, m))
        return window.values[number_among(members, m)][oy + down][c + ox + radius];
      else
        return own.v[m];
    }
  };

  /// The general update of the special nodes of row y.
  template <int stage, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_special(Member const& member, Strip const& strip, unsigned special,
                                                Index y, Rows const& rows, T (&made)[count][columns]) const {
    using Stage = typename Held::template StageOf<stage>;
    constexpr int down = layers_below<Stage>, up = Stage::above(1);
    typename Held::template Sides<stage, Stage::near, radius, radius, down, up> sides;
    sides.template fill<true>(member, rows);
    Window<Stage::near, down, up> window;
    for_members<Stage::near, count>([&](auto m) {
      TESSERA_UNROLL
      for (int oy = -down; oy <= up; ++oy) {
        TESSERA_UNROLL
        for (int c = -radius; c < columns + radius; ++c)
          window.values[number_among(Stage::near, m.number)][oy + down][c + radius] =
              sides.template at<m.number>(rows, c, oy);
      }
    });
    TESSERA_NO_UNROLL
    for (int c = 0; c < columns; ++c) {
      if ((special >> c & 1u) == 0) continue;
      Parts parts{};
      for_members<First::apart::all, count>([&](auto m) {
        TESSERA_UNROLL
        for (int k = 0; k < columns; ++k)
          if (k == c) parts.v[m.number] = rows[Held::template row_of<stage, m.number>(0)][k];
      });
      Parts const general = Stage::apart::split(stages.template at<stage>().general(
          GeneralReads<Stage::near, down, up>{window, parts, c}, strip.x + c, y, Index{0}, step));
      for_members<Stage::writes, count>([&](auto m) {
        TESSERA_UNROLL
        for (int k = 0; k < columns; ++k)
          if (k == c) made[m.number][k] = general.v[m.number];
      });
    }
  }
};

} // namespace tessera::detail

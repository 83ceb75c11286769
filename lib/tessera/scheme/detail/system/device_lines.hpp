// SPDX-License-Identifier: Apache-2.0
// Several steps of all stages of a system in 1D in a device's registers. A warp makes a tile: each of its
// members holds a run of N nodes of all members of the system, and before a stage it fetches what the stage
// reads beside its run from the registers of its neighbours (as temporal/registers_1d does for a field).
//
// The outermost nodes of a tile lack neighbours and get values of no meaning. With each stage these move
// inwards as far as the stage reads, and the halo is as wide as they come. At an upper face the tile begins
// so much earlier that the images of the last core's nodes lie in it.
//
// Nodes at faces and in obstacles go through StageRules::general.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/device/line_tiles.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <algorithm>
#include <bit>

namespace tessera::detail {

/// The runs of a system's members, and whether registers hold them.
template <class... Rules>
struct SystemRunShape {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int count = First::count, radius = First::radius;
  static constexpr unsigned written = (0u | ... | Rules::writes);
  /// Words of 4 bytes of a node: its values, and beside them those that a stage makes while it still reads
  /// the old ones.
  static constexpr int words = (count + std::max({Rules::in_place ? 0 : std::popcount(Rules::writes)...})) *
                               static_cast<int>((sizeof(T) + 3) / 4);
  /// Nodes of a long run, whose words fit registers, and of a short run, of which a small line has enough to
  /// keep a device busy. In a long run divisions wait for each other.
  static constexpr int long_run = words <= 4 ? 16 : words <= 8 ? 8 : 4;
  static constexpr int short_run = std::min(long_run, radius <= 4 ? 4 : radius <= 8 ? 8 : 16);
  /// Images of staggered members at an upper face lie further inside than runs of neighbours reach.
  static constexpr bool fits =
      First::dimension == 1 && radius <= long_run && words <= 32 && std::max({Rules::most_beyond(0)...}) == 0;
};

template <class Exec, int N, class... Rules>
struct SystemLineKernel {
  using Shape = SystemRunShape<Rules...>;
  using First = typename Shape::First;
  using T = typename Shape::T;
  static constexpr int count = Shape::count, radius = Shape::radius;
  using Runs = WarpRuns<T, N>;
  static constexpr int lanes = Runs::lanes, width = Runs::width;
  static constexpr int warps = 4, members = warps * lanes; // of a team
  static constexpr unsigned written = Shape::written;

  StageList<Rules...> stages;
  LineTiles tiles;
  SystemLevels<T, count> levels;
  unsigned keeps;   // a bit for each stage that leaves all nodes at faces as they are
  unsigned settles; // a bit for each stage that does so once it has set them
  bool wide;        // whether the nodes of all members begin at whole packs
  Index step;
  int steps;

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() { return Runs::scratch_bytes(members); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const rank = member.team_rank();
    void* scratch = nullptr;
    if constexpr (Runs::turns)
      scratch = member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_bytes(), 16);
    Index const tile = Index{member.league_rank()} * warps + rank / lanes;
    if (tile >= tiles.count) return; // the last team may have warps without a tile
    Domain const& d = stages.first.domain;
    Index const core = tile * tiles.core, end = min(d.nodes[0], core + tiles.core);
    Index const first = core - (!d.open[0][1] && end == d.nodes[0] ? 2 : 1) * tiles.halo;
    Place const place{Runs::of(rank, scratch), first, static_cast<int>(core - first),
                      static_cast<int>(end - first)};
    if (tiles.is_plain(first, width))
      make_steps<true>(member, place);
    else
      make_steps<false>(member, place);
  }

private:
  using Parts = typename First::apart::Array;
  using Place = LinePlace<T, N>;
  using Values = T[count][N];

  template <bool plain, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_steps(Member const& member, Place const& place) const {
    Values own;
    for_members<First::apart::all, count>(
        [&](auto m) { load<plain>(member, place, own[m.number], levels.in[m.number]); });
    Marks marks;
    if constexpr (!plain) marks = marks_of(place.x());
    TESSERA_NO_UNROLL
    for (int s = 0; s < steps; ++s)
      stages.for_each([&](auto const& rules, int number, bool) {
        bool const keep = ((s > 0 ? keeps | settles : keeps) >> number & 1u) != 0;
        make<plain>(member, rules, keep, marks, place.x(), own, step + s);
      });
    for_members<written, count>([&](auto m) {
      place.runs.store(member, own[m.number], levels.out[m.number] + place.first, place.begin, place.end,
                       wide);
    });
  }

  /// Nodes of a run, a bit each: those that need the general update, and those that don't exist. The latter
  /// keep what they were loaded with, since numbers that grow without bounds make divisions slow.
  struct Marks {
    unsigned special = 0, missing = 0;
  };
  KOKKOS_FORCEINLINE_FUNCTION Marks marks_of(Index x) const {
    auto const& rules = stages.first;
    Domain const& d = rules.domain;
    Marks marks;
    TESSERA_UNROLL
    for (int c = 0; c < N; ++c) {
      Index const i = x + c;
      bool const exists = d.wraps[0] || (i >= d.readable.lower[0] && i < d.readable.upper[0]);
      bool const interior = d.wraps[0] || ((i >= radius || has_halo(d, 0, 0)) &&
                                           (i < d.nodes[0] - radius || has_halo(d, 0, 1)));
      if (!exists)
        marks.missing |= 1u << c;
      else if (!interior || rules.is_frozen({{in_memory<First>(d, 0, i), 0, 0}}))
        marks.special |= 1u << c;
    }
    return marks;
  }

  template <bool plain, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load(Member const& member, Place const& place, T (&to)[N],
                                        T const* from) const {
    if constexpr (plain) {
      place.runs.load(member, to, from + place.first, wide);
    } else {
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c) to[c] = from[in_memory<First>(stages.first.domain, 0, place.x() + c)];
    }
  }

  /// What a stage reads beside a run of each of these members: `low` nodes before it and `high` after it.
  template <unsigned near, int low, int high>
  struct Sides {
    static constexpr int of = near == 0 ? 1 : std::popcount(near);
    T before[of][low == 0 ? 1 : low], after[of][high == 0 ? 1 : high];

    template <class Member>
    KOKKOS_FORCEINLINE_FUNCTION void fill(Member const& member, Values const& own) {
      for_members<near, count>([&](auto m) {
        TESSERA_UNROLL
        for (int k = 0; k < low; ++k)
          before[number_among(near, m.number)][k] = shuffle_from<lanes>(member, own[m.number][N - 1 - k], -1);
        TESSERA_UNROLL
        for (int k = 0; k < high; ++k)
          after[number_among(near, m.number)][k] = shuffle_from<lanes>(member, own[m.number][k], 1);
      });
    }
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T at(Values const& own, int c) const {
      if (c < 0) return before[number_among(near, m)][-c - 1];
      if (c >= N) return after[number_among(near, m)][c - N];
      return own[m][c];
    }
  };

  /// What the formula reads at node c of the run.
  template <unsigned near, class SidesType>
  struct Reads {
    Values const& own;
    SidesType const& sides;
    int c;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int, int) const {
      if constexpr ((near >> m & 1u) != 0)
        return sides.template at<m>(own, c + ox);
      else
        return own[m][c];
    }
  };

  /// Makes one stage at all nodes of the run.
  template <bool plain, class Member, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, Stage const& rules, bool keep,
                                        Marks const& marks, Index x, Values& own, Index now) const {
    using SidesType = Sides<Stage::near, Stage::below(0), Stage::above(0)>;
    SidesType sides;
    sides.fill(member, own);
    Values made;
    TESSERA_UNROLL
    for (int c = 0; c < N; ++c) {
      auto const parts = Stage::apart::split(rules.formula(Reads<Stage::near, SidesType>{own, sides, c},
                                                           in_memory<Stage>(rules.domain, 0, x + c, plain), 0,
                                                           0, now, !plain));
      for_members<Stage::writes, count>([&](auto m) {
        // Special nodes keep their values, unless the general update follows.
        made[m.number][c] =
            !plain && ((marks.special | marks.missing) >> c & 1u) != 0 ? own[m.number][c] : parts.v[m.number];
      });
    }
    if constexpr (!plain && !Stage::keeps_nodes)
      if (!keep && warp_any(member, marks.special != 0))
        make_special(member, rules, marks.special, x, own, made, now);
    TESSERA_UNROLL
    for (int c = 0; c < N; ++c)
      for_members<Stage::writes, count>([&](auto m) { own[m.number][c] = made[m.number][c]; });
  }

  /// What the general update reads: a copy of what lies around a run, since registers have no addresses.
  template <unsigned near>
  struct GeneralReads {
    static constexpr bool of_memory = true;
    T const (&around)[Sides<near, radius, radius>::of][N + 2 * radius];
    Parts const& own;
    int c;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int, int) const {
      if constexpr ((near >> m & 1u) != 0)
        return around[number_among(near, m)][c + ox + radius];
      else
        return own.v[m];
    }
  };

  /// The general update of the special nodes. Images lie on the other side of a node than what it reads.
  template <class Member, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void make_special(Member const& member, Stage const& rules, unsigned special,
                                                Index x, Values const& own, Values& made, Index now) const {
    constexpr unsigned near = Stage::near;
    Sides<near, radius, radius> sides;
    sides.fill(member, own);
    if (special == 0) return;
    T around[Sides<near, radius, radius>::of][N + 2 * radius];
    for_members<near, count>([&](auto m) {
      TESSERA_UNROLL
      for (int c = -radius; c < N + radius; ++c)
        around[number_among(near, m.number)][c + radius] = sides.template at<m.number>(own, c);
    });
    TESSERA_NO_UNROLL
    for (; special != 0; special &= special - 1) {
      int const n = lowest_bit(special);
      Parts parts{};
      for_members<First::apart::all, count>([&](auto m) {
        TESSERA_UNROLL
        for (int c = 0; c < N; ++c)
          if (c == n) parts.v[m.number] = own[m.number][c];
      });
      Parts const general =
          Stage::apart::split(rules.general(GeneralReads<near>{around, parts, n}, x + n, 0, 0, now));
      for_members<Stage::writes, count>([&](auto m) {
        TESSERA_UNROLL
        for (int c = 0; c < N; ++c)
          if (c == n) made[m.number][c] = general.v[m.number];
      });
    }
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Several steps of a line in a device's registers. A warp makes a tile: each of its members holds a run of N
// nodes that lie side by side, and before a step it fetches the R nodes on either side of its run from the
// registers of its neighbours.
//
//      | halo |              core              | halo |
//      [ run 0 ][ run 1 ][ run 2 ] ... [ run 30 ][ run 31 ]      halo: radius x steps, computed twice
//
// Nothing is shared with other warps, and a launch may make any number of steps that leaves a tile a core.
// Memory is read and written by packs that lie side by side; in between, a warp turns them into runs, and
// runs into packs, in its scratch. Only tiles that contain nodes near closed faces, that reach around a
// period or that may contain an obstacle ask which of their nodes need more than the formula (line_mask.hpp).
#pragma once

#include <tessera/boundary/detail/leaves_nodes.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/device/line_tiles.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>
#include <tessera/scheme/detail/temporal/registers_1d/line_mask.hpp>

namespace tessera::detail {

template <class Exec, class Rules, int N>
struct LineKernel {
  using T = typename Rules::value_type;
  using Runs = WarpRuns<T, N>;
  static constexpr int R = Rules::radius, lanes = Runs::lanes, width = Runs::width, C = Runs::C;
  static constexpr int warps = 4, members = warps * lanes; // of a team
  static_assert(Rules::dimension == 1 && R <= N);

  Rules rules;
  LineTiles tiles;
  Levels<T> levels;
  Index step;
  int steps;
  bool wide;

  /// Bytes of scratch of a team.
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes() { return Runs::scratch_bytes(members); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const rank = member.team_rank();
    void* scratch = nullptr;
    if constexpr (Runs::turns)
      scratch = member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(scratch_bytes(), 16);
    Index const tile = Index{member.league_rank()} * warps + rank / lanes;
    if (tile >= tiles.count) return; // the last team may have warps without a tile
    Index const core = tile * tiles.core, first = core - tiles.halo;
    Place const place{Runs::of(rank, scratch), first, static_cast<int>(tiles.halo),
                      static_cast<int>(tiles.halo + min(tiles.core, rules.domain.nodes[0] - core))};
    if (tiles.is_plain(first, width))
      make_steps<true>(member, place);
    else
      make_steps<false>(member, place);
  }

private:
  using Run = T[N];
  using Place = LinePlace<T, N>;
  using Sides = T[2][R]; // [0][k]: the node k + 1 before the run; [1][k]: the one k after it
  using Coeff = Coefficient<Rules>;
  static constexpr bool two_levels = Rules::two_levels;
  static constexpr bool may_wrap = may_be_periodic<typename Rules::boundary_type, 1>;

  /// Reads the neighbours of a run's node c. All of them stay in registers if c and the offset are known at
  /// compile time.
  struct Reads {
    Run const& here;
    Sides const& sides;
    int c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int, int) const {
      if (c + ox < 0) return sides[0][-(c + ox) - 1];
      if (c + ox >= N) return sides[1][c + ox - N];
      return here[c + ox];
    }
  };

  template <bool plain, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_steps(Member const& member, Place const& place) const {
    Index const x = place.x();
    Run now, before{}, coefficient{};
    load<plain>(member, place, now, levels.in);
    if constexpr (two_levels) load<plain>(member, place, before, levels.previous);
    if constexpr (Coeff::ahead) load_coefficient(coefficient, x);
    LineMask mask;
    if constexpr (!plain) mask = line_mask<N>(rules, x);

    TESSERA_NO_UNROLL
    for (int s = 0; s < steps; ++s) {
      Sides sides;
      TESSERA_UNROLL
      for (int k = 0; k < R; ++k) {
        sides[0][k] = shuffle_from<lanes>(member, now[N - 1 - k], -1);
        sides[1][k] = shuffle_from<lanes>(member, now[k], 1);
      }
      Run updated;
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c)
        updated[c] = formula<plain>(Rules::with_previous(Reads{now, sides, c}, [&] { return before[c]; }),
                                    coefficient[c], x + c, step + s);
      if constexpr (!plain) correct(updated, now, sides, before, mask, s > 0, x, step + s);
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c) {
        if constexpr (two_levels) before[c] = now[c];
        now[c] = updated[c];
      }
    }
    store(member, place, now, levels.out);
    if constexpr (two_levels)
      if (levels.previous_out.origin != nullptr) store(member, place, before, levels.previous_out);
  }

  template <bool plain, class Source>
  KOKKOS_FORCEINLINE_FUNCTION T formula(Source const& source, T coefficient, Index x, Index now) const {
    Index3 const at{{plain ? x : rules.domain.template existing_index<may_wrap>(0, x), 0, 0}};
    if constexpr (Coeff::ahead)
      return evaluate<Rules>(rules.stencil.with_coefficient(coefficient), source, rules.domain, at, now,
                             true);
    else
      return evaluate<Rules>(rules.stencil, source, rules.domain, at, now, true);
  }

  /// Gives the marked nodes their values. `later`: this is not the first step of the sweep.
  KOKKOS_FORCEINLINE_FUNCTION void correct(Run& updated, Run const& now, Sides const& sides,
                                           Run const& before, LineMask const& mask, bool later, Index x,
                                           Index at_step) const {
    unsigned const general = mask.general[later], frozen = mask.frozen[later];
    if (general != 0) set_general(updated, now, sides, before, general, x, at_step);
    TESSERA_UNROLL
    for (int c = 0; c < N; ++c) {
      Reads const reads{now, sides, c};
      if (mask.copy[0] >> c & 1u) updated[c] = reads(1, 0, 0);
      if (mask.copy[1] >> c & 1u) updated[c] = reads(-1, 0, 0);
      if (frozen >> c & 1u) updated[c] = now[c];
    }
  }

  /// Reads by address, since the general update is one function for all nodes of the run.
  struct ReadsInMemory {
    T const* node;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int, int) const { return node[ox]; }
  };

  /// The general update of the marked nodes. Only few members have such nodes.
  KOKKOS_FORCEINLINE_FUNCTION void set_general(Run& updated, Run const& now, Sides const& sides,
                                               Run const& before, unsigned nodes, Index x,
                                               Index at_step) const {
    T around[N + 2 * R], older[N];
    TESSERA_UNROLL
    for (int c = -R; c < N + R; ++c) around[c + R] = Reads{now, sides, 0}(c, 0, 0);
    if constexpr (two_levels) {
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c) older[c] = before[c];
    }
    TESSERA_NO_UNROLL
    for (; nodes != 0; nodes &= nodes - 1) {
      int const n = lowest_bit(nodes);
      T const made =
          rules.general(Rules::with_previous(ReadsInMemory{around + R + n}, [&] { return older[n]; }), x + n,
                        0, 0, at_step);
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c)
        if (c == n) updated[c] = made;
    }
  }

  /// Loads a run. Nodes that memory does not hold get the value of the nearest one.
  template <bool plain, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void load([[maybe_unused]] Member const& member, Place const& place, Run& to,
                                        Data<T const> const& from) const {
    if constexpr (!plain) {
      TESSERA_UNROLL
      for (int c = 0; c < N; ++c)
        to[c] = *from.at(rules.domain.template existing_index<may_wrap>(0, place.x() + c), 0, 0);
    } else {
      place.runs.load(member, to, from.at(place.first, 0, 0), wide);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void load_coefficient(Run& to, Index x) const {
    Data<T const> const data = Coeff::data(rules.domain, rules.stencil);
    if (data.origin == nullptr) return;
    TESSERA_UNROLL
    for (int c = 0; c < N; ++c)
      to[c] = read_only(data.at(rules.domain.template existing_index<may_wrap>(0, x + c), 0, 0));
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void store(Member const& member, Place const& place, Run const& run,
                                         Data<T> const& level) const {
    place.runs.store(member, run, level.at(place.first, 0, 0), place.begin, place.end, wide);
  }
};

} // namespace tessera::detail

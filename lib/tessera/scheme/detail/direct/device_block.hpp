// SPDX-License-Identifier: Apache-2.0
// The direct sweep in 3D on a device for what DirectMarchKernel does not support: patterns that are no star,
// stars wider than its queue, and values that are no numbers. A thread owns a pack of columns in a few
// planes, loads each plane of its pack once into registers, and reads all other neighbours through the
// caches. At edges nodes are updated one by one.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

template <class Exec, class Rules>
struct DirectBlockKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius, C = pack_width<T, 16>;
  static constexpr int planes = 4; // planes of a thread
  static constexpr int lanes = 32; // packs of a team along x
  static constexpr int rows = 4;   // rows of a team along y, which share values in the L1 cache
  static constexpr int team_size = lanes * rows;

  Rules rules;
  Levels<T> levels;
  Index step;
  int teams_x, teams_y;
  bool wide;

  /// The neighbours of column c in plane k of a thread's window, from registers if they are there, else from
  /// memory (a cache).
  struct WindowReads {
    T const (&window)[planes + 2 * R][C];
    MemoryReads<T> memory;
    int k, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      if (oy == 0 && ox == 0) return window[k + R + oz][c];
      if (oy == 0 && oz == 0 && c + ox >= 0 && c + ox < C) return window[k + R][c + ox];
      return memory(ox, oy, oz);
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), lane = member.team_rank() % lanes,
              row = member.team_rank() / lanes;
    int const line_of_teams = team / teams_x;
    Index const x = (Index{team % teams_x} * lanes + lane) * C,
                y = Index{line_of_teams % teams_y} * rows + row, z = Index{line_of_teams / teams_y} * planes;
    Box3 const block{{{x, y, z}}, {{x + C, y + 1, z + planes}}};
    // From here on, whatever is the same for all members is a template argument: a test between two loads
    // would delay the second one.
    if (!Rules::grown(block, R).inside(rules.domain.readable) || !block.inside(rules.domain.whole()))
      general(block);
    else if (!wide)
      by_formula<false, true>(x, y, z);
    else if (rules.obstacle.present())
      by_formula<true, true>(x, y, z);
    else
      by_formula<true, false>(x, y, z);
  }

private:
  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void by_formula(Index x, Index y, Index z) const {
    T window[planes + 2 * R][C];
    auto const& in = levels.in;
    T const* const from = in.at(x, y, z);
    TESSERA_UNROLL
    for (int k = 0; k < planes + 2 * R; ++k) read_pack(window[k], from + (k - R) * in.stride_z, wide_loads);
    TESSERA_UNROLL
    for (int k = 0; k < planes; ++k) {
      T result[C], previous[C];
      if constexpr (Rules::two_levels) load_pack(previous, levels.previous.at(x, y, z + k), wide_loads);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        WindowReads const reads{window, {from + k * in.stride_z + c, in.stride_y, in.stride_z}, k, c};
        result[c] =
            rules.formula(Rules::with_previous(reads, [&] { return previous[c]; }), x + c, y, z + k, step);
      }
      if constexpr (masked) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          if (rules.is_frozen({{x + c, y, z + k}})) result[c] = window[k + R][c];
      }
      store_pack(levels.out.at(x, y, z + k), result, wide_loads);
    }
  }

  KOKKOS_FUNCTION void general(Box3 const& block) const {
    Domain const& d = rules.domain;
    for (Index z = block.lower[2]; z < min(block.upper[2], d.nodes[2]); ++z)
      for (Index y = block.lower[1]; y < min(block.upper[1], d.nodes[1]); ++y)
        for (Index x = block.lower[0]; x < min(block.upper[0], d.nodes[0]); ++x)
          *levels.out.at(x, y, z) =
              rules.general(Rules::with_previous(WrappedReads<T>{d, levels.in, x, y, z},
                                                 [&] { return *levels.previous.at(x, y, z); }),
                            x, y, z, step);
  }
};

/// What a plan stores for direct sweeps in blocks.
template <class Exec, class Rules>
struct DirectBlocks {
  using T = typename Rules::value_type;
  using Kernel = DirectBlockKernel<Exec, Rules>;
  int teams_x, teams_y, teams;

  DirectBlocks(Exec const&, Rules const& rules)
      : teams_x(static_cast<int>(divide_up(rules.domain.nodes[0], Kernel::lanes * Kernel::C))),
        teams_y(static_cast<int>(divide_up(rules.domain.nodes[1], Kernel::rows))),
        teams(teams_x * teams_y * static_cast<int>(divide_up(rules.domain.nodes[2], Kernel::planes))) {}

  Kernel kernel(Rules const& rules, Levels<T> const& levels, Index step) const {
    return {rules, levels, step, teams_x, teams_y, wide_access<Kernel::C>(levels)};
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    launch_tiles(label, exec, kernel(rules, levels, step), teams, Kernel::team_size, 0);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The direct sweep on a device: a thread owns a pack of columns and a few rows of them along the slow axis, loads
// each row once into registers, and leaves all other neighbours to the caches. One value a thread would keep too few
// bytes in flight: it stops near half of the copy rate.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/rules.hpp>

namespace tessera::detail {

template <class Exec, class Rules>
struct DirectDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr int march = D - 1;         // the slow axis: y in 2D, z in 3D, none in 1D
  static constexpr int rows = D == 1 ? 1 : 4; // of a thread, along it
  static constexpr int C = pack_width<T, 16>;
  static constexpr int halo_rows = D == 1 ? 0 : R;
  static constexpr int lanes = D == 1 ? 128 : 32; // packs of a team along x
  static constexpr int groups = D == 1 ? 1 : 4;   // and runs along y: neighbours meet in the L1 cache

  Rules rules;
  Levels<T> levels;
  Index step;
  int teams_x, teams_y;
  bool wide;

  /// Neighbours of column c in row k of a thread's window: registers where they are, memory (a cache) elsewhere.
  struct WindowReads {
    T const (&window)[rows + 2 * halo_rows][C];
    MemoryReads<T> memory;
    int k, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      int const along = D == 1 ? 0 : D == 2 ? oy : oz;
      bool const aside = D == 3 && oy != 0;
      if (!aside && ox == 0) return window[k + halo_rows + along][c];
      if (!aside && along == 0 && c + ox >= 0 && c + ox < C) return window[k + halo_rows][c + ox];
      return memory(ox, oy, oz);
    }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), lane = member.team_rank() % lanes,
              group = member.team_rank() / lanes;
    Index const line = Index{team / teams_x % teams_y} * groups + group;
    Index first[3] = {(Index{team % teams_x} * lanes + lane) * C, D == 2 ? line * rows : line, 0};
    if constexpr (D == 3) first[2] = Index{team / teams_x / teams_y} * rows;
    Box3 block{{{first[0], first[1], first[2]}}, {{first[0] + C, first[1] + 1, first[2] + 1}}};
    if constexpr (D > 1) block.upper[march] = first[march] + rows;
    // What is the same for all members is known while compiling from here on: a test between two loads holds up the second.
    if (!Rules::grown(block, R).inside(rules.domain.readable) || !block.inside(rules.domain.whole()))
      careful(block);
    else if (!wide)
      plain<false, true>(first[0], first[1], first[2]);
    else if (rules.obstacle.present())
      plain<true, true>(first[0], first[1], first[2]);
    else
      plain<true, false>(first[0], first[1], first[2]);
  }

private:
  template <bool wide_loads, bool masked>
  KOKKOS_FORCEINLINE_FUNCTION void plain(Index x, Index y, Index z) const {
    T window[rows + 2 * halo_rows][C];
    auto const& in = levels.in;
    Index const stride = D == 1 ? 0 : D == 2 ? in.stride_y : in.stride_z;
    T const* const from = in.at(x, y, z);
    TESSERA_UNROLL
    for (int k = 0; k < rows + 2 * halo_rows; ++k)
      read_pack(window[k], from + (k - halo_rows) * stride, wide_loads);
    TESSERA_UNROLL
    for (int k = 0; k < rows; ++k) {
      T result[C], before[C];
      Index const yk = D == 2 ? y + k : y, zk = D == 3 ? z + k : z;
      if constexpr (Rules::two_levels) load_pack(before, levels.before.at(x, yk, zk), wide_loads);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        WindowReads const reads{window, {from + k * stride + c, in.stride_y, in.stride_z}, k, c};
        result[c] = rules.formula(Rules::with_before(reads, [&] { return before[c]; }), x + c, yk, zk, step);
      }
      if constexpr (masked) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          if (rules.keeps({{x + c, yk, zk}})) result[c] = window[k + halo_rows][c];
      }
      store_pack(levels.out.at(x, yk, zk), result, wide_loads);
    }
  }

  KOKKOS_FUNCTION void careful(Box3 const& block) const {
    Domain const& d = rules.domain;
    for (Index z = block.lower[2]; z < min(block.upper[2], d.nodes[2]); ++z)
      for (Index y = block.lower[1]; y < min(block.upper[1], d.nodes[1]); ++y)
        for (Index x = block.lower[0]; x < min(block.upper[0], d.nodes[0]); ++x)
          *levels.out.at(x, y, z) =
              rules.careful(Rules::with_before(WrappedReads<T>{d, levels.in, x, y, z},
                                               [&] { return *levels.before.at(x, y, z); }),
                            x, y, z, step);
  }
};

template <class Exec, class Rules>
void direct_on_device(char const* label, Exec const& exec, Rules const& rules,
                      Levels<typename Rules::value_type> const& levels, Index step) {
  using Kernel = DirectDeviceKernel<Exec, Rules>;
  auto const& n = rules.domain.nodes;
  Index const tx = divide_up(n[0], Kernel::lanes * Kernel::C);
  Index const ty = divide_up(n[1], Kernel::groups * (Kernel::D == 2 ? Kernel::rows : 1));
  Index const tz = divide_up(n[2], Kernel::rows);
  bool const wide = wide_access<Kernel::C>(levels);
  launch_tiles(label, exec, Kernel{rules, levels, step, static_cast<int>(tx), static_cast<int>(ty), wide},
               tx * ty * tz, Kernel::lanes * Kernel::groups, 0);
}

} // namespace tessera::detail

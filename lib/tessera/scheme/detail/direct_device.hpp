// SPDX-License-Identifier: Apache-2.0
// The direct sweep on a device: a thread owns a pack of columns and a few rows of them along the slow axis, loads
// each row once into registers, and leaves all other neighbours to the caches. One value a thread would keep too few
// bytes in flight: it stops near half of the copy rate.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/care.hpp>
#include <tessera/scheme/detail/edge_teams.hpp>
#include <tessera/scheme/detail/launch.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/middle_tiles.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/rules.hpp>

namespace tessera::detail {

/// What a launch updates. At edges a block needs twice the registers: on a large grid they have a launch of their own.
enum class DirectPart { all, middle, edge };

template <class Exec, class Rules, DirectPart part = DirectPart::all>
struct DirectDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr int march = D - 1;         // the slow axis: y in 2D, z in 3D, none in 1D
  static constexpr int rows = D == 1 ? 1 : 4; // of a thread, along it
  static constexpr int C = pack_width<T, 16>;
  static constexpr int halo_rows = D == 1 ? 0 : R;
  static constexpr int lanes = D == 1 ? 128 : 32; // packs of a team along x
  static constexpr int groups = D == 1 ? 1 : 4;   // and runs along y: neighbours meet in the L1 cache
  static constexpr int team_size = lanes * groups;
  static constexpr int width = lanes * C, height = groups * (D == 2 ? rows : 1); // nodes of a team

  /// How blocks at edges are updated: with care, or where all closed faces keep their nodes, as packs.
  enum class Edges { careful, keep, keep_wide };

  Rules rules;
  Levels<T> levels;
  Index step;
  EdgeTeams teams;
  bool wide;
  Edges edges;

  static Edges edges_of(Rules const& rules, bool wide) {
    if (D == 3 || rules.domain.nodes[0] < C) return Edges::careful;
    for (int a = 0; a < D; ++a)
      if (rules.domain.wraps[a] && rules.domain.nodes[a] < rows + R) return Edges::careful; // see near_index
    for (int a = 0; a < D; ++a)
      for (int side = 0; side < 2; ++side)
        if (!rules.domain.open[a][side] && !rules.face_keeps(a, side)) return Edges::careful;
    return wide && rules.domain.nodes[0] % C == 0 ? Edges::keep_wide : Edges::keep;
  }

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
    int const line_of_teams = team / teams.x.count;
    int team_x = team % teams.x.count, team_y = line_of_teams % teams.y.count;
    if constexpr (part == DirectPart::edge) teams.find(team, team_x, team_y);
    Index const line = Index{team_y} * groups + group;
    Index first[3] = {(Index{team_x} * lanes + lane) * C, D == 2 ? line * rows : line, 0};
    if constexpr (D == 3) first[2] = Index{line_of_teams / teams.y.count} * rows;
    Box3 block{{{first[0], first[1], first[2]}}, {{first[0] + C, first[1] + 1, first[2] + 1}}};
    if constexpr (D > 1) block.upper[march] = first[march] + rows;
    // What is the same for all members is known while compiling from here on: a test between two loads holds up the second.
    if (!Rules::grown(block, R).inside(rules.domain.readable) || !block.inside(rules.domain.whole())) {
      if constexpr (part != DirectPart::middle) at_edge(block);
    } else if constexpr (part != DirectPart::edge) {
      if (!wide)
        plain<false, true>(first[0], first[1], first[2]);
      else if (rules.obstacle.present())
        plain<true, true>(first[0], first[1], first[2]);
      else
        plain<true, false>(first[0], first[1], first[2]);
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void at_edge(Box3 const& block) const {
    if (edges == Edges::careful)
      careful(block);
    else if (block.lower[0] >= rules.domain.nodes[0] || block.lower[1] >= rules.domain.nodes[1])
      return;
    else if constexpr (D < 3)
      edges == Edges::keep_wide ? edge<true>(block.lower[0], block.lower[1])
                                : edge<false>(block.lower[0], block.lower[1]);
  }

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

  /// i, no further outside than a block and its radius: around a ring once, or the nearest in memory.
  KOKKOS_FORCEINLINE_FUNCTION static Index near_index(Domain const& d, int axis, Index i) {
    Index const n = d.nodes[axis];
    if (d.wraps[axis]) return i < 0 ? i + n : i < n ? i : i - n;
    return max(d.readable.lower[axis], min(i, d.readable.upper[axis] - 1));
  }

  /// The same as WindowReads at an edge, where rows are found one by one.
  struct EdgeReads {
    T const (&window)[rows + 2 * halo_rows][C];
    T const* const (&row)[rows + 2 * halo_rows];
    Domain const& domain;
    Index x;
    int k, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int) const {
      int const r = k + halo_rows + (D == 1 ? 0 : oy);
      if (ox == 0 || (oy == 0 && c + ox >= 0 && c + ox < C)) return window[r][c + ox];
      return row[r][near_index(domain, 0, x + c + ox)];
    }
  };

  /// A block at faces that keep their nodes. The formula is evaluated everywhere, without a test before a read; its result
  /// does not count in the frame of such a face. A row's last pack may lie partly over the one before.
  template <bool wide_loads>
  KOKKOS_FORCEINLINE_FUNCTION void edge(Index first, Index y) const {
    Domain const& d = rules.domain;
    Index const x = min(first, d.nodes[0] - C);
    T window[rows + 2 * halo_rows][C];
    T const* row[rows + 2 * halo_rows];
    TESSERA_UNROLL
    for (int k = 0; k < rows + 2 * halo_rows; ++k) {
      row[k] = levels.in.at(0, D == 1 ? 0 : near_index(d, 1, y + k - halo_rows), 0);
      read_pack(window[k], row[k] + x, wide_loads);
    }
    TESSERA_UNROLL
    for (int k = 0; k < rows; ++k) {
      Index const yk = y + k;
      if (D > 1 && yk >= d.nodes[1]) return;
      T result[C], before[C];
      if constexpr (Rules::two_levels) load_pack(before, levels.before.at(x, yk, 0), wide_loads);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        Index3 const i{{x + c, yk, 0}};
        result[c] =
            rules.formula(Rules::with_before(EdgeReads{window, row, d, x, k, c}, [&] { return before[c]; }),
                          i[0], i[1], i[2], step);
        if (in_closed_frame<D, R>(d, i) || rules.keeps(i)) result[c] = window[k + halo_rows][c];
      }
      store_columns<C, wide_loads>(levels.out.at(x, yk, 0), result, first, d.nodes[0], x);
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

/// A part's kernel and the number of its teams, each of Kernel::team_size members.
template <DirectPart part, class Exec, class Rules>
auto make_direct(Rules const& rules, Levels<typename Rules::value_type> const& levels, Index step) {
  using Kernel = DirectDeviceKernel<Exec, Rules, part>;
  auto const& n = rules.domain.nodes;
  EdgeTeams const teams{EdgeOfAxis::of(n[0], Kernel::width, Kernel::R),
                        EdgeOfAxis::of(n[1], Kernel::height, Kernel::R)};
  Index const count = part == DirectPart::edge
                          ? Index{teams.size()}
                          : Index{teams.x.count} * teams.y.count * divide_up(n[2], Kernel::rows);
  bool const wide = wide_access<Kernel::C>(levels);
  return std::pair(Kernel{rules, levels, step, teams, wide, Kernel::edges_of(rules, wide)}, count);
}

template <DirectPart part, class Exec, class Rules>
void launch_direct(char const* label, Exec const& exec, Rules const& rules,
                   Levels<typename Rules::value_type> const& levels, Index step) {
  auto const [kernel, teams] = make_direct<part, Exec>(rules, levels, step);
  launch_tiles(label, exec, kernel, teams, kernel.team_size, 0);
}

template <class Exec, class Rules>
void direct_on_device(char const* label, Exec const& exec, Rules const& rules,
                      Levels<typename Rules::value_type> const& levels, Index step) {
  constexpr Index large =
      4 * 1024 * 1024; // nodes; a second launch costs what copying one or two million of them does
  if constexpr (Rules::dimension == 2) {
    if (rules.domain.whole().size() >= large) {
      launch_direct<DirectPart::middle>(label, exec, rules, levels, step);
      launch_direct<DirectPart::edge>(label, exec, rules, levels, step);
      return;
    }
  }
  launch_direct<DirectPart::all>(label, exec, rules, levels, step);
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// One derivative along the slowest axis, in float on a device: a thread owns a pack of columns and walks a run of nodes,
// with a window of packs in registers that moves by a chunk at a time; the loads of a chunk are in flight together. What
// lies beside a run comes from the L2 cache, so runs are longer than along the other axes.
#pragma once

#include <tessera/solver/detail/line_pack.hpp>

namespace tessera::detail {

/// Where it is faster than LineAcross (docs/performance.md).
template <class T>
inline constexpr bool line_marches = sizeof(T) == 4;

/// A team of lanes x groups threads: `lanes` packs side by side, groups one run after the other along the axis.
template <class T, int R>
struct LineMarch {
  static constexpr int C = pack_width<T, 16>, chunk = 4;
  static constexpr int most_members = 128, teams_at_once = 0;

  LineSum<T, R> sum; // of one term
  Index packs;       // of a row
  Index columns;     // packs of a plane, numbered through
  int lanes, groups;
  int run; // nodes; where the compiler knows it, it unrolls the march, and stars of radius 1 lose a third
  int teams_aside; // for `columns`
  bool wide;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int team = member.league_rank();
    Index const column = Index{team % teams_aside} * lanes + member.team_rank() % lanes;
    if (column >= columns) return;
    team /= teams_aside;
    Index const first = (Index{team} * groups + member.team_rank() / lanes) * run;
    Index const y = quotient(column, packs), x = (column - y * packs) * C;
    Index const end = min(first + run, sum.term[0].line.nodes);
    bool const inside = first >= R && first + run + R <= sum.term[0].line.nodes;
    if (x + C > sum.nodes[0])
      node_by_node(x, y, first, end);
    else if (!inside)
      pack_by_pack(x, y, first, end);
    else if (wide) // known while compiling from here on
      march(x, y, first, true);
    else
      march(x, y, first, false);
  }

private:
  /// A run whose reads all lie inside; a whole number of chunks.
  KOKKOS_FORCEINLINE_FUNCTION void march(Index x, Index y, Index first, bool wide_access) const {
    Line<T, R> const& line = sum.term[0].line;
    Index const in_stride = line.in_stride, out_stride = sum.out.stride[sum.term[0].axis];
    T const* in = sum.term[0].in.at(x, y, 0) + (first - R) * in_stride;
    T* out = sum.out.at(x, y, 0) + first * out_stride;
    T window[chunk + 2 * R][C];
    TESSERA_UNROLL
    for (int k = 0; k < 2 * R; ++k, in += in_stride) read_pack(window[k], in, wide_access);
    for (int done = 0; done < run; done += chunk) {
      TESSERA_UNROLL
      for (int k = 2 * R; k < 2 * R + chunk; ++k, in += in_stride) read_pack(window[k], in, wide_access);
      TESSERA_UNROLL
      for (int k = 0; k < chunk; ++k, out += out_stride) {
        T result[C];
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          result[c] = line.central([&](int offset) { return window[R + k + offset][c]; });
        store_pack(out, result, wide_access);
      }
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) window[k][c] = window[k + chunk][c];
      }
    }
  }

  /// A run at an end of the line.
  KOKKOS_FORCEINLINE_FUNCTION void pack_by_pack(Index x, Index y, Index first, Index end) const {
    for (Index z = first; z < end; ++z) {
      T result[C];
      pack_of_term(result, sum.term[0], sum.ends, x, y, z, wide, false);
      store_pack(sum.out.at(x, y, z), result, wide);
    }
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index first, Index end) const {
    for (Index z = first; z < end; ++z)
      for (Index c = x; c < sum.nodes[0]; ++c) *sum.out.at(c, y, z) = sum.at(c, y, z);
  }
};

/// The kernel. `pencils`: columns side by side that a team works on, 0 for the library's choice, which is what was fastest on
/// an H200: 128 packs.
template <class T, int R>
TeamTiles<LineMarch<T, R>> line_march(LineSum<T, R> const& sum, Index pencils, bool wide) {
  using Kernel = LineMarch<T, R>;
  int lanes = pencils > 0 ? 1 : Kernel::most_members;
  while (lanes < Kernel::most_members && lanes * Kernel::C < pencils) lanes *= 2;
  int const groups = Kernel::most_members / lanes, run = 3 * Kernel::chunk;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), columns = packs * sum.nodes[1];
  Index const aside = divide_up(columns, lanes),
              along = divide_up(sum.term[0].line.nodes, Index{run} * groups);
  return {{sum, packs, columns, lanes, groups, run, static_cast<int>(aside), wide},
          aside * along,
          Kernel::most_members};
}

} // namespace tessera::detail

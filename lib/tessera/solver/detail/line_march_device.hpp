// SPDX-License-Identifier: Apache-2.0
// One derivative across the unit-stride axis, on a device: a thread owns a pack of columns and walks a run of nodes
// along the derivative's axis, with a window of packs in registers that moves by a chunk at a time; the loads of a chunk
// are in flight together. What lies beside a run is read again by its neighbour, from a cache: along the axis that is
// next in memory teams are tall and runs short, so that this is L1; along the slowest axis runs are longer, because
// it is L2.
#pragma once

#include <tessera/solver/detail/line_pack.hpp>

namespace tessera::detail {

/// A team of lanes x groups threads: `lanes` packs side by side, groups one run after the other along the axis.
template <class T, int R, bool along_y>
struct LineMarch {
  static constexpr int C = pack_width<T, 16>, chunk = 4;
  static constexpr int team_size = 128;

  LineSum<T, R> sum; // of one term
  Index packs;       // of a row
  Index columns;     // packs of a row, or of a plane, that are numbered through
  int lanes, run, groups;
  int teams_aside, teams_along; // for `columns`, and for the axis
  bool wide;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int team = member.league_rank();
    Index const column = Index{team % teams_aside} * lanes + member.team_rank() % lanes;
    if (column >= columns) return;
    team /= teams_aside;
    Index const first = (Index{team % teams_along} * groups + member.team_rank() / lanes) * run;
    Index const row = quotient(column, packs), x = (column - row * packs) * C;
    Index const y = along_y ? 0 : row, z = along_y ? team / teams_along : 0;
    Index const end = min(first + run, sum.term[0].line.nodes);
    bool const inside = first >= R && first + run + R <= sum.term[0].line.nodes;
    if (x + C > sum.nodes[0])
      node_by_node(x, y, z, first, end);
    else if (!inside)
      pack_by_pack(x, y, z, first, end);
    else if (wide) // known while compiling from here on
      march(x, y, z, first, true);
    else
      march(x, y, z, first, false);
  }

private:
  /// A run whose reads all lie inside; a whole number of chunks.
  KOKKOS_FORCEINLINE_FUNCTION void march(Index x, Index y, Index z, Index first, bool wide_access) const {
    Line<T, R> const& line = sum.term[0].line;
    Index const in_stride = line.in_stride, out_stride = sum.out.stride[sum.term[0].axis];
    T const* in = sum.term[0].in.at(x, y, z) + (first - R) * in_stride;
    T* out = sum.out.at(x, y, z) + first * out_stride;
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
        if constexpr (along_y)
          store_passing(out, result, wide_access);
        else // where it costs more than it saves
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
  KOKKOS_FORCEINLINE_FUNCTION void pack_by_pack(Index x, Index y, Index z, Index first, Index end) const {
    LineTerm<T, R> const& term = sum.term[0];
    for (Index i = first; i < end; ++i) {
      T result[C];
      Index const yi = along_y ? i : y, zi = along_y ? z : i;
      pack_of_term<true>(result, term, sum.ends, x, yi, zi, wide, false);
      store_pack(sum.out.at(x, yi, zi), result, wide);
    }
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index z, Index first, Index end) const {
    for (Index i = first; i < end; ++i)
      for (Index c = x; c < sum.nodes[0]; ++c)
        *sum.out.at(c, along_y ? i : y, along_y ? z : i) = sum.at(c, along_y ? i : y, along_y ? z : i);
  }
};

template <bool along_y, class T, int R>
TeamTiles<LineMarch<T, R, along_y>> line_march(LineSum<T, R> const& sum, int lanes, int run, bool wide) {
  using Kernel = LineMarch<T, R, along_y>;
  int const groups = Kernel::team_size / lanes;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), columns = along_y ? packs : packs * sum.nodes[1];
  Index const aside = divide_up(columns, lanes),
              along = divide_up(sum.term[0].line.nodes, Index{run} * groups);
  return {{sum, packs, columns, lanes, run, groups, static_cast<int>(aside), static_cast<int>(along), wide},
          aside * along * (along_y ? sum.nodes[2] : 1)};
}

/// Calls body with the kernel for the term's axis. `pencils`: columns side by side that a team works on, 0 for the
/// library's choice, which is what was fastest on an H200: teams 16 packs wide and 8 runs tall along the axis that is
/// next in memory, 128 packs wide along the slowest.
template <class T, int R, class Body>
void with_line_march(LineSum<T, R> const& sum, Index pencils, bool wide, Body const& body) {
  using Kernel = LineMarch<T, R, true>;
  int wanted = 1;
  while (wanted < Kernel::team_size && wanted * Kernel::C < pencils) wanted *= 2;
  if (sum.term[0].axis == 1)
    body(line_march<true>(sum, pencils > 0 ? wanted : 16, 4, wide));
  else
    body(line_march<false>(sum, pencils > 0 ? wanted : Kernel::team_size, 12, wide));
}

} // namespace tessera::detail

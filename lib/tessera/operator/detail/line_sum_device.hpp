// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device: a thread computes one pack of columns and reads its neighbours through the
// caches. It uses no shared memory, which costs more than it saves on an H200.
#pragma once

#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

template <class T, int R>
struct LineSumPacks {
  static constexpr int C = pack_width<T, 16>;
  static constexpr int most_members = 128, concurrent_teams = 0;

  LineSum<T, R> sum;
  Index lines;         // along the unit-stride axis
  Index pencils;       // lines that a team works on
  int packs;           // of a line
  bool wide;           // all fields allow wide accesses
  bool periodic_packs; // the unit-stride axis is periodic and consists of whole packs

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const first = member.league_rank() * pencils, items = min(pencils, lines - first) * packs;
    for (Index item = member.team_rank(); item < items; item += most_members) {
      Index const line = quotient(item, packs), x = (item - line * packs) * C;
      Index const z = quotient(first + line, sum.nodes[1]), y = first + line - z * sum.nodes[1];
      if (x + C <= sum.nodes[0])
        whole_pack(x, y, z);
      else
        for (Index c = x; c < sum.nodes[0]; ++c) *sum.out.at(c, y, z) = sum.at(c, y, z);
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void whole_pack(Index x, Index y, Index z) const {
    T result[C], addend[C];
    pack_of_term(result, sum.term[0], sum.ends, x, y, z, wide, periodic_packs);
    for (int t = 1; t < sum.terms; ++t) {
      pack_of_term(addend, sum.term[t], sum.ends, x, y, z, wide, periodic_packs);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) result[c] += addend[c];
    }
    store_pack(sum.out.at(x, y, z), result, wide);
  }
};

template <class T, int R>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index wanted_pencils, bool wide) {
  using Kernel = LineSumPacks<T, R>;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), lines = sum.nodes[1] * sum.nodes[2];
  // Enough whole lines to give each thread of a team at least one pack.
  Index const pencils =
      min(lines, wanted_pencils > 0 ? wanted_pencils : divide_up(Kernel::most_members, packs));
  return {{sum, lines, pencils, static_cast<int>(packs), wide, has_periodic_packs(sum)},
          divide_up(lines, pencils),
          Kernel::most_members};
}

} // namespace tessera::detail

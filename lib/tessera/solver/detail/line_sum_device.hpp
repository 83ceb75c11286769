// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device: a thread makes one pack of columns, and leaves its neighbours to the caches. No shared
// memory: on an H200 it costs more than it saves.
#pragma once

#include <tessera/solver/detail/line_pack.hpp>

namespace tessera::detail {

/// `across`: some term is across the unit-stride axis; code for those takes registers from those that have none.
template <class T, int R, bool across>
struct LineSumPacks {
  static constexpr int C = pack_width<T, 16>;
  static constexpr int team_size = 128;

  LineSum<T, R> sum;
  Index lines;   // along the unit-stride axis
  Index pencils; // of them a team works on
  int packs;     // of a line
  bool wide;     // all fields allow wide accesses
  bool in_ring;  // the unit-stride axis is a ring of whole packs

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    for (Index item = member.team_rank(); item < pencils * packs; item += team_size) {
      Index const line = quotient(item, packs), number = member.league_rank() * pencils + line;
      if (number >= lines) return;
      Index const x = (item - line * packs) * C, z = quotient(number, sum.nodes[1]),
                  y = number - z * sum.nodes[1];
      if (x + C <= sum.nodes[0])
        whole_pack(x, y, z);
      else
        for (Index c = x; c < sum.nodes[0]; ++c) *sum.out.at(c, y, z) = sum.at(c, y, z);
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void whole_pack(Index x, Index y, Index z) const {
    T result[C];
    pack_of_term<across>(result, sum.term[0], sum.ends, x, y, z, wide, in_ring);
    if constexpr (across) {
      T addend[C];
      for (int t = 1; t < sum.terms; ++t) {
        pack_of_term<across>(addend, sum.term[t], sum.ends, x, y, z, wide, in_ring);
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) result[c] += addend[c];
      }
    }
    store_pack(sum.out.at(x, y, z), result, wide);
  }
};

template <bool across, class T, int R>
TeamTiles<LineSumPacks<T, R, across>> line_sum_packs(LineSum<T, R> const& sum, Index wanted_pencils,
                                                     bool wide) {
  using Kernel = LineSumPacks<T, R, across>;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), lines = sum.nodes[1] * sum.nodes[2];
  // One pack a thread, or the next whole line.
  Index const pencils = min(lines, wanted_pencils > 0 ? wanted_pencils : divide_up(Kernel::team_size, packs));
  bool in_ring = sum.nodes[0] % Kernel::C == 0 && sum.nodes[0] >= packs_aside<T, R> * Kernel::C;
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].axis == 0) in_ring &= sum.term[t].line.period == sum.nodes[0];
  return {{sum, lines, pencils, static_cast<int>(packs), wide, in_ring}, divide_up(lines, pencils)};
}

} // namespace tessera::detail

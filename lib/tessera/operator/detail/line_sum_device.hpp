// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device, pack by pack: a thread computes one pack of columns and reads its
// neighbours through the caches. It serves small grids, and nodes near bounded ends, which the march leaves
// out.
#pragma once

#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

/// Packs of a grid along the unit-stride axis and nodes along the others, the axes in the order of memory,
/// and the teams that compute them.
struct PackBox {
  Box3 box;
  Index packs_of_team, first_team; // for each team, and the first of the box
};

template <class T, int R>
struct LineSumPacks {
  static constexpr int C = pack_width<T, 16>;
  static constexpr int most_members = 128, concurrent_teams = 0;

  LineSum<T, R> sum;
  PackBox box[6];
  int boxes;
  bool wide;           // all fields allow wide accesses
  bool periodic_packs; // the unit-stride axis is periodic and consists of whole packs

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int number = 0;
    while (number + 1 < boxes && member.league_rank() >= box[number + 1].first_team) ++number;
    PackBox const& b = box[number];
    Index const packs = b.box.extent(0), rows = b.box.extent(1),
                first = (member.league_rank() - b.first_team) * b.packs_of_team,
                end = min(first + b.packs_of_team, b.box.size());
    for (Index item = first + member.team_rank(); item < end; item += most_members) {
      Index const line = quotient(item, packs), x = (b.box.lower[0] + item - line * packs) * C;
      Index const plane = quotient(line, rows), z = b.box.lower[2] + plane,
                  y = b.box.lower[1] + line - plane * rows;
      if (x + C <= sum.nodes[0])
        whole_pack(x, y, z);
      else
        for (Index c = x; c < sum.nodes[0]; ++c) sum.update(c, y, z);
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void whole_pack(Index x, Index y, Index z) const {
    T result[C], value[C];
    for (int t = 0; t < sum.terms; ++t) {
      pack_of_term(value, sum.term[t], sum.ends, x, y, z, wide, periodic_packs);
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) result[c] = t == 0 || sum.apart ? value[c] : result[c] + value[c];
      if (sum.apart || t + 1 == sum.terms) store_pack(sum.term[t].out.at(x, y, z), result, wide);
    }
  }
};

/// All packs of a sum.
template <class T, int R>
Box3 all_packs(LineSum<T, R> const& sum) {
  return {{{0, 0, 0}}, {{divide_up(sum.nodes[0], LineSumPacks<T, R>::C), sum.nodes[1], sum.nodes[2]}}};
}

/// The kernel for these boxes, the empty ones apart. `pencils` is the number of lines that a team works on; 0
/// stands for a pack for each of its members.
template <class T, int R, class Boxes>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index pencils, bool wide,
                                             Boxes const& boxes) {
  using Kernel = LineSumPacks<T, R>;
  TeamTiles<Kernel> tiles{{sum, {}, 0, wide, has_periodic_packs(sum)}, 0, Kernel::most_members};
  for (Box3 const& box : boxes) {
    if (box.size() == 0) continue;
    Index const packs = pencils > 0 ? min(pencils * box.extent(0), box.size()) : Index{Kernel::most_members};
    tiles.kernel.box[tiles.kernel.boxes++] = {box, packs, tiles.count};
    tiles.count += divide_up(box.size(), packs);
  }
  return tiles;
}

/// The kernel for all nodes.
template <class T, int R>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index pencils, bool wide) {
  return line_sum_packs(sum, pencils, wide, Kokkos::Array<Box3, 1>{all_packs(sum)});
}

} // namespace tessera::detail

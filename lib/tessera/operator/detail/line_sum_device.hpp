// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device, pack by pack: a thread computes one pack of columns and reads its
// neighbours through the caches. It serves small grids, and nodes near bounded ends, which the march leaves
// out.
#pragma once

#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

/// Packs of a grid, the axes in the order of memory, and the teams that compute them.
struct PackBox {
  Index begin[3], end[3];                  // packs along the unit-stride axis, nodes along the others
  Index packs_of_team = 0, first_team = 0; // for each team, and the first of the box

  KOKKOS_FORCEINLINE_FUNCTION Index packs() const { return end[0] - begin[0]; }
  KOKKOS_FORCEINLINE_FUNCTION Index rows() const { return end[1] - begin[1]; }
  KOKKOS_FORCEINLINE_FUNCTION Index size() const { return packs() * rows() * (end[2] - begin[2]); }
  bool empty() const { return packs() <= 0 || rows() <= 0 || end[2] <= begin[2]; }
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
    Index const first = (member.league_rank() - b.first_team) * b.packs_of_team,
                end = min(first + b.packs_of_team, b.size());
    for (Index item = first + member.team_rank(); item < end; item += most_members) {
      Index const line = quotient(item, b.packs()), x = (b.begin[0] + item - line * b.packs()) * C;
      Index const plane = quotient(line, b.rows()), z = b.begin[2] + plane,
                  y = b.begin[1] + line - plane * b.rows();
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
PackBox all_packs(LineSum<T, R> const& sum) {
  return {{0, 0, 0}, {divide_up(sum.nodes[0], LineSumPacks<T, R>::C), sum.nodes[1], sum.nodes[2]}};
}

/// The kernel for these boxes, the empty ones apart. `pencils` is the number of lines that a team works on; 0
/// stands for a pack for each of its members.
template <class T, int R, class Boxes>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index pencils, bool wide,
                                             Boxes const& boxes) {
  using Kernel = LineSumPacks<T, R>;
  TeamTiles<Kernel> tiles{{sum, {}, 0, wide, has_periodic_packs(sum)}, 0, Kernel::most_members};
  for (PackBox box : boxes) {
    if (box.empty()) continue;
    box.packs_of_team = pencils > 0 ? min(pencils * box.packs(), box.size()) : Index{Kernel::most_members};
    box.first_team = tiles.count;
    tiles.count += divide_up(box.size(), box.packs_of_team);
    tiles.kernel.box[tiles.kernel.boxes++] = box;
  }
  return tiles;
}

/// The kernel for all nodes.
template <class T, int R>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index pencils, bool wide) {
  return line_sum_packs(sum, pencils, wide, Kokkos::Array<PackBox, 1>{all_packs(sum)});
}

} // namespace tessera::detail

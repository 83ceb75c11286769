// SPDX-License-Identifier: Apache-2.0
// The update of a box of nodes by a team: the plain formula wherever nothing stands in the way, the careful rule for
// nodes at a closed face, beyond a period, or in an obstacle.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/rules.hpp>

namespace tessera::detail {

/// Whether updating this box may meet anything but the plain formula (obstacles apart).
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool touches_edge(Rules const& rules, Box3 const& box) {
  return !Rules::grown(box, Rules::radius).inside(rules.domain.readable);
}

/// Runs of `Jam` rows on a host core, neighbours along the slow axis: plain in the middle, careful at the ends, each with
/// its own way to read. What the rows' formulas read in common is loaded once. Obstacle nodes are put back afterwards,
/// which leaves the vector loop without a test. reads(x, y, z) makes a node's Source, write(x, y, z, value) stores.
template <int Jam, class Rules, class PlainReads, class CarefulReads, class Write>
[[gnu::flatten]] inline void update_rows(Rules const& rules, Index begin, Index end, Index y, Index z,
                                         Index step, PlainReads const& plain_reads,
                                         CarefulReads const& careful_reads, Write const& write) {
  constexpr int R = Rules::radius;
  constexpr Index dy = Rules::dimension == 2 ? 1 : 0, dz = 1 - dy; // from row to row
  Box3 const& m = rules.domain.readable;
  bool const edge_rows =
      (Rules::dimension > 1 && (y - R < m.lower[1] || y + (Jam - 1) * dy + R >= m.upper[1])) ||
      (Rules::dimension > 2 && (z - R < m.lower[2] || z + (Jam - 1) * dz + R >= m.upper[2]));
  Index const plain_begin = edge_rows ? end : min(end, max(begin, m.lower[0] + R));
  Index const plain_end = edge_rows ? end : max(plain_begin, min(end, m.upper[0] - R));
  auto const careful = [&](Index x, Index k) {
    Index const yk = y + k * dy, zk = z + k * dz;
    write(x, yk, zk, rules.careful(careful_reads(x, yk, zk), x, yk, zk, step));
  };
  for (int k = 0; k < Jam; ++k)
    for (Index x = begin; x < plain_begin; ++x) careful(x, k);
  simd_for(plain_begin, plain_end, [=, &rules](Index x) {
    typename Rules::value_type updated[Jam];
    TESSERA_UNROLL
    for (int k = 0; k < Jam; ++k)
      updated[k] = rules.formula(plain_reads(x, y + k * dy, z + k * dz), x, y + k * dy, z + k * dz, step);
    TESSERA_UNROLL
    for (int k = 0; k < Jam; ++k) write(x, y + k * dy, z + k * dz, updated[k]);
  });
  for (int k = 0; k < Jam; ++k) {
    Index const yk = y + k * dy, zk = z + k * dz;
    if (rules.obstacle.present())
      for (Index x = plain_begin; x < plain_end; ++x)
        if (rules.keeps({{x, yk, zk}})) write(x, yk, zk, plain_reads(x, yk, zk)(0, 0, 0));
    for (Index x = plain_end; x < end; ++x) careful(x, k);
  }
}

/// write(x, y, z, value) for every node of the box; reads(x, y, z) makes the node's Source. `touched` says that the
/// box may touch an edge or an obstacle; without it there is not a single test.
template <class Exec, class Member, class Rules, class Reads, class Write>
KOKKOS_FORCEINLINE_FUNCTION void update_box(Member const& member, Rules const& rules, bool touched,
                                            Box3 const& box, Index step, Reads const& reads,
                                            Write const& write) {
  if (!touched) {
    box_for<Exec>(member, box, [&](Index x, Index y, Index z) {
      write(x, y, z, rules.formula(reads(x, y, z), x, y, z, step));
    });
  } else if constexpr (on_host<Exec>) {
    KOKKOS_IF_ON_HOST((
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y)
          update_rows<1>(rules, box.lower[0], box.upper[0], y, z, step, reads, reads, write);
    ));
  } else {
    box_for<Exec>(member, box, [&](Index x, Index y, Index z) {
      bool const plain =
          !rules.obstacle.present() && !touches_edge(rules, {{{x, y, z}}, {{x + 1, y + 1, z + 1}}});
      write(x, y, z,
            plain ? rules.formula(reads(x, y, z), x, y, z, step)
                  : rules.careful(reads(x, y, z), x, y, z, step));
    });
  }
}

} // namespace tessera::detail

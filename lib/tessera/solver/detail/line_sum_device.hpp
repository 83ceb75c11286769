// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device: a thread makes one pack of columns, and leaves its neighbours to the caches. No shared
// memory: on an H200 it costs more than it saves. A derivative along the unit-stride axis alone moves little per pack: a
// thread makes the packs of several lines then, whose loads are under way together.
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

  /// Lines that a member takes at once: as many as were fastest on an H200 at orders 2, 8 and 16.
  static constexpr int lines_at_once = across ? 1 : R == 3 || R == 4 ? 3 : 4;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const first = member.league_rank() * pencils, end = min(lines, first + pencils);
    Index const items = divide_up(pencils, lines_at_once) * packs;
    for (Index item = member.team_rank(); item < items; item += team_size) {
      Index const group = quotient(item, packs), x = (item - group * packs) * C;
      Index const line = first + group * lines_at_once, upto = min(end, line + lines_at_once);
      if constexpr (!across)
        if (upto - line == lines_at_once && x + C <= sum.nodes[0] &&
            has_packs_beside(sum.term[0], x, in_ring)) {
          if (wide) // known while compiling from here on
            whole_packs(x, line, true);
          else
            whole_packs(x, line, false);
          continue;
        }
      for (Index l = line; l < upto; ++l) one_line(x, l);
    }
  }

private:
  struct Place {
    Index y, z;
  };
  KOKKOS_FORCEINLINE_FUNCTION Place place(Index line) const {
    Index const z = quotient(line, sum.nodes[1]);
    return {line - z * sum.nodes[1], z};
  }

  KOKKOS_FORCEINLINE_FUNCTION void one_line(Index x, Index line) const {
    Place const at = place(line);
    if (x + C <= sum.nodes[0])
      whole_pack(x, at.y, at.z);
    else
      for (Index c = x; c < sum.nodes[0]; ++c) *sum.out.at(c, at.y, at.z) = sum.at(c, at.y, at.z);
  }

  KOKKOS_FORCEINLINE_FUNCTION void whole_packs(Index x, Index line, bool wide_access) const {
    LineTerm<T, R> const& term = sum.term[0];
    T result[lines_at_once][C];
    T const* start[lines_at_once];
    T* to[lines_at_once];
    TESSERA_UNROLL
    for (int l = 0; l < lines_at_once; ++l) {
      Place const at = place(line + l);
      start[l] = term.in.at(0, at.y, at.z);
      to[l] = sum.out.at(x, at.y, at.z);
    }
    pack_along<lines_at_once>(
        result, term.line, [&](int l) { return start[l]; }, x, wide_access);
    TESSERA_UNROLL
    for (int l = 0; l < lines_at_once; ++l) store_passing(to[l], result[l], wide_access);
  }

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
  // One item a thread, or the next whole line.
  Index const pencils =
      min(lines,
          wanted_pencils > 0 ? wanted_pencils : divide_up(Kernel::team_size, packs) * Kernel::lines_at_once);
  bool in_ring = sum.nodes[0] % Kernel::C == 0 && sum.nodes[0] >= packs_aside<T, R> * Kernel::C;
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].axis == 0) in_ring &= sum.term[t].line.period == sum.nodes[0];
  return {{sum, lines, pencils, static_cast<int>(packs), wide, in_ring}, divide_up(lines, pencils)};
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on a device: a thread makes one pack of columns, and leaves its neighbours to the caches. Along the
// unit-stride axis neighbours are whole packs too, which keeps every access 16 bytes wide. No shared memory: on an
// H200 it costs more than it saves.
#pragma once

#include <tessera/scheme/detail/pack.hpp>
#include <tessera/solver/detail/line.hpp>

namespace tessera::detail {

template <class T, int R>
struct LineSumPacks {
  static constexpr int C = pack_width<T, 16>;
  static constexpr int aside = (R + C - 1) / C; // packs that hold R neighbours
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
    add_term<false>(sum.term[0], x, y, z, result);
    for (int t = 1; t < sum.terms; ++t) add_term<true>(sum.term[t], x, y, z, result);
    store_pack(sum.out.at(x, y, z), result, wide);
  }

  template <bool add>
  KOKKOS_FORCEINLINE_FUNCTION static void put(T& to, T value) {
    to = add ? to + value : value;
  }

  template <bool add>
  KOKKOS_FORCEINLINE_FUNCTION void add_term(LineTerm<T, R> const& term, Index x, Index y, Index z,
                                            T (&result)[C]) const {
    Index const i = term.axis == 0 ? x : term.axis == 1 ? y : z;
    if (term.axis == 0 && (in_ring || (x >= aside * C && x + (aside + 1) * C <= sum.nodes[0])))
      along_packs<add>(term, x, y, z, result);
    else if (term.axis != 0 && !term.line.one_sided(i))
      across_packs<add>(term, i, x, y, z, result);
    else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) put<add>(result[c], term.at(x + c, y, z, sum.ends));
    }
  }

  template <bool add>
  KOKKOS_FORCEINLINE_FUNCTION void along_packs(LineTerm<T, R> const& term, Index x, Index y, Index z,
                                               T (&result)[C]) const {
    T window[2 * aside + 1][C];
    T const* const line = term.in.at(0, y, z);
    TESSERA_UNROLL
    for (int p = 0; p <= 2 * aside; ++p) {
      Index const from = x + (p - aside) * C;
      load_pack(window[p],
                line + (from < 0               ? from + sum.nodes[0]
                        : from >= sum.nodes[0] ? from - sum.nodes[0]
                                               : from),
                wide);
    }
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      put<add>(result[c], term.line.central([&](int offset) {
        int const at = aside * C + c + offset;
        return window[at / C][at % C];
      }));
  }

  template <bool add>
  KOKKOS_FORCEINLINE_FUNCTION void across_packs(LineTerm<T, R> const& term, Index i, Index x, Index y,
                                                Index z, T (&result)[C]) const {
    T window[2 * R + 1][C];
    T const* const line = term.in.at(x, y, z) - i * term.line.in_stride;
    TESSERA_UNROLL
    for (int k = -R; k <= R; ++k)
      load_pack(window[R + k], line + term.line.index(i + k) * term.line.in_stride, wide);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      put<add>(result[c], term.line.central([&](int offset) { return window[R + offset][c]; }));
  }
};

template <class T, int R>
TeamTiles<LineSumPacks<T, R>> line_sum_packs(LineSum<T, R> const& sum, Index wanted_pencils, bool wide) {
  using Kernel = LineSumPacks<T, R>;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), lines = sum.nodes[1] * sum.nodes[2];
  // One pack a thread, or the next whole line.
  Index const pencils = min(lines, wanted_pencils > 0 ? wanted_pencils : divide_up(Kernel::team_size, packs));
  bool in_ring = sum.nodes[0] % Kernel::C == 0 && sum.nodes[0] >= Kernel::aside * Kernel::C;
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].axis == 0) in_ring &= sum.term[t].line.period == sum.nodes[0];
  return {{sum, lines, pencils, static_cast<int>(packs), wide, in_ring}, divide_up(lines, pencils)};
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// One pack of columns of a derivative, from memory. Along the unit-stride axis neighbours are whole packs too, which
// keeps every access 16 bytes wide.
#pragma once

#include <tessera/scheme/detail/pack.hpp>
#include <tessera/solver/detail/line.hpp>

namespace tessera::detail {

/// Packs on one side that hold R neighbours.
template <class T, int R>
inline constexpr int packs_aside = (R + pack_width<T, 16> - 1) / pack_width<T, 16>;

/// Across the unit-stride axis: (2 R + 1) packs, node i of the line that starts at `line` in the middle.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void pack_across(T (&result)[C], Line<T, R> const& line, T const* start, Index i,
                                             bool wide) {
  T window[2 * R + 1][C];
  TESSERA_UNROLL
  for (int k = -R; k <= R; ++k) read_pack(window[R + k], start + line.index(i + k) * line.in_stride, wide);
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) result[c] = line.central([&](int offset) { return window[R + offset][c]; });
}

/// Along it, on `Lines` lines at once, whose loads are under way together: the packs around the one at x; those beyond
/// an end are at the other. start(l) points to node 0 of a line.
template <int Lines, class T, int R, int C, class Start>
KOKKOS_FORCEINLINE_FUNCTION void pack_along(T (&result)[Lines][C], Line<T, R> const& line, Start const& start,
                                            Index x, bool wide) {
  constexpr int aside = packs_aside<T, R>;
  T window[Lines][2 * aside + 1][C];
  TESSERA_UNROLL
  for (int p = 0; p <= 2 * aside; ++p) {
    Index from = x + (p - aside) * C;
    if (from < 0) from += line.nodes;
    if (from >= line.nodes) from -= line.nodes;
    TESSERA_UNROLL
    for (int l = 0; l < Lines; ++l) read_pack(window[l][p], start(l) + from, wide);
  }
  TESSERA_UNROLL
  for (int l = 0; l < Lines; ++l) {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      result[l][c] = line.central([&](int offset) {
        int const at = aside * C + c + offset;
        return window[l][at / C][at % C];
      });
  }
}

/// Whether the pack at x has all that it reads along the unit-stride axis, at the other end of a ring if need be.
template <class T, int R>
KOKKOS_FORCEINLINE_FUNCTION bool has_packs_beside(LineTerm<T, R> const& term, Index x, bool in_ring) {
  constexpr int C = pack_width<T, 16>, aside = packs_aside<T, R>;
  return in_ring || (x >= aside * C && x + (aside + 1) * C <= term.line.nodes);
}

/// The nodes x ... x + C - 1, all of them in the grid. `in_ring`: the unit-stride axis is a ring of whole packs.
/// `across`: the term may be across that axis.
template <bool across, class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void pack_of_term(T (&result)[C], LineTerm<T, R> const& term,
                                              EndWeights<T, R> const& ends, Index x, Index y, Index z,
                                              bool wide, bool in_ring) {
  Index const i = term.axis == 0 ? x : term.axis == 1 ? y : z;
  if (term.axis == 0 && has_packs_beside(term, x, in_ring)) {
    T lines[1][C];
    pack_along<1>(
        lines, term.line, [&](int) { return term.in.at(0, y, z); }, x, wide);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) result[c] = lines[0][c];
  } else if (across && term.axis != 0 && !term.line.one_sided(i)) {
    pack_across(result, term.line, term.in.at(x, y, z) - i * term.line.in_stride, i, wide);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) result[c] = term.at(x + c, y, z, ends);
  }
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// One pack of columns of a derivative, computed from memory. Along the unit-stride axis the neighbours are
// whole packs too, so that every access is 16 bytes wide.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/operator/detail/line.hpp>

namespace tessera::detail {

/// Number of packs on one side that hold R neighbours.
template <class T, int R>
inline constexpr int halo_packs = (R + pack_width<T, 16> - 1) / pack_width<T, 16>;

/// The derivative across the unit-stride axis, from 2 R + 1 packs around node i of the line that starts at
/// `start`.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void pack_across(T (&result)[C], Line<T, R> const& line, T const* start, Index i,
                                             bool wide) {
  T window[2 * R + 1][C];
  TESSERA_UNROLL
  for (int k = -R; k <= R; ++k) read_pack(window[R + k], start + line.index(i + k) * line.in_stride, wide);
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) result[c] = line.central([&](int offset) { return window[R + offset][c]; });
}

/// The derivative at the R nodes of a bounded end, from the packs at that end, whose loads are all in flight
/// together. `in` and `out` point to the pack at node 0.
template <class T, int R>
KOKKOS_FORCEINLINE_FUNCTION void end_across(Line<T, R> const& line, EndWeights<T, R> const& ends, int upper,
                                            T const* in, T* out, Index out_stride, bool wide) {
  constexpr int C = pack_width<T, 16>, most = EndWeights<T, R>::most;
  Index const end = upper ? line.nodes - 1 : 0, inwards = upper ? -1 : 1;
  in += end * line.in_stride;
  out += end * out_stride;
  T window[most][C];
  TESSERA_UNROLL
  for (int p = 0; p < most; ++p)
    if (p < ends.points) read_pack(window[p], in + p * inwards * line.in_stride, wide);
  TESSERA_UNROLL
  for (int at = 0; at < R; ++at) {
    T result[C];
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      result[c] = line.scale[upper] * ends.sum(at, [&](int p) { return window[p][c]; });
    store_pack(out + at * inwards * out_stride, result, wide);
  }
}

/// The derivative along the unit-stride axis, from the packs around the one at x; packs beyond an end are
/// read from the other end. `start` points to node 0.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void pack_along(T (&result)[C], Line<T, R> const& line, T const* start, Index x,
                                            bool wide) {
  constexpr int packs = halo_packs<T, R>;
  T window[2 * packs + 1][C];
  TESSERA_UNROLL
  for (int p = 0; p <= 2 * packs; ++p) {
    Index from = x + (p - packs) * C;
    if (from < 0) from += line.nodes;
    if (from >= line.nodes) from -= line.nodes;
    read_pack(window[p], start + from, wide);
  }
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c)
    result[c] = line.central([&](int offset) {
      int const at = packs * C + c + offset;
      return window[at / C][at % C];
    });
}

/// Whether the unit-stride axis is periodic and consists of whole packs, for all terms along it.
template <class T, int R>
bool has_periodic_packs(LineSum<T, R> const& sum) {
  constexpr int C = pack_width<T, 16>;
  bool periodic = sum.nodes[0] % C == 0 && sum.nodes[0] >= halo_packs<T, R> * C;
  for (int t = 0; t < sum.terms; ++t)
    if (sum.term[t].axis == 0) periodic &= sum.term[t].line.period == sum.nodes[0];
  return periodic;
}

/// Whether all packs that the pack at x reads along the unit-stride axis exist, on a periodic axis also at
/// the other end.
template <class T, int R>
KOKKOS_FORCEINLINE_FUNCTION bool has_halo_packs(LineTerm<T, R> const& term, Index x, bool periodic_packs) {
  constexpr int C = pack_width<T, 16>, packs = halo_packs<T, R>;
  return periodic_packs || (x >= packs * C && x + (packs + 1) * C <= term.line.nodes);
}

/// The term at the nodes x ... x + C - 1, all of which are in the grid. `periodic_packs`: the unit-stride
/// axis is periodic and consists of whole packs.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void pack_of_term(T (&result)[C], LineTerm<T, R> const& term,
                                              EndWeights<T, R> const& ends, Index x, Index y, Index z,
                                              bool wide, bool periodic_packs) {
  Index const i = term.axis == 0 ? x : term.axis == 1 ? y : z;
  if (term.axis == 0 && has_halo_packs(term, x, periodic_packs)) {
    pack_along(result, term.line, term.in.at(0, y, z), x, wide);
  } else if (term.axis != 0 && !term.line.one_sided(i)) {
    pack_across(result, term.line, term.in.at(x, y, z) - i * term.line.in_stride, i, wide);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) result[c] = term.at(x + c, y, z, ends);
  }
}

} // namespace tessera::detail

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

/// The derivative across the unit-stride axis at node i, one of the R nodes at a bounded end, from the packs
/// at that end. `start` is that of pack_across.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void end_pack_across(T (&result)[C], Line<T, R> const& line,
                                                 EndWeights<T, R> const& ends, T const* start, Index i,
                                                 bool wide) {
  bool const upper = i >= R;
  T const* const from = upper ? start + (line.nodes - 1) * line.in_stride : start;
  Index const inwards = upper ? -line.in_stride : line.in_stride;
  T const* const weights = ends.w[upper ? line.nodes - 1 - i : i];
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) result[c] = 0;
  for (int last = ends.points; last > 0;
       last -= R + 1) { // in two parts, since all would take too many registers
    T window[R + 1][C];
    TESSERA_UNROLL
    for (int k = 0; k <= R; ++k) read_pack(window[k], from + max(0, last - 1 - k) * inwards, wide);
    TESSERA_UNROLL
    for (int k = 0; k <= R; ++k)
      if (last - 1 - k >= 0) {
        T const weight = weights[last - 1 - k];
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) result[c] = Kokkos::fma(weight, window[k][c], result[c]);
      }
  }
  TESSERA_UNROLL
  for (int c = 0; c < C; ++c) result[c] = line.scale[upper] * result[c];
}

/// Number of packs at a bounded end of a line of whole packs that are enough to compute the packs there that
/// have no whole packs around them.
template <class T, int R>
inline constexpr int end_packs =
    divide_up(max(EndWeights<T, R>::most, halo_packs<T, R>* pack_width<T, 16> + R), pack_width<T, 16>);

/// The derivative along the unit-stride axis at the pack at x, one of halo_packs at a bounded end of a line
/// of at least end_packs whole packs. `start` points to node 0.
template <class T, int R, int C>
KOKKOS_FORCEINLINE_FUNCTION void end_pack_along(T (&result)[C], Line<T, R> const& line,
                                                EndWeights<T, R> const& ends, T const* start, int x,
                                                bool wide) {
  int const nodes = static_cast<int>(line.nodes);
  bool const upper = 2 * x >= nodes;
  int const distance = upper ? nodes - C - x : x;
  T value[end_packs<T, R> * C]; // numbered from the end inwards
  TESSERA_UNROLL
  for (int p = 0; p < end_packs<T, R>; ++p) {
    T pack[C];
    read_pack(pack, start + (upper ? nodes - (p + 1) * C : p * C), wide);
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c) value[p * C + c] = upper ? pack[C - 1 - c] : pack[c];
  }
  TESSERA_UNROLL
  for (int p = 0; p < halo_packs<T, R>; ++p)
    if (distance == p * C) {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        int const at = p * C + c;
        T const inwards = at < R ? line.scale[upper] * ends.sum(at, [&](int point) { return value[point]; })
                                 : line.central([&](int k) { return upper ? value[at - k] : value[at + k]; });
        result[c] = inwards;
      }
    }
  if (upper) {
    TESSERA_UNROLL
    for (int c = 0; c < C / 2; ++c) {
      T const mirrored = result[c];
      result[c] = result[C - 1 - c];
      result[C - 1 - c] = mirrored;
    }
  }
}

/// Whether a bounded line of this many nodes has end_packs whole packs at each end.
template <class T, int R>
KOKKOS_FORCEINLINE_FUNCTION bool has_end_packs(Line<T, R> const& line) {
  constexpr int C = pack_width<T, 16>;
  return line.period == 0 && line.nodes % C == 0 && line.nodes >= 2 * end_packs<T, R> * C;
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
  if (term.axis == 0) {
    if (has_halo_packs(term, x, periodic_packs))
      pack_along(result, term.line, term.in.at(0, y, z), x, wide);
    else if (has_end_packs(term.line))
      end_pack_along(result, term.line, ends, term.in.at(0, y, z), static_cast<int>(x), wide);
    else {
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c) result[c] = term.at(x + c, y, z, ends);
    }
    return;
  }
  Index const i = term.axis == 1 ? y : z;
  T const* const start = term.in.at(x, y, z) - i * term.line.in_stride;
  if (term.line.one_sided(i))
    end_pack_across(result, term.line, ends, start, i, wide);
  else
    pack_across(result, term.line, start, i, wide);
}

} // namespace tessera::detail

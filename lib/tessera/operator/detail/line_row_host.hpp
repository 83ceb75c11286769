// SPDX-License-Identifier: Apache-2.0
// A row of a sum of derivatives on a host core, made term by term.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/operator/detail/line.hpp>

namespace tessera::detail {

/// The rows that a term reads at a row of nodes, given by their values at column 0: the one at `offset` along
/// the term's axis is row[R + offset]. Along the unit-stride axis these are the same row, shifted.
template <class T, int R>
struct RowsOfTerm {
  T const* row[2 * R + 1];

  TESSERA_ALWAYS_INLINE T derivative(Line<T, R> const& line, Index x) const {
    return line.central([&](int offset) TESSERA_ALWAYS_INLINE { return row[R + offset][x]; });
  }
};

/// The row at (y, z) of a sum of `Count` terms.
template <class T, int R, Terms terms_are, int Count>
struct LineRow {
  static constexpr bool apart = terms_are == Terms::apart;
  static constexpr int results = apart ? Count : 1;

  LineSum<T, R> const& sum;
  Index y, z;

  Index index_along(LineTerm<T, R> const& term) const { return term.axis == 1 ? y : z; }

  bool one_sided(LineTerm<T, R> const& term) const {
    return term.axis != 0 && term.line.one_sided(index_along(term));
  }

  /// Of a term that is not one-sided here.
  RowsOfTerm<T, R> rows_of(LineTerm<T, R> const& term) const {
    RowsOfTerm<T, R> rows;
    T const* const here = term.in.row(y, z);
    Index const stride = term.axis == 0 ? 1 : term.line.in_stride;
    for (int k = -R; k <= R; ++k) rows.row[R + k] = here + k * stride;
    Index const i = index_along(term);
    if (term.axis != 0 && (i < R || i >= term.line.nodes - R)) // some are a period away
      for (int k = -R; k <= R; ++k) rows.row[R + k] = here + (term.line.index(i + k) - i) * stride;
    return rows;
  }

  /// Updates the nodes [x0, x1) term by term. Each term adds to the row that the term before has just
  /// written, while the row is still in L1.
  void update_by_term(Index x0, Index x1) const {
    update<false>(sum.term[0], x0, x1);
    for (int t = 1; t < Count; ++t) update<!apart>(sum.term[t], x0, x1);
  }

private:
  template <bool add>
  static void put(T& to, T value) {
    to = add ? to + value : value;
  }

  template <bool add>
  void update(LineTerm<T, R> const& term, Index x0, Index x1) const {
    T* const to = term.out.row(y, z);
    T const* const from = term.in.row(y, z);
    if (term.axis == 0) {
      Index const begin = min(x1, max(x0, R)), end = max(begin, min(x1, sum.nodes[0] - R));
      nodes_at_end<add>(term.line, to, from, x0, begin);
      central_nodes<add>(term.line, to, from, 1, begin, end);
      nodes_at_end<add>(term.line, to, from, end, x1);
      return;
    }
    Index const i = index_along(term), stride = term.line.in_stride;
    if (i >= R && i < term.line.nodes - R)
      central_nodes<add>(term.line, to, from, stride, x0, x1);
    else if (term.line.one_sided(i))
      one_sided_nodes<add>(term.line, to, from - i * stride, i, x0, x1);
    else
      wrapped_nodes<add>(term, to, x0, x1);
  }

  /// At most R nodes at an end. The cost of a call is negligible here, and one copy of the code is enough.
  template <bool add>
  [[gnu::noinline]] void nodes_at_end(Line<T, R> const& line, T* to, T const* from, Index begin,
                                      Index end) const {
    if (line.period == 0) {
      for (Index x = begin; x < end; ++x) put<add>(to[x], line.at(from, x, sum.ends));
      return;
    }
    T values[3 * R]; // of these nodes and R on each side
    for (Index k = 0; k < end - begin + 2 * R; ++k) values[k] = from[line.index(begin - R + k)];
    central_nodes<add>(line, to + begin, values + R, 1, 0, end - begin);
  }

  /// The central formula for a row; neighbours are `stride` values apart.
  template <bool add>
  static void central_nodes(Line<T, R> const& of_term, T* to, T const* from, Index stride, Index begin,
                            Index end) {
    Line<T, R> const line = of_term; // a local copy: no store can alias it, so weights stay in registers
    simd_for(begin, end, [=](Index x) {
      put<add>(to[x], line.central([=](int offset) { return from[x + offset * stride]; }));
    });
  }

  /// The central formula where some neighbours are a period away.
  template <bool add>
  void wrapped_nodes(LineTerm<T, R> const& term, T* to, Index begin, Index end) const {
    Line<T, R> const line = term.line;
    auto const from = rows_of(term);
    simd_for(begin, end, [=](Index x) { put<add>(to[x], from.derivative(line, x)); });
  }

  /// The same sum as Line::at for many lines at once, in the same order of additions. It is computed in
  /// pieces that stay in L1.
  template <bool add>
  void one_sided_nodes(Line<T, R> const& line, T* to, T const* line_start, Index i, Index begin,
                       Index end) const {
    constexpr Index piece = 256;
    bool const upper = i >= R;
    T const* const weights = sum.ends.w[upper ? line.nodes - 1 - i : i];
    T const scale = line.scale[upper];
    for (Index first = begin; first < end; first += piece) {
      T values[piece] = {};
      Index const count = min(piece, end - first);
      for (int k = sum.ends.points - 1; k >= 0; --k) {
        T const* const from = line_start + (upper ? line.nodes - 1 - k : k) * line.in_stride + first;
        T const weight = weights[k];
        T* const value = values;
        simd_for(0, count, [=](Index x) { value[x] = Kokkos::fma(weight, from[x], value[x]); });
      }
      for (Index x = 0; x < count; ++x) put<add>(to[first + x], scale * values[x]);
    }
  }
};

} // namespace tessera::detail

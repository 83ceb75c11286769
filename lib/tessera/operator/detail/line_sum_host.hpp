// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on host cores. Work is divided into blocks of rows; each row is a vector loop over raw
// pointers. Each term adds to the row that the term before has just written, while the row is still in L1.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/operator/detail/line.hpp>

namespace tessera::detail {

template <class T, int R>
struct LineSumRows {
  LineSum<T, R> sum;
  Index3 block, blocks; // nodes of a block, and number of blocks, per axis

  TESSERA_FLATTEN void operator()(Index item) const {
    Index const x0 = item % blocks[0] * block[0], x1 = min(sum.nodes[0], x0 + block[0]);
    Index const y0 = item / blocks[0] % blocks[1] * block[1], y1 = min(sum.nodes[1], y0 + block[1]);
    Index const z0 = item / blocks[0] / blocks[1] * block[2], z1 = min(sum.nodes[2], z0 + block[2]);
    for (Index z = z0; z < z1; ++z)
      for (Index y = y0; y < y1; ++y) {
        row<false>(sum.term[0], x0, x1, y, z);
        for (int t = 1; t < sum.terms; ++t)
          if (sum.apart)
            row<false>(sum.term[t], x0, x1, y, z);
          else
            row<true>(sum.term[t], x0, x1, y, z);
      }
  }

private:
  template <bool add>
  static void put(T& to, T value) {
    to = add ? to + value : value;
  }

  template <bool add>
  void row(LineTerm<T, R> const& term, Index x0, Index x1, Index y, Index z) const {
    T* const to = term.out.at(0, y, z);
    T const* const from = term.in.at(0, y, z);
    if (term.axis == 0) {
      Index const begin = min(x1, max(x0, R)), end = max(begin, min(x1, sum.nodes[0] - R));
      nodes_at_end<add>(term.line, to, from, x0, begin);
      vector_loop<add>(term.line, to, from, 1, begin, end);
      nodes_at_end<add>(term.line, to, from, end, x1);
      return;
    }
    Index const i = term.axis == 1 ? y : z, stride = term.line.in_stride;
    if (i >= R && i < term.line.nodes - R)
      vector_loop<add>(term.line, to, from, stride, x0, x1);
    else if (term.line.one_sided(i))
      end_row<add>(term.line, to, from - i * stride, i, x0, x1);
    else
      wrapped_row<add>(term.line, to, from - i * stride, i, x0, x1);
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
    vector_loop<add>(line, to + begin, values + R, 1, 0, end - begin);
  }

  /// The central formula for a row; neighbours are `stride` values apart.
  template <bool add>
  static void vector_loop(Line<T, R> const& of_term, T* to, T const* from, Index stride, Index begin,
                          Index end) {
    Line<T, R> const line = of_term; // a local copy: no store can alias it, so weights stay in registers
    simd_for(begin, end, [=](Index x) {
      put<add>(to[x], line.central([=](int offset) { return from[x + offset * stride]; }));
    });
  }

  template <bool add>
  static void wrapped_row(Line<T, R> const& of_term, T* to, T const* line_start, Index i, Index begin,
                          Index end) {
    Line<T, R> const line = of_term;
    struct Rows {
      T const* row[2 * R + 1];
    } rows;
    for (int k = -R; k <= R; ++k) rows.row[R + k] = line_start + line.index(i + k) * line.in_stride;
    simd_for(begin, end, [=](Index x) {
      put<add>(to[x], line.central([&](int offset) { return rows.row[R + offset][x]; }));
    });
  }

  /// The same sum as Line::at for many lines at once, in the same order of additions. It is computed in
  /// pieces that stay in L1.
  template <bool add>
  void end_row(Line<T, R> const& line, T* to, T const* line_start, Index i, Index begin, Index end) const {
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

/// The block's nodes per axis. Without `pencils` a block has 16 rows along y, which share their neighbours in
/// L2 while z advances; it is smaller where there would be fewer than four blocks per core. With `pencils` a
/// block holds that many lines side by side along the axis of the derivative.
template <class T, int R>
Index3 block_on_host(LineSum<T, R> const& sum, Index pencils, Index cores) {
  auto const& n = sum.nodes;
  int const axis = sum.term[0].axis;
  if (pencils > 0 && axis == 0) return {{n[0], min(pencils, n[1]), 1}};
  if (pencils > 0 && axis == 1) return {{min(pencils, n[0]), n[1], 1}};
  if (pencils > 0) return {{min(pencils, n[0]), min(n[1], max(1, pencils / n[0])), n[2]}};
  Index3 block{{n[0], min(n[1], 16), min(n[2], 64)}};
  auto const count = [&] {
    return divide_up(n[0], block[0]) * divide_up(n[1], block[1]) * divide_up(n[2], block[2]);
  };
  constexpr Index least[3] = {512, 1, 1};
  for (int a = 2; a >= 0; --a)
    while (count() < 4 * cores && block[a] > least[a]) block[a] = divide_up(block[a], 2);
  return block;
}

template <class Exec, class T, int R>
void line_sum_on_host(Exec const& exec, char const* label, LineSum<T, R> const& sum, Index pencils) {
  Index3 const block = block_on_host(sum, pencils, exec.concurrency());
  auto const& n = sum.nodes;
  Index3 const blocks{{divide_up(n[0], block[0]), divide_up(n[1], block[1]), divide_up(n[2], block[2])}};
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, blocks[0] * blocks[1] * blocks[2]),
      LineSumRows<T, R>{sum, block, blocks});
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// A derivative along one line of nodes, as kernels see it. An axis ends in one of three ways:
//
//     bounded      o  o  o | o  o  o  o  o | o  o  o      R nodes at each end: one-sided formulas
//     periodic     ... n-2 n-1 [0  1  ...  n-2 n-1] 0  1 ...
//     end repeated ... n-3 n-2 [0  1  ...  n-2 n-1] 1  2 ...   node n-1 repeats node 0, the period is n - 1
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/index.hpp>

namespace tessera::detail {

/// The one-sided formulas at the R nodes of a lower end, in units of 1 / h^derivative.
template <class T, int R>
struct EndWeights {
  static constexpr int most = 2 * R + 2;
  T w[R][most];
  int points;

  /// The sum at the node that is `at` nodes from an end; read(p) is the value at point p, counted inwards. It
  /// serves values in registers; Line::at adds in the same order.
  template <class Read>
  KOKKOS_FORCEINLINE_FUNCTION T sum(int at, Read const& read) const {
    T sum = 0;
    TESSERA_UNROLL
    for (int p = most - 1; p >= 0; --p)
      if (p < points) sum = Kokkos::fma(w[at][p], read(p), sum);
    return sum;
  }
};

template <class T, int R>
struct Line {
  T w[R + 1];      // upper half of the central formula, over h^derivative
  T sign;          // of the lower half's weights: -1 for an odd derivative
  T scale[2];      // factors of the sums at the lower and the upper end
  Index nodes;     // number of nodes on the line
  Index period;    // 0 on a bounded line
  Index in_stride; // between nodes of the line

  /// The index of the node that stands for node i beyond an end; other indices do not change.
  KOKKOS_FORCEINLINE_FUNCTION Index index(Index i) const {
    return i < 0 ? i + period : i >= nodes ? i - period : i;
  }

  KOKKOS_FORCEINLINE_FUNCTION bool one_sided(Index i) const {
    return period == 0 && (i < R || i >= nodes - R);
  }

  /// The central formula on read(-R) ... read(R). Pairs are added first, from the farthest to the nearest, so
  /// that a mirrored line has the mirrored result to the last bit. The product with the sign is exact.
  template <class Read>
  KOKKOS_FORCEINLINE_FUNCTION T central(Read const& read) const {
    T sum = w[0] * read(0);
    TESSERA_UNROLL
    for (int k = R; k > 0; --k) sum = Kokkos::fma(w[k], Kokkos::fma(sign, read(-k), read(k)), sum);
    return sum;
  }

  /// The derivative at any node i of the line that starts at `line`.
  KOKKOS_FUNCTION T at(T const* line, Index i, EndWeights<T, R> const& ends) const {
    if (!one_sided(i)) return central([=, this](int offset) { return line[index(i + offset) * in_stride]; });
    bool const upper = i >= R;
    T const* const from = upper ? line + (nodes - 1) * in_stride : line;
    Index const inwards = upper ? -in_stride : in_stride;
    T const* const weights = ends.w[upper ? nodes - 1 - i : i];
    T sum = 0;
    for (int k = ends.points - 1; k >= 0; --k) sum = Kokkos::fma(weights[k], from[k * inwards], sum);
    return scale[upper] * sum;
  }
};

/// A field as these kernels see it: its axes in the order of memory, with any strides.
template <class T>
struct Strided {
  T* origin;
  Index stride[3];
  KOKKOS_FORCEINLINE_FUNCTION T* at(Index x, Index y, Index z) const {
    return origin + (x * stride[0] + y * stride[1] + z * stride[2]);
  }
  /// The start of a row.
  KOKKOS_FORCEINLINE_FUNCTION T* row(Index y, Index z) const {
    return origin + (y * stride[1] + z * stride[2]);
  }
};

/// What an operator makes of its terms, each of which is the derivative of one field along one axis.
enum class Terms {
  one,           ///< a derivative has one term
  of_one_field,  ///< a Laplacian adds those of the same field
  of_own_fields, ///< a divergence adds those of a field for each axis
  apart          ///< a gradient has those of the same field, each with a result of its own
};

/// One term of a LineSum: the derivative of one field along one axis.
template <class T, int R>
struct LineTerm {
  Line<T, R> line;
  Strided<T const> in;
  Strided<T> out; // the result that has it; all terms of a sum have one
  int axis;       // in the order of memory

  /// The value of the term at any node.
  KOKKOS_FUNCTION T at(Index x, Index y, Index z, EndWeights<T, R> const& ends) const {
    Index const i = axis == 0 ? x : axis == 1 ? y : z;
    return line.at(in.at(x, y, z) - i * line.in_stride, i, ends);
  }
};

/// The sum of the terms at all nodes, which is a derivative, a divergence or a Laplacian; or the terms apart,
/// which are a gradient.
template <class T, int R>
struct LineSum {
  LineTerm<T, R> term[3];
  int terms;
  bool apart;
  EndWeights<T, R> ends;
  Index nodes[3];

  /// Computes and stores the results at a node.
  KOKKOS_FUNCTION void update(Index x, Index y, Index z) const {
    T sum = 0;
    for (int t = 0; t < terms; ++t) {
      T const value = term[t].at(x, y, z, ends);
      sum = t == 0 || apart ? value : sum + value;
      if (apart || t + 1 == terms) *term[t].out.at(x, y, z) = sum;
    }
  }
};

/// a / b of numbers that are not negative. Devices have no instruction for 64-bit division, and emulating it
/// would cost as much as a whole node, so small numbers are divided in 32 bits.
KOKKOS_FORCEINLINE_FUNCTION Index quotient(Index a, Index b) {
  if (((a | b) >> 32) == 0) return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
  return a / b;
}

/// A kernel, the number of its teams and of their members, and the scratch of each team in bytes.
template <class Kernel>
struct TeamTiles {
  Kernel kernel;
  Index count;
  int members;
  std::size_t scratch = 0;
};

} // namespace tessera::detail

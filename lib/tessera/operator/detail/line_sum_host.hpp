// SPDX-License-Identifier: Apache-2.0
// Sums of derivatives on host cores, in boxes of whole rows that march along the slow axis.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/even_boxes.hpp>
#include <tessera/core/launch.hpp>
#include <tessera/operator/detail/line_row_vectors_host.hpp>

namespace tessera::detail {

template <class T, int R, Terms terms_are, int Count>
struct LineSumOnHost {
  using Row = LineRow<T, R, terms_are, Count>;

  LineSum<T, R> sum;
  EvenBoxes boxes;
  Index shares;    // of the boxes, a contiguous one for each core
  bool in_vectors; // whether a row's terms are made together, else one after the other

  TESSERA_FLATTEN void operator()(Index share) const {
    LineRowVectors<T, R, terms_are, Count> const vectors(sum);
    Index const size = boxes.size();
    for (Index number = size * share / shares; number < size * (share + 1) / shares; ++number) {
      Box3 const box = boxes.box(number);
      Index const x0 = box.lower[0], x1 = box.upper[0];
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y)
          if (in_vectors)
            vectors.update({sum, y, z}, two_rows_on(box, y, z), x0, x1);
          else
            Row{sum, y, z}.update_by_term(x0, x1);
    }
  }

private:
  /// The row two further on in the march, or the last one.
  Row two_rows_on(Box3 const& box, Index y, Index z) const {
    y += 2;
    if (y >= box.upper[1]) y = min(y - box.extent(1), box.upper[1] - 1), ++z;
    return {sum, max(box.lower[1], y), min(z, box.upper[2] - 1)};
  }
};

/// Boxes of the lines that a team is to have side by side along the axis of the derivative.
template <class T, int R>
EvenBoxes boxes_of_pencils(LineSum<T, R> const& sum, Index pencils) {
  auto const& n = sum.nodes;
  int const axis = sum.term[0].axis;
  Index3 const block = axis == 0   ? Index3{{n[0], min(pencils, n[1]), 1}}
                       : axis == 1 ? Index3{{min(pencils, n[0]), n[1], 1}}
                                   : Index3{{min(pencils, n[0]), min(n[1], max(1, pencils / n[0])), n[2]}};
  EvenBoxes boxes{{{n[0], n[1], n[2]}}, {{1, 1, 1}}};
  for (int a = 0; a < 3; ++a) boxes.count[a] = divide_up(n[a], block[a]);
  return boxes;
}

/// As many boxes for each core, along the slow axis if that makes no thin ones; a few more or less where the
/// number of cores has no divisor that fits. In a volume the rows of a box, which march along z, leave what
/// they read and write in half of a core's second cache.
/// \param fields, results how many there are
/// \param in_caches whether the caches hold all of them, so that what two boxes read costs little
template <class T, int R>
EvenBoxes boxes_on_host(LineSum<T, R> const& sum, Index fields, Index results, Index cores, bool in_caches) {
  auto const& n = sum.nodes;
  EvenBoxes boxes{{{n[0], n[1], n[2]}}, {{1, 1, 1}}};
  auto& count = boxes.count;
  int const slow = n[2] > 1 ? 2 : n[1] > 1 ? 1 : 0;
  if (slow == 2) {
    Index const rows_of_plane = 2 * R + 1 + fields + results;
    auto const half = static_cast<Index>(second_cache_bytes() / 2);
    Index const rows = half / (rows_of_plane * n[0] * static_cast<Index>(sizeof(T)));
    count[1] = divide_up(n[1], max(128 / static_cast<Index>(sizeof(T)), rows));
  }
  Index const least[3] = {512, 4, in_caches ? 2 * R : 4 * R}; // nodes of a box that is not thin
  Index left = cores;
  for (int a = slow; a >= 0; --a) {
    Index parts = min(left, max(1, n[a] / least[a]));
    while (left % parts != 0) --parts;
    count[a] = round_up(count[a], parts);
    left /= parts;
  }
  for (int a = slow; a >= 0 && boxes.size() < cores; --a)
    count[a] = max(count[a], min(divide_up(cores, boxes.size() / count[a]), n[a] / least[a]));
  return boxes;
}

template <Terms terms_are, int Count, class Exec, class T, int R>
void line_sum_on_host(Exec const& exec, char const* label, LineSum<T, R> const& sum, Index pencils) {
  constexpr Index fields = terms_are == Terms::of_own_fields ? Count : 1;
  constexpr Index results = terms_are == Terms::apart ? Count : 1;
  auto const& n = sum.nodes;
  Index const cores = exec.concurrency();
  auto const bytes = static_cast<std::size_t>(n[0] * n[1] * n[2] * (fields + results)) * sizeof(T);
  // Where the caches hold what is read again, simpler loops are faster; the more so, the more results there
  // are.
  bool const in_vectors =
      bytes > static_cast<std::size_t>(results) * bytes_found_in_last_cache(static_cast<int>(cores));
  EvenBoxes const boxes =
      pencils > 0 ? boxes_of_pencils(sum, pencils) : boxes_on_host(sum, fields, results, cores, !in_vectors);
  Index const shares = min(cores, boxes.size());
  detail::launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, shares),
                 LineSumOnHost<T, R, terms_are, Count>{sum, boxes, shares, in_vectors});
}

} // namespace tessera::detail

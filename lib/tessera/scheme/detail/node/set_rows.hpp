// SPDX-License-Identifier: Apache-2.0
// Nodes of rows that a face sets, on a host core.
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/boundary/detail/frame.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/node/rings.hpp>
#include <tessera/stencil/reader.hpp>

namespace tessera::detail {

/// Sets the nodes of a box in one plane, all by one face, whose number `winner` was found once for all of
/// them. Conditions are long code, and there is a copy for each face. So this is compiled for what they see,
/// and neither for each scheme nor for each formula: `reads` is the formula's pattern.
template <class Order, auto reads, bool two_levels, class T, class BoundaryType>
[[gnu::noinline]] void set_rows(Domain const& domain, BoundaryType const& boundary, int winner,
                                Box3 const& nodes, Index step, Levels<T> const& levels, Rings const& rings) {
  using Source = decltype(source_at<two_levels>(levels, rings, 0, 0, 0));
  using Answered = Extended<T, Order, reads.radius, BoundaryType, Source>;
  Index const begin = nodes.lower[0], end = nodes.upper[0], y = nodes.lower[1], y_end = nodes.upper[1],
              z = nodes.lower[2];
  for_each_face<Order::dimension>([&](auto face) {
    if (winner != face.number) return;
    auto const& condition = boundary.template face<face.number>();
    auto const set = [&](Index x, Index row) TESSERA_ALWAYS_INLINE {
      Index3 const i{{x, row, z}};
      Answered const source{domain, boundary, source_at<two_levels>(levels, rings, x, row, z), i, step};
      *levels.out.at(x, row, z) = converted<T>(
          condition.value(Reader<Order, reads, Answered>(source), Node<Order>(domain, i, step + 1), face));
    };
    if (y_end - y > end - begin) // the ends of rows: a vector loop along them would have nothing to do
      for (Index x = begin; x < end; ++x)
        for (Index row = y; row < y_end; ++row) set(x, row);
    else
      for (Index row = y; row < y_end; ++row)
        simd_for(begin, end, [&](Index x) TESSERA_ALWAYS_INLINE { set(x, row); });
  });
}

} // namespace tessera::detail

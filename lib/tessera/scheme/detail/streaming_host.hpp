// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep on host cores: a block of rows marches along the slow axis, several planes at a time. What those planes
// read in common of the columns along the slow axis is loaded once into vector registers; for wide stars it would
// otherwise come from the L2 cache once for every plane.
#pragma once

#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/tiling.hpp>
#include <tessera/scheme/detail/update.hpp>

namespace tessera::detail {

template <class Rules>
struct StreamingHostKernel {
  using T = typename Rules::value_type;
  static constexpr int slow = Rules::dimension - 1;
  static constexpr int planes = 4; // updated at once

  Rules rules;
  Tiling tiling;
  Levels<T> levels;
  Index step;

  [[gnu::flatten]] void operator()(Index tile) const {
    Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
    Box3 const core = tiling.box(tile, r.domain);
    Index at = core.lower[slow];
    for (; at + planes <= core.upper[slow]; at += planes) slab<planes>(r, core, at);
    for (; at < core.upper[slow]; ++at) slab<1>(r, core, at);
  }

private:
  template <int Jam>
  [[gnu::always_inline]] void slab(Rules const& r, Box3 const& core, Index at) const {
    auto const from = levels.in, before = levels.before;
    auto const to = levels.out;
    auto const row = [&](Index y, Index z) {
      update_rows<Jam>(
          r, core.lower[0], core.upper[0], y, z, step,
          [=](Index x, Index y, Index z) {
            return Rules::with_before(MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z},
                                      [=] { return *before.at(x, y, z); });
          },
          [=, &r](Index x, Index y, Index z) {
            return Rules::with_before(WrappedReads<T>{r.domain, from, x, y, z},
                                      [=] { return *before.at(x, y, z); });
          },
          [=](Index x, Index y, Index z, T value) { *to.at(x, y, z) = value; });
    };
    if constexpr (slow == 1)
      row(at, 0);
    else
      for (Index y = core.lower[1]; y < core.upper[1]; ++y) row(y, at);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep on host cores: a block of rows marches along the slow axis. The slices it has just read stay in the caches,
// which are its queue; the block's height decides which cache that is. Holding the queue in vector registers, several
// planes at a time, was tried and is slower (docs/performance.md).
#pragma once

#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/rows_ahead.hpp>
#include <tessera/scheme/detail/tiling.hpp>
#include <tessera/scheme/detail/update.hpp>

namespace tessera::detail {

template <class Rules>
struct StreamingHostKernel {
  using T = typename Rules::value_type;

  Rules rules;
  Tiling tiling;
  Levels<T> levels;
  Index step;

  [[gnu::flatten]] void operator()(Index tile) const {
    Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
    Box3 const core = tiling.box(tile, r.domain);
    auto const from = levels.in, before = levels.before;
    auto const to = levels.out;
    for (Index z = core.lower[2]; z < core.upper[2]; ++z)
      for (Index y = core.lower[1]; y < core.upper[1]; ++y)
        update_row(
            r, core.lower[0], core.upper[0], y, z, step,
            [=](Index x, Index y, Index z) {
              return Rules::with_before(MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z},
                                        [=] { return *before.at(x, y, z); });
            },
            [=, &r](Index x, Index y, Index z) {
              return Rules::with_before(WrappedReads<T>{r.domain, from, x, y, z},
                                        [=] { return *before.at(x, y, z); });
            },
            [=](Index x, Index y, Index z, T value) { *to.at(x, y, z) = value; },
            TwoRowsAhead<Rules>(r, levels, core, y, z));
  }
};

} // namespace tessera::detail

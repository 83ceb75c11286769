// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep on host cores: a block of rows marches along the slow axis. The slices it has just read stay in the caches,
// which are its queue; the block's height decides which cache that is. Holding the queue in vector registers, several
// planes at a time, was tried and is slower (docs/notes/wave-on-a-cpu.md).
#pragma once

#include <tessera/scheme/detail/host/sweep_in_memory.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

namespace tessera::detail {

template <class Rules>
struct StreamingHostKernel {
  using T = typename Rules::value_type;

  Rules rules;
  Tiling tiling;
  Levels<T> levels;
  Index step;
  bool passing;

  void operator()(Index tile) const {
    update_in_memory<true>(rules, levels, tiling.box(tile, rules.domain), step, passing);
  }
};

} // namespace tessera::detail

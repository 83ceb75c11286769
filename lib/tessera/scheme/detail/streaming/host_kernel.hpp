// SPDX-License-Identifier: Apache-2.0
// The 2.5D sweep on host cores: a block of rows marches along the slow axis. The caches are its queue, since
// they hold the slices that it has just read; the number of rows decides which cache that is. A queue in
// vector registers, several planes at a time, was slower (docs/notes/wave-on-a-cpu.md).
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
  bool nontemporal;

  void operator()(Index tile) const {
    EvenBoxes const boxes{rules.domain.whole().upper, tiling.count};
    update_in_memory(rules, levels, boxes, tile, tile + 1, step, {nontemporal, true});
  }
};

} // namespace tessera::detail

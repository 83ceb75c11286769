// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of Tiled.
#pragma once

#include <tessera/scheme/tiled.hpp>
#include <tessera/tune/system_tile.hpp>
#include <tessera/tune/tuning_of.hpp>

namespace tessera::detail {

template <>
struct TuningOf<Tiled> : TuningDefaults {
  static constexpr bool by_tile = true, holds_whole_tile = true;

  static void add_host_candidates(CandidateList& list, Work const& w) {
    if (w.dimension == 1)
      list.add_all(Tiled::name, {4096, 16384}, {}, {}, {0});
    else if (w.dimension == 2)
      list.add_all(Tiled::name, {row_of(w, 2048), row_of(w, 8192)}, {16, 64}, {}, {0});
    else
      list.add_all(Tiled::name, {row_of(w, 2048)}, {8, 16}, {8}, {0});
  }
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList& list, Work const&) {
    if constexpr (Rules::dimension == 1)
      list.add_all(Tiled::name, {1024, 4096}, {}, {}, {0});
    else if constexpr (Rules::dimension == 2)
      list.add_all(Tiled::name, {64, 128, 256}, {8, 16}, {}, {0});
    else
      list.add_all(Tiled::name, {32, 64}, {4, 8}, {4, 8}, {0});
  }
  /// With the plan's own tile: a system's Tiled is Temporal with one step.
  static void add_system_candidates(CandidateList& list, Work const& w) {
    if (has_system_tiles(w)) list.add(Tiled::name);
  }
};

} // namespace tessera::detail

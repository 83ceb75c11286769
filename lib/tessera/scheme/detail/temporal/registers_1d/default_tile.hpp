// SPDX-License-Identifier: Apache-2.0
// The tiles of a line whose nodes Temporal holds in a device's registers: their sizes, and which of them a
// plan takes if the user does not choose.
#pragma once

#include <tessera/core/index.hpp>

#include <algorithm>
#include <cstddef>

namespace tessera::detail {

/// The nodes of a member's run, and the steps of a launch.
struct LineChoice {
  int run, fused_steps;
};

/// What the sizes depend on.
struct LineSizes {
  static constexpr int longest_run = 16, lanes = 32;

  int radius;
  std::size_t value_bytes;
  bool two_levels;

  /// Nodes of a long run, so many that their values and what a step makes of them fit registers.
  constexpr int long_run() const {
    int const most_bytes = two_levels || radius > 2 ? 64 : 128;
    int run = longest_run;
    while (run > 4 && run / 2 >= radius && run * static_cast<int>(value_bytes) > most_bytes) run /= 2;
    return run;
  }
  /// Nodes of a short run, of which a small line has enough to keep a device busy.
  constexpr int short_run() const { return radius <= 4 ? 4 : radius <= 8 ? 8 : 16; }

  /// Nodes that a tile loads on either side of its core, in whole packs.
  constexpr int halo(int run, int steps) const {
    int const pack = std::min(run, std::max(1, 16 / static_cast<int>(value_bytes)));
    return (radius * steps + pack - 1) / pack * pack;
  }
  /// Whether a tile of such runs has a core when it makes so many steps.
  constexpr bool has_core(int run, int steps) const {
    return steps <= lanes * run && 2 * halo(run, steps) < lanes * run;
  }

  /// Steps after which values have come `nodes` nodes far, or three eighths of a tile, which leaves a quarter
  /// of it as the core.
  constexpr int steps_across(int nodes, int run) const {
    return std::max(1, std::min(nodes, lanes * run * 3 / 8) / radius);
  }

  /// What was the fastest on an H100 (docs/notes/lines-on-a-gpu.md). The shorter the line, the more a launch
  /// costs beside its steps.
  constexpr LineChoice choice(Index nodes, Index multiprocessors) const {
    if (nodes < 1024 * multiprocessors) return {short_run(), steps_across(48, short_run())};
    return {long_run(), steps_across(nodes < 16384 * multiprocessors ? 64 : 32, long_run())};
  }
  /// The steps with runs of the user's choice.
  constexpr int default_steps(int run) const { return steps_across(32, run); }
};

} // namespace tessera::detail

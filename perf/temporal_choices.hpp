// SPDX-License-Identifier: Apache-2.0
// The rows of the temporal scheme: the library's own choice, and the tiles and fused steps of the command
// line.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/scheme/temporal.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "options.hpp"

namespace tessera::perf {

/// What a row of the temporal scheme tries; the first is the library's own choice.
inline std::vector<Temporal> temporal_choices(Options const& options) {
  std::vector<Temporal> choices;
  if (!options.wants_scheme("temporal")) return choices;
  choices.push_back({});
  auto tiles = options.tiles;
  if (tiles.empty()) tiles.push_back({0, 0, 0});
  auto fused = options.fused;
  if (fused.empty() && !options.tiles.empty()) fused.push_back(0);
  for (auto const& tile : tiles)
    for (int steps : fused) choices.push_back({.tile = tile, .fused_steps = steps});
  return choices;
}

inline std::string name_of(Temporal const& choice) {
  std::string name = "temporal";
  if (choice.tile[0] > 0) name += detail::text("/tile:", choice.tile[0]);
  for (int a = 1; a < 3; ++a)
    if (choice.tile[a] > 0) name += detail::text("x", choice.tile[a]);
  return choice.fused_steps > 0 ? detail::text(name, "/fused:", choice.fused_steps) : name;
}

/// Steps after which fields are compared. They are more than any choice fuses, and 18 is no multiple of 8,
/// 10, 12 or 16 fused steps, so that a remainder is checked as well. They are even, since loops go there and
/// back.
inline int steps_to_check(Options const& options) {
  int steps = 18;
  for (Temporal const& choice : temporal_choices(options))
    steps = std::max(steps, (choice.fused_steps + 3) / 2 * 2);
  return steps;
}

} // namespace tessera::perf

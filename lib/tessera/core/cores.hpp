// SPDX-License-Identifier: Apache-2.0
// How many cores share the work of a grid.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// Of the cores that are offered, so many that each has 2048 nodes: with fewer they wait for each other longer than they work. One
/// core serves a smaller grid. The number is what was measured where two cores gain over one (docs/notes/busy-machine.md).
inline Index cores_for(Index nodes, Index offered) { return max(1, min(offered, nodes / 2048)); }

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// How many cores share the work of a grid.
#pragma once

#include <tessera/core/index.hpp>

namespace tessera::detail {

/// So many of the offered cores that each has 2048 nodes, at least one: with fewer nodes cores wait for each
/// other longer than they work. From this size on two cores were measured to gain over one
/// (docs/notes/busy-machine.md).
inline Index cores_for(Index nodes, Index offered) { return max(1, min(offered, nodes / 2048)); }

/// So many of the offered cores that each has 512 nodes of a line, at least one. Cores that advance parts of
/// a line by many steps wait for each other so rarely that few nodes pay (docs/notes/temporal-on-a-cpu.md).
inline Index cores_of_line(Index nodes, Index offered) { return max(1, min(offered, nodes / 512)); }

} // namespace tessera::detail

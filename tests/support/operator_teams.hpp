// SPDX-License-Identifier: Apache-2.0
// The kernels of derivatives on devices, run on a host.
#pragma once

#include <tessera/operator/detail/line.hpp>

#include "support/teams.hpp"

namespace tessera::test {

/// Members of a march wait for each other; the others have no scratch, and work alone.
template <class Kernel>
void run_teams(detail::TeamTiles<Kernel> const& tiles) {
  if (tiles.scratch > 0)
    run_together(tiles.kernel, tiles.count, tiles.members, tiles.scratch);
  else
    run_one_by_one(tiles.kernel, 0, tiles.count, tiles.members);
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The general update of the nodes in edge slabs, one by one. Kernels for the interior leave these nodes out.
#pragma once

#include <tessera/scheme/detail/device/edge_slabs.hpp>
#include <tessera/scheme/detail/node/memory_reads.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// Updates a core of the slabs, node by node.
template <class Member, class Rules, class T>
KOKKOS_FUNCTION void update_slab(Member const& member, Rules const& rules, Levels<T> const& levels,
                                 Box3 const& box, Index step) {
  int const ex = static_cast<int>(box.extent(0)), ey = static_cast<int>(box.extent(1));
  int const count = static_cast<int>(box.size());
  for (int n = member.team_rank(); n < count; n += member.team_size()) {
    Index const x = box.lower[0] + n % ex, y = box.lower[1] + n / ex % ey, z = box.lower[2] + n / ex / ey;
    *levels.out.at(x, y, z) =
        rules.general(Rules::with_previous(WrappedReads<T>{rules.domain, levels.in, x, y, z},
                                           [&] { return *levels.previous.at(x, y, z); }),
                      x, y, z, step);
  }
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Two fields of the same shape trade their values.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/launch.hpp>

namespace tessera::detail {

template <class Exec, class T>
struct SwapKernel {
  Data<T> a, b;
  Index3 nodes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const row = member.league_rank(), y = row % nodes[1], z = row / nodes[1];
    auto const left = a, right = b;
    box_for<Exec>(member, {{{0, y, z}}, {{nodes[0], y + 1, z + 1}}}, [=](Index x, Index, Index) {
      T const kept = *left.at(x, y, z);
      *left.at(x, y, z) = *right.at(x, y, z);
      *right.at(x, y, z) = kept;
    });
  }
};

/// Asynchronous on exec; a team per row.
template <class Exec, class T>
void swap_fields(Exec const& exec, Data<T> const& a, Data<T> const& b, Index3 const& nodes) {
  launch_tiles("tessera::stepper::swap", exec, SwapKernel<Exec, T>{a, b, nodes}, nodes[1] * nodes[2], 128, 0);
}

} // namespace tessera::detail

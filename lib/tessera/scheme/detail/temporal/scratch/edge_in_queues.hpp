// SPDX-License-Identifier: Apache-2.0
// Plane queues of a volume as the update of an edge takes them (host/edge_lines.hpp), on a host.
#pragma once

#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/scheme/detail/temporal/scratch/plane_queues.hpp>

namespace tessera::detail {

/// The levels of a stage. Beyond the end of a period a tile has nodes of its own.
template <class Exec, class Rules>
struct EdgeInQueues {
  using T = typename Rules::value_type;
  static constexpr bool beyond_periods = true;
  PlaneQueues<Exec, Rules> const& queues;
  Levels<T> const& memory;
  int s;
  bool last;

  Data<T const> in_plane(Index z) const { return {queues.at(s, z, 0, 0), queues.pitch, 0}; }
  Data<T const> previous_plane(Index z, Index3 const& turn) const {
    if (s > 0) return {queues.at(s - 1, z, 0, 0), queues.pitch, 0};
    return {memory.previous.at(turn[0], turn[1], z + turn[2]), memory.previous.stride_y, 0};
  }
  Data<T> out_plane(Index z) const {
    if (last) return {memory.out.at(0, 0, z), memory.out.stride_y, 0};
    return {queues.at(s + 1, z, 0, 0), queues.pitch, 0};
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The planes whose copies are under way while a team of a device marches.
#pragma once

#include <cstddef>
#include <initializer_list>

namespace tessera::detail {

/// How many planes are being copied, each into a buffer. What lies around a tile arrives in the slices of the
/// next planes; planes that enter a member's registers arrive in staging buffers of their members, so that no
/// register waits for memory.
struct MarchBuffers {
  int slices, staged_planes;

  /// Planes whose halos are being copied.
  constexpr int halos() const { return slices - 1; }
  /// Whether staged planes are read before the barrier, after which the only staging buffer is free again.
  constexpr bool reads_first() const { return staged_planes == 1; }
  /// Groups of copies (the halo of a plane, then its own packs) that may still be under way when both groups
  /// of the current plane have to be complete.
  constexpr int under_way() const {
    return staged_planes > halos() ? 2 * halos() - 1 : 2 * staged_planes - 2;
  }
  /// The buffers of a team, in bytes, where a slice and a staged plane have so many.
  constexpr std::size_t bytes(std::size_t slice, std::size_t staged_plane) const {
    return static_cast<std::size_t>(slices) * slice + static_cast<std::size_t>(staged_planes) * staged_plane;
  }

  /// The longest ones that fit a team's scratch, which is 48 KB less what Kokkos takes for itself
  /// (scratch_limit()), or the shortest.
  static constexpr MarchBuffers longest(std::size_t slice, std::size_t staged_plane, int team_size) {
    for (MarchBuffers const buffers : {MarchBuffers{4, 4}, MarchBuffers{3, 2}, MarchBuffers{3, 1}})
      if (buffers.bytes(slice, staged_plane) <= room(team_size)) return buffers;
    return {2, 1};
  }
  static constexpr std::size_t room(int team_size) {
    return 48 * 1024 - sizeof(double) * static_cast<std::size_t>(team_size + 3);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The shape of a team that streams on a device: its tile, what lies in its scratch, and how many teams a
// multiprocessor runs at once.
#pragma once

#include <tessera/core/device/march_buffers.hpp>
#include <tessera/core/device/pack.hpp>

namespace tessera::detail {

/// In a volume a team of 16 x 8 members, each with `Each` rows of one pack. With more rows, a member reads
/// fewer rows from the slice for each row that it updates, but needs more registers. Two rows are best if a
/// node reads one value of its own, four if it reads further ones (docs/notes/streaming-on-a-gpu.md). In a
/// plane a slice is one row of 128 packs, and no other rows lie beside it.
template <class T, int R, int Each, bool volume>
struct StreamingShape {
  static constexpr int C = pack_width<T, 16>;
  static constexpr int lanes = volume ? 16 : 128, runs = volume ? 8 : 1, team_size = lanes * runs;
  static constexpr int beside = volume ? R : 0; // rows of halo on each side
  static constexpr int width = lanes * C, rows = runs * Each;
  static constexpr int side = (R + C - 1) / C; // packs of halo along x, on each side
  static constexpr int pitch = (lanes + 2 * side) * C;
  static constexpr int slice = pitch * (rows + 2 * beside); // values of a plane of the tile with its halo
  static constexpr int staging_size = Each * C * team_size; // values of a plane that the members own

  static constexpr MarchBuffers buffers =
      MarchBuffers::longest(sizeof(T) * slice, sizeof(T) * staging_size, team_size);
  static constexpr std::size_t scratch_bytes = buffers.bytes(sizeof(T) * slice, sizeof(T) * staging_size);

  /// Number of teams whose registers fit a multiprocessor, 512 registers for each rank of a team. A member
  /// holds its queues, and `values` further packs for each row.
  static constexpr int concurrent_teams(int values) {
    constexpr int registers_of_pack = 4, others = volume ? 72 : 56;
    return 512 / (registers_of_pack * Each * (2 * R + 1 + values) + others);
  }
  static constexpr bool fits_registers = concurrent_teams(0) > 1 && Each* C <= 16; // marks: two bits a node
};

} // namespace tessera::detail

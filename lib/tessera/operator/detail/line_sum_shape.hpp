// SPDX-License-Identifier: Apache-2.0
// The shape of a team that marches through a sum of derivatives on a device: its tile, what lies in its
// scratch, and how many teams a multiprocessor runs at once.
#pragma once

#include <tessera/core/device/march_buffers.hpp>
#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

/// `volume`: there are three axes, otherwise two.
template <class T, int R, Terms terms, bool volume>
struct LineSumShape {
  static constexpr bool one_field = terms != Terms::of_own_fields;
  static constexpr int C = pack_width<T, 16>;
  static constexpr int lanes = volume ? 16 : 128; // packs side by side
  static constexpr int each = volume ? 2 : 1;     // rows of a member
  static constexpr int runs = volume ? 8 : 1, rows = runs * each;
  static constexpr int team_size = lanes * runs;
  static constexpr int side = halo_packs<T, R>; // packs beside the tile along x, on each side
  static constexpr int above = volume ? R : 0;  // rows beside it along y
  static constexpr int pitch_x = (lanes + 2 * side) * C,
                       pitch_y = one_field ? pitch_x : lanes * C; // of rows in slices
  static constexpr int slice_x = pitch_x * rows, slice_y = volume ? pitch_y * (rows + 2 * above) : 0;
  static constexpr int slice = one_field ? max(slice_x, slice_y) : slice_x + slice_y; // of one plane
  static constexpr int staging_size = each * C * team_size; // a plane of the tile without what is beside it

  static constexpr MarchBuffers buffers =
      MarchBuffers::longest(sizeof(T) * slice, sizeof(T) * staging_size, team_size);
  static constexpr std::size_t scratch_bytes = buffers.bytes(sizeof(T) * slice, sizeof(T) * staging_size);
  static_assert(scratch_bytes <= MarchBuffers::room(team_size));

  /// Number of teams whose registers fit a multiprocessor. A member holds 2R + 1 packs for each of its rows.
  static constexpr int concurrent_teams = [] {
    constexpr int registers = 4 * each * (2 * R + 1) + (one_field ? 0 : 40) + (volume ? 80 : 56);
    return static_cast<int>(max(1, 65536 / (team_size * registers)));
  }();
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The tile of temporal blocking that a host takes by itself. A team's rings of rows or planes are read again by every
// fused step: out of a large second cache that goes twice as fast as out of what comes after it. Where that cache is
// small, long rows and high tiles gain more than rings that fit it. docs/notes/second-cache.md has the measurements.
#pragma once

#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/scheme.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace tessera::detail {

/// What the choice depends on, beside the scratch that a tile takes.
struct HostTileChoice {
  Index3 nodes;
  int dimension;
  std::size_t value_bytes;
  int halo; // of both sides together
  int fused_steps;
  Index cores;
  std::size_t second_cache; // of a core, in bytes
  /// What lies beyond even a small second cache is so much slower that rings should stay.
  bool slow_beyond = stores_row_by_row;

  /// The tile, halo included. `bytes(tile)`: its scratch.
  template <class Bytes>
  Tile tile(Bytes const& bytes) const {
    Tile core = dimension == 1 ? Tile{4096, 1, 1} : dimension == 2 ? plane(bytes) : volume(bytes);
    for (int a = 0; a < dimension; ++a) core[a] += halo;
    return core;
  }

private:
  bool rings_stay() const { return second_cache >= std::size_t{2} << 20; }

  int row_of(int bytes) const { return bytes / static_cast<int>(std::min<std::size_t>(value_bytes, 32)); }

  template <class Bytes>
  std::size_t scratch(Bytes const& bytes, Tile core) const {
    for (int a = 0; a < dimension; ++a) core[a] += halo;
    return bytes(core);
  }

  /// Rows of 16 KiB: what a row costs whatever its length weighs more than rings that leave a small second cache; half of a large
  /// one they may fill, or two thirds of a small one that is worth it. A tile for every core, as long as a tile is worth its halo.
  template <class Bytes>
  Tile plane(Bytes const& bytes) const {
    int wide = row_of(16384);
    std::size_t const limit = rings_stay() ? second_cache / 2 : second_cache / 3 * 2;
    while ((rings_stay() || slow_beyond) && wide >= 16 * halo && scratch(bytes, {wide, 1, 1}) > limit)
      wide /= 2;
    Index const rows = divide_up(nodes[1] * divide_up(nodes[0], wide), cores);
    return {wide, static_cast<int>(min(1024, max(128, rows))), 1};
  }

  /// Whole rows, or parts of up to 4 KiB, and many of them: what a row costs whatever its length, and rows that are
  /// updated again beside the tile, weigh more than rings that leave a small second cache, up to a MiB a step. Three
  /// quarters of a large one they may fill, of no more rows than make little of that halo. At least two tiles a core.
  template <class Bytes>
  Tile volume(Bytes const& bytes) const {
    std::optional<Tile> core;
    if (rings_stay()) core = volume_within(second_cache / 4 * 3, {48, 32, 24}, 2 * halo, 4 * halo, bytes);
    if (!core) core = volume_within(static_cast<std::size_t>(fused_steps) << 20, {64, 32}, 0, 64, bytes);
    if (!core) core = Tile{row_of(512), 32, 256};
    while (tiles(*core) < 2 * cores && (*core)[2] > 64) (*core)[2] /= 2;
    return *core;
  }

  /// The widest core whose scratch stays within a limit, the first of these heights if it leaves two tiles a core, else
  /// the last. Of heights above `most` the last alone counts; none if a cut axis would have fewer than `least` nodes.
  template <class Bytes>
  std::optional<Tile> volume_within(std::size_t limit, std::initializer_list<int> heights, int least,
                                    int most, Bytes const& bytes) const {
    int const widest = row_of(4096), narrowest = row_of(512);
    Index const whole = divide_up(nodes[0], divide_up(nodes[0], widest));
    for (int wide = std::max(narrowest, static_cast<int>(whole));; wide = std::max(narrowest, wide / 2)) {
      if (wide < least && wide < nodes[0]) return {};
      std::optional<Tile> found;
      for (int high : heights) {
        Tile const core{wide, high, 256};
        bool const too_high = high > most && high != *(heights.end() - 1);
        if (too_high || high < least || scratch(bytes, core) > limit) continue;
        found = core;
        if (tiles(core) >= 2 * cores) break;
      }
      if (found || wide == narrowest) return found;
    }
  }

  Index tiles(Tile const& core) const {
    Index count = 1;
    for (int a = 0; a < dimension; ++a) count *= divide_up(nodes[a], core[a]);
    return count;
  }
};

} // namespace tessera::detail

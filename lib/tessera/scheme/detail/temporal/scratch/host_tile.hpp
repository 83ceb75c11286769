// SPDX-License-Identifier: Apache-2.0
// The default tile on a host. Every fused step reads the plane queues of a team again, and a large
// second-level cache delivers them much faster than the memory behind it. Where that cache is small, long
// rows and high tiles gain more than plane queues that fit it (docs/notes/second-cache.md).
#pragma once

#include <tessera/core/cores.hpp>
#include <tessera/scheme/detail/host/vector.hpp>
#include <tessera/scheme/scheme.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace tessera::detail {

inline constexpr int bytes_of_line = 16384; ///< of a level of a tile in 1D

/// The number of values of a row of so many bytes. Values larger than 32 bytes count as 32.
constexpr int values_of_row(int bytes, std::size_t value_bytes) {
  return bytes / static_cast<int>(std::min<std::size_t>(value_bytes, 32));
}

/// The default number of fused steps in 1D. Each costs a tile its halo again, which is at most an eighth of
/// the tile, and at most 256 nodes (docs/notes/temporal-on-a-cpu.md).
constexpr int steps_of_line(int radius, std::size_t value_bytes) {
  return std::max(1, std::min(256, values_of_row(bytes_of_line, value_bytes) / 8) / (2 * radius));
}

/// What the choice depends on, except for the scratch that a tile takes.
struct HostTileChoice {
  Index3 nodes;
  int dimension;
  std::size_t value_bytes;
  int halo; // nodes on both sides together
  int fused_steps;
  Index cores;
  std::size_t second_cache; // of a core, in bytes
  /// Whether memory behind the second-level cache is so slow that plane queues should stay even in a small
  /// one.
  bool slow_beyond = stores_row_by_row;

  /// The tile, halo included. `bytes(tile)`: its scratch.
  template <class Bytes>
  Tile tile(Bytes const& bytes) const {
    Tile core = dimension == 1 ? line() : dimension == 2 ? plane(bytes) : volume(bytes);
    for (int a = 0; a < dimension; ++a) core[a] += halo;
    return core;
  }

private:
  bool queues_stay() const { return second_cache >= std::size_t{2} << 20; }

  int row_of(int bytes) const { return values_of_row(bytes, value_bytes); }

  template <class Bytes>
  std::size_t scratch(Bytes const& bytes, Tile core) const {
    for (int a = 0; a < dimension; ++a) core[a] += halo;
    return bytes(core);
  }

  /// The core of a tile in 1D. The two levels of a tile take 32 KiB, halo included, which stay in a core's
  /// first-level cache. All cores have the same number of tiles.
  Tile line() const {
    Index const widest = std::max(row_of(bytes_of_line) - halo, 2 * halo);
    Index const sharing = cores_of_line(nodes[0], cores);
    return {static_cast<int>(divide_up(nodes[0], divide_up(divide_up(nodes[0], widest), sharing) * sharing)),
            1, 1};
  }

  /// The core of a tile in 2D. Rows are 16 KiB long, because the fixed cost of a row weighs more than plane
  /// buffers that overflow a small second-level cache. Rows are shorter where that cache is large, of which
  /// the buffers may fill half, or where memory behind a small one is slow, of which they may fill two
  /// thirds. The height gives every core a tile, unless tiles would be too low to be worth their halo.
  template <class Bytes>
  Tile plane(Bytes const& bytes) const {
    int wide = row_of(16384);
    std::size_t const limit = queues_stay() ? second_cache / 2 : second_cache / 3 * 2;
    while ((queues_stay() || slow_beyond) && wide >= 16 * halo && scratch(bytes, {wide, 1, 1}) > limit)
      wide /= 2;
    Index const rows = divide_up(nodes[1] * divide_up(nodes[0], wide), cores);
    return {wide, static_cast<int>(min(1024, max(128, rows))), 1};
  }

  /// The core of a tile in 3D. It has many rows, whole ones or parts of up to 4 KiB: the fixed cost of a row,
  /// and the halo rows that are updated twice, weigh more than plane queues that overflow a small
  /// second-level cache, up to 1 MiB a step. Of a large cache the buffers may fill three quarters, with no
  /// more rows than make the halo's share small. Every core gets at least two tiles.
  template <class Bytes>
  Tile volume(Bytes const& bytes) const {
    std::optional<Tile> core;
    if (queues_stay()) core = volume_within(second_cache / 4 * 3, {48, 32, 24}, 2 * halo, 4 * halo, bytes);
    if (!core) core = volume_within(static_cast<std::size_t>(fused_steps) << 20, {64, 32}, 0, 64, bytes);
    if (!core) core = Tile{row_of(512), 32, 256};
    while (tiles(*core) < 2 * cores && (*core)[2] > 64) (*core)[2] /= 2;
    return *core;
  }

  /// Returns the widest core of a tile whose scratch stays within `limit`. It has the first of these heights
  /// that leaves two tiles for every core, or else the last one that fits. A height above `most` counts only
  /// if it is the last of the list. Returns nothing if an axis that is cut would have fewer than `least`
  /// nodes.
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

// SPDX-License-Identifier: Apache-2.0
// The order in which several steps of a system are made while rows arrive (planes in 3D): how far each level
// lags behind the row that is loaded, and which ring buffers hold the rows between their levels.
//
// A level is one stage of one step. For Yee's scheme, with H made from E above it and E from H below it:
//
//      rows ->      0 1 2 3 4 5 6
//      loaded       . . . . . o N      ez hx hy
//      H, step 1    . . . . o N        one row behind: reads ez one row up
//      E, step 1    . . . . o N        made in the same turn: reads hx one row down only
//      H, step 2    . . . o N
//
// Lag and halo are sums of the reaches, side by side. Where every reader of a row is done with it before its
// next value comes, that value overwrites the row in the same ring buffer; else it goes to a buffer of its
// own.
#pragma once

#include <tessera/core/index.hpp>
#include <tessera/scheme/detail/system/member_bits.hpp>

#include <algorithm>
#include <vector>

namespace tessera::detail {

/// What the schedule has to know of a stage: how far it reads along each memory axis, images at closed faces
/// included; how far without images, as it reads into a halo; which members it reads at neighbours, and which
/// it writes.
struct StageReach {
  int below[3] = {}, above[3] = {};
  int halo_below[3] = {}, halo_above[3] = {};
  unsigned near = 0, writes = 0;
};

/// `Count`: the number of members.
template <int Count>
struct SystemSchedule {
  struct Level {
    int stage;
    Index step;                         // counted from the first one of the sweep
    Index lag;                          // rows behind the loaded one
    Index below[3], above[3];           // so many nodes around a tile's core are updated
    Index halo_below[3], halo_above[3]; // and so many of a halo at most
    int read[Count], write[Count]; // ring buffers of the members; write is -1 where the stage does not write
  };

  std::vector<Level> levels;
  std::vector<Index> rows;                      // of each ring buffer
  std::vector<Index> first_row;                 // its first row, counted over all of them
  Index below[3] = {}, above[3] = {};           // nodes around the core that are loaded
  Index halo_below[3] = {}, halo_above[3] = {}; // and of a halo at most
  int last[Count];                              // the ring buffers that hold the members after all levels
  Index last_lag = 0;
  Index all_rows = 0;

  SystemSchedule(std::vector<StageReach> const& stages, int steps, int slow) {
    int const stage_count = static_cast<int>(stages.size());
    struct Ring {
      Index first, need; // lags of its first writer and of its last reader
    };
    std::vector<Ring> rings(Count, Ring{0, 0});
    Index version_need[Count] = {}, written_lag[Count] = {};
    for (int m = 0; m < Count; ++m) last[m] = m;
    for (int l = 0; l < steps * stage_count; ++l) {
      StageReach const& stage = stages[static_cast<std::size_t>(l % stage_count)];
      Level level{.stage = l % stage_count,
                  .step = l / stage_count,
                  .lag = last_lag,
                  .below = {},
                  .above = {},
                  .halo_below = {},
                  .halo_above = {},
                  .read = {},
                  .write = {}};
      for (int m = 0; m < Count; ++m)
        level.lag = max(level.lag, written_lag[m] + (has_member(stage.near, m) ? stage.above[slow] : 0));
      for (int m = 0; m < Count; ++m) level.read[m] = last[m];
      for (int m = 0; m < Count; ++m) {
        Index const need = level.lag + (has_member(stage.near, m) ? stage.below[slow] : 0);
        auto& ring = rings[static_cast<std::size_t>(last[m])];
        ring.need = max(ring.need, need);
        bool const writes = has_member(stage.writes, m), reads_around = has_member(stage.near, m);
        level.write[m] = -1;
        if (writes) {
          if (reads_around || level.lag < version_need[m]) {
            last[m] = static_cast<int>(rings.size());
            rings.push_back({level.lag, level.lag});
          }
          level.write[m] = last[m];
          version_need[m] = level.lag;
          written_lag[m] = level.lag;
        } else {
          version_need[m] = max(version_need[m], need);
        }
      }
      last_lag = level.lag;
      levels.push_back(level);
    }
    for (int m = 0; m < Count; ++m) {
      auto& ring = rings[static_cast<std::size_t>(last[m])];
      ring.need = max(ring.need, last_lag);
    }
    for (auto const& ring : rings) {
      rows.push_back(ring.need - ring.first + 1);
      first_row.push_back(all_rows);
      all_rows += rows.back();
    }
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
      StageReach const& stage = stages[static_cast<std::size_t>(level->stage)];
      for (int a = 0; a < 3; ++a) {
        level->below[a] = below[a];
        level->above[a] = above[a];
        level->halo_below[a] = halo_below[a];
        level->halo_above[a] = halo_above[a];
        below[a] += stage.below[a];
        above[a] += stage.above[a];
        halo_below[a] += stage.halo_below[a];
        halo_above[a] += stage.halo_above[a];
      }
    }
  }
};

} // namespace tessera::detail

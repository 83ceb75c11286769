// SPDX-License-Identifier: Apache-2.0
// Several steps of all stages per load of a tile, on host cores: rows (planes in 3D) arrive one by one, and
// each level of the schedule is made as soon as the rows that it reads are there. Between their levels rows
// stay in ring buffers in the second-level cache.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/host/row_pitch.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/host_rows.hpp>
#include <tessera/scheme/detail/system/schedule.hpp>
#include <tessera/scheme/detail/system/stage_points.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

#include <algorithm>
#include <tuple>

namespace tessera::detail {

/// A tile's rows in ring buffers, as one level reads and writes them.
template <class T, int Count, int D>
struct RingAccess {
  static constexpr bool holds_periods = true; // what lies beyond a period's end is loaded like all else
  T* base[Count];
  T* to[Count];
  unsigned rows[Count], to_rows[Count]; // of the ring buffers
  Index first[3];                       // the node that a ring buffer's first value belongs to
  Index pitch_, plane;

  TESSERA_ALWAYS_INLINE T* place(T* from, unsigned ring_rows, Index y, Index z) const {
    Index const slow = D == 3 ? z - first[2] : y - first[1];
    Index const slot = static_cast<Index>(static_cast<unsigned>(slow) % ring_rows);
    return from + slot * plane + (D == 3 ? (y - first[1]) * pitch_ : 0) - first[0];
  }
  TESSERA_ALWAYS_INLINE T const* row(int m, Index y, Index z) const { return place(base[m], rows[m], y, z); }
  TESSERA_ALWAYS_INLINE T* out(int m, Index y, Index z) const { return place(to[m], to_rows[m], y, z); }
  TESSERA_ALWAYS_INLINE T load(int m, Index x, Index y, Index z) const { return row(m, y, z)[x]; }
  TESSERA_ALWAYS_INLINE Index pitch() const { return pitch_; }

  /// Several rows of each member, which lie in its own ring buffer.
  template <int Rows>
  struct RowsOfMembers {
    T const* rows[Count][Rows]; // of members that are not asked for, any
    explicit RowsOfMembers(RingAccess const&) {}
    template <unsigned members>
    TESSERA_ALWAYS_INLINE void find(RingAccess const& access, int row, Index y, Index z) {
      for_members<members, Count>(
          [&](auto m) TESSERA_ALWAYS_INLINE { rows[m.number][row] = access.row(m.number, y, z); });
    }
    TESSERA_ALWAYS_INLINE T const* at(int m, int row, Index x) const { return rows[m][row] + x; }
  };
};

/// `RulesOfStages`: a std::tuple of the stages' rules.
template <class RulesOfStages>
struct SystemPipelineKernel {
  using First = std::tuple_element_t<0, RulesOfStages>;
  using T = typename First::member_type;
  static constexpr int D = First::dimension, count = First::count, slow = D == 3 ? 2 : 1;
  using Schedule = SystemSchedule<count>;
  using Access = RingAccess<T, count, D>;

  RulesOfStages const* rules;
  Schedule const* schedule;
  Tiling tiling;
  SystemLevels<T, count> levels;
  unsigned written; // members that some stage writes
  Index step;

  static std::size_t scratch_bytes(Schedule const& schedule, Index3 const& loaded) {
    Index const plane = row_pitch<T>(loaded[0]) * (D == 3 ? loaded[1] : 1);
    return static_cast<std::size_t>(plane * schedule.all_rows) * sizeof(T);
  }

  template <class Member>
  void operator()(Member const& member) const {
    Domain const& d = std::get<0>(*rules).domain;
    Box3 const core = tiling.box(member.league_rank(), d);
    Box3 const loaded = clip_to_halo(d, grown(core, schedule->below, schedule->above), schedule->halo_below,
                                     schedule->halo_above);
    Access access{};
    access.pitch_ = row_pitch<T>(loaded.extent(0));
    access.plane = access.pitch_ * (D == 3 ? loaded.extent(1) : 1);
    for (int a = 0; a < 3; ++a) access.first[a] = loaded.lower[a];
    auto* const scratch = static_cast<T*>(
        member.team_scratch(1).get_shmem_aligned(scratch_bytes(*schedule, loaded.extents()), 64));
    MemoryAccess<T, count> const memory{levels, d};
    for (Index j = loaded.lower[slow]; j < core.upper[slow] + schedule->last_lag; ++j) {
      if (j < loaded.upper[slow]) load(memory, access, scratch, loaded, j);
      for (auto const& level : schedule->levels) {
        Box3 box = clip_to_halo(d, grown(core, level.below, level.above), level.halo_below, level.halo_above);
        Index const row = j - level.lag;
        if (row < box.lower[slow] || row >= box.upper[slow]) continue;
        box.lower[slow] = row;
        box.upper[slow] = row + 1;
        make(access, scratch, level, box, core);
      }
      if (Index const row = j - schedule->last_lag; row >= core.lower[slow] && row < core.upper[slow])
        store(memory, access, scratch, core, row);
    }
  }

private:
  static Box3 grown(Box3 box, Index const (&below)[3], Index const (&above)[3]) {
    for (int a = 0; a < D; ++a) {
      box.lower[a] -= below[a];
      box.upper[a] += above[a];
    }
    return box;
  }

  TESSERA_ALWAYS_INLINE T* ring(T* scratch, Access const& access, int number) const {
    return scratch + schedule->first_row[static_cast<std::size_t>(number)] * access.plane;
  }
  TESSERA_ALWAYS_INLINE unsigned rows_of(int number) const {
    return static_cast<unsigned>(schedule->rows[static_cast<std::size_t>(number)]);
  }

  /// Copies row j of all members into their first ring buffers.
  void load(MemoryAccess<T, count> const& memory, Access const& access, T* scratch, Box3 const& loaded,
            Index j) const {
    for (int m = 0; m < count; ++m)
      for (Index y = D == 3 ? loaded.lower[1] : j; y < (D == 3 ? loaded.upper[1] : j + 1); ++y) {
        Index const z = D == 3 ? j : 0;
        T* const to = access.place(ring(scratch, access, m), rows_of(m), y, z);
        T const* const from = memory.row(m, y, z);
        for_parts_of_row(memory.domain, loaded.lower[0], loaded.upper[0],
                         [=](Index x, Index stop, Index shift) {
                           std::copy(from + x + shift, from + stop + shift, to + x);
                         });
      }
  }

  void make(Access access, T* scratch, typename Schedule::Level const& level, Box3 const& box,
            Box3 const& core) const {
    for (int m = 0; m < count; ++m) {
      access.base[m] = ring(scratch, access, level.read[m]);
      access.rows[m] = rows_of(level.read[m]);
      if (level.write[m] < 0) continue;
      access.to[m] = ring(scratch, access, level.write[m]);
      access.to_rows[m] = rows_of(level.write[m]);
    }
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      ((level.stage == static_cast<int>(K)
            ? make_box(std::get<K>(*rules), access, box, core, step + level.step)
            : void()),
       ...);
    }
    (std::make_index_sequence<std::tuple_size_v<RulesOfStages>>{});
  }

  template <class Rules>
  static void make_box(Rules const& rules, Access const& access, Box3 const& box, Box3 const& core,
                       Index step) {
    for_each_period(rules, box, [&](Rules const& turned, Box3 const& part) {
      make_rows(turned, access, part, core, step);
    });
  }

  template <class Rules>
  TESSERA_FLATTEN [[gnu::noinline]] static void make_rows(Rules const& rules_of_all, Access const& access,
                                                          Box3 const& box, Box3 const& core, Index step) {
    // A local copy, which no store can alias. Rules with Views are not copied: each copy would count
    // references.
    std::conditional_t<std::is_trivially_copyable_v<Rules>, Rules const, Rules const&> r = rules_of_all;
    StageRowEdges<Rules, Access> const edges(r);
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        StageRow<Rules, Access>{r, edges, access, y, z, step}.update(box.lower[0], box.upper[0]);
    apply_stage_points(r, box, core, step, access);
  }

  /// Writes a row of the core to memory.
  void store(MemoryAccess<T, count> const& memory, Access const& access, T* scratch, Box3 const& core,
             Index row) const {
    for (int m = 0; m < count; ++m)
      if (has_member(written, m))
        for (Index y = D == 3 ? core.lower[1] : row; y < (D == 3 ? core.upper[1] : row + 1); ++y) {
          Index const z = D == 3 ? row : 0;
          T const* const from =
              access.place(ring(scratch, access, schedule->last[m]), rows_of(schedule->last[m]), y, z);
          std::copy(from + core.lower[0], from + core.upper[0], memory.out(m, y, z) + core.lower[0]);
        }
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The kernel that works on a whole tile in scratch: a team loads its tile, halo included, makes its steps
// there, and writes the core. With one step this is the shared-memory tile kernel of the literature. With
// several steps, each one reads one buffer, writes the other, and updates a box that is one radius smaller
// than that of the step before (after the multi-step kernel of course GPU08).
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/node/record.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/tiles/obstacle_tiles.hpp>
#include <tessera/scheme/detail/tiles/scratch_tile.hpp>

#include <type_traits>

namespace tessera::detail {

template <class Exec, class Rules>
struct BlockKernel {
  using T = typename Rules::value_type;
  static constexpr BoxBounds bounds = BoxBounds::chosen;

  Rules rules;
  Tiling tiling;
  ObstacleTiles<Exec> obstacle_tiles;
  Index3 extent; // of the tile, halo included
  Levels<T> levels;
  Index step;
  int steps;

  /// Bytes of scratch of a team for tiles of this extent, halo included.
  KOKKOS_FUNCTION static std::size_t scratch_bytes(Index3 const& extent, int fused_steps) {
    return tile_bytes<Exec, T>(extent, fused_steps);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const tile = member.league_rank();
    run(member, tiling.box(tile, rules.domain), obstacle_tiles.touches(tile),
        static_cast<char*>(member.team_scratch(int{scratch_level<Exec>})
                               .get_shmem_aligned(scratch_bytes(extent, steps), 16)));
  }

  /// Makes all steps of one core. `scratch` has scratch_bytes() bytes for the core's extent and halo.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& core, bool obstacle,
                                       char* scratch) const {
    // A local copy, which no store can alias. Rules with Views are not copied: a device's members would each
    // copy them, conditions chosen at run time by a branch for each kind.
    std::conditional_t<std::is_trivially_copyable_v<Rules>, Rules const, Rules const&> r = rules;
    Domain const& d = r.domain;
    bool const edge = touches_edge(r, Rules::grown(core, Rules::radius * (steps - 1)));
    bool const touched = edge || obstacle;

    Box3 const loaded = d.clip(Rules::grown(core, Rules::radius * steps));
    Index const pitch = scratch_pitch<Exec>(loaded.extent(0));
    ScratchTile<T> now{reinterpret_cast<T*>(scratch), loaded.lower, pitch, pitch * loaded.extent(1)};
    ScratchTile<T> next = now;
    next.data = reinterpret_cast<T*>(scratch + scratch_bytes(loaded.extents(), 1));
    load(member, loaded, edge, d, levels.in, now);
    if constexpr (Rules::two_levels)
      if (steps > 1) load(member, loaded, edge, d, levels.previous, next);
    barrier<Exec>(member);

    for (int s = 0; s < steps; ++s) {
      Box3 const box = d.clip(Rules::grown(core, Rules::radius * (steps - 1 - s)));
      bool const last = s == steps - 1;
      if constexpr (on_host<Exec>) {
        KOKKOS_IF_ON_HOST((update_on_host(r, touched, box, core, s, now, next);))
      } else if (last) {
        update(member, r, touched, box, core, s, now, next, levels.out, levels.previous_out);
      } else {
        update(member, r, touched, box, core, s, now, next, next, Data<T>{nullptr, 0, 0});
      }
      if (last) return;
      barrier<Exec>(member);
      auto* const swap = now.data;
      now.data = next.data;
      next.data = swap;
    }
  }

private:
  /// Makes step s. Until it is overwritten, node by node, `next` holds the level before the one in `now`.
  void update_on_host(Rules const& r, bool touched, Box3 const& box, Box3 const& core, int s,
                      ScratchTile<T> const& now, ScratchTile<T> const& next) const {
    // Scratch is memory: one update, compiled once, writes to either.
    Levels<T> own{.in = now.level(), .out = next.level(), .previous = next.level()};
    if (steps == 1) own.previous = levels.previous;
    if (s == steps - 1) {
      own.out = levels.out;
      own.previous_out = levels.previous_out;
    }
    update_box_on_host(r, touched, box, step + s, own);
    if constexpr (has_samples<Rules>) // a device's rules, which a host plays
      record_on_host(r, common_part(box, core), own.out, step + s + 1);
    apply_points(r, box, core, step + s, [=](Index x, Index y, Index z) { return own.out.at(x, y, z); });
  }

  static void record_on_host(Rules const& r, Box3 const& box, Data<T> const& values, Index level) {
    bool const due = records_level(r, level);
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        for (Index x = box.lower[0]; x < box.upper[0]; ++x)
          record_in_core(r, due, box, *values.at(x, y, z), x, y, z, level);
  }

  /// Makes step s on a device, where it writes to `to`, and the level that it reads to `previous_to` if that
  /// is not null.
  template <class Member, class To>
  KOKKOS_FORCEINLINE_FUNCTION void update(Member const& member, Rules const& r, bool touched, Box3 const& box,
                                          Box3 const& core, int s, ScratchTile<T> const& now,
                                          ScratchTile<T> const& next, To const& to,
                                          Data<T> const& previous_to) const {
    Index const level = step + s + 1;
    bool const due = records_level(r, level);
    bool const in_memory = steps == 1;
    auto const previous = levels.previous;
    auto const reads = [=](Index x, Index y, Index z) {
      return Rules::with_previous(now.reads(x, y, z),
                                  [=] { return in_memory ? *previous.at(x, y, z) : *next.at(x, y, z); });
    };
    update_box<Exec, bounds>(member, r, touched, box, step + s, reads,
                             [=, &r, &core](Index x, Index y, Index z, T value) {
                               *to.at(x, y, z) = value;
                               record_in_core(r, due, core, value, x, y, z, level);
                               if constexpr (Rules::two_levels)
                                 if (previous_to.origin != nullptr)
                                   *previous_to.at(x, y, z) = *now.at(x, y, z);
                             });
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void load(Member const& member, Box3 const& box, bool edge,
                                               Domain const& d, Data<T const> from,
                                               ScratchTile<T> const& to) {
    if (edge)
      box_for<Exec, bounds>(member, box,
                            [=, &d](Index x, Index y, Index z) { *to.at(x, y, z) = d.load(from, x, y, z); });
    else
      box_for<Exec, bounds>(member, box,
                            [=](Index x, Index y, Index z) { *to.at(x, y, z) = *from.at(x, y, z); });
  }
};

} // namespace tessera::detail

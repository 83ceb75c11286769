// SPDX-License-Identifier: Apache-2.0
// Several time steps per load through team scratch: a team marches along the slow axis with a pipeline of
// stages, one for each time step. Stage s holds the last 2R+1 planes (rows in 2D) of its time level in a
// plane queue in scratch. Whenever a new plane arrives, the stage updates the plane R behind it and hands the
// result to stage s+1.
//
//      planes ->   0 1 2 3 4 5 6 7 8
//      level 0     . . . . . . o o N        N: loaded now (row j)
//      level 1     . . . . o o N            N: made now from o o N above, R = 1 behind
//      level 2     . . o o N
//      out         . . N                    after all stages; a plane is read once and written once
//
// On a host several rows arrive at a time if a stage updates several together; its plane queue then holds as
// many more.
//
// A stencil that reads the previous level finds it in the plane queues too: for the plane that stage s
// updates, it is the oldest plane of level s - 1.
//
// A plane shrinks by R on each side per stage. This kernel runs on hosts and devices and takes any stencil.
// On a host the plane queues lie in the second-level cache and vector loops update the planes.
#pragma once

#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/node/record.hpp>
#include <tessera/scheme/detail/node/row_update.hpp>
#include <tessera/scheme/detail/temporal/scratch/host_stage.hpp>
#include <tessera/scheme/detail/temporal/scratch/plane_queues.hpp>
#include <tessera/scheme/detail/tiles/obstacle_tiles.hpp>

namespace tessera::detail {

template <class Exec, class Rules>
struct PipelineKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr int slow = D - 1;
  using PlaneQueues = detail::PlaneQueues<Exec, Rules>;
  static constexpr int planes_per_update = PlaneQueues::planes_per_update;
  static_assert(D >= 2, "in 1D there is no slow axis to march along: BlockKernel serves");

  Rules rules;
  Tiling tiling;
  ObstacleTiles<Exec> obstacle_tiles;
  Levels<T> levels;
  Index step;
  int steps;

  KOKKOS_FUNCTION static std::size_t scratch_bytes(Index3 const& extent, int fused_steps) {
    return PlaneQueues::scratch_bytes(extent, fused_steps);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Index const tile = member.league_rank();
    Box3 const core = tiling.box(tile, rules.domain);
    Index3 const extent = Rules::grown(core, R * steps).extents();
    run(member, core, obstacle_tiles.touches(tile),
        static_cast<T*>(member.team_scratch(int{scratch_level<Exec>})
                            .get_shmem_aligned(scratch_bytes(extent, steps), on_host<Exec> ? 64 : 16)));
  }

  /// Makes all steps of one core. `scratch` has scratch_bytes() for the extent of the core and its halo.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(Member const& member, Box3 const& core, bool obstacle,
                                       T* scratch) const {
    Rules const r = rules;
    Domain const& d = r.domain;
    bool const edge = touches_edge(r, Rules::grown(core, R * (steps - 1)));
    bool const touched = edge || obstacle;
    Box3 const loaded = d.clip(Rules::grown(core, R * steps));
    PlaneQueues const queues(scratch, core, loaded, steps);

    for (Index j = loaded.lower[slow]; j < core.upper[slow] + R * steps; j += planes_per_update) {
      for (Index k = j; k < min(j + planes_per_update, loaded.upper[slow]); ++k)
        load(member, core, loaded, k, edge, d, queues);
      barrier<Exec>(member);
      for (int s = 0; s < steps; ++s) {
        Index const along = j - (s + 1) * R;
        Box3 box = d.clip(Rules::grown(core, R * (steps - 1 - s)));
        box.lower[slow] = max(along, box.lower[slow]);
        box.upper[slow] = min(along + planes_per_update, box.upper[slow]);
        if (box.lower[slow] >= box.upper[slow]) continue;
        if constexpr (on_host<Exec>) {
          KOKKOS_IF_ON_HOST(
              (HostStage<Exec, Rules>{r, levels, queues, core, obstacle, step, steps}.update(box, s);))
        } else {
          stage(member, r, touched, core, box, s, queues);
        }
        barrier<Exec>(member);
      }
    }
  }

private:
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void
  load([[maybe_unused]] Member const& member, [[maybe_unused]] Box3 const& core, Box3 box, Index along,
       [[maybe_unused]] bool edge, Domain const& d, PlaneQueues const& queues) const {
    auto const from = levels.in;
    box.lower[slow] = along;
    box.upper[slow] = along + 1;
    PlaneQueues const to = queues;
    if constexpr (on_host<Exec>) {
      KOKKOS_IF_ON_HOST((fetch_ahead(core, box, d); load_on_host(box, along, d, queues);))
    } else if (edge)
      box_for<Exec>(member, box,
                    [=, &d](Index x, Index y, Index z) { *to.at(0, along, x, y) = d.load(from, x, y, z); });
    else
      box_for<Exec>(member, box,
                    [=](Index x, Index y, Index z) { *to.at(0, along, x, y) = *from.at(x, y, z); });
  }

  /// Loads a plane row by row: part by part between the ends of a period that wraps.
  void load_on_host(Box3 const& box, Index along, Domain const& d, PlaneQueues const& queues) const {
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y) {
        T const* const from = levels.in.at(0, d.around(1, y), d.around(2, z));
        T* const to = queues.at(0, along, box.lower[0], y) - box.lower[0];
        for_parts_of_row(d, box.lower[0], box.upper[0], [=](Index x, Index stop, Index shift) {
          simd_for<T>(x, stop, [=](Index at) { to[at] = from[at + shift]; });
        });
      }
  }

  /// Prefetches the planes that are read and written next. `box`: the plane that is read now.
  void fetch_ahead(Box3 const& core, Box3 const& box, Domain const& d) const {
    constexpr Index ahead = D == 2 ? 4 : 1;
    Index const x = box.lower[0], read = box.lower[slow] + ahead, written = read - R * steps;
    for (Index y = box.lower[1]; y < (D == 2 ? box.lower[1] + 1 : box.upper[1]); ++y) {
      if (read < d.readable.upper[slow])
        prefetch<false>(D == 2 ? levels.in.at(x, read, 0) : levels.in.at(x, y, read), box.extent(0));
      if (written >= core.lower[slow] && written < core.upper[slow])
        prefetch<true>(D == 2 ? levels.out.at(x, written, 0) : levels.out.at(x, y, written), box.extent(0));
    }
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void stage(Member const& member, Rules const& r, bool touched, Box3 const& core,
                                         Box3 const& box, int s, PlaneQueues const& queues) const {
    Index const along = box.lower[slow], level = step + s + 1;
    bool const due = records_level(r, level);
    auto const origin = queues.reads(s, queues.lower[0], queues.lower[1], along);
    Index const x0 = queues.lower[0], y0 = queues.lower[1];
    Levels<T> const memory = levels;
    T const* const previous = s == 0 ? nullptr : queues.previous(levels, s, x0, D == 2 ? along : y0, along);
    auto const in_queue = [=](Index x, Index y) {
      return (x - x0) + (D == 3 ? (y - y0) * origin.pitch : Index{0});
    };
    auto const reads = [=, &r](Index x, Index y, Index z) {
      auto source = origin;
      TESSERA_UNROLL
      for (int k = 0; k < PlaneQueues::planes; ++k) source.plane[k] += in_queue(x, y);
      return Rules::with_previous(source, [=, &r] {
        return previous == nullptr ? r.domain.load(memory.previous, x, y, z) : previous[in_queue(x, y)];
      });
    };
    if (s == steps - 1) {
      update_box<Exec>(member, r, touched, box, step + s, reads,
                       [=, &r, &core](Index x, Index y, Index z, T value) {
                         *memory.out.at(x, y, z) = value;
                         record_in_core(r, due, core, value, x, y, z, level);
                         if constexpr (Rules::two_levels)
                           *memory.previous_out.at(x, y, z) = origin.plane[R][in_queue(x, y)];
                       });
    } else {
      T* const to = queues.at(s + 1, along, x0, y0);
      update_box<Exec>(member, r, touched, box, step + s, reads,
                       [=, &r, &core](Index x, Index y, Index z, T value) {
                         to[in_queue(x, y)] = value;
                         record_in_core(r, due, core, value, x, y, z, level);
                       });
    }
  }
};

} // namespace tessera::detail

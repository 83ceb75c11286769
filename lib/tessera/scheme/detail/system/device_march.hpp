// SPDX-License-Identifier: Apache-2.0
// A step of all stages per load of a plane, on a device, for systems in 3D: 2.5D blocking (Nguyen et al.,
// "3.5-D blocking optimization for stencil computations", SC 2010) with stages in place of steps. A team
// marches along axis 2 over a tile of columns, of which each of its members owns one. Planes come by
// asynchronous copies into a ring buffer in the team's scratch, a turn before the first stage reads them:
//
//      columns ->     0 1 2 3 ... n
//      copied         o o o o ... o       the tile with its halo
//      stage 1        . o o o ... o       reads one column below it: column 0 gets a value of no meaning
//      stage 2        . o o o ... .       reads one column above it
//
// What a stage makes stays in registers as long as later stages read it (march_queues.hpp); what these read
// of other columns goes to scratch, and a barrier follows.
//
// The march makes the nodes that read nothing beyond a face, and that none sets. The others are made from
// memory before it and after it (device_march_plan.hpp). Where a later stage reads them, the march loads
// them.
#pragma once

#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_march_shape.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

#include <bit>

namespace tessera::detail {

template <class Exec, class... Rules>
struct StageMarchKernel {
  using Shape = MarchShape<Rules...>;
  using First = typename Shape::First;
  using T = typename Shape::T;
  static constexpr int count = Shape::count, layer_count = Shape::layers > 0 ? Shape::layers : 1,
                       live = Shape::live, greatest_lag = Shape::queues.greatest_lag,
                       stage_count = Shape::stages;
  static constexpr unsigned written = Shape::written;

  StageList<Rules...> stages;
  Tiling tiling;
  SystemLevels<T, count> levels;
  Box3 interior[stage_count]; // the nodes that each stage makes here
  unsigned keeps;             // a bit for each stage whose other nodes keep their values
  Index step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    T* const scratch = static_cast<T*>(member.team_scratch(int{scratch_level<Exec>})
                                           .get_shmem_aligned(std::size_t{Shape::scratch_bytes}, 16)) +
                       (Shape::margin + place_of(member.team_rank()));
    Column column =
        column_of(tiling.box(member.league_rank(), stages.first.domain), place_of(member.team_rank()));
    T layers[layer_count];
    int place[live]; // in scratch, of the plane that was loaded so many turns ago
    TESSERA_UNROLL
    for (int lag = 0; lag < live; ++lag) place[lag] = -slot_size;
    TESSERA_UNROLL
    for (int r = 0; r < Shape::under_way; ++r) copy(column, r, scratch + r * slot_size);
    int free = Shape::under_way * slot_size;
    TESSERA_NO_UNROLL
    for (int turn = 0; turn < column.core_end + greatest_lag; ++turn) {
      push(layers);
      TESSERA_UNROLL
      for (int lag = live - 1; lag > 0; --lag) place[lag] = max(0, place[lag - 1]);
      place[0] = next(place[0]);
      wait_for_copies<Shape::under_way - 1>();
      detail::team_barrier(member); // the plane is whole, and nobody reads the oldest one any more
      copy(column, turn + Shape::under_way, scratch + free);
      free = next(free);
      make_stages<0>(member, column, turn, place, scratch, layers);
    }
    wait_for_copies<0>();
  }

private:
  static constexpr int slot_size = Shape::slot_size(Shape::members);

  /// What a member knows of its column. Planes are counted from the first one that is loaded.
  struct Column {
    Index x, y;               // where memory holds the column, or one that stands for it
    Index z;                  // the first plane; it may lie outside
    Index read, write;        // nodes of the column: the one that is loaded, and the turn's plane unwrapped
    int core_begin, core_end; // the planes that are written
    int begin[stage_count], end[stage_count]; // the planes that each stage makes here
    int nodes;                                // the plane of the domain's upper end
    bool owned;                               // whether the member is not left over, see place_of
    bool exists, written; // whether there are nodes, and whether they belong to the tile's core
    unsigned inside;      // a bit for each stage that makes nodes of the column here
  };

  template <int stage>
  using StageOf = std::tuple_element_t<stage, std::tuple<Rules...>>;

  KOKKOS_FORCEINLINE_FUNCTION static int next(int place) {
    place += slot_size;
    return place == Shape::depth * slot_size ? 0 : place;
  }
  /// The place in scratch of a member that a stage reads in other columns after an earlier stage has made it.
  template <int stage, int m>
  KOKKOS_FUNCTION static constexpr int slot() {
    constexpr unsigned before = Shape::template aside<StageOf<stage>, stage> & ((1u << m) - 1);
    return Shape::aside_begin(stage, Shape::members) + std::popcount(before) * Shape::members;
  }
  /// The register of a member's layer, `oz` planes from the one that the stage makes.
  template <int stage, int m>
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int layer_of(int oz) {
    constexpr int queue = Shape::queues.read[stage][m],
                  layer = Shape::queues.begin[queue] + Shape::queues.lag[stage] -
                          Shape::queues.first_lag[queue] - Shape::copied_layers;
    return layer - oz;
  }

  /// The place of a member's column in the tile, row by row: a warp has a row of the core, and the columns of
  /// the halo come last.
  KOKKOS_FORCEINLINE_FUNCTION static int place_of(int rank) {
    constexpr int below = Shape::queues.below[0], of_core = Shape::width * Shape::rows,
                  rim = Shape::rim > 0 ? Shape::rim : 1;
    if (rank < of_core) return rank / Shape::width * Shape::pitch + below + rank % Shape::width;
    int const row = (rank - of_core) / rim, x = (rank - of_core) % rim;
    return row * Shape::pitch + (x < below ? x : Shape::width + x);
  }
  KOKKOS_FORCEINLINE_FUNCTION Column column_of(Box3 const& core, int place) const {
    Domain const& d = stages.first.domain;
    Index const x = core.lower[0] - Shape::queues.below[0] + place % Shape::pitch,
                y = core.lower[1] - Shape::queues.below[1] + place / Shape::pitch;
    Column column{};
    column.z = core.lower[2] - Shape::queues.below[2];
    column.core_begin = Shape::queues.below[2];
    column.core_end = static_cast<int>(core.upper[2] - column.z);
    column.nodes = static_cast<int>(d.nodes[2] - column.z);
    column.x = in_memory<First>(d, 0, x);
    column.y = in_memory<First>(d, 1, y);
    column.read = node_of(column, in_memory<First>(d, 2, column.z));
    column.write = column.x + column.y * levels.stride_y + column.z * levels.stride_z;
    column.exists = (d.wraps[0] || column.x == x) && (d.wraps[1] || column.y == y);
    column.written = x >= core.lower[0] && x < core.upper[0] && y >= core.lower[1] && y < core.upper[1];
    TESSERA_UNROLL
    for (int s = 0; s < stage_count; ++s) {
      column.begin[s] = static_cast<int>(max(interior[s].lower[2] - column.z, -1));
      column.end[s] =
          static_cast<int>(min(interior[s].upper[2] - column.z, column.core_end + 2 * greatest_lag));
      if (x >= interior[s].lower[0] && x < interior[s].upper[0] && y >= interior[s].lower[1] &&
          y < interior[s].upper[1])
        column.inside |= 1u << s;
    }
    return column;
  }

  KOKKOS_FORCEINLINE_FUNCTION Index node_of(Column const& column, Index z) const {
    return column.x + column.y * levels.stride_y + z * levels.stride_z;
  }
  /// Copies plane r, which column.read is in, to scratch, and goes on to the next one.
  KOKKOS_FORCEINLINE_FUNCTION void copy(Column& column, int r, T* to) const {
    for_members<First::apart::all, count>([&](auto m) {
      copy_to_scratch<1, true>(to + m.number * Shape::members, levels.in[m.number] + column.read);
    });
    end_group_of_copies();
    Index const z = column.z + r + 1;
    if (z > 0 && r + 1 < column.nodes)
      column.read += levels.stride_z;
    else
      column.read = node_of(column, in_memory<First>(stages.first.domain, 2, z));
  }

  /// Moves all queues on by one plane.
  KOKKOS_FORCEINLINE_FUNCTION static void push(T (&layers)[layer_count]) {
    for_queues<Shape::queues.queues>([&](auto q) {
      constexpr int begin = Shape::queues.begin[q.value] - Shape::copied_layers,
                    length = Shape::queues.last_lag[q.value] - Shape::queues.first_lag[q.value] + 1;
      if constexpr (q.value >= count) {
        TESSERA_UNROLL
        for (int k = length - 1; k > 0; --k) layers[begin + k] = layers[begin + k - 1];
      }
    });
  }

  /// What the formula of a stage reads.
  template <int stage>
  struct Reads {
    T const (&layers)[layer_count];
    int const (&place)[live];
    T const* scratch;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      constexpr bool is_near = has_member(StageOf<stage>::near, m),
                     copied = Shape::queues.read[stage][m] < count;
      constexpr int lag = Shape::queues.lag[stage];
      if constexpr (copied && is_near)
        return scratch[place[lag - oz] + m * Shape::members + oy * Shape::pitch + ox];
      else if constexpr (copied)
        return scratch[place[lag] + m * Shape::members];
      if constexpr (has_member(Shape::template aside<StageOf<stage>, stage>, m))
        if (ox != 0 || oy != 0) return scratch[slot<stage, m>() + oy * Shape::pitch + ox];
      return layers[layer_of<stage, m>(is_near ? oz : 0)];
    }
  };

  template <int stage, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_stages(Member const& member, Column& column, int loaded,
                                               int const (&place)[live], T* scratch,
                                               T (&layers)[layer_count]) const {
    constexpr unsigned aside = Shape::template aside<StageOf<stage>, stage>;
    constexpr int lag = Shape::queues.lag[stage];
    for_members<aside, count>(
        [&](auto m) { scratch[slot<stage, m.number>()] = layers[layer_of<stage, m.number>(0)]; });
    if constexpr (aside != 0) detail::team_barrier(member);
    make<stage>(column, loaded - lag, Reads<stage>{layers, place, scratch}, layers);
    if constexpr (stage + 1 < stage_count)
      make_stages<stage + 1>(member, column, loaded, place, scratch, layers);
    else
      column.write += levels.stride_z;
  }

  /// Makes plane r of a stage.
  template <int stage>
  KOKKOS_FORCEINLINE_FUNCTION void make(Column const& column, int r, Reads<stage> const& reads,
                                        T (&layers)[layer_count]) const {
    using Stage = StageOf<stage>;
    constexpr bool is_last = stage + 1 == stage_count;
    auto const& rules = stages.template at<stage>();
    Index const z = column.z + r;
    auto made = Stage::apart::split(
        rules.formula(reads, column.x, column.y, in_memory<First>(rules.domain, 2, z), step));
    bool const inside =
        (column.inside >> stage & 1u) != 0 && r >= column.begin[stage] && r < column.end[stage];
    bool const keep = (keeps >> stage & 1u) != 0;
    if (!inside && keep) {
      for_members<Stage::writes, count>(
          [&](auto m) { made.v[m.number] = reads.template member<m.number>(0, 0, 0); });
    } else if constexpr (!is_last) {
      if (Domain const& d = rules.domain;
          !inside && column.exists && (d.wraps[2] || (z >= 0 && z < d.nodes[2]))) {
        Index const at = node_of(column, in_memory<First>(d, 2, z));
        for_members<Stage::writes, count>([&](auto m) { made.v[m.number] = levels.out[m.number][at]; });
      }
    }
    constexpr int lag = Shape::queues.lag[stage];
    Index const node = column.write - lag * levels.stride_z;
    bool const stored =
        column.written && r >= column.core_begin && r < column.core_end && (inside || keep || !is_last);
    for_members<Stage::writes, count>([&](auto m) {
      constexpr int place = Shape::queues.begin[Shape::queues.write[stage][m.number]] - Shape::copied_layers;
      layers[place] = made.v[m.number];
      if constexpr (Shape::queues.last[stage][m.number])
        if (stored) levels.out[m.number][node] = made.v[m.number];
    });
  }
};

} // namespace tessera::detail

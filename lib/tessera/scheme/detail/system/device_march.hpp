// SPDX-License-Identifier: Apache-2.0
// A step of all stages per load of a plane, on a device, for systems in 3D: 2.5D blocking (Nguyen et al.,
// "3.5-D blocking optimization for stencil computations", SC 2010) with stages in place of steps. A team
// marches along axis 2 over a tile of columns, of which each of its members owns one. Planes come by
// asynchronous copies into a ring buffer in the team's scratch, a turn before the first stage reads them;
// members that no stage reads at neighbours come to registers in their place (march_loads.hpp):
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
// memory before it, beside it and after it (device_march_plan.hpp). Where a later stage reads them, the march
// loads them.
#pragma once

#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_march_column.hpp>
#include <tessera/scheme/detail/system/device_march_shape.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/scheme/detail/tiles/tiling.hpp>

#include <bit>

namespace tessera::detail {

template <class Exec, class... Rules>
struct StageMarchKernel {
  using Shape = MarchShape<Rules...>;
  using First = typename Shape::First;
  using Column = MarchColumn<Shape>;
  using T = typename Shape::T;
  static constexpr int count = Shape::count, layer_count = Shape::layers > 0 ? Shape::layers : 1,
                       own_count = Shape::own_count > 0 ? Shape::own_count : 1, live = Shape::live,
                       greatest_lag = Shape::queues.greatest_lag, stage_count = Shape::stages;
  static constexpr unsigned written = Shape::written;

  StageList<Rules...> stages;
  Tiling tiling;
  SystemLevels<T, count> levels;
  Box3 interior[stage_count]; // the nodes that each stage makes here
  unsigned keeps;             // a bit for each stage whose other nodes keep their values
  bool reads_faces;           // whether a later stage reads what was made at faces before the march
  Index step;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const tile_place = Column::place_of(member.team_rank());
    T* const scratch =
        opaque_scratch(static_cast<T*>(member.team_scratch(int{scratch_level<Exec>})
                                           .get_shmem_aligned(std::size_t{Shape::scratch_bytes}, 16)) +
                       (Shape::margin + tile_place));
    Domain const& domain = stages.first.domain;
    Column column =
        Column::at(tile_place, tiling.box(member.league_rank(), domain), domain, levels, interior);
    T layers[layer_count], own[own_count];
    int place[live]; // in scratch, of the plane that was loaded so many turns ago
    TESSERA_UNROLL
    for (int lag = 0; lag < live; ++lag) place[lag] = -slot_size;
    TESSERA_UNROLL
    for (int r = 0; r < Shape::under_way; ++r) copy(column, r, scratch + r * slot_size);
    int free = Shape::under_way * slot_size;
    load_own_before<0>(column, own);
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
      make_stages<0>(member, column, turn, place, scratch, layers, own);
    }
    wait_for_copies<0>();
  }

private:
  static constexpr int slot_size = Shape::slot_size(Shape::members);

  template <int stage>
  using StageOf = std::tuple_element_t<stage, std::tuple<Rules...>>;

  KOKKOS_FORCEINLINE_FUNCTION static int next(int place) {
    place += slot_size;
    return place == Shape::depth * slot_size ? 0 : place;
  }
  /// The place in scratch of a member that a stage reads in other columns after an earlier stage has made it.
  template <int stage, int m>
  static constexpr int slot = [] {
    constexpr unsigned before = Shape::template aside<StageOf<stage>, stage> & ((1u << m) - 1);
    return Shape::aside_begin(stage, Shape::members) + std::popcount(before) * Shape::members;
  }();
  /// The register of a member's layer, `oz` planes from the one that the stage makes.
  template <int stage, int m>
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int layer_of(int oz) {
    constexpr int queue = Shape::queues.read[stage][m],
                  layer = Shape::queues.begin[queue] + Shape::queues.lag[stage] -
                          Shape::queues.first_lag[queue] - Shape::copied_layers;
    return layer - oz;
  }

  /// Copies plane r, which column.read is in, to scratch, and goes on to the next one.
  KOKKOS_FORCEINLINE_FUNCTION void copy(Column& column, int r, T* to) const {
    for_members<Shape::ring, count>([&](auto m) {
      constexpr int number = number_among(Shape::ring, m.number);
      copy_to_scratch_if(has_member(column.loaded, m.number), to + number * Shape::members,
                         levels.in[m.number] + column.read);
    });
    end_group_of_copies();
    Index const z = column.z + r + 1;
    if (z > 0 && r + 1 < column.nodes)
      column.read += levels.stride_z;
    else
      column.read = column.node(levels, in_memory<First>(stages.first.domain, 2, z));
  }

  /// Loads the members that a column keeps to itself and that `stage` is the last one to read, from plane r.
  /// \param node its node there, if the plane lies in the domain
  template <int stage>
  KOKKOS_FORCEINLINE_FUNCTION void load_own(Column const& column, int r, Index node,
                                            T (&own)[own_count]) const {
    constexpr unsigned members = [] {
      unsigned members = 0;
      for (int m = 0; m < count; ++m)
        if (has_member(Shape::own, m) && Shape::loads.last_reader[m] == stage) members |= 1u << m;
      return members;
    }();
    if constexpr (members != 0) {
      Domain const& d = stages.first.domain;
      Index const z = column.z + r;
      if (z < 0 || z >= d.nodes[2]) node = column.node(levels, in_memory<First>(d, 2, z));
      if ((column.loaded & members) != 0)
        for_members<members, count>(
            [&](auto m) { own[number_among(Shape::own, m.number)] = levels.in[m.number][node]; });
    }
  }
  template <int stage>
  KOKKOS_FORCEINLINE_FUNCTION void load_own_before(Column const& column, T (&own)[own_count]) const {
    constexpr int lag = Shape::queues.lag[stage];
    load_own<stage>(column, -lag, column.write - lag * levels.stride_z, own);
    if constexpr (stage + 1 < stage_count) load_own_before<stage + 1>(column, own);
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
    T const (&own)[own_count];
    int const (&place)[live];
    T const* scratch;
    template <int m>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      constexpr bool is_near = has_member(StageOf<stage>::near, m),
                     copied = Shape::queues.read[stage][m] < count;
      constexpr int lag = Shape::queues.lag[stage];
      constexpr int number = number_among(Shape::ring, m);
      if constexpr (copied && has_member(Shape::own, m))
        return own[number_among(Shape::own, m)];
      else if constexpr (copied && is_near)
        return scratch[place[lag - oz] + number * Shape::members + oy * Shape::pitch + ox];
      else if constexpr (copied)
        return scratch[place[lag] + number * Shape::members];
      if constexpr (has_member(Shape::template aside<StageOf<stage>, stage>, m))
        if (ox != 0 || oy != 0) return scratch[slot<stage, m> + oy * Shape::pitch + ox];
      return layers[layer_of<stage, m>(is_near ? oz : 0)];
    }
  };

  template <int stage, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_stages(Member const& member, Column& column, int loaded,
                                               int const (&place)[live], T* scratch, T (&layers)[layer_count],
                                               T (&own)[own_count]) const {
    constexpr unsigned aside = Shape::template aside<StageOf<stage>, stage>;
    constexpr int lag = Shape::queues.lag[stage];
    for_members<aside, count>(
        [&](auto m) { scratch[slot<stage, m.number>] = layers[layer_of<stage, m.number>(0)]; });
    if constexpr (aside != 0) detail::team_barrier(member);
    make<stage>(column, loaded - lag, Reads<stage>{layers, own, place, scratch}, layers);
    load_own<stage>(column, loaded + 1 - lag, column.write + (1 - lag) * levels.stride_z, own);
    if constexpr (stage + 1 < stage_count)
      make_stages<stage + 1>(member, column, loaded, place, scratch, layers, own);
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
    bool const inside = column.makes[stage].has(r);
    bool const keep = (keeps >> stage & 1u) != 0;
    if (!inside && keep) {
      for_members<Stage::writes, count>(
          [&](auto m) { made.v[m.number] = reads.template member<m.number>(0, 0, 0); });
    } else if constexpr (!is_last) {
      if (Domain const& d = rules.domain;
          reads_faces && !inside && column.exists && (d.wraps[2] || (z >= 0 && z < d.nodes[2]))) {
        Index const at = column.node(levels, in_memory<First>(d, 2, z));
        for_members<Stage::writes, count>([&](auto m) { made.v[m.number] = levels.out[m.number][at]; });
      }
    }
    constexpr int lag = Shape::queues.lag[stage];
    Index const node = column.write - lag * levels.stride_z;
    bool const stored = column.written.has(r) && (inside || keep);
    for_members<Stage::writes, count>([&](auto m) {
      constexpr int place = Shape::queues.begin[Shape::queues.write[stage][m.number]] - Shape::copied_layers;
      layers[place] = made.v[m.number];
      if constexpr (Shape::queues.last[stage][m.number])
        if (stored) levels.out[m.number][node] = made.v[m.number];
    });
  }
};

} // namespace tessera::detail

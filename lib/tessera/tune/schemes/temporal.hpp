// SPDX-License-Identifier: Apache-2.0
// What the autotuner knows of Temporal. Each of its ways has another cost.
#pragma once

#include <tessera/scheme/detail/temporal/registers_1d/default_tile.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/temporal.hpp>
#include <tessera/tune/schemes/plane_widths.hpp>
#include <tessera/tune/system_tile.hpp>
#include <tessera/tune/tuning_of.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tessera::detail {

inline TemporalCase temporal_case(Work const& w) {
  return {.host = w.host,
          .dimension = w.dimension,
          .nodes = w.nodes,
          .radius = w.radius,
          .value_bytes = static_cast<Index>(w.value_bytes),
          .two_levels = w.two_levels,
          .reads_halo = w.halo,
          .slow_periodic = w.slow_periodic,
          .concurrency = w.host ? w.workers : w.threads,
          .persistent = w.persistent,
          .registers = w.registers,
          .tiles = w.tiles};
}

/// Whether Temporal goes this way by itself. If a tile is given, it streams.
inline bool takes_way(Work const& w, AnyScheme const& scheme, TemporalWay way) {
  return scheme.name == Temporal::name && scheme.tile == Tile{0, 0, 0} &&
         temporal_way(temporal_case(w)) == way;
}

/// The default tile of a volume that is streamed through a device's registers.
inline AnyScheme with_volume_tile(Work const& w, AnyScheme scheme) {
  using Own = VolumeDefault;
  if (scheme.fused_steps == 0) scheme.fused_steps = Own::steps;
  int const steps = scheme.fused_steps, halo = 2 * steps;
  Index const columns =
      divide_up(w.nodes[0], Index{Own::width - halo}) * divide_up(w.nodes[1], Index{Own::height - halo});
  Index const planes = Own::planes_in_waves(columns, w.nodes[2], steps, multiprocessors(w.threads),
                                            Own::team_size(w.value_bytes, Own::height), w.two_levels);
  scheme.tile = {Own::width, Own::height, static_cast<int>(planes)};
  return scheme;
}

/// About the tile and the steps that a plane gets whose rows are streamed through a device's registers.
inline AnyScheme with_plane_tile(Work const& w, AnyScheme scheme) {
  using Own = PlaneDefault;
  bool const star = w.points <= 1 + Index{2} * w.dimension * w.radius;
  if (scheme.fused_steps == 0)
    scheme.fused_steps = Own::steps(star, w.radius, w.value_bytes, w.nodes_in_all());
  scheme.tile = {Own::packs(w.radius) * 16 / static_cast<int>(w.value_bytes), 512, 0};
  return scheme;
}

/// The tile and the steps that a line gets in a device's registers.
inline AnyScheme with_line_tile(Work const& w, AnyScheme scheme) {
  LineChoice const own =
      LineSizes{w.radius, w.value_bytes, w.two_levels}.choice(w.nodes[0], multiprocessors(w.threads));
  if (scheme.fused_steps == 0) scheme.fused_steps = own.fused_steps;
  scheme.tile = {LineSizes::lanes * own.run, 0, 0};
  return scheme;
}

/// The scheme with the choices that its plan makes on a device if the user makes none.
inline AnyScheme with_own_choices(Work const& w, AnyScheme scheme) {
  if (w.host || scheme.name != Temporal::name || scheme.tile != Tile{0, 0, 0}) return scheme;
  TemporalWay const way = temporal_way(temporal_case(w));
  if (way == TemporalWay::registers)
    return w.dimension == 1   ? with_line_tile(w, scheme)
           : w.dimension == 2 ? with_plane_tile(w, scheme)
                              : with_volume_tile(w, scheme);
  if (way == TemporalWay::tiles) {
    if (scheme.fused_steps == 0) scheme.fused_steps = 4;
    scheme.tile = {64, 64, 0};
  }
  return scheme;
}

inline constexpr Index most_steps_of_launch = 1024; // steps

/// The number of steps that a launch makes.
inline double steps_of_launch(Work const& w, AnyScheme const& scheme) {
  return static_cast<double>(scheme.fused_steps > 0 ? scheme.fused_steps
                             : w.steps_per_call > 0 ? min(w.steps_per_call, most_steps_of_launch)
                                                    : most_steps_of_launch);
}

/// The cost of the persistent kernel. Tiles of 64 x 64 nodes, halo included, are loaded anew every `interval`
/// steps. If all tiles run at once they wait for each other in between, which takes half as long as a launch;
/// else the steps between two loads take a launch of their own.
inline Cost predict_persistent(Machine const& machine, Work const& w, AnyScheme const& scheme) {
  constexpr Index width = CooperativeShape::width;
  double const concurrent_tiles = static_cast<double>(multiprocessors(w.threads));
  double const steps = steps_of_launch(w, scheme), updates = static_cast<double>(width * width);
  double const operations = 3. * static_cast<double>(w.points);
  double const tile_s = updates * operations * concurrent_tiles / machine.operations(w.value_bytes);
  bool const one_tile = w.nodes[0] <= width && w.nodes[1] <= width;
  Cost best;
  for (Index interval : {Index{4}, Index{8}, Index{12}, Index{16}, Index{20}}) {
    Index const core = one_tile ? width : width - 2 * interval;
    double const tiles = static_cast<double>(divide_up(w.nodes[0], core) * divide_up(w.nodes[1], core));
    double const intervals = one_tile ? 1 : std::ceil(steps / static_cast<double>(interval));
    double const exchange =
        tiles <= concurrent_tiles && core >= interval ? machine.team_launch_s / 2 : machine.team_launch_s;
    double const moved = intervals * static_cast<double>(w.value_bytes) * (tiles * updates + w.size());
    Cost const cost{.memory = moved / machine.rate_at(2 * w.field_bytes()) / steps,
                    .issue = std::ceil(tiles / concurrent_tiles) * tile_s,
                    .launch = (machine.team_launch_s + (intervals - 1) * exchange) / steps,
                    .overlapping = true};
    if (best.issue == 0 || cost.seconds() < best.seconds()) best = cost;
  }
  return best;
}

inline Cost predict_in_caches(Machine const& machine, Work const& w, AnyScheme const& scheme) {
  double const steps = steps_of_launch(w, scheme);
  double const cores = static_cast<double>(cores_of_cached_grid(temporal_case(w))), idle = w.workers / cores;
  double const bytes = w.field_bytes(), levels = w.two_levels ? 3 : 2;
  double const operations = 3. * static_cast<double>(w.points) + (w.two_levels ? 1 : 0);
  double const rows = w.size() / static_cast<double>(w.nodes[0]);
  return {.memory = 2 * bytes / machine.rate_at(levels * bytes) / steps,
          .cache = idle * moved_values(w, most_steps_of_launch) * bytes / machine.rate_at(levels * bytes),
          .scratch = 0,
          .issue = idle * (w.size() * operations / machine.operations(w.value_bytes) +
                           rows * machine.row_s / w.workers),
          .launch = machine.team_launch_s / steps};
}

/// Temporal. Grids that stay in caches or registers have special costs; the general model describes all that
/// is streamed.
template <>
struct TuningOf<Temporal> : TuningDefaults {
  static constexpr bool by_tile = true;
  /// Rows of a host's tile enter and leave memory between the steps of other rows, at half of the rate of a
  /// copy.
  static double slower_than_copy(Work const& w) { return w.host ? 2 : 1; }
  static AnyScheme settled(Work const& w, AnyScheme const& scheme) { return with_own_choices(w, scheme); }
  static std::optional<Cost> special_cost(Machine const& machine, Work const& w, AnyScheme const& scheme) {
    if (takes_way(w, scheme, TemporalWay::caches)) return predict_in_caches(machine, w, scheme);
    if (takes_way(w, scheme, TemporalWay::persistent)) return predict_persistent(machine, w, scheme);
    return {};
  }

  static void add_host_candidates(CandidateList& list, Work const& w) {
    if (takes_way(w, {.name = Temporal::name}, TemporalWay::caches)) list.add(Temporal::name);
    auto const bytes = [&](Index count) { return row_of(w, count); };
    Index const slow = w.nodes[w.dimension - 1], share = share_of_two(w);
    if (w.dimension == 1)
      list.add_all(Temporal::name, {bytes(8192), bytes(14336), bytes(32768), bytes(131072), whole_axis}, {},
                   {}, {8, 16, 32, 64, 128});
    else if (w.dimension == 2)
      list.add_all(Temporal::name, {bytes(1024), bytes(2048), bytes(4096), bytes(8192), bytes(16384)},
                   {32, 128, 512, share, divide_up(slow, w.workers)}, {}, {2, 4, 8, 16, 24, 32});
    else
      list.add_all(Temporal::name, {bytes(512), bytes(1024), bytes(2048), bytes(4096)}, {8, 16, 24, 32, 64},
                   {64, 256, share}, {2, 3, 4, 6, 8});
  }
  template <class Exec, class Rules>
  static void add_device_candidates(CandidateList& list, Work const& w) {
    if constexpr (fits_line<Exec, Rules>) {
      using Plan = TemporalLinePlan<Exec, Rules>;
      list.add(Temporal::name);
      for (int run : {Plan::short_run, Plan::long_run})
        for (int steps : {4, 8, 16, 32, 64, 128})
          if (Plan::sizes.has_core(run, steps))
            list.add(Temporal::name, {{LineSizes::lanes * run - 2 * w.radius * steps, 0, 0}}, steps);
    } else if constexpr (Rules::dimension == 1) {
      list.add_all(Temporal::name, {512, 1024, 2048}, {}, {}, {4, 8, 16, 32});
    } else {
      list.add(Temporal::name);
      if constexpr (fits_registers<Exec, Rules>) {
        if (w.registers) add_planes_in_registers<Exec, Rules>(list, w);
      } else if constexpr (fits_volume<Exec, Rules>) {
        if (w.registers) add_volumes_in_registers<TemporalVolumePlan<Exec, Rules>>(list);
      }
      if (w.tiles)
        for (int steps : {2, 4, 8}) list.add(Temporal::name, {{0, 0, 0}}, steps);
    }
    // To stream other formulas through scratch is far slower on a device than a sweep a step.
  }
  /// With the plan's own tile; on a host with others, too.
  static void add_system_candidates(CandidateList& list, Work const& w) {
    if (!has_system_tiles(w)) return;
    for (int steps : {0, 2, 3, 4, 6, 8, 12, 16, 24}) list.add(Temporal::name, {{0, 0, 0}}, steps);
    if (!w.host) return;
    auto const bytes = [&](Index count) { return row_of(w, count); };
    Index const slow = w.nodes[w.dimension - 1];
    if (w.dimension == 1)
      list.add_all(Temporal::name, {1024, 4096, whole_axis}, {}, {}, {4, 8, 16});
    else if (w.dimension == 2)
      list.add_all(Temporal::name, {bytes(1024), bytes(2048), bytes(4096), bytes(8192), whole_axis},
                   {64, 256, divide_up(slow, w.workers)}, {}, {2, 4, 8, 16});
    else
      list.add_all(Temporal::name, {bytes(1024), bytes(4096)}, {16, 32, 64}, {64, divide_up(slow, w.workers)},
                   {2, 3, 4});
  }

private:
  template <class Exec, class Rules>
  static void add_planes_in_registers(CandidateList& list, Work const& w) {
    [&]<int... fused_steps>(std::integer_sequence<int, fused_steps...>) {
      // One step in registers is left to Streaming.
      ((fused_steps > 1 ? add_plane_widths<Exec, Rules>(list, w, Temporal::name, fused_steps, fused_steps)
                        : void()),
       ...);
    }
    (typename TemporalRegisterPlan<Exec, Rules>::Available{});
  }
  template <class Plan>
  static void add_volumes_in_registers(CandidateList& list) {
    constexpr int steps = Plan::most_steps, reach = 2 * steps;
    for (int height : {16, 24, 32, 40})
      for (Index planes : {32, 64, 128, 256})
        if (Plan::holds(steps, height))
          list.add(Temporal::name, {{Plan::Shape::width - reach, height - reach, planes}}, steps);
  }
};

} // namespace tessera::detail

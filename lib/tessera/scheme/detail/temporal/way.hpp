// SPDX-License-Identifier: Apache-2.0
// Decides which way Temporal sweeps a grid when the user chooses no tile. The plans ask temporal_way(), and
// so does the autotuner before there is a plan; a plan's report names the way that was taken.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/cores.hpp>
#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>

#include <type_traits>

namespace tessera::detail {

enum class TemporalWay {
  caches,     ///< a host: the whole grid stays in the cores' caches
  persistent, ///< a device, 2D: the whole grid stays in registers, in one persistent kernel
  registers,  ///< a device: rows (2D) or planes (3D) are streamed through registers
  scratch,    ///< rows or planes are streamed through team scratch: takes everything
  tiles,      ///< a device, 2D: tiles in registers, whose members exchange values through scratch
  memory,     ///< a device, and a host in 3D: one step at a time from memory to memory
};

/// The name of a way in reports.
constexpr char const* name_of(TemporalWay way) {
  constexpr char const* names[] = {"caches", "persistent", "registers", "scratch", "tiles", "memory"};
  return names[static_cast<int>(way)];
}

/// Whether a formula holds Views. Such a formula reads other fields at its node in each step, unless it says
/// that they are a coefficient, which is read once for all steps.
template <class Rules>
inline constexpr bool reads_other_fields =
    !std::is_trivially_copyable_v<typename Rules::stencil_type> &&
    !has_coefficient<typename Rules::stencil_type, typename Rules::value_type>;

/// What the choice depends on. Axes are in memory order: the unit-stride axis is the first.
struct TemporalCase {
  bool host = true;
  int dimension = 1;
  Index3 nodes{{1, 1, 1}};
  int radius = 1;
  Index value_bytes = 8;      ///< of a node
  bool two_levels = false;    ///< whether the stencil reads the previous level, too
  bool reads_halo = false;    ///< whether the field has a halo that is read
  bool slow_periodic = false; ///< whether the slowest axis is periodic
  Index concurrency = 1;      ///< threads that run at the same time
  bool persistent = false;    ///< whether the persistent kernel is compiled for the formula
  bool registers = false;     ///< whether streaming through registers is compiled for the formula
  bool tiles = false;         ///< whether tiles in registers are compiled for the formula

  Index size() const { return nodes[0] * nodes[1] * nodes[2]; }
  Index rows() const { return nodes[dimension - 1]; } ///< planes in 3D
};

/// How many rows (planes in 3D) fit a core's second-level cache with room for other data. `bytes`: of one
/// row, in all buffers.
inline Index rows_in_second_cache(Index bytes) {
  return static_cast<Index>(second_cache_bytes()) * 3 / 8 / bytes;
}

/// Steps by which one chunk of such rows is advanced at a time (time skewing, see host/kernel.hpp). 0 if
/// there would be too few to pay for reading the rows from the last-level cache.
inline Index steps_of_chunk(Index bytes, int radius) {
  Index const steps = min(16, rows_in_second_cache(bytes) / (2 * radius));
  return steps < 4 ? 0 : steps;
}

/// Whether a grid of so many rows, whose time levels take `bytes` together, is swept in the caches of so many
/// cores. It is if the levels fit the second-level caches, or exceed them a little and each core can go
/// through its share in chunks. For larger grids, streaming rows takes less time.
inline bool stays_in_caches(Index bytes, Index rows, int radius, Index cores, bool chunks) {
  constexpr Index each = 1024 * 1024;
  return bytes <= cores * each ||
         (chunks && bytes <= 2 * cores * each && steps_of_chunk(divide_up(bytes, rows), radius) > 0);
}

/// The number of host cores that share a cached grid. A grid in 1D is not cut; otherwise each core has at
/// least as many rows as the ghost nodes beyond two faces are computed from.
inline Index cores_of_cached_grid(TemporalCase const& c) {
  Index const fewest_rows = 2 * (c.radius + 1);
  return c.dimension == 1 ? 1 : max(1, min(cores_for(c.size(), c.concurrency), c.rows() / fewest_rows));
}

/// Whether a plane has too few nodes to give all multiprocessors rows to stream. Tiles that stay in registers
/// then take less time. `concurrent_tiles`: the number of multiprocessors.
inline bool too_small_to_stream(Index nodes, Index concurrent_tiles) {
  return nodes <= concurrent_tiles * 64 * 1024;
}

/// Whether a volume whose time levels take `bytes` together is swept step by step on so many cores of a host.
/// Tiles of a volume update many rows twice. That takes longer than reading the levels of a small volume from
/// the last cache; and with a radius of 2 or more, longer than reading them from memory
/// (docs/notes/temporal-on-a-cpu.md).
inline bool steps_volume_in_memory(Index bytes, int radius, Index cores) {
  return radius > 1 || bytes < static_cast<Index>(bytes_found_in_last_cache(static_cast<int>(cores)));
}

inline TemporalWay temporal_way(TemporalCase const& c) {
  if (c.host) {
    if (c.reads_halo) return TemporalWay::scratch;
    Index const bytes = (c.two_levels ? 3 : 2) * c.size() * c.value_bytes;
    bool const chunks = c.dimension == 2 && !c.slow_periodic;
    // A line that several cores share goes through scratch, where each core advances its part by many steps.
    if (c.dimension == 1 && cores_of_line(c.nodes[0], c.concurrency) > 1) return TemporalWay::scratch;
    if (stays_in_caches(bytes, c.rows(), c.radius, cores_of_cached_grid(c), chunks))
      return TemporalWay::caches;
    return c.dimension == 3 && steps_volume_in_memory(bytes, c.radius, cores_for(c.size(), c.concurrency))
               ? TemporalWay::memory
               : TemporalWay::scratch;
  }
  if (c.persistent && !c.reads_halo && too_small_to_stream(c.size(), multiprocessors(c.concurrency)))
    return TemporalWay::persistent;
  if (c.registers) return TemporalWay::registers;
  if (c.dimension == 1) return TemporalWay::scratch;
  return c.tiles && !c.reads_halo ? TemporalWay::tiles : TemporalWay::memory;
}

/// The case of a plan. `registers` stays false, because no plan asks whether that way is taken.
template <class Exec, class Rules>
TemporalCase temporal_case(Exec const& exec, Rules const& rules, bool persistent = false) {
  constexpr int D = Rules::dimension;
  return {.host = on_host<Exec>,
          .dimension = D,
          .nodes = rules.domain.whole().upper,
          .radius = Rules::radius,
          .value_bytes = static_cast<Index>(sizeof(typename Rules::value_type)),
          .two_levels = Rules::two_levels,
          .reads_halo = rules.domain.reads_halo(),
          .slow_periodic = rules.domain.wraps[D - 1],
          .concurrency = exec.concurrency(),
          .persistent = persistent};
}

} // namespace tessera::detail

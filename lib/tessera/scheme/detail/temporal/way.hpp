// SPDX-License-Identifier: Apache-2.0
// Which way Temporal sweeps a grid when the user leaves the tile to it. The plans ask this one function, and so does the
// autotuner before there is a plan; a plan's report names the way that was taken.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/cores.hpp>
#include <tessera/core/device.hpp>

namespace tessera::detail {

enum class TemporalWay {
  caches,     ///< a host: the whole grid stays in the cores' caches
  persistent, ///< a device, 2D: the whole grid stays in registers, in one persistent kernel
  registers,  ///< a device: rows (2D) or planes (3D) are streamed through registers
  scratch,    ///< rows or planes are streamed through team scratch: takes everything
};

/// As reports say it.
constexpr char const* name_of(TemporalWay way) {
  constexpr char const* names[] = {"caches", "persistent", "registers", "scratch"};
  return names[static_cast<int>(way)];
}

/// What decides. Axes in memory order, the unit-stride axis first.
struct TemporalCase {
  bool host = true;
  int dimension = 1;
  Index3 nodes{{1, 1, 1}};
  int radius = 1;
  Index value_bytes = 8;      ///< of a node
  bool two_levels = false;    ///< whether the level before is read, too
  bool reads_halo = false;    ///< whether the field has a halo that is read
  bool slow_periodic = false; ///< whether the slowest axis is
  Index concurrency = 1;      ///< threads that run at a time
  bool persistent = false;    ///< whether the persistent kernel is compiled for the formula
  bool registers = false;     ///< whether streaming through registers is

  Index size() const { return nodes[0] * nodes[1] * nodes[2]; }
  Index rows() const { return nodes[dimension - 1]; } ///< planes in 3D
};

/// Rows (planes in 3D) of so many bytes, in all buffers, that a core's second cache holds beside other things.
inline Index rows_in_second_cache(Index bytes) {
  return static_cast<Index>(second_cache_bytes()) * 3 / 8 / bytes;
}

/// Steps that a chunk of such rows makes at a time; 0 where so few would be too little for a way to the last cache.
inline Index steps_of_chunk(Index bytes, int radius) {
  Index const steps = min(16, rows_in_second_cache(bytes) / (2 * radius));
  return steps < 4 ? 0 : steps;
}

/// Whether time levels of so many bytes in all, in so many rows, stay in the second-level caches of so many cores, or so near to
/// them that each goes through its share in chunks, if it can. Beyond that, rows that are streamed take less time.
inline bool stays_in_caches(Index bytes, Index rows, int radius, Index cores, bool chunks) {
  constexpr Index each = 1024 * 1024;
  return bytes <= cores * each ||
         (chunks && bytes <= 2 * cores * each && steps_of_chunk(divide_up(bytes, rows), radius) > 0);
}

/// Host cores that share a grid that stays in their caches: a line is not cut, and each has the rows at two faces.
inline Index cores_of_cached_grid(TemporalCase const& c) {
  Index const fewest_rows = 2 * (c.radius + 1);
  return c.dimension == 1 ? 1 : max(1, min(cores_for(c.size(), c.concurrency), c.rows() / fewest_rows));
}

/// Whether a plane has too few rows for all multiprocessors to stream some: tiles that stay in registers take less time.
inline bool too_small_to_stream(Index nodes, Index at_once) { return nodes <= at_once * 64 * 1024; }

inline TemporalWay temporal_way(TemporalCase const& c) {
  if (c.host) {
    Index const bytes = (c.two_levels ? 3 : 2) * c.size() * c.value_bytes;
    bool const chunks = c.dimension == 2 && !c.slow_periodic;
    bool const stays = stays_in_caches(bytes, c.rows(), c.radius, cores_of_cached_grid(c), chunks);
    return stays && !c.reads_halo ? TemporalWay::caches : TemporalWay::scratch;
  }
  if (c.persistent && !c.reads_halo && too_small_to_stream(c.size(), multiprocessors(c.concurrency)))
    return TemporalWay::persistent;
  return c.registers ? TemporalWay::registers : TemporalWay::scratch;
}

/// The case of a plan.
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

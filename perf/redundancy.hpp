// SPDX-License-Identifier: Apache-2.0
// The access redundancy of a tile that a scheme really took. tessera/tune/redundancy.hpp has the published
// model, whose tiles march along the whole slow axis; here they may end on every axis and may make several
// steps.
#pragma once

#include <tessera/scheme/scheme.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "measure.hpp"

namespace tessera::perf {

/// Elements of the field that are read and written in memory for each one updated, caches not counted. Of one
/// step, a star never reads the corners of the tile; of several the whole tile is read (GPU08: p^D reads, (p
/// - 2 s)^D writes).
/// \param nodes per axis, unit-stride axis first as in the tile; an axis that one tile covers has no halo
inline double accesses(SchemeReport const& report, int radius, std::vector<double> const& nodes) {
  double reads = 1, box = 1, core = 1;
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    double const halo = 2. * radius * report.fused_steps;
    double const own = std::min(report.tile[a] - halo, nodes[a]);
    if (own < nodes[a]) reads += halo / own;
    core *= own;
    box *= std::min(own + halo, nodes[a]);
  }
  if (report.fused_steps == 1) return reads + 1;
  return (box / core + 1) / report.fused_steps;
}

/// What a scheme with tiles says of them.
inline std::string tile_note(SchemeReport const& report, int dimension) {
  return detail::text("tile ", detail::extents_text(report.tile, dimension), ", fused steps ",
                      report.fused_steps, ", scratch ", report.scratch_bytes, " B");
}

/// Fills in what the scheme says of its tiles, if it has any.
inline void describe_tiles(Row& row, SchemeReport const& report, int radius,
                           std::vector<double> const& nodes) {
  if (report.tile[0] == 0) return;
  row.redundancy = accesses(report, radius, nodes);
  row.scratch_bytes = static_cast<double>(report.scratch_bytes);
  row.note = tile_note(report, static_cast<int>(nodes.size()));
}

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// Tiles of planes that are streamed through a device's registers, by Streaming and by Temporal.
#pragma once

#include <tessera/scheme/detail/temporal/registers_2d/plan.hpp>
#include <tessera/tune/candidate_list.hpp>

namespace tessera::detail {

/// Every width that is compiled, with heights of powers of two and the one that fills the device.
/// \param steps fused, of which `given` are asked for (0: the scheme has no such choice)
template <class Exec, class Rules>
void add_plane_widths(CandidateList& list, Work const& w, char const* scheme, int steps, int given) {
  constexpr Index C = pack_width<typename Rules::value_type, 16>;
  Index const halo = 2 * RegisterTiles<Rules>::halo_x(steps), reach = 2 * w.radius * steps;
  for (Index packs : {32, 64, 128, 256}) {
    if (packs * C <= halo) continue;
    int const width = static_cast<int>(packs * C), // what is compiled; the core's follows from it
        high = TemporalRegisterPlan<Exec, Rules>::wave_height(w.threads, w.nodes, steps, width);
    for (Index rows : {64, 128, 256, 512, 2048}) list.add(scheme, {{width - reach, rows, 0}}, given);
    list.add(scheme, {{width - reach, high - reach, 0}}, given);
  }
}

} // namespace tessera::detail

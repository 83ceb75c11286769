// SPDX-License-Identifier: Apache-2.0
// The candidates for planes that are streamed through a device's registers, by Streaming and by Temporal.
#pragma once

#include <tessera/scheme/detail/temporal/registers_2d/plan.hpp>
#include <tessera/tune/candidate_list.hpp>

namespace tessera::detail {

/// Adds every width that is compiled, with heights that are powers of two and the height that fills the
/// device.
/// \param steps number of fused steps
/// \param given what is written into the candidate for them (0: the scheme has no such choice)
template <class Exec, class Rules>
void add_plane_widths(CandidateList& list, Work const& w, char const* scheme, int steps, int given) {
  constexpr Index C = pack_width<typename Rules::value_type, 16>;
  Index const halo = 2 * RegisterTiles<Rules>::halo_x(steps), reach = 2 * w.radius * steps;
  for (Index packs : {32, 64, 128, 256}) {
    if (packs * C <= halo) continue;
    int const width = static_cast<int>(packs * C), // the compiled width, from which the core's follows
        high = TemporalRegisterPlan<Exec, Rules>::wave_height(w.threads, w.nodes, steps, width);
    for (Index rows : {64, 128, 256, 512, 2048}) list.add(scheme, {{width - reach, rows, 0}}, given);
    list.add(scheme, {{width - reach, high - reach, 0}}, given);
  }
}

} // namespace tessera::detail

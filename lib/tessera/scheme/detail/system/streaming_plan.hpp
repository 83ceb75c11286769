// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming for systems of fields on host cores.
#pragma once

#include <tessera/scheme/detail/host/march_block.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/request.hpp>

namespace tessera::detail {

/// A sweep a stage, in blocks of nodes of the user's choice, each of which marches along the slow axis. The
/// caches are its queue, as for one field: this is Direct with a tile, one step a launch, and without one
/// Direct.
template <class Exec, class... Rules>
class SystemStreamingPlan : public SystemDirectPlan<Exec, Rules...> {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  static constexpr int D = First::dimension;

public:
  SystemStreamingPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : SystemDirectPlan<Exec, Rules...>(exec, rules, request.scheme,
                                         request.tile == Tile{0, 0, 0} ? StepsPerSweep::several
                                                                       : StepsPerSweep::one) {
    if constexpr (D == 1) {
      throw InvalidInput(
          "streaming: a system of one axis has no slow axis to march along (take direct, tiled "
          "or temporal)");
    } else if (request.tile != Tile{0, 0, 0}) {
      First const& first = std::get<0>(rules);
      auto const own =
          march_block<typename First::member_type, D>(first.domain.whole().upper, exec.concurrency());
      Tile const tile = chosen_tile<D>(request.tile, with_halo<D>(own, 2 * First::radius));
      this->set_blocks(make_tiling(first, tile, 1).core, tile);
    }
  }
};

} // namespace tessera::detail

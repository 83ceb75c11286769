// SPDX-License-Identifier: Apache-2.0
// One step at a time from memory to memory, as Direct makes it: what Temporal does on a device for formulas
// that no faster way supports. To stream them through scratch is slower there than a sweep a step.
#pragma once

#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/detail/temporal/way.hpp>
#include <tessera/scheme/direct.hpp>

namespace tessera::detail {

template <class Exec, class Rules>
class TemporalMemoryPlan {
public:
  using T = typename Rules::value_type;
  using Plan = typename PlanOf<Direct, Exec, Rules>::type;
  static constexpr bool records_samples() { return has_points<typename Rules::stencil_type>; }
  bool writes_over_previous() const { return plan_.writes_over_previous(); }

  /// If the user asks for tiles, or for several steps a sweep, they are made in scratch.
  template <class Scheme>
  static bool offers(Exec const&, Rules const&, Scheme const& scheme) {
    return scheme.tile == Tile{0, 0, 0} && (scheme.fused_steps == 0 || scheme.fused_steps == 1);
  }

  template <class Scheme>
  TemporalMemoryPlan(Exec const& exec, Rules const& rules, Scheme const&)
      : plan_(exec, rules, Direct{}, "tessera::temporal::step") {}

  int steps_of_sweep(Index) const { return 1; }
  SchemeReport report() const { return {.scheme = "temporal", .way = way_in_memory<Exec>}; }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int) const {
    plan_.sweep(exec, levels, step, 1);
  }

private:
  Plan plan_;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Steps from memory to memory, as Direct makes them: what Temporal does on a device for formulas that no
// faster way supports, and on a host for volumes of which several steps through scratch take longer than as
// many sweeps.
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
  static bool offers(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    if (on_host<Exec> && temporal_way(temporal_case(exec, rules)) != TemporalWay::memory) return false;
    return scheme.tile == Tile{0, 0, 0} && (scheme.fused_steps == 0 || scheme.fused_steps == 1);
  }

  template <class Scheme>
  TemporalMemoryPlan(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(exec, rules, Direct{}, scheme.fused_steps == 1 ? StepsPerSweep::one : StepsPerSweep::several,
              "tessera::temporal::step") {}

  int steps_of_sweep(Index left) const { return plan_.steps_of_sweep(left); }
  SchemeReport report() const {
    SchemeReport report = plan_.report();
    report.scheme = "temporal";
    return report;
  }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    plan_.sweep(exec, levels, step, steps);
  }

private:
  Plan plan_;
};

} // namespace tessera::detail

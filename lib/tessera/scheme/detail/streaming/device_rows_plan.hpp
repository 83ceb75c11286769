// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming for planes on a device.
#pragma once

#include <tessera/scheme/detail/temporal/choice.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera::detail {

/// The register pipeline of Temporal with one stage: it streams rows through registers.
template <class Exec, class Rules>
class StreamingRowsPlan {
public:
  using T = typename Rules::value_type;
  struct OneStep {
    static constexpr char const* name = "streaming";
    Tile tile;
    int fused_steps = 1;
  };

  StreamingRowsPlan(Exec const& exec, Rules const& rules, Tile const& tile)
      : plan_(exec, rules, OneStep{tile}) {}

  SchemeReport report() const {
    SchemeReport report = plan_.report();
    report.scheme = OneStep::name;
    return report;
  }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    plan_.sweep(exec, levels, step, 1);
  }

private:
  TemporalPlan<Exec, Rules> plan_;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming on a device for planes, and for volumes whose stencil no slice holds.
#pragma once

#include <tessera/scheme/detail/temporal/choice.hpp>
#include <tessera/scheme/scheme.hpp>

#include <variant>

namespace tessera::detail {

/// The pipelines of Temporal with one stage: they stream rows through registers, or rows or planes through
/// scratch. For one step that takes longer than Direct's sweep does, so they run only if the user gives a
/// tile.
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

  bool writes_over_previous() const { return plan_.writes_over_previous(); }
  SchemeReport report() const {
    SchemeReport report = plan_.report();
    report.scheme = OneStep::name;
    return report;
  }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step) const {
    plan_.sweep(exec, levels, step, 1);
  }

private:
  using InMemory = TemporalMemoryPlan<Exec, Rules>;
  using InScratch = TemporalScratchPlan<Exec, Rules>;
  using Ways = std::conditional_t<fits_registers<Exec, Rules>,
                                  std::variant<InMemory, TemporalRegisterPlan<Exec, Rules>, InScratch>,
                                  std::variant<InMemory, InScratch>>;
  TemporalChoice<Rules, Ways> plan_;
};

} // namespace tessera::detail

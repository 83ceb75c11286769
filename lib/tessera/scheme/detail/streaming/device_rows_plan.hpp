// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming on a device for planes, and for volumes whose stencil no slice holds.
#pragma once

#include <tessera/scheme/detail/temporal/choice.hpp>
#include <tessera/scheme/scheme.hpp>

#include <variant>

namespace tessera::detail {

/// Direct's sweeps; and if the user gives a tile, the pipelines of Temporal with one stage, which stream rows
/// through registers, or rows or planes through scratch. For one step these take longer than Direct does.
template <class Exec, class Rules>
class StreamingRowsPlan {
public:
  using T = typename Rules::value_type;
  struct Choices {
    static constexpr char const* name = "streaming";
    Tile tile;
    int fused_steps;
  };

  static constexpr bool single_steps = true;

  template <class Scheme>
  StreamingRowsPlan(Exec const& exec, Rules const& rules, Scheme const& scheme,
                    StepsPerSweep steps = StepsPerSweep::several)
      : plan_(exec, rules,
              Choices{scheme.tile, scheme.tile == Tile{0, 0, 0} && steps == StepsPerSweep::several ? 0 : 1}) {
  }

  bool writes_over_previous() const { return plan_.writes_over_previous(); }
  SchemeReport report() const {
    SchemeReport report = plan_.report();
    report.scheme = Choices::name;
    return report;
  }
  int steps_of_sweep(Index left) const { return plan_.steps_of_sweep(left); }
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    plan_.sweep(exec, levels, step, steps);
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

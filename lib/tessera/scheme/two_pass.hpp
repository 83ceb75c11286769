// SPDX-License-Identifier: Apache-2.0
// TwoPass: a first pass evaluates the slice part of a formula at all nodes, a second pass the part along axis
// 0 (Micikevicius 2009). Each pass reads a small neighbourhood, at the price of writing and reading an
// intermediate field.
#pragma once

#include <tessera/scheme/detail/two_pass/plan.hpp>

#include <type_traits>

namespace tessera {

/// One step in two passes, for stencils that say `two_pass = true`; there is nothing to choose.
struct TwoPass {
  static constexpr char const* name = "two-pass";

  /// TwoPass supports formulas that come in two parts, the first of which gives values of the field's type.
  template <class Exec, class Rules>
  static constexpr bool runs = detail::splits<Rules>();

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous() { return true; }
    static constexpr bool visits_points = detail::on_host<Exec>, single_steps = true;

    Plan(Exec const& exec, Rules const& rules, TwoPass const&) : plan_(exec, rules) {}

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const { return {.scheme = name, .way = detail::way_in_memory<Exec>}; }
    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int) const {
      plan_.sweep(exec, levels, step);
    }

  private:
    std::conditional_t<runs<Exec, Rules>, detail::TwoPassPlan<Exec, Rules>,
                       detail::TwoPassUnsupported<Exec, Rules>>
        plan_;
  };
};

} // namespace tessera

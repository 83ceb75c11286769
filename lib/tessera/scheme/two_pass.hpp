// SPDX-License-Identifier: Apache-2.0
// TwoPass: the slice part of a formula for all nodes, then the part along axis 0 (Micikevicius 2009). Each pass reads a
// small neighbourhood, at the price of writing and reading an intermediate field.
#pragma once

#include <tessera/scheme/detail/two_pass/plan.hpp>

#include <type_traits>

namespace tessera {

/// For stencils with has_two_passes; nothing to tune.
struct TwoPass {
  static constexpr char const* name = "two-pass";

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous() { return true; }

    Plan(Exec const& exec, Rules const& rules, TwoPass const&) : plan_(exec, rules) {}

    int steps_of_sweep(Index) const { return 1; }
    SchemeReport report() const { return {.scheme = name}; }
    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int) const {
      plan_.sweep(exec, levels, step);
    }

  private:
    static constexpr bool splits = [] {
      if constexpr (detail::has_two_parts<Rules>)
        return detail::keeps_slices<Rules>();
      else
        return false;
    }();
    std::conditional_t<splits, detail::TwoPassPlan<Exec, Rules>, detail::OnePassOnly<Exec, Rules>> plan_;
  };
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// A sweep in two parts, while halos are filled: first the inner nodes, which read no halo, then the rim.
#pragma once

#include <tessera/core/device/side_instance.hpp>
#include <tessera/scheme/scheme.hpp>

#include <vector>

namespace tessera::detail {

/// The boxes of a block that is swept in parts: the inner nodes, at least `width` nodes away from every halo,
/// then the slabs of the rim. Empty if too few nodes are inner ones, or if the block has no halo.
inline std::vector<Box3> inner_and_rim(Domain const& d, int dimension, Index width, Index least) {
  Box3 inner = d.whole(), rest = inner;
  for (int a = 0; a < dimension; ++a) {
    if (d.readable.lower[a] < 0) inner.lower[a] += width;
    if (d.readable.upper[a] > d.nodes[a]) inner.upper[a] -= width;
    if (inner.extent(a) < least) return {};
  }
  std::vector<Box3> boxes{inner};
  for (int a = dimension - 1; a >= 0;
       --a) { // slabs across the slow axis are the largest: their rows are whole
    for (int side = 0; side < 2; ++side) {
      Box3 slab = rest;
      (side == 0 ? slab.upper : slab.lower)[a] = (side == 0 ? inner.lower : inner.upper)[a];
      if (slab.extent(a) > 0) boxes.push_back(slab);
    }
    rest.lower[a] = inner.lower[a];
    rest.upper[a] = inner.upper[a];
  }
  return boxes.size() > 1 ? boxes : std::vector<Box3>{};
}

/// Plans of the parts. Each part is a block of its own, whose halo lies around it in the same memory; so
/// every scheme gives it the bits that it gives the whole.
template <class Exec, class RulesType, class PlanType>
class SplitSweep {
public:
  using T = typename RulesType::value_type;

  /// Makes no parts where the whole has to be swept at once: for few nodes, for formulas with points, and
  /// where a part's plan would make other sweeps.
  /// \param whole the plan of all nodes
  template <class SchemeType>
  SplitSweep(Exec const& exec, RulesType const& rules, SchemeType scheme, PlanType const& whole)
      : side_(exec) {
    if constexpr (!has_points<typename RulesType::stencil_type>) {
      int const steps = whole.report().fused_steps;
      constexpr int R = RulesType::radius;
      if constexpr (takes_fused_steps<SchemeType>)
        if (steps > 1) scheme.fused_steps = steps; // of an AnyScheme, Temporal alone takes them
      auto const boxes = inner_and_rim(rules.domain, RulesType::dimension, Index{R} * steps,
                                       std::max(Index{R} * steps, Index{2 * R + 1}));
      for (auto const& box : boxes) {
        auto rules_of_part = rules;
        rules_of_part.domain = rules.domain.part(box);
        rules_of_part.obstacle = rules.obstacle.from(box.lower);
        parts_.push_back({box.lower, PlanType(exec, rules_of_part, scheme)});
        if (!same_sweeps(parts_.back().plan, whole, steps)) {
          parts_.clear();
          break;
        }
      }
      if (!parts_.empty()) reserve_scratch(side_.get(), 0);
    }
  }

  /// Whether there are parts.
  bool splits() const { return !parts_.empty(); }

  /// Makes the sweep. halos.begin(instance) starts to fill the halos, and halos.finish(instance) ends it; the
  /// instance is one beside exec, on which the rim is swept too.
  template <class Halos>
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps, Halos const& halos) const {
    side_.follow_main();
    halos.begin(side_.get());
    side_.lead_main(); // the inner nodes would else take all of a device before messages are packed
    sweep_part(parts_.front(), exec, levels, step, steps);
    halos.finish(side_.get());
    for (std::size_t k = 1; k < parts_.size(); ++k) sweep_part(parts_[k], side_.get(), levels, step, steps);
    side_.lead_main();
  }

private:
  struct Part {
    Index3 lower;
    PlanType plan;
  };

  static bool same_sweeps(PlanType const& part, PlanType const& whole, int most) {
    for (int steps = 1; steps <= most; ++steps)
      if (part.steps_of_sweep(steps) != whole.steps_of_sweep(steps)) return false;
    return part.writes_over_previous() == whole.writes_over_previous();
  }
  static void sweep_part(Part const& part, Exec const& exec, Levels<T> levels, Index step, int steps) {
    auto const move = [&](auto& data) {
      if (data.origin != nullptr) data.origin = data.at(part.lower[0], part.lower[1], part.lower[2]);
    };
    move(levels.in);
    move(levels.out);
    move(levels.previous);
    move(levels.previous_out);
    part.plan.sweep(exec, levels, step, steps);
  }

  SideInstance<Exec> side_;
  std::vector<Part> parts_;
};

} // namespace tessera::detail

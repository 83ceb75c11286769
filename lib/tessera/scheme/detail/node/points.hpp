// SPDX-License-Identifier: Apache-2.0
// Injections and samplings on a host. Rows follow the formula without points, in vectors, and the nodes of
// supports among them are visited afterwards; so rows without such nodes cost nothing. On a device the
// formula itself looks its node up (points/with_points.hpp), and samples are recorded between sweeps.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/points/points_list.hpp>
#include <tessera/points/support_table.hpp>
#include <tessera/scheme/detail/node/points_after_sweep.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// Whether the host kernels of these rules visit nodes of supports.
template <class Rules>
inline constexpr bool visits_points = decltype(Rules::points)::any;

/// Calls body(x, y, z, i, number) for the nodes of supports in a box, which may reach beyond a periodic axis;
/// i is the node of the domain.
template <class Body>
void for_supports(Domain const& d, SupportTable const& table, Box3 box, Body const& body) {
  for (int a = 0; a < 3; ++a) {
    if (d.wraps[a]) continue;
    box.lower[a] = max(box.lower[a], table.box.lower[a]);
    box.upper[a] = min(box.upper[a], table.box.upper[a]);
  }
  if (table.row == nullptr || box.size() == 0) return;
  for (Index z = box.lower[2]; z < box.upper[2]; ++z) {
    Index const z_at = d.around(2, z);
    if (z_at < table.box.lower[2] || z_at >= table.box.upper[2]) continue;
    for (Index y = box.lower[1]; y < box.upper[1]; ++y) {
      Index const y_at = d.around(1, y);
      if (y_at < table.box.lower[1] || y_at >= table.box.upper[1]) continue;
      Index const row = table.row_of(y_at, z_at);
      for (int k = table.row[row]; k < table.row[row + 1]; ++k) {
        Index const column = table.column[k], number = table.number[k];
        if (d.wraps[0]) {
          Index const n = d.nodes[0];
          for (Index x = box.lower[0] + wrapped(column - box.lower[0], n); x < box.upper[0]; x += n)
            body(x, y, z, Index3{{column, y_at, z_at}}, number);
        } else if (column >= box.lower[0] && column < box.upper[0]) {
          body(column, y, z, Index3{{column, y_at, z_at}}, number);
        }
      }
    }
  }
}

/// Makes injections at the nodes of `box`, which the formula has just given the level step + 1, and then
/// samples those of them that also lie in `kept`: other tiles record the others. sets(on, i) says whether a
/// face sets node i; place(on, x, y, z) is where the node's value lies.
template <class Rules, class Sets, class Place>
[[gnu::noinline]] void visit_points(Rules const& rules, Box3 const& box, Box3 const& kept, Index step,
                                    Sets const& sets, Place const& place) {
  constexpr bool reversed = Rules::Order::reversed;
  rules.points.for_each([&]<class On>(On const& on) {
    if constexpr (On::injects)
      for_supports(rules.domain, on.data.tables.template of<reversed>(), box,
                   [&](Index x, Index y, Index z, Index3 const& i, Index number) {
                     if (!rules.is_frozen(i) && !sets(on, i))
                       *place(on, x, y, z) += on.data.added(static_cast<int>(number), step);
                   });
  });
  rules.points.for_each([&]<class On>(On const& on) {
    if constexpr (!On::injects)
      if (on.data.records(step + 1)) {
        auto* const row = on.data.row(step + 1);
        for_supports(rules.domain, on.data.tables.template of<reversed>(), common_part(box, kept),
                     [&](Index x, Index y, Index z, Index3 const&, Index number) {
                       row[number] = *place(on, x, y, z);
                     });
      }
  });
}

/// The same for one field; at(x, y, z) is where a node's new value lies. Rules without points have nothing to
/// do.
template <class Rules, class At>
TESSERA_ALWAYS_INLINE inline void apply_points(Rules const& rules, Box3 const& box, Box3 const& kept,
                                               Index step, At const& at) {
  if constexpr (visits_points<Rules>)
    visit_points(
        rules, box, kept, step,
        [&](auto const&, Index3 const& i) {
          return setting_face<typename Rules::Order, Rules::radius>(rules.domain, rules.boundary, i) >= 0;
        },
        [&](auto const&, Index x, Index y, Index z) { return at(x, y, z); });
}

/// Rules whose formula has points as rules of the formula without them, for a host's kernels.
template <class Rules>
using SplitRules =
    typename Rules::template with_formula<typename PointsOf<typename Rules::stencil_type>::formula,
                                          typename PointsOf<typename Rules::stencil_type>::type>;
template <class Rules>
SplitRules<Rules> split_rules(Rules const& rules) {
  using Points = PointsOf<typename Rules::stencil_type>;
  return {Points::without(rules.stencil), rules.boundary, rules.domain, rules.obstacle,
          Points::get(rules.stencil)};
}

/// A plan of a host that visits the nodes of supports itself.
template <class Plan>
class PlanWithPoints {
public:
  using T = typename Plan::T;
  static constexpr bool records_samples() { return true; }

  template <class Exec, class Rules, class Scheme, class... Label>
  PlanWithPoints(Exec const& exec, Rules const& rules, Scheme const& scheme, Label... label)
      : plan_(exec, split_rules(rules), scheme, label...) {}

  int steps_of_sweep(Index left) const { return plan_.steps_of_sweep(left); }
  auto report() const { return plan_.report(); }
  bool writes_over_previous() const { return plan_.writes_over_previous(); }
  template <class Exec, class Levels>
  void sweep(Exec const& exec, Levels const& levels, Index step, int steps) const {
    plan_.sweep(exec, levels, step, steps);
  }

private:
  Plan plan_;
};

/// The plan of a scheme. Formulas with points go to the scheme's kernels for them, if it says in
/// Plan::visits_points that it has some. If it says in Plan::single_steps that a sweep makes one step, points
/// come after the sweep. Else the scheme gets the whole formula, as it gets any other.
template <class Scheme, class Exec, class Rules>
struct PlanOf {
  template <class Own>
  using PlanFor = typename Scheme::template Plan<Exec, Own>;

  static auto choose() {
    if constexpr (has_points<typename Rules::stencil_type>) {
      if constexpr (requires {
                      requires bool(Scheme::template Plan<Exec, SplitRules<Rules>>::visits_points);
                    })
        return std::type_identity<PlanWithPoints<typename Scheme::template Plan<Exec, SplitRules<Rules>>>>{};
      else if constexpr (requires {
                           requires bool(Scheme::template Plan<Exec, SplitRules<Rules>>::single_steps);
                         })
        return std::type_identity<PlanThenPoints<Exec, Rules, PlanFor>>{};
      else
        return std::type_identity<typename Scheme::template Plan<Exec, Rules>>{};
    } else {
      return std::type_identity<typename Scheme::template Plan<Exec, Rules>>{};
    }
  }
  using type = typename decltype(choose())::type;
};

/// Whether a plan records samples within its sweeps.
template <class Plan>
bool records_samples(Plan const& plan) {
  if constexpr (requires { plan.records_samples(); })
    return plan.records_samples();
  else
    return false;
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Injections and samplings on a device, by schemes that make one step a sweep: the sweep is made by the
// formula without points, and small kernels then visit the nodes of supports. In the formula, points would
// cost all nodes registers, and a pack would look its nodes up one after the other.
#pragma once

#include <tessera/points/points_list.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <type_traits>

namespace tessera::detail {

/// Adds to the nodes of supports what is injected in the step from level `step`, but to those that a face
/// sets or an obstacle freezes.
template <class Rules, class DataType>
struct InjectIntoLevel {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  Rules rules;
  DataType data;
  Data<T> to;
  Index step;

  KOKKOS_FUNCTION void operator()(Index own) const {
    Index3 i{{0, 0, 0}};
    for (int d = 0; d < Order::dimension; ++d) i[Order::memory_axis(d)] = data.tables.place[3 * own + d];
    if (rules.is_frozen(i) || setting_face<Order, Rules::radius>(rules.domain, rules.boundary, i) >= 0)
      return;
    *to.at(i[0], i[1], i[2]) += data.added(data.tables.number[own], step);
  }
};

/// A plan of the formula alone, and the points after each of its sweeps. `Rules` are those of the formula
/// with points.
template <class Exec, class Rules, template <class> class PlanFor>
class PlanThenPoints {
  using Points = PointsOf<typename Rules::stencil_type>;
  using Own = typename Rules::template with_formula<typename Points::formula>;
  using Plan = PlanFor<Own>;

public:
  using T = typename Rules::value_type;
  static constexpr bool records_samples() { return true; }

  /// The plan makes one step a sweep, whatever it is asked for.
  template <class Scheme, class... Label>
  PlanThenPoints(Exec const& exec, Rules const& rules, Scheme const& scheme,
                 StepsPerSweep = StepsPerSweep::one, Label... label)
      : rules_{Points::without(rules.stencil), rules.boundary, rules.domain, rules.obstacle},
        points_(Points::get(rules.stencil)), plan_(of_single_steps(exec, rules_, scheme, label...)) {}

  int steps_of_sweep(Index) const { return 1; }
  auto report() const { return plan_.report(); }
  bool writes_over_previous() const { return plan_.writes_over_previous(); }

  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int) const {
    plan_.sweep(exec, levels, step, 1);
    points_.for_each([&]<class On>(On const& on) {
      if constexpr (On::injects)
        Kokkos::parallel_for(
            "tessera::injection::add",
            Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, on.data.tables.count),
            InjectIntoLevel<Own, std::remove_cvref_t<decltype(on.data)>>{rules_, on.data, levels.out, step});
    });
    points_.for_each([&]<class On>(On const& on) {
      if constexpr (!On::injects)
        record_level<typename Rules::Order>(
            exec, on.data, Data<T const>{levels.out.origin, levels.out.stride_y, levels.out.stride_z},
            step + 1);
    });
  }

private:
  template <class Scheme, class... Label>
  static Plan of_single_steps(Exec const& exec, Own const& rules, Scheme const& scheme, Label... label) {
    if constexpr (std::is_constructible_v<Plan, Exec const&, Own const&, Scheme const&, StepsPerSweep,
                                          Label...>)
      return Plan(exec, rules, scheme, StepsPerSweep::one, label...);
    else
      return Plan(exec, rules, scheme, label...);
  }

  Own rules_;
  typename Points::type points_;
  Plan plan_;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The part of a Stepper that knows in which order axes are swept: rules, plan, second time level.
#pragma once

#include <tessera/boundary/detail/check.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/scheme/scheme.hpp>
#include <tessera/step/detail/check.hpp>

#include <utility>

namespace tessera::detail {

/// A View like ViewType with memory of its own and compact strides in the same order of axes.
template <class Order, class ViewType>
auto second_level(typename ViewType::execution_space const& exec, ViewType const& view, char const* label) {
  using Own = Kokkos::View<typename ViewType::non_const_data_type, typename ViewType::array_layout,
                           typename ViewType::device_type>;
  auto const properties = Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing);
  typename ViewType::array_layout layout;
  Index stride = 1;
  for (int swept = 0; swept < Order::dimension; ++swept) {
    int const axis = Order::swept(swept);
    layout.dimension[axis] = view.extent(axis);
    if constexpr (std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride>)
      layout.stride[axis] = static_cast<std::size_t>(stride);
    stride *= static_cast<Index>(view.extent(axis));
  }
  return Own(properties, layout);
}

/// The grid's own nodes of a View that carries a halo.
template <class ViewType, int D>
auto nodes_of(ViewType const& view, Halo<D> const& halo) {
  return [&]<int... Axis>(std::integer_sequence<int, Axis...>) {
    return Kokkos::subview(view,
                           std::pair<Index, Index>(halo.lower[Axis], static_cast<Index>(view.extent(Axis)) -
                                                                         halo.upper[Axis])...);
  }
  (std::make_integer_sequence<int, D>{});
}

template <class Exec, class ViewType, class Order, class StencilType, class BoundaryType, class SchemeType>
class Engine {
public:
  using T = typename ViewType::non_const_value_type;
  using RulesType = Rules<T, Order, StencilType, BoundaryType>;
  using PlanType = typename SchemeType::template Plan<Exec, RulesType>;
  using LevelView = decltype(second_level<Order>(std::declval<typename ViewType::execution_space const&>(),
                                                 std::declval<ViewType const&>(), ""));

  template <class ObstacleView>
  Engine(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil, BoundaryType const& boundary,
         SchemeType const& scheme, double start, double dt, ObstacleView const& obstacle)
      : grid_(u.grid()), halo_(u.halo()), strided_(!unit_stride_first<Order>(u.view())),
        rules_(make_rules(u, stencil, boundary, start, dt, obstacle)), plan_(exec, rules_, scheme),
        level_(second_level<Order>(memory_of(exec), u.view(), "tessera::second_level")) {
    check_halo_width<Order>(u, rules_.domain, RulesType::radius, plan_.report().fused_steps);
    if (rules_.obstacle.present() && rules_.domain.reads_halo() && plan_.report().fused_steps > 1)
      throw InvalidInput(
          "an obstacle and a halo with several fused steps: the mask says nothing of halo nodes, which "
          "fused steps update (take one fused step)");
    if (strided_) staged_ = second_level<Order>(memory_of(exec), u.view(), "tessera::staged_field");
  }

  /// Throws InvalidInput for a field that this engine was not made for.
  void check(Field<ViewType> const& u) const { check_same_shape<Order>(u, grid_, halo_, strided_); }

  /// Throws InvalidInput where the steps take more than one sweep and nobody fills the halo between them.
  void check_unfilled_halo(Index steps) const {
    if (rules_.domain.reads_halo() && steps > plan_.steps_of_sweep(steps))
      throw InvalidInput(
          text("advance by ", steps, " steps: the field has a halo that nobody fills between sweeps of ",
               plan_.steps_of_sweep(steps), " (pass an exchange, or advance by one sweep at a time)"));
  }

  /// Makes `steps` steps from level `first`; the result is in u.
  template <class Exchange>
  void advance(Exec const& exec, Field<ViewType> const& u, Index first, Index steps,
               Exchange const& exchange) const {
    if (steps == 0) return;
    if (strided_) {
      Kokkos::deep_copy(exec, staged_, u.view());
      run(exec, alias(grid_, staged_, halo_), first, steps, exchange);
      Kokkos::deep_copy(exec, u.view(), staged_);
    } else {
      run(exec, u, first, steps, exchange);
    }
  }

  SchemeReport report() const { return plan_.report(); }

private:
  static auto memory_of(Exec const& exec) {
    if constexpr (std::is_same_v<typename ViewType::execution_space, Exec>)
      return exec;
    else
      return typename ViewType::execution_space{};
  }

  template <class ObstacleView>
  static RulesType make_rules(Field<ViewType> const& u, StencilType const& stencil,
                              BoundaryType const& boundary, double start, double dt,
                              ObstacleView const& obstacle) {
    Domain domain = domain_of<Order>(u, start, dt);
    apply_boundary<Order, RulesType::radius>(domain, boundary);
    ObstacleData mask;
    if constexpr (Kokkos::is_view_v<ObstacleView>) mask = obstacle_data<Order>(u.grid(), obstacle);
    return {stencil, boundary, domain, mask};
  }

  // Sweeps go back and forth between u and the second level; after an odd number the result is copied home.
  template <class FieldType, class Exchange>
  void run(Exec const& exec, FieldType const& u, Index first, Index steps, Exchange const& exchange) const {
    auto const level = alias(grid_, level_, halo_);
    Data<T> const data[2] = {data_of<Order>(u), data_of<Order>(level)};
    int current = 0;
    for (Index done = 0; done < steps;) {
      int const fused = plan_.steps_of_sweep(steps - done);
      fill_halo(exec, u, level, current, fused, exchange);
      plan_.sweep(exec, {data[current].origin, data[current].stride_y, data[current].stride_z},
                  data[1 - current], first + done, fused);
      done += fused;
      current = 1 - current;
    }
    if (current == 1) Kokkos::deep_copy(exec, nodes_of(u.view(), halo_), nodes_of(level_, halo_));
  }

  template <class FieldType, class LevelField, class Exchange>
  static void fill_halo(Exec const& exec, FieldType const& u, LevelField const& level, int current, int fused,
                        Exchange const& exchange) {
    int const width = RulesType::radius * fused;
    auto const both = [&](auto const& field) {
      exchange.begin(exec, field, width);
      exchange.finish(exec, field, width);
    };
    if (current == 0)
      both(u);
    else
      both(level);
  }

  Grid<Order::dimension> grid_;
  Halo<Order::dimension> halo_;
  bool strided_; // the field has no unit-stride axis in this order: it is stepped in a compact copy
  RulesType rules_;
  PlanType plan_;
  LevelView level_, staged_;
};

} // namespace tessera::detail

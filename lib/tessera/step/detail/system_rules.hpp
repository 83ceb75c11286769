// SPDX-License-Identifier: Apache-2.0
// The rules of a system's stages, made from what a Stepper is given.
#pragma once

#include <tessera/boundary/detail/check.hpp>
#include <tessera/grid/system.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/stepper.hpp>

#include <tuple>

namespace tessera::detail {

template <class Value, class ViewType, class StagesType, class BoundaryType>
struct SystemRules;

template <class Value, class ViewType, class... Stage, class BoundaryType>
struct SystemRules<Value, ViewType, Stages<Stage...>, BoundaryType> {
  using SystemType = System<Value, ViewType>;
  static constexpr int radius = Stages<Stage...>::radius;
  using Order =
      AxisOrder<SystemType::dimension, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  template <class S>
  using Of = StageRules<Value, typename SystemType::member_type, Order, S, BoundaryType, radius>;
  using Tuple = std::tuple<Of<Stage>...>;

  static Domain domain(SystemType const& u, BoundaryType const& boundary, Clock const& clock) {
    Domain domain = domain_of<Order>(make_field(u.grid(), u.view(0)), clock.start, clock.dt);
    apply_boundary<Order, radius>(domain, boundary);
    return domain;
  }

  template <class ObstacleView>
  static Tuple make(SystemType const& u, Stages<Stage...> const& stages, BoundaryType const& boundary,
                    Domain const& domain, ObstacleView const& obstacle) {
    ObstacleData mask;
    if constexpr (Kokkos::is_view_v<ObstacleView>) mask = obstacle_data<Order>(u.grid(), obstacle);
    return std::apply(
        [&](auto const&... stage) {
          return Tuple(Of<Stage>{stage, boundary, domain, mask}...);
        },
        stages.stage);
  }
};

} // namespace tessera::detail

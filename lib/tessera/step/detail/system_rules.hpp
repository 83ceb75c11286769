// SPDX-License-Identifier: Apache-2.0
// The rules of a system's stages, made from what a Stepper is given.
#pragma once

#include <tessera/boundary/detail/check.hpp>
#include <tessera/core/device.hpp>
#include <tessera/grid/system.hpp>
#include <tessera/points/points_list.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/stepper.hpp>

#include <tuple>

namespace tessera::detail {

template <class Exec, class Value, class ViewType, class StagesType, class BoundaryType>
struct SystemRules;

template <class Exec, class Value, class ViewType, class... Stage, class BoundaryType>
struct SystemRules<Exec, Value, ViewType, Stages<Stage...>, BoundaryType> {
  using SystemType = System<Value, ViewType>;
  static constexpr int radius = Stages<Stage...>::radius;
  using Order =
      AxisOrder<SystemType::dimension, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  using T = typename SystemType::member_type;
  /// On a host a stage's points are visited by the kernels, on a device they are part of its formula.
  template <class S>
  using Of = std::conditional_t<on_host<Exec>,
                                StageRules<Value, T, Order, typename PointsOf<S>::formula, BoundaryType,
                                           radius, typename PointsOf<S>::type>,
                                StageRules<Value, T, Order, S, BoundaryType, radius>>;
  using Tuple = std::tuple<Of<Stage>...>;

  static Domain domain(SystemType const& u, BoundaryType const& boundary, Clock const& clock) {
    Domain domain = domain_of<Order>(make_field(u.grid(), u.view(0), u.halo()), clock.start, clock.dt);
    apply_boundary<Order, radius>(domain, boundary);
    return domain;
  }

  template <class ObstacleView>
  static Tuple make(SystemType const& u, Stages<Stage...> const& stages, BoundaryType const& boundary,
                    Domain const& domain, ObstacleView const& obstacle) {
    ObstacleData const mask = obstacle_data<Order>(u.grid(), obstacle);
    return std::apply(
        [&](auto const&... stage) { return Tuple(of<Stage>(stage, boundary, domain, mask)...); },
        stages.stage);
  }

private:
  template <class S>
  static Of<S> of(S const& stage, BoundaryType const& boundary, Domain const& domain,
                  ObstacleData const& mask) {
    if constexpr (on_host<Exec>)
      return {PointsOf<S>::without(stage), boundary, domain, mask, PointsOf<S>::get(stage)};
    else
      return {stage, boundary, domain, mask};
  }
};

} // namespace tessera::detail

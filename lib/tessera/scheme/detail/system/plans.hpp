// SPDX-License-Identifier: Apache-2.0
// Which plan steps a system of fields, by scheme and machine.
#pragma once

#include <tessera/scheme/detail/system/device_line_plan.hpp>
#include <tessera/scheme/detail/system/device_march_plan.hpp>
#include <tessera/scheme/detail/system/device_plan.hpp>
#include <tessera/scheme/detail/system/device_streaming_plan.hpp>
#include <tessera/scheme/detail/system/device_trial_plan.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>
#include <tessera/scheme/detail/system/host_plan.hpp>
#include <tessera/scheme/detail/system/host_trial_plan.hpp>
#include <tessera/scheme/detail/system/memory_plan.hpp>
#include <tessera/scheme/detail/system/streaming_plan.hpp>
#include <tessera/scheme/direct.hpp>
#include <tessera/scheme/streaming.hpp>
#include <tessera/scheme/temporal.hpp>
#include <tessera/scheme/tiled.hpp>

namespace tessera::detail {

/// The plan by machine and dimension: OnHost; on a CUDA device in 1D lines in registers, in 2D InPlane and in
/// 3D InVolume, where registers hold the system; else steps in memory.
template <template <class, class...> class OnHost, template <class, class...> class InPlane,
          template <class, class...> class InVolume, class Exec, class... Rules>
struct PlanByMachine {
  static constexpr int D = std::tuple_element_t<0, std::tuple<Rules...>>::dimension;
  static auto choose() {
    if constexpr (on_host<Exec>)
      return std::type_identity<OnHost<Exec, Rules...>>{};
    else if constexpr (D == 2 && has_warps<Exec>)
      return std::type_identity<InPlane<Exec, Rules...>>{};
    else if constexpr (has_warps<Exec> && SystemRunShape<Rules...>::fits)
      return std::type_identity<SystemLinePlan<Exec, Rules...>>{};
    else if constexpr (has_warps<Exec> && MarchShape<Rules...>::fits)
      return std::type_identity<InVolume<Exec, Rules...>>{};
    else
      return std::type_identity<SystemMemoryPlan<Exec, Rules...>>{};
  }
  using type = typename decltype(choose())::type;
};
/// Of Tiled and of Temporal.
template <class Exec, class... Rules>
using TiledSystemPlan =
    typename PlanByMachine<SystemTrialPlan, SystemDeviceTrialPlan, SystemMarchPlan, Exec, Rules...>::type;
template <class Exec, class... Rules>
using StreamingSystemPlan = typename PlanByMachine<SystemStreamingPlan, SystemDeviceStreamingPlan,
                                                   SystemMarchPlan, Exec, Rules...>::type;

/// The plan of a scheme for systems, and what it is made from. Schemes without one are refused by the
/// Stepper.
template <class Scheme, class Exec, class... Rules>
struct SystemPlanOf {
  static constexpr bool exists = false;
};
template <class Exec, class... Rules>
struct SystemPlanOf<Direct, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = SystemDirectPlan<Exec, Rules...>;
  static char const* request(Direct const&) { return Direct::name; }
};
template <class Exec, class... Rules>
struct SystemPlanOf<Streaming, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = StreamingSystemPlan<Exec, Rules...>;
  static SystemRequest request(Streaming const& scheme) {
    return {Streaming::name, scheme.tile, 1, scheme.tile == Tile{0, 0, 0}};
  }
};
template <class Exec, class... Rules>
struct SystemPlanOf<Tiled, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = TiledSystemPlan<Exec, Rules...>;
  static SystemRequest request(Tiled const& scheme) {
    return {Tiled::name, scheme.tile, 1, scheme.tile == Tile{0, 0, 0}};
  }
};
template <class Exec, class... Rules>
struct SystemPlanOf<Temporal, Exec, Rules...> {
  static constexpr bool exists = true;
  using type = TiledSystemPlan<Exec, Rules...>;
  static SystemRequest request(Temporal const& scheme) {
    return {Temporal::name, scheme.tile, scheme.fused_steps,
            scheme.tile == Tile{0, 0, 0} && scheme.fused_steps == 0};
  }
};

/// The members that need a second level by this plan, on this grid: of some plans fewer than of their type.
template <class Plan>
unsigned second_levels_of(Plan const& plan) {
  if constexpr (requires { plan.second_levels(); })
    return plan.second_levels();
  else
    return Plan::second;
}

} // namespace tessera::detail

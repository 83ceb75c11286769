// SPDX-License-Identifier: Apache-2.0
// Chooses the plan of a temporal sweep: the first of the folders beside this file that offers what was asked
// for.
#pragma once

#include <tessera/scheme/detail/temporal/host/plan.hpp>
#include <tessera/scheme/detail/temporal/memory/plan.hpp>
#include <tessera/scheme/detail/temporal/persistent_2d/plan.hpp>
#include <tessera/scheme/detail/temporal/registers_1d/plan.hpp>
#include <tessera/scheme/detail/temporal/registers_2d/plan.hpp>
#include <tessera/scheme/detail/temporal/registers_3d/plan.hpp>
#include <tessera/scheme/detail/temporal/scratch/plan.hpp>
#include <tessera/scheme/detail/temporal/trial/plan.hpp>
#if defined(KOKKOS_ENABLE_CUDA)
#include <tessera/scheme/detail/temporal/tiles_2d/plan.hpp>
#endif

#include <variant>

namespace tessera::detail {

#if !defined(KOKKOS_ENABLE_CUDA) // systems of fields, whose kernel it is, are not compiled for a host's sake
template <class Exec, class Rules>
class TemporalTilePlan;
template <class Exec, class Rules>
inline constexpr bool fits_tiles = false;
#endif

/// Holds the first plan of `Variant` that offers what the user asks for. The last one takes everything.
template <class Rules, class Variant, bool host = false>
class TemporalChoice {
public:
  using T = typename Rules::value_type;
  static constexpr bool visits_points = host;

  template <class Exec, class Scheme>
  TemporalChoice(Exec const& exec, Rules const& rules, Scheme const& scheme)
      : plan_(choose<0>(exec, rules, scheme)) {}

  bool writes_over_previous() const {
    return std::visit(
        [](auto const& plan) {
          if constexpr (requires { plan.writes_over_previous(); })
            return plan.writes_over_previous();
          else
            return false; // several steps a sweep need the level before the last one as well
        },
        plan_);
  }
  bool records_samples() const {
    return std::visit([](auto const& plan) { return detail::records_samples(plan); }, plan_);
  }
  int steps_of_sweep(Index left) const {
    return std::visit([=](auto const& plan) { return plan.steps_of_sweep(left); }, plan_);
  }
  SchemeReport report() const {
    return std::visit([](auto const& plan) { return plan.report(); }, plan_);
  }
  template <class Exec>
  void sweep(Exec const& exec, Levels<T> const& levels, Index step, int steps) const {
    std::visit([&](auto const& plan) { plan.sweep(exec, levels, step, steps); }, plan_);
  }

private:
  /// A plan that has to be made before it can answer gives itself (`offered`); others are asked first.
  template <std::size_t N, class Exec, class Scheme>
  static Variant choose(Exec const& exec, Rules const& rules, Scheme const& scheme) {
    using Plan = std::variant_alternative_t<N, Variant>;
    if constexpr (requires { Plan::offered(exec, rules, scheme); }) {
      if (auto plan = Plan::offered(exec, rules, scheme)) return Variant(std::in_place_index<N>, *plan);
      return choose<N + 1>(exec, rules, scheme);
    } else {
      if constexpr (N + 1 < std::variant_size_v<Variant>)
        if (!Plan::offers(exec, rules, scheme)) return choose<N + 1>(exec, rules, scheme);
      return Variant(std::in_place_index<N>, exec, rules, scheme);
    }
  }

  Variant plan_;
};

/// One variant of all that the others hold.
template <class... Variants>
struct Joined;
template <class... Plans>
struct Joined<std::variant<Plans...>> {
  using type = std::variant<Plans...>;
};
template <class... First, class... Second, class... Rest>
struct Joined<std::variant<First...>, std::variant<Second...>, Rest...>
    : Joined<std::variant<First..., Second...>, Rest...> {};

/// These plans, or none.
template <bool offered, class... Plans>
using PlansIf = std::conditional_t<offered, std::variant<Plans...>, std::variant<>>;

/// The ways of a formula on a host: a small grid stays in the cores' caches, some volumes are stepped in
/// memory, and everything else goes through scratch.
template <class Exec, class Rules>
using TemporalHostWays =
    TemporalChoice<Rules,
                   typename Joined<std::variant<TemporalHostPlan<Exec, Rules>>,
                                   PlansIf<Rules::dimension == 3, TemporalMemoryPlan<Exec, Rules>>,
                                   std::variant<TemporalScratchPlan<Exec, Rules>>>::type,
                   true>;

/// Whether Temporal has tiles for the formula. Stars that are streamed through registers need none; boxes go
/// through tiles on planes that are too small for that.
template <class Exec, class Rules>
inline constexpr bool has_tiles = fits_tiles<Exec, Rules> && !(fits_registers<Exec, Rules> && Rules::star);

/// The ways of a formula on a device: the nodes of star stencils, and of boxes of 3 x 3 nodes, are held in
/// registers, a small plane as a whole, otherwise rows or planes that are streamed. Lines, and other stencils
/// in 2D, are held there in tiles. What is left is stepped in memory, and through scratch only if the user
/// gives a tile or a number of fused steps; in 1D scratch takes what registers do not hold.
template <class Exec, class Rules>
using TemporalDeviceWays =
    TemporalChoice<Rules,
                   typename Joined<PlansIf<fits_persistent<Exec, Rules>, TemporalPersistentPlan<Exec, Rules>>,
                                   PlansIf<fits_registers<Exec, Rules>, TemporalRegisterPlan<Exec, Rules>>,
                                   PlansIf<fits_volume<Exec, Rules>, TemporalVolumePlan<Exec, Rules>>,
                                   PlansIf<has_tiles<Exec, Rules>, TemporalTilePlan<Exec, Rules>>,
                                   PlansIf<fits_line<Exec, Rules>, TemporalLinePlan<Exec, Rules>>,
                                   PlansIf<Rules::dimension != 1, TemporalMemoryPlan<Exec, Rules>>,
                                   std::variant<TemporalScratchPlan<Exec, Rules>>>::type>;

template <class Exec, class Rules>
using TemporalWays =
    std::conditional_t<on_host<Exec>, TemporalHostWays<Exec, Rules>,
                       std::conditional_t<Rules::dimension == 1 && !fits_line<Exec, Rules>,
                                          TemporalScratchPlan<Exec, Rules>, TemporalDeviceWays<Exec, Rules>>>;

/// The ways of several steps against single steps, whichever take less time. Single steps of two levels write
/// over the older one, and can't take turns with those.
template <class Exec, class Rules>
using TemporalTried =
    std::conditional_t<!is_portable<Exec> && Rules::dimension != 1 && !Rules::two_levels,
                       TemporalTrialPlan<Exec, Rules, TemporalWays<Exec, Rules>>, TemporalWays<Exec, Rules>>;

/// With points a device's kernels of several steps are slower than single steps, so they run if the user asks
/// for them.
template <class Exec, class Rules>
using TemporalPlan = std::conditional_t<
    !on_host<Exec> && Rules::dimension != 1 && has_points<typename Rules::stencil_type>,
    TemporalChoice<Rules, std::variant<TemporalMemoryPlan<Exec, Rules>, TemporalWays<Exec, Rules>>>,
    TemporalTried<Exec, Rules>>;

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The part of tuning that is compiled for every system of fields: its work, its names, its steppers.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/system/stage_reach.hpp>
#include <tessera/step/any_system_stepper.hpp>
#include <tessera/step/detail/system_rules.hpp>
#include <tessera/tune/detail/private_system.hpp>
#include <tessera/tune/detail/private_trials.hpp>
#include <tessera/tune/detail/type_name.hpp>

#include <bit>

namespace tessera::detail {

/// \param on_device a device's tiles make images anew; a host's have them in their halo
template <class Rules>
StageWork work_of_stage(Rules const& rules, bool on_device) {
  StageReach const reach =
      on_device ? reaches_without_images(std::tuple<Rules>(rules)).front() : reach_of_stage(rules);
  StageWork work{.near = std::popcount(Rules::near),
                 .writes = std::popcount(Rules::writes),
                 .touched = std::popcount(Rules::near | Rules::writes),
                 .in_place = Rules::in_place,
                 .points = Rules::stencil_type::reads.points() * std::popcount(Rules::around) +
                           std::popcount(Rules::writes & ~Rules::around)};
  for (std::size_t a = 0; a < 3; ++a) {
    work.below[a] = reach.below[a];
    work.above[a] = reach.above[a];
  }
  return work;
}

/// What a stage reads and writes, such as "star 0..1 x 0..1 around 001 writes 110". Axes are in memory
/// order; the last digit is the first member.
template <class Rules>
std::string text_of_stage() {
  auto const digits = [](unsigned bits) {
    std::string all;
    for (int m = Rules::count; m-- > 0;) all += (bits >> m & 1u) != 0 ? '1' : '0';
    return all;
  };
  std::string sides;
  for (int a = 0; a < Rules::dimension; ++a)
    sides += text(a > 0 ? " x " : "", -Rules::below(a), "..", Rules::above(a));
  return text(Rules::box ? "box " : "star ", sides, " around ", digits(Rules::around), " writes ",
              digits(Rules::writes));
}

template <class... Rules>
std::string text_of_stages(std::tuple<Rules...> const&) {
  std::string all;
  ((all += text(all.empty() ? "" : "; ", text_of_stage<Rules>())), ...);
  return all;
}

/// The step with points that take advances of any length (for_trials).
template <class Formula>
Formula step_for_trials(Formula const& formula) {
  return for_trials(formula);
}
template <class... Stage>
Stages<Stage...> step_for_trials(Stages<Stage...> const& step) {
  return std::apply([](auto const&... stage) { return Stages<Stage...>{{for_trials(stage)...}}; },
                    step.stage);
}

template <class Exec, class Value, class ViewType, class StepType, class BoundaryType, class ObstacleView,
          class Exchange>
class TypedSystemProblem final : public ProblemOnPrivate<Exec, PrivateSystem<Exec, Value, ViewType>> {
  static_assert(known_space<Exec>());
  using SystemType = System<Value, ViewType>;
  using StagesType = decltype(as_stages(std::declval<StepType>()));
  using AllRules = SystemRules<Exec, Value, ViewType, StagesType, BoundaryType>;
  using T = typename SystemType::member_type;
  static constexpr int D = SystemType::dimension;
  using Base = ProblemOnPrivate<Exec, PrivateSystem<Exec, Value, ViewType>>;
  using Base::u_;

public:
  TypedSystemProblem(Exec const& exec, SystemType const& u, StepType const& step,
                     BoundaryType const& boundary, Clock const& clock, ObstacleView const& obstacle,
                     Exchange const& exchange)
      : Base(exec, u), step_(step_for_trials(step)), boundary_(boundary), clock_(clock), obstacle_(obstacle),
        exchange_(exchange),
        rules_(AllRules::make(u, as_stages(step), boundary, AllRules::domain(u, boundary, clock), obstacle)) {
  }

  Work work() const override {
    Work work{.dimension = D, .radius = StagesType::radius, .value_bytes = sizeof(T)};
    work.nodes = std::get<0>(rules_).domain.whole().upper;
    work.members = SystemType::count;
    std::apply(
        [&](auto const&... rules) {
          work.written = std::popcount((0u | ... | std::remove_cvref_t<decltype(rules)>::writes));
          work.stages = {work_of_stage(rules, !on_host<Exec>)...};
        },
        rules_);
    work.points = 0;
    for (StageWork const& stage : work.stages) work.points += stage.points;
    return work;
  }

  TuningSubject subject() const override {
    Extents<D> const none{};
    return {.stencil = type_name<StagesType>(),
            .boundary = type_name<BoundaryType>(),
            .value = text(type_name<Value>(), " of ", SystemType::count, " ", type_name<T>()),
            .obstacle = has_obstacle(obstacle_),
            .grid = extents_text(u_.grid().nodes, D),
            .strides = strides_text(u_.view(0)),
            .halo = extents_text(none, D) + ", " + extents_text(none, D),
            .stages = text_of_stages(rules_),
            .exchange = name_of_exchange<Exchange>()};
  }

  void add_device_candidates(CandidateList&, Work const&) const override {} // a system's are the same on both

  double level_bytes() const override {
    return static_cast<double>(SystemType::count * u_.view(0).span() * sizeof(T));
  }

private:
  void after_trials() const override { compare_again(exchange_); }
  std::unique_ptr<AnyStepper<SystemType>> make(AnyScheme const& scheme, SystemType const& u) const override {
    return make_stepper(scheme, this->exec_, u, step_, boundary_, clock_, obstacle_, exchange_);
  }

  StepType step_;
  BoundaryType boundary_;
  Clock clock_;
  ObstacleView obstacle_;
  Exchange exchange_;
  typename AllRules::Tuple rules_;
};

} // namespace tessera::detail

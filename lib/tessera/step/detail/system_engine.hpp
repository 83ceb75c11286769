// SPDX-License-Identifier: Apache-2.0
// The part of a system's Stepper that knows the order of axes in memory: it holds the plan, and second levels
// of the members that need one.
#pragma once

#include <tessera/grid/levels.hpp>
#include <tessera/scheme/detail/system/any_plan.hpp>
#include <tessera/scheme/detail/system/watch_level.hpp>
#include <tessera/stencil/watch.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/detail/engine.hpp>
#include <tessera/step/detail/move.hpp>
#include <tessera/step/detail/points.hpp>
#include <tessera/step/detail/system_halos.hpp>
#include <tessera/step/detail/system_rules.hpp>
#include <tessera/step/exchange.hpp>

namespace tessera {

namespace detail {

/// Stands for an engine where stages are refused, so that the compiler says nothing further.
struct NoSystemEngine {
  template <class... Arguments>
  explicit NoSystemEngine(Arguments const&...) {}
  template <class SystemType>
  void check(SystemType const&) const {}
  template <class... Arguments>
  void advance(Arguments&&...) const {}
  template <class Exchange>
  void check_exchange(Exchange const&, Index) const {}
  SchemeReport report() const { return {}; }
};

/// The part of a system's Stepper that is the same for every field of its shape.
template <class Exec, class Value, class ViewType, class StagesType, class BoundaryType, class SchemeType>
class SystemEngine;

template <class Exec, class Value, class ViewType, class BoundaryType, class SchemeType, class... Stage>
class SystemEngine<Exec, Value, ViewType, Stages<Stage...>, BoundaryType, SchemeType> {
public:
  using SystemType = System<Value, ViewType>;
  using T = typename SystemType::member_type;
  static constexpr int D = SystemType::dimension, count = SystemType::count;
  using AllRules = SystemRules<Exec, Value, ViewType, Stages<Stage...>, BoundaryType>;
  using Order = typename AllRules::Order;
  template <class S>
  using RulesOf = typename AllRules::template Of<S>;
  using PlanChoice = SystemPlanOf<SchemeType, Exec, RulesOf<Stage>...>;
  static_assert(samples_are_final<Value, T, Stage...>(),
                "tessera::with_points: a stage injects into and samples members that it writes, and a later "
                "stage writes none of those that are sampled");
  static_assert(PlanChoice::exists, "tessera::Stepper: systems of fields are stepped by tessera::Direct, "
                                    "tessera::Streaming, tessera::Tiled and tessera::Temporal; give one of "
                                    "them, or its name as tessera::AnyScheme. The two passes of "
                                    "tessera::TwoPass are two stages of a system");
  using Plan = typename PlanChoice::type;
  using LevelView = LevelViewOf<ViewType>;

  template <class ObstacleView>
  SystemEngine(Exec const& exec, SystemType const& u, Stages<Stage...> const& stages,
               BoundaryType const& boundary, SchemeType const& scheme, Clock const& clock,
               ObstacleView const& obstacle)
      : points_(points_of(stages)), grid_(u.grid()), halo_(u.halo()),
        domain_(AllRules::domain(u, boundary, clock)),
        plan_(exec, AllRules::make(u, stages, boundary, domain_, obstacle), PlanChoice::request(scheme)),
        watched_sweep_(exec, AllRules::make(u, stages, boundary, domain_, obstacle), Direct::name,
                       StepsPerSweep::one) {
    std::apply(
        [&](auto const&... stage) { (check_points<D>(grid_, halo_, PointsOf<Stage>::get(stage)), ...); },
        stages.stage);
    check_system_halo<Need, Order>(u, domain_, plan_.report().fused_steps);
    check_mask_of_system<Order>(domain_, obstacle_data<Order>(u.grid(), obstacle));
    for (int d = 0; d < D; ++d) strides_[d] = static_cast<Index>(u.view(0).stride(d));
    for (int m = 0; m < count; ++m) {
      if (!unit_stride_first<Order>(u.view(m)))
        throw InvalidInput(text("system: '", u.view(m).label(), "' has a stride of ",
                                strides_[Order::memory_axis(0)], " along axis ", Order::memory_axis(0),
                                ", along which rows of a system lie in memory (give Views with a stride of 1 "
                                "there, and larger ones along the other axes)"));
      if (!has_member(second_levels(), m)) continue;
      // One pair of strides serves both levels: the second has the gaps between rows of the user's View.
      // Every sweep writes all its nodes.
      levels_[m] =
          LevelView(Kokkos::view_alloc(exec, std::string("tessera::time_level"), Kokkos::WithoutInitializing),
                    u.view(m).layout());
    }
    reserve_scratch(exec, 0); // for the copies between levels, which are launched as teams
  }

  void check(SystemType const& u) const {
    for (int m = 0; m < count; ++m) {
      check_same_shape<Order>(make_field(u.grid(), u.view(m), u.halo()), grid_, halo_, false);
      for (int d = 0; d < D; ++d)
        if (u.view(m).extent(d) > 1 && static_cast<Index>(u.view(m).stride(d)) != strides_[d])
          throw InvalidInput(text("advance: '", u.view(m).label(), "' has a stride of ", u.view(m).stride(d),
                                  " along axis ", d, ", the stepper was made for ", strides_[d],
                                  " (make a stepper for this system)"));
      for (auto const& level : levels_)
        if (share_memory(u.view(m), level))
          throw InvalidInput(
              text("advance: '", u.view(m).label(),
                   "' is a level that the stepper itself holds (advance the system that it was "
                   "made for)"));
    }
  }

  /// Checks what an exchange has to fill. \throws InvalidInput if it can't, and if there is none where the
  /// steps take more than one sweep and read a halo
  template <class Exchange>
  void check_exchange(Exchange const& exchange, Index steps) const {
    if constexpr (std::is_same_v<Exchange, NoExchange>) {
      if (exchange.checks_halo && domain_.reads_halo() && steps > plan_.steps_of_sweep(steps))
        throw InvalidInput(
            text("advance by ", steps, " steps: the system has a halo that nobody fills between sweeps of ",
                 plan_.steps_of_sweep(steps), " (pass an exchange, or advance by one sweep at a time)"));
    } else if constexpr (requires { exchange.check_sweeps(1, true, 1, 0u); }) {
      exchange.check_sweeps(Need::width, Need::corners, plan_.report().fused_steps, written);
    }
  }

  /// Makes `steps` steps from level `first`; the result is in u.
  template <class Exchange, class... W>
  void advance(Exec const& exec, SystemType const& u, Index first, Index steps, Exchange const& exchange,
               W const&... watches) {
    auto const state = swept(
        exec, u, [&](int m) { return levels_[m]; }, true, first, steps, exchange, watches...);
    for (int m = 0; m < count; ++m) {
      auto const home = data_of_member(u, u.view(m));
      if (state.now[m] != home.origin)
        copy_field(exec, Data<T>{state.now[m], home.stride_y, home.stride_z}, home, domain_.whole());
    }
  }

  /// The same with a second level of the user's own; nothing is copied.
  template <class Exchange, class... W>
  void advance(Exec const& exec, tessera::Levels<Value, ViewType>& u, Index first, Index steps,
               Exchange const& exchange, W const&... watches) {
    auto const now = u.now(), other = u.other();
    auto const state = swept(
        exec, now, [&](int m) { return other.view(m); }, false, first, steps, exchange, watches...);
    for (int m = 0; m < count; ++m)
      if (state.now[m] != data_of_member(now, now.view(m)).origin) u.turn(m);
  }

  SchemeReport report() const { return plan_.report(); }

private:
  using Need = HaloNeed<RulesOf<Stage>...>;
  /// A stand-in for devices, which watch a level that a step has made.
  struct NoWatchedSweep {
    static constexpr unsigned second = 0;
    template <class... Arguments>
    explicit NoWatchedSweep(Arguments const&...) {}
  };
  using WatchedSweep =
      std::conditional_t<on_host<Exec>, SystemDirectPlan<Exec, RulesOf<Stage>...>, NoWatchedSweep>;
  static constexpr unsigned written = (0u | ... | RulesOf<Stage>::writes);

  template <class MemberView>
  static auto data_of_member(SystemType const& u, MemberView const& view) {
    return data_of<Order>(make_field(u.grid(), view, u.halo()));
  }

  /// The members that need a second level, those of a watched step included.
  unsigned second_levels() const { return second_levels_of(plan_) | WatchedSweep::second; }

  /// Makes the steps' sweeps. `second(m)`: the second level of a member that needs one. `ends_in_u`: whether
  /// the result is copied to u if it lies in the second level. With watchers a host makes the last step by
  /// Direct's sweep, which gives the same bits and goes over whole rows: so the order of a sum is that of the
  /// grid.
  template <class Second, class Exchange, class... W>
  SystemState<T, count> swept(Exec const& exec, SystemType const& u, Second const& second, bool ends_in_u,
                              Index first, Index steps, Exchange const& exchange, W const&... watches) {
    for_each_points([&](auto const& points) { check_advance(points, steps); });
    SystemState<T, count> state{};
    for (int m = 0; m < count; ++m) {
      auto const data = data_of_member(u, u.view(m));
      state.now[m] = data.origin;
      state.stride_y = data.stride_y;
      state.stride_z = data.stride_z;
      if (has_member(second_levels(), m)) state.other[m] = data_of_member(u, second(m)).origin;
    }
    auto const fill_halos = [&](Index level, int fused) {
      if constexpr (!std::is_same_v<Exchange, NoExchange>) {
        // Members that no stage writes keep the halo that they got before the first sweep.
        unsigned const members = level == first ? Apart<Value, T>::all : written;
        auto const now = system_of(u, [&](int m) {
          bool const home = state.now[m] == data_of_member(u, u.view(m)).origin;
          return home ? UnmanagedOf<ViewType>(u.view(m)) : UnmanagedOf<ViewType>(second(m));
        });
        fill_halo(exchange, exec, now, Need::width * fused, members);
      }
    };
    Index const unwatched = on_host<Exec> && sizeof...(W) > 0 ? steps - 1 : steps;
    Index sweeps = 0;
    for (Index done = 0; done < unwatched; ++sweeps) {
      Index left = unwatched - done;
      if constexpr (!on_host<Exec>)
        for_each_points([&](auto const& points) { left = steps_to_sample(points, first + done, left); });
      int const fused = plan_.steps_of_sweep(left);
      fill_halos(first + done, fused);
      state.holds_constants = sweeps >= 2;
      state.first_in_place = ends_in_u && sweeps == 0 && unwatched % 2 == 1;
      plan_.sweep(exec, state, first + done, fused);
      done += fused;
      record(exec, state, first + done);
    }
    if constexpr (sizeof...(W) > 0) {
      if constexpr (on_host<Exec>) fill_halos(first + unwatched, 1);
      watch_last(exec, state, first + steps, watches...);
      if constexpr (!std::is_same_v<Exchange, NoExchange>)
        (exchange.template combine<typename W::Reduction>(exec, watches.result), ...);
    }
    return state;
  }

  /// Reduces the last level of a run: on a host in the sweep that makes it, on a device as it lies in memory.
  template <class... W>
  void watch_last(Exec const& exec, SystemState<T, count>& state, Index level, W const&... watches) {
    Index const partials = partials_of<Exec>(domain_);
    std::size_t const counter = 64, bytes = (counter + ... + bytes_of_partials<typename W::Number>(partials));
    if (watch_memory_.size() < bytes)
      watch_memory_ = decltype(watch_memory_)(Kokkos::view_alloc(exec, std::string("tessera::watch")), bytes);
    auto const list = watch_list(watch_memory_.data() + counter, partials, watches...);
    if constexpr (on_host<Exec>) {
      watched_sweep_.sweep_watched(exec, state, level - 1, list);
      join_partials(exec, list, partials);
    } else {
      using First = RulesOf<std::tuple_element_t<0, std::tuple<Stage...>>>;
      watch_level(exec, WatchedLevel<First>(state, domain_, level), list,
                  reinterpret_cast<unsigned*>(watch_memory_.data()));
    }
  }

  static auto points_of(Stages<Stage...> const& stages) {
    return std::apply(
        [](auto const&... stage) {
          return std::tuple<typename PointsOf<Stage>::type...>(PointsOf<Stage>::get(stage)...);
        },
        stages.stage);
  }

  /// Calls body(points) for the points of each stage.
  template <class Body>
  void for_each_points(Body const& body) const {
    std::apply([&](auto const&... points) { (body(points), ...); }, points_);
  }

  /// Samples a level that a sweep has made, on a device: there kernels do not sample themselves.
  void record(Exec const& exec, SystemState<T, count> const& state, Index level) const {
    if constexpr (!on_host<Exec>)
      for_each_points([&](auto const& points) {
        points.for_each([&]<class On>(On const& on) {
          if constexpr (!On::injects)
            record_level<Order>(
                exec, on.data,
                Data<T const>{state.now[member_of<Value, T, On>()], state.stride_y, state.stride_z}, level);
        });
      });
  }

  std::tuple<typename PointsOf<Stage>::type...> points_; // of the stages
  Grid<D> grid_;
  Halo<D> halo_;
  Domain domain_;
  Plan plan_;
  static_assert((Plan::second & WatchedSweep::second) == WatchedSweep::second);
  [[no_unique_address]] WatchedSweep watched_sweep_; // on a host: makes the steps that are watched
  Index strides_[D];                                 // of all members
  LevelView levels_[count];
  /// A counter, which is 0 between launches, and the watchers' partial numbers.
  Kokkos::View<std::byte*, typename Exec::memory_space> watch_memory_;
};

} // namespace detail

} // namespace tessera

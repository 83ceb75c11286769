// SPDX-License-Identifier: Apache-2.0
// The part of a Stepper that knows the order of axes in memory: it holds rules, plan, and the time levels
// besides the user's.
#pragma once

#include <tessera/boundary/detail/check.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/scheme/detail/node/points.hpp>
#include <tessera/scheme/scheme.hpp>
#include <tessera/step/detail/check.hpp>
#include <tessera/step/detail/move.hpp>
#include <tessera/step/detail/points.hpp>
#include <tessera/step/detail/split_sweep.hpp>
#include <tessera/step/exchange.hpp>

#include <optional>
#include <utility>

namespace tessera::detail {

/// A View like ViewType with memory of its own.
template <class ViewType>
using LevelViewOf = Kokkos::View<typename ViewType::non_const_data_type, typename ViewType::array_layout,
                                 typename ViewType::device_type>;

/// Allocates such a View with compact strides, in the same order of axes as `view`.
template <class Order, class ViewType>
LevelViewOf<ViewType> second_level(typename ViewType::execution_space const& exec, ViewType const& view,
                                   char const* label) {
  auto const properties = Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing);
  typename ViewType::array_layout layout;
  Index stride = 1;
  for (int memory_axis = 0; memory_axis < Order::dimension; ++memory_axis) {
    int const axis = Order::memory_axis(memory_axis);
    layout.dimension[axis] = view.extent(axis);
    if constexpr (std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride>)
      layout.stride[axis] = static_cast<std::size_t>(stride);
    stride *= static_cast<Index>(view.extent(axis));
  }
  return LevelViewOf<ViewType>(properties, layout);
}

template <class Exec, class ViewType, class Order, class StencilType, class BoundaryType, class SchemeType>
class Engine {
public:
  using T = typename ViewType::non_const_value_type;
  using RulesType = Rules<T, Order, StencilType, BoundaryType>;
  using PlanType = typename PlanOf<SchemeType, Exec, RulesType>::type;
  using LevelView = LevelViewOf<ViewType>;

  template <class ObstacleView>
  Engine(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil, BoundaryType const& boundary,
         SchemeType const& scheme, double start, double dt, ObstacleView const& obstacle)
      : grid_(u.grid()), halo_(u.halo()), strided_(may_be_strided && !unit_stride_first<Order>(u.view())),
        rules_(make_rules(u, stencil, boundary, start, dt, obstacle)), plan_(exec, rules_, scheme),
        four_levels_(two_levels && !plan_.writes_over_previous()) {
    check_coefficient(u, stencil);
    check_points<D>(grid_, halo_, points());
    check_halo_width<Order>(u, rules_.domain, RulesType::radius, plan_.report().fused_steps);
    check_obstacle_halo<Order>(rules_.domain, rules_.obstacle, plan_.report().fused_steps);
    for (int level = 0; level < (four_levels_ ? 3 : 1); ++level)
      levels_[level] = second_level<Order>(memory_of(exec), u.view(), "tessera::time_level");
    if (strided_) staged_ = second_level<Order>(memory_of(exec), u.view(), "tessera::staged_field");
    reserve_scratch(exec, 0); // for the copies between levels, which are launched as teams
    if constexpr (two_levels) fill_previous(exec, u);
  }

  /// Checks a field for advance().
  /// \throws InvalidInput if this engine was not made for it
  void check(Field<ViewType> const& u) const {
    check_same_shape<Order>(u, grid_, halo_, strided_);
    for (auto const& level : levels_)
      if (share_memory(u.view(), level))
        throw InvalidInput(
            text("advance: field '", u.view().label(),
                 "' is a level that the stepper itself holds (advance the field that it was made for)"));
    check_coefficient(u, rules_.stencil);
  }

  /// Checks that halos are filled where they have to be.
  /// \throws InvalidInput if the steps take more than one sweep and nobody fills the halo between them
  void check_unfilled_halo(Index steps) const {
    if (rules_.domain.reads_halo() && steps > plan_.steps_of_sweep(steps))
      throw InvalidInput(
          text("advance by ", steps, " steps: the field has a halo that nobody fills between sweeps of ",
               plan_.steps_of_sweep(steps), " (pass an exchange, or advance by one sweep at a time)"));
  }

  /// Makes sweeps in parts from now on, so that the inner nodes are swept while halos are filled, if the
  /// field has a halo and enough nodes.
  void split(Exec const& exec, SchemeType const& scheme) {
    if (!split_ && !strided_ && rules_.domain.reads_halo()) split_.emplace(exec, rules_, scheme, plan_);
  }

  /// Makes `steps` steps from level `first`; the result is in u.
  template <class Exchange>
  void advance(Exec const& exec, Field<ViewType> const& u, Index first, Index steps,
               Exchange const& exchange) const {
    if (steps == 0) return;
    check_advance(points(), steps);
    if constexpr (may_be_strided) {
      if (strided_) {
        Kokkos::deep_copy(exec, staged_, u.view());
        run(exec, make_field(grid_, staged_, halo_), first, steps, exchange);
        Kokkos::deep_copy(exec, u.view(), staged_);
        return;
      }
    }
    run(exec, u, first, steps, exchange);
  }

  SchemeReport report() const { return plan_.report(); }

  /// The level before the field's, for a stencil that reads two levels.
  Field<LevelView> previous() const { return make_field(grid_, levels_[0], halo_); }

private:
  static constexpr int D = Order::dimension;
  static constexpr bool two_levels = RulesType::two_levels;
  static constexpr bool may_be_strided =
      std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutStride>;

  decltype(auto) points() const { return PointsOf<StencilType>::get(rules_.stencil); }

  static auto memory_of(Exec const& exec) {
    if constexpr (std::is_same_v<typename ViewType::execution_space, Exec>)
      return exec;
    else
      return typename ViewType::execution_space{};
  }

  // Copies u to the previous level, halo included.
  void fill_previous(Exec const& exec, Field<ViewType> const& u) const {
    if constexpr (may_be_strided)
      Kokkos::deep_copy(memory_of(exec), levels_[0], u.view());
    else
      copy_field(exec, data_of<Order>(u), own(0), rules_.domain.readable);
  }

  template <class ObstacleView>
  static RulesType make_rules(Field<ViewType> const& u, StencilType const& stencil,
                              BoundaryType const& boundary, double start, double dt,
                              ObstacleView const& obstacle) {
    Domain domain = domain_of<Order>(u, start, dt);
    apply_boundary<Order, RulesType::radius>(domain, boundary);
    return {stencil, boundary, domain, obstacle_data<Order>(u.grid(), obstacle)};
  }

  // Makes sweeps back and forth between u, where the current level lies if `in_field`, and another level.
  // After an odd number the result is copied to u.
  template <class FieldType, class Exchange>
  void run(Exec const& exec, FieldType const& u, Index first, Index steps, Exchange const& exchange) const {
    bool in_field = true;
    Index sweeps = 0;
    for (Index done = 0; done < steps; ++sweeps) {
      Index left = steps - done;
      if (!records_samples(plan_)) left = steps_to_sample(points(), first + done, left);
      int const fused = plan_.steps_of_sweep(left);
      auto levels = levels_of(u, in_field);
      levels.holds_constants = sweeps >= 2;
      with_halos(u, in_field, fused, exchange, [&](auto const& begin, auto const& finish, auto const& fill) {
        if (splits_for(exchange)) {
          split_->sweep(exec, levels, first + done, fused, begin, finish);
        } else {
          fill(exec);
          plan_.sweep(exec, levels, first + done, fused);
        }
      });
      done += fused;
      if (!records_samples(plan_))
        points().for_each([&]<class On>(On const& on) {
          if constexpr (!On::injects)
            record_level<Order>(exec, on.data,
                                Data<T const>{levels.out.origin, levels.out.stride_y, levels.out.stride_z},
                                first + done);
        });
      in_field = !in_field;
    }
    if (!in_field) copy_result_back(exec, u);
  }

  // The levels that a sweep reads and writes: it starts from u if the current level is in it, else it ends
  // there.
  template <class FieldType>
  Levels<T> levels_of(FieldType const& u, bool in_field) const {
    auto const choose = [&](bool first, Data<T> const& one, Data<T> const& other) {
      return first ? one : other;
    };
    auto const read = [](Data<T> const& data) {
      return Data<T const>{data.origin, data.stride_y, data.stride_z};
    };
    Data<T> const field = data_of<Order>(u);
    if (two_levels && four_levels_) {
      Data<T> const previous = own(0), second = own(1), second_previous = own(2);
      return {read(choose(in_field, field, second)), choose(in_field, second, field),
              read(choose(in_field, previous, second_previous)), choose(in_field, second_previous, previous)};
    } else {
      Data<T> const in = choose(in_field, field, own(0)), out = choose(in_field, own(0), field);
      return {read(in), out, two_levels ? read(out) : Data<T const>{nullptr, 0, 0}};
    }
  }
  Data<T> own(int level) const { return data_of<Order>(make_field(grid_, levels_[level], halo_)); }

  template <class FieldType>
  void copy_result_back(Exec const& exec, FieldType const& u) const {
    Box3 const nodes = rules_.domain.whole();
    if (two_levels && four_levels_) {
      copy_field(exec, own(1), data_of<Order>(u), nodes);
      copy_field(exec, own(2), own(0), nodes);
    } else if constexpr (two_levels) {
      swap_fields(exec, data_of<Order>(u), own(0), nodes);
    } else {
      copy_field(exec, own(0), data_of<Order>(u), nodes);
    }
  }

  template <class Exchange>
  bool splits_for(Exchange const& exchange) const {
    if constexpr (requires { exchange.overlaps(); })
      return exchange.overlaps() && split_ && split_->splits();
    else
      return false;
  }

  // Calls body(begin, finish, fill): begin(instance) and finish(instance), or fill(instance), fill the halos
  // that the next sweep reads. The previous level is read at its own node only, so its halo matters only
  // where fused steps update halo nodes.
  template <class FieldType, class Exchange, class Body>
  void with_halos(FieldType const& u, bool in_field, int fused, Exchange const& exchange,
                  Body const& body) const {
    int const width = RulesType::radius * fused;
    auto const with_halo = [&](auto const& now) {
      if constexpr (two_levels) {
        if (four_levels_ && fused > 1) {
          auto const previous = make_field(grid_, levels_[in_field ? 0 : 2], halo_);
          int const before = width - RulesType::radius;
          if constexpr (requires(Exec const& exec) { exchange.begin(exec, now, 2, previous, 1); }) {
            with_messages(exchange, body, now, width, previous, before);
          } else {
            auto const begin = [&](Exec const& on) {
              fill_halo(exchange, on, now, width);
              exchange.begin(on, previous, before);
            };
            auto const finish = [&](Exec const& on) { exchange.finish(on, previous, before); };
            body(begin, finish, [&](Exec const& on) {
              fill_halo(exchange, on, now, width);
              fill_halo(exchange, on, previous, before);
            });
          }
          return;
        }
      }
      with_messages(exchange, body, now, width);
    };
    if (in_field)
      with_halo(u);
    else
      with_halo(make_field(grid_, levels_[four_levels_ ? 1 : 0], halo_));
  }

  template <class Exchange, class Body, class... What>
  static void with_messages(Exchange const& exchange, Body const& body, What const&... what) {
    body([&](Exec const& on) { exchange.begin(on, what...); },
         [&](Exec const& on) { exchange.finish(on, what...); },
         [&](Exec const& on) { fill_halo(exchange, on, what...); });
  }

  Grid<Order::dimension> grid_;
  Halo<Order::dimension> halo_;
  bool strided_; // whether the field has no unit-stride axis in this order: it is stepped in a compact copy
  RulesType rules_;
  PlanType plan_;
  std::optional<SplitSweep<Exec, RulesType, PlanType>> split_{};
  // Whether a stencil of two levels needs all four levels. A stencil of one level goes back and forth between
  // u and a second level. With two levels, a sweep either writes over the older one, or reads two levels and
  // writes two others.
  bool four_levels_;
  // Own levels. If `four_levels_`, all three have memory, else only the first. For a stencil that reads two
  // levels, the first holds the previous level.
  LevelView levels_[3];
  LevelView staged_;
};

} // namespace tessera::detail

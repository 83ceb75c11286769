// SPDX-License-Identifier: Apache-2.0
// The part of tuning that is compiled for every stencil of one field: it makes steppers and names of types.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/tune/detail/private_field.hpp>
#include <tessera/tune/detail/private_trials.hpp>
#include <tessera/tune/detail/type_name.hpp>

namespace tessera::detail {

/// Trials use the exchange. NoExchange: what a halo holds does not matter for the time.
template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView,
          class Exchange>
class TypedProblem final : public ProblemOnPrivate<Exec, PrivateField<Exec, ViewType>> {
  static_assert(known_space<Exec>());
  static constexpr int D = Field<ViewType>::dimension;
  using T = typename ViewType::non_const_value_type;
  using AnyRules = Rules<T, AxisOrder<D, false>, StencilType, BoundaryType>; // any order of axes will do
  using Base = ProblemOnPrivate<Exec, PrivateField<Exec, ViewType>>;
  using Base::u_;

public:
  TypedProblem(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, Clock const& clock, ObstacleView const& obstacle,
               Exchange const& exchange)
      : Base(exec, u), stencil_(for_trials(stencil)), boundary_(boundary), clock_(clock), obstacle_(obstacle),
        exchange_(exchange) {}

  Work work() const override {
    Work work{.dimension = D,
              .radius = StencilType::reads.radius,
              .points = StencilType::reads.points(),
              .value_bytes = sizeof(T),
              .two_levels = reads_previous<StencilType>,
              .two_passes = has_two_passes<StencilType>,
              .persistent = fits_persistent<Exec, AnyRules> && !has_points<StencilType>,
              .tiles = has_tiles<Exec, AnyRules> && !has_points<StencilType>};
    bool const first = unit_stride_first<AxisOrder<D, false>>(u_.view());
    work.registers = first ? registers_pay<AxisOrder<D, false>>() : registers_pay<AxisOrder<D, true>>();
    for (int d = 0; d < D; ++d) {
      work.nodes[first ? d : D - 1 - d] = u_.grid().nodes[d];
      work.halo |= u_.halo().lower[d] > 0 || u_.halo().upper[d] > 0;
    }
    work.slow_periodic = is_periodic_axis<D>(boundary_, first ? D - 1 : 0);
    return work;
  }

  TuningSubject subject() const override {
    return {.stencil = type_name<StencilType>(),
            .boundary = type_name<BoundaryType>(),
            .value = type_name<T>(),
            .obstacle = has_obstacle(obstacle_),
            .grid = extents_text(u_.grid().nodes, D),
            .strides = strides_text(u_.view()),
            .halo = extents_text(u_.halo().lower, D) + ", " + extents_text(u_.halo().upper, D),
            .exchange = name_of_exchange<Exchange>()};
  }

  void add_device_candidates([[maybe_unused]] CandidateList& list,
                             [[maybe_unused]] Work const& work) const override {
    if constexpr (!on_host<Exec>) detail::add_device_candidates<Exec, AnyRules>(list, work);
  }

  double level_bytes() const override { return static_cast<double>(u_.view().span() * sizeof(T)); }

private:
  void after_trials() const override { compare_again(exchange_); }
  std::unique_ptr<AnyStepper<Field<ViewType>>> make(AnyScheme const& scheme,
                                                    Field<ViewType> const& u) const override {
    return make_stepper(scheme, this->exec_, u, stencil_, boundary_, clock_, obstacle_, exchange_);
  }
  /// Whether Temporal streams this field through a device's registers by itself.
  template <class Order>
  bool registers_pay() const {
    using RulesType = Rules<T, Order, StencilType, BoundaryType>;
    if constexpr (fits_line<Exec, RulesType>) {
      return true;
    } else if constexpr (fits_registers<Exec, RulesType> || fits_volume<Exec, RulesType>) {
      RulesType rules{stencil_, boundary_, domain_of<Order>(u_, clock_.start, clock_.dt), {}};
      apply_boundary<Order, RulesType::radius>(rules.domain, boundary_);
      if (has_obstacle(obstacle_) || has_points<StencilType>) return false;
      if constexpr (fits_registers<Exec, RulesType>)
        return planes_pay(rules);
      else
        return TemporalVolumePlan<Exec, RulesType>::pays(this->exec_, rules);
    } else {
      return false;
    }
  }

  StencilType stencil_;
  BoundaryType boundary_;
  Clock clock_;
  ObstacleView obstacle_;
  Exchange exchange_;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The part of tuning that is compiled for every stencil: it makes steppers and names of types.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/tune/detail/trial.hpp>
#include <tessera/tune/detail/type_name.hpp>

#include <optional>
#include <utility>

namespace tessera::detail {

template <class Exec, class ViewType, class StencilType, class BoundaryType, class ObstacleView>
class TypedProblem final : public TuningProblem {
  static_assert(known_space<Exec>());
  static constexpr int D = Field<ViewType>::dimension;
  using T = typename ViewType::non_const_value_type;
  using AnyRules = Rules<T, AxisOrder<D, false>, StencilType, BoundaryType>; // any order of axes will do

public:
  TypedProblem(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
               BoundaryType const& boundary, Clock const& clock, ObstacleView const& obstacle)
      : exec_(exec), u_(u), stencil_(for_trials(stencil)), boundary_(boundary), clock_(clock), obstacle_(obstacle) {}

  Work work() const override {
    Work work{.dimension = D,
              .radius = StencilType::reads.radius,
              .points = StencilType::reads.points(),
              .value_bytes = sizeof(T),
              .two_levels = reads_previous<StencilType>,
              .two_passes = has_two_passes<StencilType>,
              .persistent = fits_persistent<Exec, AnyRules>,
              .tiles = fits_tiles<Exec, AnyRules>,
              .registers = fits_registers<Exec, AnyRules>};
    bool const first = unit_stride_first<AxisOrder<D, false>>(u_.view());
    if constexpr (fits_volume<Exec, AnyRules>)
      work.registers = first ? volume_pays<AxisOrder<D, false>>() : volume_pays<AxisOrder<D, true>>();
    for (int d = 0; d < D; ++d) {
      work.nodes[first ? d : D - 1 - d] = u_.grid().nodes[d];
      work.halo |= u_.halo().lower[d] > 0 || u_.halo().upper[d] > 0;
    }
    work.slow_periodic = is_periodic(first ? D - 1 : 0);
    return work;
  }

  TuningSubject subject() const override {
    TuningSubject subject{.stencil = type_name<StencilType>(),
                          .boundary = type_name<BoundaryType>(),
                          .value = type_name<T>(),
                          .obstacle = has_obstacle(),
                          .grid = extents_text(u_.grid().nodes, D),
                          .strides = {},
                          .halo = extents_text(u_.halo().lower, D) + ", " + extents_text(u_.halo().upper, D)};
    for (int d = 0; d < D; ++d) subject.strides += (d ? " " : "") + std::to_string(u_.view().stride(d));
    return subject;
  }

  void add_device_candidates([[maybe_unused]] CandidateList& list,
                             [[maybe_unused]] Work const& work) const override {
    if constexpr (!on_host<Exec>) detail::add_device_candidates<Exec, AnyRules>(list, work);
  }

  double level_bytes() const override { return static_cast<double>(u_.view().span() * sizeof(T)); }

  std::unique_ptr<Trials> trials() const override { return std::make_unique<OnPrivateField>(*this); }

  void check(AnyScheme const& scheme) const override { make(scheme, u_); }

private:
  class OnPrivateField final : public Trials {
  public:
    explicit OnPrivateField(TypedProblem const& problem)
        : problem_(problem), field_(problem.exec_, problem.u_) {}
    std::unique_ptr<Trial> make(AnyScheme const& scheme, TrialLimits const& limits) const override try {
      return std::make_unique<StepperTrial<Exec, ViewType>>(problem_.exec_, field_, problem_.u_,
                                                            problem_.make(scheme, field_.field()), limits);
    } catch (InvalidInput const&) {
      return {};
    }

  private:
    TypedProblem const& problem_;
    PrivateField<Exec, ViewType> field_;
  };

  auto make(AnyScheme const& scheme, Field<ViewType> const& u) const {
    // What a halo holds does not matter for the time.
    return make_stepper(scheme, exec_, u, stencil_, boundary_, clock_, obstacle_,
                        NoExchange{.checks_halo = false});
  }
  bool is_periodic(int axis) const {
    return [&]<int... F>(std::integer_sequence<int, F...>) {
      return (... || (Face<F>::axis == axis && boundary_.template face<F>().role() == Role::wraps));
    }
    (std::make_integer_sequence<int, 2 * D>{});
  }
  /// Whether Temporal streams this volume through registers by itself.
  template <class Order>
  bool volume_pays() const {
    using RulesType = Rules<T, Order, StencilType, BoundaryType>;
    RulesType rules{stencil_, boundary_, domain_of<Order>(u_, clock_.start, clock_.dt), {}};
    apply_boundary<Order, RulesType::radius>(rules.domain, boundary_);
    return !has_obstacle() && TemporalVolumePlan<Exec, RulesType>::pays(rules);
  }
  bool has_obstacle() const {
    if constexpr (Kokkos::is_view_v<ObstacleView>)
      return obstacle_.data() != nullptr;
    else
      return false;
  }

  Exec exec_;
  Field<ViewType> u_;
  StencilType stencil_;
  BoundaryType boundary_;
  Clock clock_;
  ObstacleView obstacle_;
};

} // namespace tessera::detail

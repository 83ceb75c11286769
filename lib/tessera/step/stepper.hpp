// SPDX-License-Identifier: Apache-2.0
// Stepper: makes time steps of a field with one stencil, boundary and scheme.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/step/detail/engine.hpp>
#include <tessera/step/exchange.hpp>

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <utility>
#include <variant>

namespace tessera {

/// The times of a run; all members have defaults.
struct Clock {
  double dt = 1;        ///< time between steps, for at.time()
  double start = 0;     ///< time of step 0
  Index first_step = 0; ///< number of the level that the field holds, for restarts
};

/// Makes time steps of one stencil with one boundary by one scheme, on one execution-space instance:
///
///     tessera::Stepper stepper(exec, u, Diffusion{0.2}, tessera::everywhere(tessera::Fixed{}),
///                              tessera::Direct{});
///     stepper.advance(u, 100);   // asynchronous on exec; result in u
///
/// Construction validates everything (InvalidInput says what does not fit) and allocates a second time level;
/// advance() allocates nothing. All kernels go to the given instance, and nothing is fenced. An obstacle is a
/// View of bytes, one per node, nonzero where a node is frozen, that is, keeps its value; it must not change
/// while the stepper lives. A View without memory, such as a default one, is no obstacle.
template <class Exec, class ViewType, class StencilType, class BoundaryType, class SchemeType,
          class ObstacleView = NoObstacle>
class Stepper {
  static constexpr int D = static_cast<int>(ViewType::rank());
  using layout = typename ViewType::array_layout;
  template <bool Reversed>
  using EngineOf =
      detail::Engine<Exec, ViewType, detail::AxisOrder<D, Reversed>, StencilType, BoundaryType, SchemeType>;
  static constexpr bool fitting_boundary() {
    if constexpr (is_boundary_v<BoundaryType>)
      return BoundaryType::template fits<D>;
    else
      return true;
  }
  static constexpr bool strided = std::is_same_v<layout, Kokkos::LayoutStride> && D > 1;
  static constexpr bool left = std::is_same_v<layout, Kokkos::LayoutLeft>;

  static_assert(Kokkos::is_execution_space_v<Exec>,
                "tessera::Stepper: the first argument is an execution space");
  static_assert(detail::known_space<Exec>());
  static_assert(Stencil<StencilType>,
                "tessera::Stepper: the third argument is a stencil, with `static constexpr auto "
                "reads = tessera::star<D>(radius)` and a formula operator()(u, at) const");
  static_assert(StencilType::reads.dimension == D,
                "tessera::Stepper: the stencil reads another number of axes than "
                "the field has");
  static_assert(StencilType::reads.radius >= 1,
                "tessera::Stepper: a stencil of radius 0 reads no neighbour; give "
                "it radius 1");
  static_assert(Scheme<SchemeType>, "tessera::Stepper: the fifth argument is a scheme: one of "
                                    "tessera::Schemes, such as Direct{}, or an AnyScheme");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename ViewType::memory_space>::accessible,
                "tessera::Stepper: the execution space can't access the field's memory");

  static_assert(is_boundary_v<BoundaryType>,
                "tessera::Stepper: the fourth argument is a boundary; a single condition "
                "holds everywhere as tessera::everywhere(condition)");
  static_assert(fitting_boundary(), "tessera::Stepper: the boundary has a condition on a face of an axis "
                                    "that the field does not have");
  static_assert(detail::can_read_obstacle<Exec, ObstacleView>(),
                "tessera::Stepper: the execution space can't access the obstacle's memory");

public:
  /// Checks everything and allocates a second time level, on `exec`.
  /// \throws InvalidInput for what does not fit together: nodes, halo, periodic faces, scheme and device
  Stepper(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
          BoundaryType const& boundary, SchemeType const& scheme, Clock const& clock = {},
          ObstacleView const& obstacle = {})
      : exec_(exec), step_(clock.first_step), clock_(clock), scheme_(scheme), obstacle_(obstacle),
        engine_(make_engine(exec, u, stencil, boundary, scheme, clock, obstacle)) {}

  /// Makes a stepper with an obstacle, for problems in which times do not matter.
  Stepper(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
          BoundaryType const& boundary, SchemeType const& scheme,
          ObstacleView const& obstacle) requires detail::is_mask_v<ObstacleView>
      : Stepper(exec, u, stencil, boundary, scheme, Clock{}, obstacle) {}

  /// Makes `steps` steps. Kernels are launched in order on the instance; the call does not wait for them. u
  /// is the field of construction, or another field of the same View type, nodes, spacing, origin, halo and
  /// order of strides, whose memory is apart from the stepper's own levels and from the stencil's
  /// coefficient().
  /// \throws InvalidInput for any other field, for negative `steps`, and for several sweeps of a field whose
  /// halo nobody fills
  template <class Exchange = NoExchange>
  void advance(Field<ViewType> const& u, Index steps, Exchange const& exchange = {}) {
    if (steps < 0) throw InvalidInput(detail::text("advance by ", steps, " steps (give zero or more)"));
    std::visit(
        [&](auto const& engine) {
          engine.check(u);
          if constexpr (std::is_same_v<Exchange, NoExchange>)
            if (exchange.checks_halo) engine.check_unfilled_halo(steps);
        },
        engine_);
    if constexpr (requires { exchange.check_sweeps(1, true, 1); })
      exchange.check_sweeps(StencilType::reads.radius,
                            StencilType::reads.shape == decltype(StencilType::reads)::Shape::box,
                            report().fused_steps);
    if constexpr (requires { exchange.overlaps(); })
      if (exchange.overlaps()) std::visit([&](auto& engine) { engine.split(exec_, scheme_); }, engine_);
    Kokkos::Profiling::ScopedRegion const region("tessera::Stepper::advance");
    std::visit([&](auto const& engine) { engine.advance(exec_, u, step_, steps, exchange); }, engine_);
    step_ += steps;
  }

  /// The level one step before the field's, which a stencil of two levels reads. At construction it is a copy
  /// of u (a start at rest, to first order). Write it before the first advance, or read it for a checkpoint.
  /// After an advance it belongs to the field that was advanced.
  auto previous() const requires reads_previous<StencilType> {
    return std::visit([](auto const& engine) { return engine.previous(); }, engine_);
  }

  /// Number of the time level that the field holds after the last advance.
  Index step() const { return step_; }
  /// start + step() dt
  double time() const { return clock_.start + static_cast<double>(step_) * clock_.dt; }

  /// What the scheme has chosen: tile, fused steps, scratch.
  SchemeReport report() const {
    return std::visit([](auto const& engine) { return engine.report(); }, engine_);
  }

private:
  // A View of LayoutStride may be a part of either layout: both orders of axes are compiled, and one is
  // chosen.
  using EngineType = std::conditional_t<strided, std::variant<EngineOf<true>, EngineOf<false>>,
                                        std::variant<EngineOf<!left>>>;

  static EngineType make_engine(Exec const& exec, Field<ViewType> const& u, StencilType const& stencil,
                                BoundaryType const& boundary, SchemeType const& scheme, Clock const& clock,
                                ObstacleView const& obstacle) {
    if constexpr (strided) {
      if (detail::unit_stride_first<detail::AxisOrder<D, false>>(u.view()))
        return EngineType(std::in_place_type<EngineOf<false>>, exec, u, stencil, boundary, scheme,
                          clock.start, clock.dt, obstacle);
      return EngineType(std::in_place_type<EngineOf<true>>, exec, u, stencil, boundary, scheme, clock.start,
                        clock.dt, obstacle);
    } else {
      return EngineType(std::in_place_type<EngineOf<!left>>, exec, u, stencil, boundary, scheme, clock.start,
                        clock.dt, obstacle);
    }
  }

  Exec exec_;
  Index step_;
  Clock clock_;
  SchemeType scheme_;
  ObstacleView obstacle_; // keeps the mask alive
  EngineType engine_;
};

} // namespace tessera

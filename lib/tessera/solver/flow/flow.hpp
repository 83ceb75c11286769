// SPDX-License-Identifier: Apache-2.0
// Flow: a time-stepping solver for plane flow in stream function and vorticity.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/solver/flow/limits.hpp>
#include <tessera/solver/flow/stream_function.hpp>

#include <functional>

namespace tessera {

/// The results of a time step.
struct FlowStep {
  Index iterations = 0;   ///< of conjugate gradients, summed over the stages
  double change = 0;      ///< the largest |omega_new - omega| / dt
  FlowForce force;        ///< on the body, mean over the step
  double circulation = 0; ///< around the body, at the end of the step
};

/// Plane flow in stream function and vorticity (Perezhogin, equation (1.1)):
///
///     omega_t + J(psi, omega) = nu laplacian(omega),    laplacian(psi) = omega,    u = -psi_y, v = psi_x
///
/// It uses Arakawa's Jacobian and the strongly stable Runge-Kutta method of three stages and third order (Shu
/// and Osher, J. Comput. Phys. 77, 1988). Each stage ends with Poisson's equation, solved by conjugate
/// gradients with multigrid from the last psi, then the body's psi by its circulation, then the walls'
/// vorticity. A stepper makes the sweep of a stage, by any scheme that steps a box stencil one step at a
/// time; all give the same bits.
///
/// Ranks may share the grid, with the bits of one rank: each gives its FlowShare, its fields are those of its
/// block and halo, and construction and all members that take an execution space are collective.
template <class Exec, class T>
class Flow {
  static_assert(detail::known_space<Exec>());

public:
  using Memory = typename Exec::memory_space;
  using Vector = NodeView<T, 2, Memory>;
  /// Allocates everything and waits. `body` has a byte per node, row-major, nonzero in the body; empty: no
  /// body. Afterwards fill vorticity() and call begin(), or fill psi() as well and call resume(). Sweeps run
  /// on the instance `exec`: pass the same instance to all calls. Problem and body are those of the whole
  /// grid, also where ranks share it.
  /// \throws InvalidInput for a problem that is not valid, and what the scheme throws.
  template <class SchemeType>
  Flow(Exec const& exec, FlowProblem const& problem, std::vector<std::uint8_t> const& body,
       SchemeType const& scheme, FlowShare<Exec, T> const& share = {})
      : problem_(checked(problem)), stream_(exec, problem_, body, share),
        start_(detail::node_view<T>(exec, detail::outer_grid(stream_.share()), "omega_start")),
        stage_("tessera::flow::stage"),
        column_("tessera::flow::outflow_start", static_cast<std::size_t>(stream_.part().nodes[1])),
        bulk_(mean_inflow(problem)) {
    sweep_ = sweep(exec, scheme);
  }

  Vector const& vorticity() const { return stream_.vorticity(); }
  Vector const& psi() const { return stream_.psi(); }
  FlowProblem const& problem() const { return problem_; }
  SchemeReport scheme() const { return report_; }

  /// Starts from the vorticity in the fluid, with no circulation around the body. The vorticity of walls and
  /// of the inflow is set here. The call waits.
  /// \throws FlowFailure where Poisson's equation does not converge.
  void begin(Exec const& exec) {
    stream_.give_vorticity(exec);
    stream_.find(exec, 0);
    stream_.settle(exec);
  }

  /// Continues from vorticity() and psi() as they were after a step: the following steps give the same bits
  /// as without the break.
  void resume(Exec const& exec) {
    stream_.take(exec);
    stream_.settle(exec);
  }

  /// The largest |u| / hx + |v| / hy of the fluid, including moving walls, which also bound the first step
  /// from rest. The call waits.
  double courant_rate(Exec const& exec) const {
    double largest = 0;
    auto const& part = stream_.part();
    detail::CourantRate<T, Memory> const kernel{part, stream_.padded(),
                                                static_cast<T>(problem_.grid.spacing[0]),
                                                static_cast<T>(problem_.grid.spacing[1])};
    Kokkos::parallel_reduce("tessera::flow::courant_rate", policy(exec, part.size()), kernel,
                            Kokkos::Max<double>(largest));
    return Kokkos::fmax(of_all(largest), wall_rate(problem_));
  }

  /// Makes a step and waits.
  /// \throws FlowFailure where the flow is not finite or Poisson's equation does not converge; the fields are
  /// then those of an unfinished step.
  FlowStep step(Exec const& exec, double dt) {
    // omega_k+1 = start omega_0 + rest (omega_k + dt L(omega_k)); share: the weight of L(omega_k) in the
    // whole step.
    struct {
      double start, rest, share;
    } const stages[3] = {{0, 1, 1. / 6}, {0.75, 0.25, 1. / 6}, {1. / 3, 2. / 3, 2. / 3}};
    FlowStep found;
    Kokkos::deep_copy(exec, start_, vorticity());
    if (outflow()) outflow_psi(exec, {}, true);
    auto& body = stream_.body();
    double const before = stream_.circulation();
    double circulation = before;
    if (body) body->start_step(exec);
    for (int k = 0; k < 3; ++k) {
      auto const& s = stages[k];
      auto const stage = stage_of(s.start, s.rest, dt);
      Kokkos::parallel_for("tessera::flow::set_stage", policy(exec, 1),
                           detail::SetStage<T, Memory>{stage_, stage});
      if (body) circulation = s.start * before + s.rest * (circulation + dt * body->rate(exec, k, s.share));
      if (outflow()) outflow_psi(exec, stage, false);
      sweep_();
      found.iterations += stream_.find(exec, circulation);
      stream_.settle(exec);
    }
    found.circulation = stream_.circulation();
    if (body) found.force = body->force(exec, dt);
    // The halo's nodes are those of other ranks, at the start as well: the largest of all is the same.
    Kokkos::parallel_reduce("tessera::flow::change", policy(exec, static_cast<Index>(start_.size())),
                            detail::LargestChange<T>{vorticity().data(), start_.data()},
                            Kokkos::Max<double>(found.change));
    found.change = of_all(found.change) / dt;
    return found;
  }

private:
  static FlowProblem const& checked(FlowProblem const& problem) {
    validate(problem);
    return problem;
  }
  static double mean_inflow(FlowProblem const& problem) {
    auto const psi = inflow_psi(problem);
    double const height = problem.grid.spacing[1] * static_cast<double>(problem.grid.nodes[1] - 1);
    double const mean = (psi.front() - psi.back()) / height;
    if (problem.sides[0] == FlowSide::inflow && !(mean > 0))
      throw InvalidInput(detail::text("the mean speed of the inflow is ", mean,
                                      " (give a stream that flows in: more than 0)"));
    return mean;
  }
  /// Whether this part has the side of an outflow.
  bool outflow() const { return problem_.sides[1] == FlowSide::outflow && stream_.part().has_face(1); }
  double of_all(double largest) const {
    auto const& ranks = stream_.share().ranks;
    return ranks ? ranks->largest(largest) : largest;
  }
  static auto policy(Exec const& exec, Index count) {
    return Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count);
  }

  template <class SchemeType>
  std::function<void()> sweep(Exec const& exec, SchemeType const& scheme) {
    using Side = VorticityAtSide<T, Memory>;
    auto const& share = stream_.share();
    auto const& halo = share.halo.lower;
    auto const side = [&](int face) -> Side {
      if (problem_.sides[face] == FlowSide::periodic) return Periodic{};
      if (problem_.sides[face] == FlowSide::outflow) return VorticityOutflow<T, Memory>(start_, stage_, halo);
      return Fixed{};
    };
    auto const boundary =
        everywhere(side(0)).on(west, side(0)).on(east, side(1)).on(south, side(2)).on(north, side(3));
    using Around = AroundBody<Vorticity<T, Memory>, 2, Memory>;
    Around const stencil{{stream_.padded(), start_, stage_, halo}, stream_.mask(), halo};
    auto const field = make_field(share.block, vorticity(), share.halo);
    using StepperType = Stepper<Exec, Vector, Around, std::remove_const_t<decltype(boundary)>, SchemeType>;
    auto const stepper = std::make_shared<StepperType>(exec, field, stencil, boundary, scheme);
    report_ = stepper->report();
    return [stepper, field] { stepper->advance(field, 1); };
  }

  FlowStage<T> stage_of(double start, double rest, double dt) const {
    double const hx = problem_.grid.spacing[0], hy = problem_.grid.spacing[1], nu = problem_.viscosity;
    return {static_cast<T>(start),
            static_cast<T>(rest),
            static_cast<T>(dt / (12 * hx * hy)),
            {static_cast<T>(nu * dt / (hx * hx)), static_cast<T>(nu * dt / (hy * hy))},
            static_cast<T>(dt * bulk_ / hx)};
  }

  void outflow_psi(Exec const& exec, FlowStage<T> const& stage, bool keep) const {
    auto const& part = stream_.part();
    Kokkos::parallel_for("tessera::flow::outflow_psi", policy(exec, part.nodes[1]),
                         detail::OutflowPsi<T, Memory>{part, stage, psi(), column_, keep});
  }

  FlowProblem problem_;
  StreamFunction<Exec, T> stream_;
  Vector start_; ///< the vorticity at the start of a step
  Kokkos::View<FlowStage<T>, Memory> stage_;
  Kokkos::View<T*, Memory> column_; ///< psi of the outflow at the start of a step
  double bulk_;                     ///< mean speed of the inflow
  std::function<void()> sweep_;
  SchemeReport report_;
};

} // namespace tessera

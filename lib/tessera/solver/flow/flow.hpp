// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/solver/flow/body.hpp>
#include <tessera/solver/flow/detail/flow_kernels.hpp>
#include <tessera/solver/flow/limits.hpp>
#include <tessera/solver/flow/vorticity.hpp>
#include <tessera/solver/flow/walls.hpp>
#include <tessera/solver/padded_diffusivity.hpp>
#include <tessera/solver/poisson/conjugate_gradients.hpp>

#include <functional>
#include <optional>

namespace tessera {

/// What a time step found.
struct FlowStep {
  Index iterations = 0;   ///< of conjugate gradients, over its stages
  double change = 0;      ///< largest |omega_new - omega| / dt
  FlowForce force;        ///< on the body, mean over the step
  double circulation = 0; ///< around the body, at its end
};

/// Plane flow in stream function and vorticity (Perezhogin, equation (1.1)):
///
///     omega_t + J(psi, omega) = nu laplacian(omega),    laplacian(psi) = omega,    u = -psi_y, v = psi_x
///
/// Arakawa's Jacobian; the strongly stable Runge-Kutta method of three stages and third order (Shu and Osher, J. Comput.
/// Phys. 77, 1988); after each stage Poisson's equation by conjugate gradients with multigrid from the last psi, the
/// body's psi by its circulation, then the walls' vorticity. The sweep of a stage is a stepper's, by any scheme that
/// steps a box stencil one step at a time, with the same bits.
template <class Exec, class T>
class Flow {
public:
  using Memory = typename Exec::memory_space;
  using Vector = NodeView<T, 2, Memory>;
  using Mask = NodeView<std::uint8_t, 2, Memory>;

  /// Allocates everything. `body`: a byte a node, row-major, nonzero in the body; empty: none. Afterwards fill
  /// vorticity() and call begin(), or psi() as well and call resume(). Waits.
  /// Throws InvalidInput for problems that can't be, and what the scheme refuses.
  template <class SchemeType>
  Flow(Exec const& exec, FlowProblem const& problem, std::vector<std::uint8_t> const& body,
       SchemeType const& scheme)
      : problem_(checked(problem)), mask_(mask_of(exec, body)),
        poisson_(exec, problem.grid, flow_ends(problem.sides), mask_), solver_(exec, poisson_),
        psi_(poisson_.make(exec, "psi")), omega_(poisson_.make(exec, "omega")),
        start_(poisson_.make(exec, "omega_start")), padded_(padded_like(exec)),
        stage_("tessera::flow::stage"), column_("tessera::flow::outflow_start", psi_.extent(1)) {
    if (poisson_.singular()) rhs_ = poisson_.make(exec, "rhs");
    if (!body.empty()) {
      body_.emplace(exec, problem_, body_surface(problem_, body), padded_, omega_);
      make_response(exec);
    }
    auto const inflow = inflow_psi(problem_);
    double const height = problem_.grid.spacing[1] * static_cast<double>(problem_.grid.nodes[1] - 1);
    bulk_ = (inflow.front() - inflow.back()) / height;
    if (outflow() && !(bulk_ > 0))
      throw InvalidInput(detail::text("the mean speed of the inflow is ", bulk_,
                                      " (give a stream that flows in: more than 0)"));
    over(exec, "tessera::flow::start_psi", nodes(),
         detail::StartPsi<T, Memory>{list_of(exec, inflow), mask_, psi_});
    exec.fence("tessera::flow: before the list is freed");
    sweep_ = sweep(exec, scheme);
  }

  Vector const& vorticity() const { return omega_; }
  Vector const& psi() const { return psi_; }
  FlowProblem const& problem() const { return problem_; }
  SchemeReport scheme() const { return report_; }

  /// Starts from the vorticity in the fluid, with no circulation around the body; that of walls and of the inflow is set.
  /// Waits. Throws RunFailure where Poisson's equation does not converge.
  void begin(Exec const& exec) {
    auto const inflow = list_of(exec, inflow_vorticity(problem_));
    over(exec, "tessera::flow::given_vorticity", nodes(),
         detail::GivenVorticity<T, Memory>{problem_.sides, inflow, mask_, omega_});
    exec.fence("tessera::flow: before the list is freed");
    solve(exec, 0);
    settle(exec);
  }

  /// Continues from vorticity() and psi() as they were after a step: what follows has the same bits as without the break.
  void resume(Exec const& exec) {
    pad(exec, psi_);
    settle(exec);
  }

  /// The largest |u| / hx + |v| / hy. Waits.
  double courant_rate(Exec const& exec) const {
    double largest = 0;
    detail::CourantRate<T, Memory> const kernel{padded_, static_cast<T>(problem_.grid.spacing[0]),
                                                static_cast<T>(problem_.grid.spacing[1])};
    Kokkos::parallel_reduce("tessera::flow::courant_rate", policy(exec, nodes()), kernel,
                            Kokkos::Max<double>(largest));
    return largest;
  }

  /// Makes a step. Waits. Throws RunFailure where the flow is not finite or Poisson's equation does not converge; the
  /// fields are then those of an unfinished step.
  FlowStep step(Exec const& exec, double dt) {
    // omega_k+1 = start omega_0 + rest (omega_k + dt L(omega_k)); share: what L(omega_k) is of the step.
    struct {
      double start, rest, share;
    } const stages[3] = {{0, 1, 1. / 6}, {0.75, 0.25, 1. / 6}, {1. / 3, 2. / 3, 2. / 3}};
    FlowStep found;
    Kokkos::deep_copy(exec, start_, omega_);
    if (outflow()) outflow_psi(exec, {}, true);
    double const before = circulation_;
    double target = before;
    if (body_) body_->start_step(exec);
    for (int k = 0; k < 3; ++k) {
      auto const& s = stages[k];
      auto const stage = stage_of(s.start, s.rest, dt);
      over(exec, "tessera::flow::set_stage", 1, detail::SetStage<T, Memory>{stage_, stage});
      if (body_) target = s.start * before + s.rest * (target + dt * body_->rate(exec, k, s.share));
      if (outflow()) outflow_psi(exec, stage, false);
      sweep_();
      found.iterations += solve(exec, target);
      settle(exec);
    }
    found.circulation = circulation_;
    if (body_) found.force = body_->force(exec, dt);
    Kokkos::parallel_reduce("tessera::flow::change", policy(exec, nodes()),
                            detail::LargestChange<T>{omega_.data(), start_.data()},
                            Kokkos::Max<double>(found.change));
    found.change /= dt;
    return found;
  }

private:
  static FlowProblem const& checked(FlowProblem const& problem) {
    validate(problem);
    return problem;
  }
  bool outflow() const { return problem_.sides[1] == FlowSide::outflow; }
  Index nodes() const { return problem_.grid.size(); }
  static auto policy(Exec const& exec, Index count) {
    return Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count);
  }
  template <class Kernel>
  static void over(Exec const& exec, char const* label, Index count, Kernel const& kernel) {
    Kokkos::parallel_for(label, policy(exec, count), kernel);
  }

  Mask mask_of(Exec const& exec, std::vector<std::uint8_t> const& body) const {
    if (body.empty()) return {};
    if (static_cast<Index>(body.size()) != nodes())
      throw InvalidInput(detail::text("the body has ", body.size(), " bytes, the grid ", nodes(),
                                      " nodes (give one byte a node)"));
    auto const mask = detail::node_view<std::uint8_t>(exec, problem_.grid, "body");
    using Bytes = Kokkos::View<std::uint8_t const*, Kokkos::HostSpace>;
    Kokkos::deep_copy(exec, detail::as_vector(mask), Bytes(body.data(), body.size()));
    exec.fence("tessera::flow: before the host's body is freed");
    return mask;
  }

  static Kokkos::View<double const*, Memory> list_of(Exec const& exec, std::vector<double> const& values) {
    Kokkos::View<double*, Memory> const list("tessera::flow::list", values.size());
    Kokkos::deep_copy(exec, list,
                      Kokkos::View<double const*, Kokkos::HostSpace>(values.data(), values.size()));
    exec.fence("tessera::flow: before the host's list is freed");
    return list;
  }

  Vector padded_like(Exec const& exec) const {
    Grid<2> grid = problem_.grid;
    for (auto& n : grid.nodes) n += 2;
    return detail::node_view<T>(exec, grid, "padded_psi");
  }
  void pad(Exec const& exec, Vector const& psi) const {
    bool const along_x = problem_.sides[0] == FlowSide::periodic,
               along_y = problem_.sides[2] == FlowSide::periodic;
    over(exec, "tessera::flow::pad", static_cast<Index>(padded_.size()),
         detail::Pad<Vector, Vector>{padded_, psi, {along_x, along_y}});
  }

  /// The stream function that is 1 on the body and 0 on the sides, and the circulation that it makes around the body.
  void make_response(Exec const& exec) {
    response_ = poisson_.make(exec, "response");
    auto const none = poisson_.make(exec, "none");
    Kokkos::deep_copy(exec, response_, T(0));
    over(exec, "tessera::flow::on_body", nodes(), detail::OnBody<T>{mask_.data(), response_.data()});
    solver_.solve(exec, response_, none,
                  {.max_iterations = problem_.max_iterations,
                   .tolerance = 4 * static_cast<double>(Kokkos::Experimental::epsilon_v<T>),
                   .on_update = true});
    pad(exec, response_);
    response_circulation_ = body_->circulation(exec, false);
  }

  template <class SchemeType>
  std::function<void()> sweep(Exec const& exec, SchemeType const& scheme) {
    using Side = VorticityAtSide<T, Memory>;
    auto const side = [&](int face) { return Side{problem_.sides[face], start_, stage_}; };
    auto const boundary =
        everywhere(side(0)).on(west, side(0)).on(east, side(1)).on(south, side(2)).on(north, side(3));
    using Around = AroundBody<Vorticity<T, Memory>, 2, Memory>;
    Around const stencil{{padded_, start_, stage_}, mask_};
    auto const field = alias(problem_.grid, omega_);
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
    over(exec, "tessera::flow::outflow_psi", problem_.grid.nodes[1],
         detail::OutflowPsi<T, Memory>{stage, psi_, column_, keep});
  }

  /// psi of the vorticity, with this circulation around the body. Returns the iterations.
  Index solve(Exec const& exec, double target) {
    Vector rhs = omega_;
    if (poisson_.singular()) {
      rhs = rhs_;
      Kokkos::deep_copy(exec, rhs, omega_);
      poisson_.subtract(exec, poisson_.mean(exec, rhs), rhs);
    }
    auto const report = solver_.solve(
        exec, psi_, rhs,
        {.max_iterations = problem_.max_iterations, .tolerance = problem_.tolerance, .on_update = true});
    if (!Kokkos::isfinite(report.error.residual))
      throw RunFailure("the flow is not finite (take a shorter time step or a finer grid)");
    if (!report.converged)
      throw RunFailure(detail::text("Poisson's equation did not converge: after ", report.iterations,
                                    " iterations psi would still change by ", report.error.update,
                                    ", the tolerance is ", problem_.tolerance,
                                    " (give more iterations or a larger tolerance)"));
    pad(exec, psi_);
    if (body_) {
      double const missing = target - body_->circulation(exec, false);
      detail::axpby(exec, missing / response_circulation_, response_, 1, psi_);
      pad(exec, psi_);
    }
    return report.iterations;
  }

  /// What follows from psi: the vorticity of walls and body, and the circulation.
  void settle(Exec const& exec) {
    if (body_) circulation_ = body_->circulation(exec, true);
    over(exec, "tessera::flow::wall_vorticity", 2 * (problem_.grid.nodes[0] + problem_.grid.nodes[1]),
         detail::wall_vorticity<Memory, T>(problem_, psi_, omega_));
  }

  FlowProblem problem_;
  Mask mask_;
  PoissonOperator<Exec, T, 2> poisson_;
  MultigridCg<Exec, T, 2> solver_;
  Vector psi_, omega_, start_, padded_;
  Kokkos::View<FlowStage<T>, Memory> stage_;
  Kokkos::View<T*, Memory> column_; ///< psi of the outflow at the start of a step
  Vector rhs_;                      ///< of a singular problem
  std::optional<FlowBody<Exec, T>> body_;
  Vector response_;
  double response_circulation_ = 0, circulation_ = 0, bulk_ = 0;
  std::function<void()> sweep_;
  SchemeReport report_;
};

} // namespace tessera

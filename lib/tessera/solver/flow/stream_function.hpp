// SPDX-License-Identifier: Apache-2.0
// StreamFunction: finds the stream function of a vorticity by Poisson's equation.
#pragma once

#include <tessera/equation/padded_diffusivity.hpp>
#include <tessera/solver/flow/body.hpp>
#include <tessera/solver/flow/detail/flow_kernels.hpp>
#include <tessera/solver/flow/walls.hpp>
#include <tessera/solver/poisson/conjugate_gradients.hpp>

#include <optional>

namespace tessera {

/// The stream function of a vorticity, and the quantities that follow from it: the circulation around the
/// body, and the vorticity of walls.
template <class Exec, class T>
class StreamFunction {
public:
  using Memory = typename Exec::memory_space;
  using Vector = NodeView<T, 2, Memory>;
  using Mask = NodeView<std::uint8_t, 2, Memory>;

  /// Allocates everything and waits. `body` has a byte per node, row-major; empty: no body.
  /// \throws InvalidInput (see body_surface).
  StreamFunction(Exec const& exec, FlowProblem const& problem, std::vector<std::uint8_t> const& body)
      : problem_(problem), mask_(mask_of(exec, body)),
        poisson_(exec, problem.grid, flow_ends(problem.sides), mask_), solver_(exec, poisson_),
        psi_(poisson_.make(exec, "psi")), omega_(poisson_.make(exec, "omega")), padded_(padded_like(exec)) {
    if (poisson_.singular()) rhs_ = poisson_.make(exec, "rhs");
    if (!body.empty()) {
      body_.emplace(exec, problem_, body_surface(problem_, body), padded_, omega_);
      make_response(exec);
    }
    auto const inflow = list_of(exec, inflow_psi(problem_));
    over(exec, "tessera::flow::start_psi", detail::StartPsi<T, Memory>{inflow, mask_, psi_});
    exec.fence("tessera::flow: before the list is freed");
  }

  Vector const& psi() const { return psi_; }
  Vector const& vorticity() const { return omega_; }
  Vector const& padded() const { return padded_; } ///< psi with one more node on every side
  Mask const& mask() const { return mask_; }       ///< of the body; empty: no body
  std::optional<FlowBody<Exec, T>>& body() { return body_; }
  double circulation() const { return circulation_; } ///< around the body, from the last settle()

  /// Sets the vorticity that is given: of the inflow, on slip sides, in the body. The call waits.
  void give_vorticity(Exec const& exec) const {
    auto const inflow = list_of(exec, inflow_vorticity(problem_));
    over(exec, "tessera::flow::given_vorticity",
         detail::GivenVorticity<T, Memory>{problem_.sides, inflow, mask_, omega_});
    exec.fence("tessera::flow: before the list is freed");
  }

  /// Finds the psi of the vorticity that has this circulation around the body, starting from the last psi.
  /// Returns the number of iterations. The call waits.
  /// \throws RunFailure where the flow is not finite or Poisson's equation does not converge.
  Index find(Exec const& exec, double circulation) {
    auto const report = solver_.solve(
        exec, psi_, right_side(exec),
        {.max_iterations = problem_.max_iterations, .tolerance = problem_.tolerance, .on_update = true});
    // A psi of 1e150 is out of all bounds, even if the next products may still be finite.
    if (!Kokkos::isfinite(report.error.residual) || report.largest_value > 1e150)
      throw RunFailure("the flow is not finite (take a shorter time step or a finer grid)");
    if (!report.converged)
      throw RunFailure(detail::text("Poisson's equation did not converge: after ", report.iterations,
                                    " iterations psi would still change by ", report.error.update,
                                    ", the tolerance is ", problem_.tolerance, advice(report)));
    pad(exec, psi_);
    if (body_) {
      double const missing = circulation - body_->circulation(exec, false);
      detail::axpby(exec, missing / response_circulation_, response_, 1, psi_);
      pad(exec, psi_);
    }
    return report.iterations;
  }

  /// Accepts psi() as the caller has filled it, for example from a checkpoint.
  void take(Exec const& exec) const { pad(exec, psi_); }

  /// Computes what follows from psi: the vorticity of walls and body, and the circulation. The call waits if
  /// there is a body.
  void settle(Exec const& exec) {
    if (body_) circulation_ = body_->circulation(exec, true);
    auto const& n = problem_.grid.nodes;
    Kokkos::parallel_for("tessera::flow::wall_vorticity",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, 2 * (n[0] + n[1])),
                         detail::wall_vorticity<Memory, T>(problem_, psi_, omega_));
  }

private:
  static std::string advice(SolveReport const& report) {
    if (!report.stagnated) return " (give more iterations or a larger tolerance)";
    return detail::text(", and more iterations do not help: with psi up to ", report.largest_value,
                        " rounding in numbers of ", sizeof(T), " bytes keeps it above about ",
                        report.rounding.update, " (give a larger tolerance",
                        sizeof(T) < 8 ? ", compute in double" : "",
                        ", or a shorter time step where the flow grows without bound)");
  }

  template <class Kernel>
  void over(Exec const& exec, char const* label, Kernel const& kernel) const {
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, problem_.grid.size()), kernel);
  }

  Mask mask_of(Exec const& exec, std::vector<std::uint8_t> const& body) const {
    if (body.empty()) return {};
    if (static_cast<Index>(body.size()) != problem_.grid.size())
      throw InvalidInput(detail::text("the body has ", body.size(), " bytes, the grid ", problem_.grid.size(),
                                      " nodes (give one byte a node)"));
    auto const mask = detail::node_view<std::uint8_t>(exec, problem_.grid, "body");
    using Bytes = Kokkos::View<std::uint8_t const*, Kokkos::HostSpace>;
    Kokkos::deep_copy(exec, detail::as_vector(mask), Bytes(body.data(), body.size()));
    exec.fence("tessera::flow: before the host's body is freed");
    return mask;
  }

  static Kokkos::View<double const*, Memory> list_of(Exec const& exec, std::vector<double> const& values) {
    Kokkos::View<double*, Memory> const list("tessera::flow::list", values.size());
    using Numbers = Kokkos::View<double const*, Kokkos::HostSpace>;
    Kokkos::deep_copy(exec, list, Numbers(values.data(), values.size()));
    exec.fence("tessera::flow: before the host's list is freed");
    return list;
  }

  Vector padded_like(Exec const& exec) const {
    Grid<2> grid = problem_.grid.whole_grid();
    for (int d = 0; d < 2; ++d) grid.nodes[d] += 2;
    return detail::node_view<T>(exec, grid, "padded_psi");
  }
  void pad(Exec const& exec, Vector const& psi) const {
    Kokkos::Array<bool, 2> const periodic{problem_.sides[0] == FlowSide::periodic,
                                          problem_.sides[2] == FlowSide::periodic};
    auto const count = static_cast<Index>(padded_.size());
    Kokkos::parallel_for("tessera::flow::pad",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count),
                         detail::Pad<Vector, Vector>{padded_, psi, periodic});
  }

  /// Computes the stream function that is 1 on the body and 0 on the sides, and the circulation that it makes
  /// around the body.
  void make_response(Exec const& exec) {
    response_ = poisson_.make(exec, "response");
    over(exec, "tessera::flow::on_body", detail::OnBody<T>{mask_.data(), response_.data()});
    solver_.solve(exec, response_, poisson_.make(exec, "none"),
                  {.max_iterations = problem_.max_iterations,
                   .tolerance = 4 * static_cast<double>(Kokkos::Experimental::epsilon_v<T>),
                   .on_update = true});
    pad(exec, response_);
    response_circulation_ = body_->circulation(exec, false);
  }

  /// The right side of Poisson's equation. Where nothing fixes psi, the mean vorticity of the periodic plane,
  /// which is rounding, has to be subtracted.
  Vector right_side(Exec const& exec) const {
    if (!poisson_.singular()) return omega_;
    Kokkos::deep_copy(exec, rhs_, omega_);
    poisson_.subtract(exec, poisson_.mean(exec, rhs_), rhs_);
    return rhs_;
  }

  FlowProblem problem_;
  Mask mask_;
  PoissonOperator<Exec, T, 2> poisson_;
  MultigridCg<Exec, T, 2> solver_;
  Vector psi_, omega_, padded_;
  Vector rhs_; ///< the right side of a singular problem
  std::optional<FlowBody<Exec, T>> body_;
  Vector response_;
  double response_circulation_ = 0, circulation_ = 0;
};

} // namespace tessera

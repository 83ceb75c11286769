// SPDX-License-Identifier: Apache-2.0
// StreamFunction: finds the stream function of a vorticity by Poisson's equation.
#pragma once

#include <tessera/equation/padded_diffusivity.hpp>
#include <tessera/solver/flow/body.hpp>
#include <tessera/solver/flow/detail/flow_kernels.hpp>
#include <tessera/solver/flow/failure.hpp>
#include <tessera/solver/flow/multigrid.hpp>
#include <tessera/solver/flow/walls.hpp>
#include <tessera/solver/poisson/conjugate_gradients.hpp>

#include <optional>

namespace tessera {

/// The stream function of a vorticity, and the quantities that follow from it: the circulation around the
/// body, and the vorticity of walls. Where ranks share the grid, fields are those of the rank's block and its
/// halo, and construction and all members that take an execution space are collective.
template <class Exec, class T>
class StreamFunction {
public:
  using Memory = typename Exec::memory_space;
  using Vector = NodeView<T, 2, Memory>;
  using Mask = NodeView<std::uint8_t, 2, Memory>;

  /// Allocates everything and waits. `body` has a byte per node of the problem's grid, row-major; empty: no
  /// body.
  /// \throws InvalidInput (see body_surface), and for a share of another grid.
  StreamFunction(Exec const& exec, FlowProblem const& problem, std::vector<std::uint8_t> const& body,
                 FlowShare<Exec, T> const& share = {})
      : problem_(problem), share_(detail::checked_share(problem.grid, share)), part_(detail::part_of(share_)),
        mask_(mask_of(exec, body)),
        poisson_(exec, detail::outer_grid(share_), ends_of_part(), mask_, {share_.ranks, others(exec)}),
        solver_(exec, poisson_, multigrid(exec, body)), psi_(poisson_.make(exec, "psi")),
        omega_(poisson_.make(exec, "omega")), padded_(padded_like(exec)) {
    if (poisson_.singular()) rhs_ = poisson_.make(exec, "rhs");
    if (!body.empty()) {
      body_.emplace(exec, problem_, share_, body_surface(problem_, body), padded_, omega_);
      make_response(exec);
    }
    auto const inflow = list_of(exec, inflow_psi(problem_));
    over(exec, "tessera::flow::start_psi", part_.size(),
         detail::StartPsi<T, Memory>{part_, inflow, mask_, psi_});
    exec.fence("tessera::flow: before the list is freed");
  }

  FlowShare<Exec, T> const& share() const { return share_; } ///< without ranks, the whole grid is its block
  detail::FlowPart const& part() const { return part_; }

  Vector const& psi() const { return psi_; }
  Vector const& vorticity() const { return omega_; }
  Vector const& padded() const { return padded_; } ///< psi with one more node on every side
  Mask const& mask() const { return mask_; }       ///< of the body; empty: no body
  std::optional<FlowBody<Exec, T>>& body() { return body_; }
  double circulation() const { return circulation_; } ///< around the body, from the last settle()

  /// Sets the vorticity that is given: of the inflow, on slip sides, in the body. The call waits.
  void give_vorticity(Exec const& exec) const {
    auto const inflow = list_of(exec, inflow_vorticity(problem_));
    over(exec, "tessera::flow::given_vorticity", part_.size(),
         detail::GivenVorticity<T, Memory>{part_, problem_.sides, inflow, mask_, omega_});
    exec.fence("tessera::flow: before the list is freed");
  }

  /// Finds the psi of the vorticity that has this circulation around the body, starting from the last psi.
  /// Returns the number of iterations. The call waits.
  /// \throws FlowFailure where the flow is not finite or Poisson's equation does not converge.
  Index find(Exec const& exec, double circulation) {
    auto const report = solver_.solve(
        exec, psi_, right_side(exec),
        {.max_iterations = problem_.max_iterations, .tolerance = problem_.tolerance, .on_update = true});
    // A psi of 1e150 is out of all bounds, even if the next products may still be finite.
    if (!Kokkos::isfinite(report.error.residual) || report.largest_value > 1e150)
      throw FlowFailure("the flow is not finite (take a shorter time step or a finer grid)");
    if (!report.converged)
      throw FlowFailure(detail::text("Poisson's equation did not converge: after ", report.iterations,
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
    over(exec, "tessera::flow::wall_vorticity", 2 * (part_.nodes[0] + part_.nodes[1]),
         detail::wall_vorticity<Memory, T>(problem_, part_, psi_, omega_));
    fill_halo(exec, omega_);
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
  static void over(Exec const& exec, char const* label, Index count, Kernel const& kernel) {
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count), kernel);
  }
  void fill_halo(Exec const& exec, Vector const& x) const {
    if (share_.ranks) share_.ranks->fill_halo(exec, x);
  }

  /// The ends of the part: fixed where other ranks go on.
  PoissonEnds<2> ends_of_part() const {
    auto ends = flow_ends(problem_.sides);
    for (int face = 0; face < 4; ++face)
      if (detail::halo_on(share_.halo, face) > 0) ends[face] = PoissonEnd::fixed;
    return ends;
  }
  Mask others(Exec const& exec) const {
    if (!share_.ranks) return {};
    auto const marks = detail::node_view<std::uint8_t>(exec, detail::outer_grid(share_), "others");
    over(exec, "tessera::flow::mark_halo", static_cast<Index>(marks.size()),
         detail::MarkHalo<Memory>{part_, marks});
    return marks;
  }
  FlowMultigrid<Exec, T> multigrid(Exec const& exec, std::vector<std::uint8_t> const& body) const {
    return {exec, poisson_, share_, [&] {
              auto const& grid = problem_.grid;
              return PoissonOperator<Exec, T, 2>(exec, grid, flow_ends(problem_.sides),
                                                 body.empty() ? Mask() : mask_from(exec, grid, body));
            }};
  }

  /// The part's nodes of the body, and its halo's, which are wrapped along periodic axes.
  Mask mask_of(Exec const& exec, std::vector<std::uint8_t> const& body) const {
    if (body.empty()) return {};
    if (static_cast<Index>(body.size()) != problem_.grid.size())
      throw InvalidInput(detail::text("the body has ", body.size(), " bytes, the grid ", problem_.grid.size(),
                                      " nodes (give one byte a node)"));
    auto const outer = detail::outer_grid(share_);
    std::vector<std::uint8_t> own;
    for (Index i = 0; i < outer.nodes[0]; ++i)
      for (Index j = 0; j < outer.nodes[1]; ++j) {
        Index const at[2] = {i - part_.before[0] + part_.first[0], j - part_.before[1] + part_.first[1]};
        own.push_back(body[static_cast<std::size_t>(detail::wrapped(at[0], part_.whole[0]) * part_.whole[1] +
                                                    detail::wrapped(at[1], part_.whole[1]))]);
      }
    return mask_from(exec, outer, own);
  }
  static Mask mask_from(Exec const& exec, Grid<2> const& grid, std::vector<std::uint8_t> const& bytes) {
    auto const mask = detail::node_view<std::uint8_t>(exec, grid, "body");
    using Bytes = Kokkos::View<std::uint8_t const*, Kokkos::HostSpace>;
    Kokkos::deep_copy(exec, detail::as_vector(mask), Bytes(bytes.data(), bytes.size()));
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
    auto grid = detail::outer_grid(share_);
    for (int d = 0; d < 2; ++d) grid.nodes[d] += 2;
    return detail::node_view<T>(exec, grid, "padded_psi");
  }
  void pad(Exec const& exec, Vector const& psi) const {
    fill_halo(exec, psi);
    Kokkos::Array<bool, 2> const periodic{problem_.sides[0] == FlowSide::periodic,
                                          problem_.sides[2] == FlowSide::periodic};
    over(exec, "tessera::flow::pad", static_cast<Index>(padded_.size()),
         detail::Pad<Vector, Vector>{padded_, psi, periodic});
  }

  /// Computes the stream function that is 1 on the body and 0 on the sides, and the circulation that it makes
  /// around the body.
  void make_response(Exec const& exec) {
    response_ = poisson_.make(exec, "response");
    over(exec, "tessera::flow::on_body", static_cast<Index>(mask_.size()),
         detail::OnBody<T>{mask_.data(), response_.data()});
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
  FlowShare<Exec, T> share_;
  detail::FlowPart part_;
  Mask mask_;
  PoissonOperator<Exec, T, 2> poisson_;
  ConjugateGradients<Exec, T, 2, FlowMultigrid<Exec, T>> solver_;
  Vector psi_, omega_, padded_;
  Vector rhs_; ///< the right side of a singular problem
  std::optional<FlowBody<Exec, T>> body_;
  Vector response_;
  double response_circulation_ = 0, circulation_ = 0;
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// When an iteration ends (SolveControl), and what it reports (SolveReport, PoissonError).
#pragma once

#include <tessera/solver/poisson/operator.hpp>

#include <functional>

namespace tessera {

/// The distance of a field from the solution.
struct PoissonError {
  double residual = 0; ///< 2-norm of f - (u_xx + ...), over its value for a field that is 0 at sought nodes
  double update = 0;   ///< the largest change that a Jacobi iteration would still make
};

/// When an iteration ends: after so many iterations, or at a tolerance.
struct SolveControl {
  Index max_iterations = 1000;
  double tolerance = 0;   ///< 0: make exactly max_iterations
  bool on_update = false; ///< compare the tolerance with the update instead of the residual
  Index check_every = 50; ///< iterations between two checks, for solvers in which the residual costs extra
  /// Called at every check; returning false ends the solve.
  std::function<bool(Index iterations, PoissonError const&)> go_on = {};

  bool reached(PoissonError const& error) const {
    return tolerance > 0 && (on_update ? error.update : error.residual) <= tolerance;
  }
};

/// How a solve ended.
struct SolveReport {
  Index iterations = 0;
  PoissonError error;       ///< of the field that is returned
  double best_residual = 0; ///< the smallest residual of all fields that were measured
  bool converged = true;    ///< false only if a tolerance was given and not reached
  /// The solve did not converge, and more iterations would not have helped: they no longer reduced the error.
  bool stagnated = false;
  double largest_value = 0; ///< if not converged: the largest magnitude in the field
  PoissonError rounding;    ///< if not converged: about the smallest error that rounding allows
  bool interrupted = false;
};

/// \throws InvalidInput for a control that is not valid.
inline void validate(SolveControl const& control) {
  if (control.max_iterations < 0)
    throw InvalidInput(
        detail::text("the limit of iterations is ", control.max_iterations, " (give 0 or more)"));
  if (!(control.tolerance >= 0) || !Kokkos::isfinite(control.tolerance))
    throw InvalidInput(detail::text("the tolerance is ", control.tolerance, " (give more than 0)"));
  if (control.check_every < 1)
    throw InvalidInput(detail::text("a look every ", control.check_every, " iterations (give 1 or more)"));
}

/// Measures the errors of fields for a given right side.
template <class Exec, class T, int D>
class PoissonMonitor {
public:
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;

  /// `x` supplies the values of the known nodes; every measurement overwrites `scratch`, and the constructor
  /// overwrites `start`. A View without memory stands for rhs = 0. The call waits.
  /// \throws InvalidInput for Views of other extents or with gaps, and where two of them share memory.
  PoissonMonitor(Exec const& exec, Operator const& poisson, Vector const& x, Vector const& rhs,
                 Vector const& scratch, Vector const& start)
      : poisson_(poisson), rhs_(rhs), scratch_(scratch) {
    check({&x, &rhs, &scratch, &start});
    Kokkos::parallel_for("tessera::poisson::keep_known",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, poisson.grid().size()),
                         detail::CopyKnown<T>{poisson.known().data(), x.data(), start.data()});
    poisson.defect(exec, start, rhs, poisson.weights().rhs, 1, scratch);
    reference_ = poisson.norm2(exec, scratch);
    if (reference_ == 0) reference_ = 1; // the solution is zero
  }

  /// The error that belongs to a defect, which is multiplied by `scale`, a power of two. The call waits.
  PoissonError of_defect(Exec const& exec, Vector const& defect, double scale = 1) const {
    return {poisson_.norm2(exec, defect) / scale / reference_, poisson_.norm_max(exec, defect) / scale};
  }
  /// The error of a field. The call waits.
  PoissonError operator()(Exec const& exec, Vector const& x) const {
    poisson_.defect(exec, x, rhs_, poisson_.weights().rhs, 1, scratch_);
    return of_defect(exec, scratch_);
  }
  /// Records in the report why a solve did not converge: either it ended `by_itself`, since iterations no
  /// longer helped, or it made all iterations that were allowed. The call waits.
  void explain(Exec const& exec, Vector const& x, SolveControl const& control, bool by_itself,
               SolveReport& report) const {
    if (report.converged || report.interrupted) return;
    // Each value is accurate to an epsilon of itself, and so are the sums of its differences.
    double const epsilon = static_cast<double>(Kokkos::Experimental::epsilon_v<T>);
    report.largest_value = poisson_.norm_max(exec, x);
    report.rounding = {epsilon * poisson_.norm2(exec, x) / reference_, epsilon * report.largest_value};
    double const limit = control.on_update ? report.rounding.update : report.rounding.residual,
                 reached = control.on_update ? report.error.update : report.best_residual;
    report.stagnated = by_itself || (control.tolerance < limit && reached <= 4 * limit);
  }

private:
  void check(Kokkos::Array<Vector const*, 4> const& views) const {
    char const* const names[] = {"the field", "the right side", "the scratch", "the start"};
    for (std::size_t one = 0; one < 4; ++one) {
      if (one == 1 && rhs_.data() == nullptr) continue;
      detail::check_nodes(names[one], poisson_.grid(), *views[one]);
      for (std::size_t other = 0; other < one; ++other)
        if (detail::share_memory(*views[one], *views[other]))
          throw InvalidInput(detail::text(names[other], " '", views[other]->label(), "' and ", names[one],
                                          " '", views[one]->label(),
                                          "' of Poisson's equation share memory (give each its own)"));
    }
  }

  Operator poisson_;
  Vector rhs_, scratch_;
  double reference_ = 1;
};

} // namespace tessera

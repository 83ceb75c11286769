// SPDX-License-Identifier: Apache-2.0
// ConjugateGradients: solves Poisson's equation by conjugate gradients, plain or with a preconditioner;
// MultigridCg: with a multigrid preconditioner.
#pragma once

#include <tessera/solver/poisson/control.hpp>
#include <tessera/solver/poisson/multigrid.hpp>

#include <cmath>
#include <limits>

namespace tessera {

/// The absence of a preconditioner.
struct NoPreconditioner {
  template <class Exec, class Vector>
  void apply(Exec const& exec, Vector const& g, Vector const& z) const {
    Kokkos::deep_copy(exec, z, g);
  }
};

/// Conjugate gradients in the operator's own inner product. Construction allocates everything; solve() may be
/// called any number of times, for example by a flow solver in every step. Plain ones take iterations in
/// proportion to the number of nodes along an axis.
/// \tparam Preconditioner apply(exec, g, z) makes z = B g for a defect g that is zero at known nodes, with a
/// B
///         that is self-adjoint like the operator
template <class Exec, class T, int D, class Preconditioner = NoPreconditioner>
class ConjugateGradients {
public:
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;

  ConjugateGradients(Exec const& exec, Operator const& poisson, Preconditioner const& preconditioner = {})
      : poisson_(poisson), preconditioner_(preconditioner), defect_(poisson.make(exec, "cg_defect")),
        z_(poisson.make(exec, "cg_z")), p_(poisson.make(exec, "cg_p")), q_(poisson.make(exec, "cg_q")) {}

  /// Improves x to a solution of u_xx + u_yy (+ u_zz) = rhs; the known nodes of x have to hold their values.
  /// For a singular operator the right side has to have mean zero (see make_consistent), and x gets mean
  /// zero. A View without memory stands for rhs = 0. The call waits.
  /// \throws InvalidInput for Views of extents other than the grid's or with gaps between rows, and where x
  /// and rhs share memory.
  SolveReport solve(Exec const& exec, Vector const& x, Vector const& rhs, SolveControl const& control) {
    validate(control);
    PoissonMonitor<Exec, T, D> const monitor(exec, poisson_, x, rhs, q_, z_);
    SolveReport report;
    report.error = monitor(exec, x);
    report.best_residual = report.error.residual;
    bool on = true;
    // Each restart computes the true residual, because by rounding the residual of the recursion departs from
    // it.
    for (double before = 3 * report.error.residual;
         on && !control.reached(report.error) && report.iterations < control.max_iterations &&
         (control.tolerance == 0 || report.error.residual < 0.5 * before);) {
      before = report.error.residual;
      Index const made = report.iterations;
      on = run_until_restart(exec, x, rhs, control, monitor, report);
      report.error = monitor(exec, x);
      report.best_residual = std::fmin(report.best_residual, report.error.residual);
      if (report.iterations == made) break; // solved to the last bit: no iteration was made
    }
    if (poisson_.singular()) poisson_.subtract(exec, poisson_.mean(exec, x), x);
    report.converged = control.tolerance == 0 || control.reached(report.error);
    report.interrupted = !on;
    monitor.explain(exec, x, control, report.iterations < control.max_iterations, report);
    return report;
  }

private:
  bool run_until_restart(Exec const& exec, Vector const& x, Vector const& rhs, SolveControl const& control,
                         PoissonMonitor<Exec, T, D> const& monitor, SolveReport& report) {
    // Where a defect is far from 1, its products leave the range of T or double. So the defect is scaled to
    // about 1, and with it all vectors that the recursion computes from it.
    double const scale = scale_of(report.error.update);
    poisson_.defect(exec, x, rhs, poisson_.weights().rhs, scale, defect_);
    double old_product = 0;
    while (report.iterations < control.max_iterations) {
      project(exec, defect_);
      preconditioner_.apply(exec, defect_, z_);
      project(exec, z_);
      double const product = poisson_.inner(exec, defect_, z_, q_);
      if (!(product > 0)) return true; // solved to the last bit, or not a number
      detail::axpby(exec, 1, z_, old_product == 0 ? 0 : product / old_product, p_);
      poisson_.defect(exec, p_, {}, 0, -1, q_);
      double const step = product / poisson_.inner(exec, p_, q_, z_);
      detail::axpby(exec, step / scale, p_, 1, x);
      detail::axpby(exec, -step, q_, 1, defect_);
      old_product = product;
      ++report.iterations;
      report.error = monitor.of_defect(
          exec, defect_, scale); // the recursion's defect, which goes on falling where the field's can't
      if (control.go_on && !control.go_on(report.iterations, report.error)) return false;
      if (!std::isfinite(report.error.residual) || control.reached(report.error)) return true;
    }
    return true;
  }

  static double scale_of(double largest) {
    // Until the next restart a defect falls by at most the digits of T and grows by at most the condition of
    // the grid.
    constexpr bool wide = std::numeric_limits<T>::max_exponent > 128;
    double const scale = detail::scale_to_one(largest, wide ? 1000 : 100);
    constexpr double far = wide ? 0x1p400 : 0x1p70;
    return scale < far && scale > 1 / far ? 1 : scale;
  }

  void project(Exec const& exec, Vector const& v) const {
    if (poisson_.singular()) poisson_.subtract(exec, poisson_.mean(exec, v), v);
  }

  Operator poisson_;
  Preconditioner preconditioner_;
  Vector defect_, z_, p_, q_;
};

/// Conjugate gradients, preconditioned by a multigrid V-cycle.
template <class Exec, class T, int D>
class MultigridCg : public ConjugateGradients<Exec, T, D, Multigrid<Exec, T, D>> {
public:
  MultigridCg(Exec const& exec, PoissonOperator<Exec, T, D> const& poisson)
      : ConjugateGradients<Exec, T, D, Multigrid<Exec, T, D>>(exec, poisson,
                                                              Multigrid<Exec, T, D>(exec, poisson)) {}
};

} // namespace tessera

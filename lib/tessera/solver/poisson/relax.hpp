// SPDX-License-Identifier: Apache-2.0
// relax(): iterations that a stepper makes, with checks of the error between them.
#pragma once

#include <tessera/solver/poisson/control.hpp>

#include <algorithm>
#include <cmath>

namespace tessera {

/// Calls iterate(count) until the control is satisfied; error() measures the field. If the number of
/// iterations is not a multiple of control.check_every, the last part is shorter. PoissonMonitor::explain
/// adds to the report why a solve did not converge.
template <class Iterate, class Measure>
SolveReport relax(SolveControl const& control, Iterate const& iterate, Measure const& error) {
  validate(control);
  SolveReport report;
  bool const look = control.tolerance > 0 || control.go_on;
  if (look) report.error = error();
  report.best_residual = report.error.residual;
  while (report.iterations < control.max_iterations && !control.reached(report.error) &&
         !report.interrupted) {
    Index const count = look ? std::min(control.check_every, control.max_iterations - report.iterations)
                             : control.max_iterations - report.iterations;
    iterate(count);
    report.iterations += count;
    report.error = error();
    if (!std::isfinite(report.error.residual)) break;
    report.best_residual =
        look ? std::fmin(report.best_residual, report.error.residual) : report.error.residual;
    report.interrupted = control.go_on && !control.go_on(report.iterations, report.error);
  }
  if (report.iterations == 0) report.error = error();
  report.converged = control.tolerance == 0 || control.reached(report.error);
  return report;
}

} // namespace tessera

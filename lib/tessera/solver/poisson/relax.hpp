// SPDX-License-Identifier: Apache-2.0
// Iterations that a stepper makes, with looks at the residual between them.
#pragma once

#include <tessera/solver/poisson/control.hpp>

#include <algorithm>
#include <cmath>

namespace tessera {

/// Calls iterate(count) until the control is satisfied; error() measures the field. Where a count is not a multiple of
/// control.check_every the last part is shorter. Why a report has not converged, PoissonMonitor::explain says.
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

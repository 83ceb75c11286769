// SPDX-License-Identifier: Apache-2.0
#include "tune.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <limits>

#include "../common/report.hpp"
#include "../common/streams.hpp"
#include "../common/summary.hpp"
#include "../common/team.hpp"

namespace tessera::poisson {

namespace {

constexpr double longest = 5., least_limit = 0.1; // times the fastest so far, seconds

/// What a method did.
struct Trial {
  std::string method;
  std::optional<double> seconds; ///< to the tolerance; nothing: it did not get there
  double spent = 0.;             ///< seconds of the last solve
  std::int64_t iterations = 0;
  app::SchemeChoice scheme;
  std::string why_not;
};

/// One solve from the start. It is given up after `limit` seconds.
void solve(PoissonProblem const& problem, std::string const& precision, Control control, double limit,
           Trial& trial) {
  auto const run = make_poisson_run(problem, precision);
  auto const start = std::chrono::steady_clock::now();
  auto const passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  control.go_on = [&](std::int64_t) { return passed() < limit; };
  auto const result = run->solve(control);
  auto const seconds = trial.spent = passed();
  trial.iterations = result.end.iterations;
  trial.scheme = run->scheme();
  if (result.converged && !result.interrupted) {
    trial.seconds = std::min(seconds, trial.seconds.value_or(seconds));
    return;
  }
  auto const reached = control.on_update ? result.end.update_norm : result.best_residual;
  trial.why_not = fmt::format("{} at {:.3g} of the {}",
                              result.interrupted ? fmt::format("stopped after {:.3g} s", seconds)
                              : result.stagnated ? "stagnated"
                                                 : "not there after the last iteration",
                              reached, stop_names[control.on_update ? 1 : 0]);
}

Trial try_method(Method method, app::Options const& options, PoissonSettings const& settings,
                 PoissonProblem& problem, double limit) {
  Trial trial;
  trial.method = method_names[static_cast<std::size_t>(method)];
  problem.method = method;
  problem.relaxation = settings.method == trial.method ? settings.relaxation : std::nullopt; // its own
  auto const control = control_of(settings, problem, options.precision);
  problem.most_iterations = control.most;
  problem.tolerance = control.tolerance;
  try {
    solve(problem, options.precision, control, limit, trial);
    // Short times are measured again, since the first run meets cold caches.
    for (int again = 0; again < 2 && trial.seconds && *trial.seconds < 0.1; ++again)
      solve(problem, options.precision, control, limit, trial);
  } catch (InvalidInput const& refusal) {
    trial.why_not = refusal.what();
  }
  return trial;
}

} // namespace

void refuse_tuning(PoissonSettings const& settings) {
  if (app::team().shared())
    throw InvalidInput(
        "--tune on several ranks: it compares the methods of one (start it without the launcher)");
  if (settings.iterations)
    throw InvalidInput("--tune beside iterations: it compares the times to a tolerance (give --tolerance T)");
}

void report_methods(app::Options const& options, PoissonSettings const& settings, PoissonProblem problem,
                    std::string const& program) {
  // The one that is usually the fastest comes first, so that slow ones are soon given up.
  constexpr std::array order{Method::multigrid_cg,    Method::cg,    Method::chebyshev, Method::sor,
                             Method::weighted_jacobi, Method::jacobi};
  std::vector<Trial> trials;
  std::optional<Trial> best;
  for (auto const method : order) {
    // Where the first does not get there, the others need not take much longer to fail.
    auto const limit = best             ? std::max(least_limit, longest * *best->seconds)
                       : trials.empty() ? std::numeric_limits<double>::infinity()
                                        : std::max(1., longest * trials[0].spent);
    trials.push_back(try_method(method, options, settings, problem, limit));
    auto const& trial = trials.back();
    if (trial.seconds && (!best || *trial.seconds < *best->seconds)) best = trial;
  }
  auto const control = control_of(settings, problem, options.precision);
  auto const work = fmt::format("to {} of the {}", control.tolerance, stop_names[control.on_update ? 1 : 0]);
  if (!best)
    throw RunFailure(fmt::format("no method gets {}: {} is {} (give a larger tolerance, or more iterations)",
                                 work, trials[0].method, trials[0].why_not));
  app::print(fmt::format("--method {}\n", best->method));
  if (options.quiet) return;
  app::Record record;
  record.nodes = problem.geometry.nodes;
  app::complete(record, program, options);
  record.scheme = best->scheme;
  app::print(app::headline(record, work));
  app::print(fmt::format("  {:<16}{:>12}{:>12}\n", "method", "iterations", "seconds"));
  for (auto const& trial : trials)
    app::print(fmt::format("  {:<16}{:>12}{:>12}{}\n", trial.method, trial.iterations,
                           trial.seconds ? fmt::format("{:.4g}", *trial.seconds) : "-",
                           trial.seconds ? "" : "  " + trial.why_not));
}

} // namespace tessera::poisson

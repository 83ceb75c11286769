// SPDX-License-Identifier: Apache-2.0
// The flow solver for one precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/solver/flow/flow.hpp>
#include <tessera/tessera.hpp>

#include "../common/node_data.hpp"
#include "../common/stepping.hpp"
#include "problem.hpp"

namespace tessera::flow {

using app::Exec;

inline FlowProblem library_problem(Problem const& problem) {
  FlowProblem made;
  made.grid = app::make_grid<2>(problem.geometry);
  for (int face = 0; face < 4; ++face) {
    auto const f = static_cast<std::size_t>(face);
    made.sides[face] = problem.sides[f];
    made.wall_speed[face] = problem.wall_speed[f];
  }
  made.viscosity = problem.viscosity;
  made.inflow = problem.inflow;
  made.tolerance = problem.tolerance;
  made.max_iterations = problem.max_iterations;
  return made;
}

/// Schemes that step once a sweep, which is all that a flow can use: psi changes with every stage.
template <class T>
Flow<Exec, T> make_flow(Exec const& exec, Problem const& problem) {
  auto const& spec = problem.scheme;
  if (spec.name == "auto" && (!spec.tile.empty() || spec.fused_steps))
    throw InvalidInput("scheme auto chooses its tile itself (leave --tile and --fused-steps out, or give "
                       "--scheme tiled)");
  if (spec.fused_steps)
    throw InvalidInput("a flow takes no fused steps: its stream function changes with every stage (leave "
                       "them out)");
  auto const library = library_problem(problem);
  if (spec.name == Tiled::name)
    return Flow<Exec, T>(exec, library, problem.body, Tiled{.tile = app::tile_of(spec.tile)});
  if (spec.name != "auto" && spec.name != Direct::name)
    throw InvalidInput(
        detail::text("scheme '", spec.name, "' does not step a flow (give direct, tiled or auto)"));
  if (!spec.tile.empty()) throw InvalidInput("scheme direct takes no tile (leave it out, or take tiled)");
  return Flow<Exec, T>(exec, library, problem.body, Direct{});
}

template <class T>
class RunOf final : public Run {
public:
  explicit RunOf(Problem const& problem) : flow_(make_flow<T>(exec_, problem)) {
    app::fill(flow_.vorticity(), [&](std::size_t i) { return problem.vorticity[i]; });
    if (problem.psi.empty()) {
      flow_.begin(exec_);
    } else {
      app::fill(flow_.psi(), [&](std::size_t i) { return problem.psi[i]; });
      flow_.resume(exec_);
    }
    exec_.fence("tessera::flow: start");
  }

  double courant_rate() override { return flow_.courant_rate(exec_); }
  Step step(double dt) override {
    auto const found = flow_.step(exec_, dt);
    return {found.change, found.force.along_x, found.force.along_y, found.circulation, found.iterations};
  }
  app::HostField vorticity() const override { return fenced(flow_.vorticity()); }
  app::HostField psi() const override { return fenced(flow_.psi()); }
  app::SchemeChoice scheme() const override { return app::choice_of(flow_.scheme(), 2); }
  /// A stage reads omega, its start and psi and writes omega; a step has three.
  double ideal_bytes_per_update() const override { return 3. * 4. * sizeof(T); }

private:
  template <class ViewType>
  app::HostField fenced(ViewType const& view) const {
    exec_.fence("tessera::flow: field");
    return app::host_values(view);
  }

  Exec exec_;
  Flow<Exec, T> flow_;
};

template <class T>
std::unique_ptr<Run> make_run_of(Problem const& problem) {
  return std::make_unique<RunOf<T>>(problem);
}

} // namespace tessera::flow

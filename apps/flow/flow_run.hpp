// SPDX-License-Identifier: Apache-2.0
// The flow solver for one precision. Compiled once for each, in the run_*.cpp.
#pragma once

#include <tessera/solver/flow/flow.hpp>
#include <tessera/tessera.hpp>

#include "../common/stepping.hpp"
#include "../common/team_ranks.hpp"
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
Flow<Exec, T> make_flow(Exec const& exec, Problem const& problem, FlowShare<Exec, T> const& share) {
  auto const& spec = problem.scheme;
  if (spec.name == "auto" && (!spec.tile.empty() || spec.fused_steps))
    throw InvalidInput("scheme auto chooses its tile itself (leave --tile and --fused-steps out, or give "
                       "--scheme tiled)");
  if (spec.fused_steps)
    throw InvalidInput("a flow takes no fused steps: its stream function changes with every stage (leave "
                       "them out)");
  auto const library = library_problem(problem);
  if (spec.name == Tiled::name)
    return Flow<Exec, T>(exec, library, problem.body, Tiled{.tile = app::tile_of(spec.tile)}, share);
  if (spec.name != "auto" && spec.name != Direct::name)
    throw InvalidInput(
        detail::text("scheme '", spec.name, "' does not step a flow (give direct, tiled or auto)"));
  if (!spec.tile.empty()) throw InvalidInput("scheme direct takes no tile (leave it out, or take tiled)");
  return Flow<Exec, T>(exec, library, problem.body, Direct{}, share);
}

template <class T>
class RunOf final : public Run, public app::Shares {
public:
  explicit RunOf(Problem const& problem)
      : block_(app::make_block<2>(problem.geometry, halo_depth_of<Vorticity<T>>(), problem.blocks)),
        shared_(shared_fields()), ranks_(shared_ ? std::make_shared<Ranks>(block_, shared_) : nullptr),
        flow_(make_flow<T>(exec_, problem, {ranks_, block_.grid, block_.halo})) {
    fill(flow_.vorticity(), problem.vorticity);
    if (problem.psi.empty()) {
      app::team().fail_together<FlowFailure>([&] { flow_.begin(exec_); });
    } else {
      fill(flow_.psi(), problem.psi);
      flow_.resume(exec_);
    }
    exec_.fence("tessera::flow: start");
    filled_before_ = filled();
  }

  double courant_rate() override { return flow_.courant_rate(exec_); }
  Step step(double dt) override {
    auto const found = flow_.step(exec_, dt);
    ++steps_;
    return {found.change, found.force.along_x, found.force.along_y, found.circulation, found.iterations};
  }
  app::HostField vorticity() const override { return gathered(flow_.vorticity()); }
  app::HostField psi() const override { return gathered(flow_.psi()); }
  app::SchemeChoice scheme() const override { return app::choice_of(flow_.scheme(), 2); }
  /// A stage reads omega, its start and psi and writes omega; a step has three.
  double ideal_bytes_per_update() const override { return 3. * 4. * sizeof(T); }

  /// How many halos a step fills depends on the iterations of its solves: the bytes are the mean of all
  /// steps.
  std::optional<app::Sharing> sharing() const override {
    if (!shared_) return {};
    auto sharing = shared_->sharing();
    sharing.halo_bytes_per_step *= steps_ > 0 ? (filled() - filled_before_) / steps_ : 0;
    return sharing;
  }

private:
  using Vector = NodeView<T, 2>;
  using Ranks = app::TeamRanks<T, 2>;

  /// The exchange of fields of the block, all of which have one layout.
  std::shared_ptr<app::SharedField<T, 2> const> shared_fields() const {
    if (!block_.blocks) return {};
    auto const any = app::make_view<T, 2>("tessera::flow::any", block_, block_.halo);
    return app::share_field<T, 2>(exec_, block_, make_field(block_.grid, any, block_.halo));
  }
  std::int64_t filled() const { return ranks_ ? ranks_->filled() : 0; }

  void fill(Vector const& view, app::NodeValues<double> const& values) const {
    app::fill(view, block_, block_.halo, values);
  }
  app::HostField gathered(Vector const& view) const {
    return app::gathered_values<T, 2>(exec_, block_, make_field(block_.grid, view, block_.halo));
  }

  Exec exec_;
  app::Block<2> block_;
  std::shared_ptr<app::SharedField<T, 2> const> shared_; ///< none on one rank, as are
  std::shared_ptr<Ranks const> ranks_;
  Flow<Exec, T> flow_;
  std::int64_t steps_ = 0, filled_before_ = 0;
};

template <class T>
std::unique_ptr<Run> make_run_of(Problem const& problem) {
  return std::make_unique<RunOf<T>>(problem);
}

} // namespace tessera::flow

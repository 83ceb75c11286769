// SPDX-License-Identifier: Apache-2.0
#include "stepping.hpp"

#include <algorithm>

#include "device.hpp"
#include "launcher.hpp"
#include "team.hpp"
#include "tuning.hpp"

namespace tessera::app {

Tile tile_of(std::vector<int> const& given) {
  if (given.size() > 3)
    throw InvalidInput(detail::text("tile has ", given.size(), " extents (give one an axis)"));
  Tile tile{0, 0, 0};
  std::copy(given.begin(), given.end(), tile.begin());
  return tile;
}

std::optional<AnyScheme> asked_scheme(SchemeSpec const& spec) {
  if (spec.name == "auto") {
    if (!spec.tile.empty() || (spec.fused_steps && !spec.tuned_by_ranks))
      throw InvalidInput(
          "scheme auto chooses its tile and fused steps itself (leave --tile and --fused-steps "
          "out, or give --scheme temporal)");
    return {};
  }
  std::vector<std::string> known(scheme_names.begin(), scheme_names.end());
  known.emplace_back("auto");
  if (std::find(known.begin(), known.end(), spec.name) == known.end())
    throw InvalidInput("scheme '" + spec.name + "' is unknown " + suggestion(spec.name, known));
  return AnyScheme{spec.name, tile_of(spec.tile), spec.fused_steps.value_or(0)};
}

namespace {

std::optional<FoundScheme> found;

/// The ranks of this run.
class RanksOfRun final : public TuningTeam {
public:
  int count() const override { return team().count(); }
  bool first() const override { return team().first(); }
  double greatest(double number) const override { return team().largest(number); }
  std::string text_of_first(std::string const& text) const override { return team().of_first(text); }
};

/// For a grid of so many axes.
SchemeSpec spec_of(AnyScheme const& scheme, int dimension) {
  SchemeSpec spec{scheme.name, {}, {}};
  if (scheme.tile[0] > 0) spec.tile.assign(scheme.tile.begin(), scheme.tile.begin() + dimension);
  if (scheme.fused_steps > 0) spec.fused_steps = scheme.fused_steps;
  return spec;
}

} // namespace

std::optional<FoundScheme> const& found_scheme() { return found; }

AnyScheme tuned_scheme(TuningProblem const& problem, RunLength const& length) {
  AutotuneOptions options;
  options.steps = std::max<Index>(1, length.steps);
  options.steps_per_call = length.steps_per_call;
  options.memory = 0.8 * free_device_memory();
  if (team().shared()) {
    options.team = std::make_shared<RanksOfRun>();
    int const ranks = ranks_of_this_machine();
    options.memory /=
        detail::on_host<Exec> ? ranks : (ranks + Kokkos::num_devices() - 1) / Kokkos::num_devices();
  }
  auto const tuned = autotune(Exec(), problem, options);
  found = {spec_of(tuned, problem.work().dimension), tuned.seconds_a_step, tuned.by != Tuned::By::model};
  // A run on several ranks that is not told how many steps to fuse has halos for as many as it thinks fit.
  if (team().shared() && tuned.name == Temporal::name && tuned.fused_steps == 0)
    found->scheme.fused_steps = problem.check(tuned);
  return tuned;
}

SchemeChoice choice_of(SchemeReport const& report, int dimension) {
  SchemeChoice choice{report.scheme, {}, report.fused_steps, report.way};
  if (report.tile[0] > 0) choice.tile.assign(report.tile.begin(), report.tile.begin() + dimension);
  return choice;
}

} // namespace tessera::app

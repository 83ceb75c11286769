// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>

#include <chrono>
#include <cmath>
#include <fmt/format.h>

#include "../common/config_text.hpp"
#include "../common/output_folder.hpp"
#include "../common/outputs.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/same_run.hpp"
#include "../common/team.hpp"
#include "setup.hpp"
#include "shedding.hpp"

namespace {

using namespace tessera;

/// Vorticity is singular at corners: a picture of all of it would show nothing else.
void choose_picture_range(app::Options& options, flow::Prepared const& prepared) {
  auto const usual = 5. * prepared.speed / prepared.length;
  if (!options.picture_range) options.picture_range = {-usual, usual};
}

void add_results(app::Record& record, flow::Prepared const& prepared, flow::Marched const& marched,
                 std::vector<flow::Moment> const& moments) {
  auto& results = record.results;
  results.push_back({"end_time", "time reached:", marched.time});
  results.push_back(
      {"reynolds", "Reynolds number", prepared.speed * prepared.length / prepared.problem.viscosity});
  results.push_back({"length", fmt::format("over the length ({})", prepared.length_words), prepared.length});
  results.push_back({"viscosity", "and the viscosity", prepared.problem.viscosity});
  if (!moments.empty())
    results.push_back(
        {"change", "largest change of the vorticity in a unit of time:", moments.back().change});
  if (prepared.problem.body.empty()) return;
  auto const shedding = flow::shedding_of(moments);
  if (!shedding) return;
  results.push_back({"mean_drag", "over the second half: mean drag coefficient", shedding->mean_drag});
  results.push_back({"mean_lift", "mean lift coefficient", shedding->mean_lift});
  results.push_back({"rms_lift", "root mean square of the lift about it", shedding->rms_lift});
  std::optional<double> strouhal;
  if (shedding->frequency) strouhal = *shedding->frequency * prepared.length / prepared.speed;
  results.push_back(
      {"strouhal", fmt::format("Strouhal number, from {} periods:", shedding->periods), strouhal});
}

/// "100 steps of 0.01", or how far steps go that the flow makes as long as it allows.
std::string work_of(flow::March const& march) {
  if (march.dt) return fmt::format("{} steps of {:.6g}", march.steps, *march.dt);
  auto const end = std::isfinite(march.end_time) ? fmt::format("to t = {:.6g}", march.end_time)
                                                 : fmt::format("{} steps", march.steps);
  return fmt::format("{}, cfl {}", end, march.cfl);
}

using Setup = app::Setup<flow::Prepared>;

std::optional<Setup> read(int argc, char** argv, app::Program const& program, flow::Settings& settings,
                          std::optional<app::DeviceSession>& session) {
  auto const given = app::read_command_line(argc, argv, program);
  if (!given) return {};
  Setup setup{*given, {}, {}};
  flow::apply_published_problem(setup.options, settings);
  flow::settle_sides(setup.options, settings);
  setup.geometry = flow::geometry_of(setup.options);
  session.emplace(setup.options.threads, setup.geometry.size() / app::team().count());
  app::require_memory(flow::memory_of(setup.options, setup.geometry), setup.geometry);
  setup.prepared = flow::prepare(setup.options, settings, setup.geometry);
  choose_picture_range(setup.options, setup.prepared);
  if (setup.options.task != app::Task::print_config) return setup;
  flow::settle(setup.options, settings, setup.prepared);
  app::print_config(program, setup.options);
  return {};
}

void expect_same(Setup const& setup) {
  auto all = setup.prepared.identity;
  auto const& march = setup.prepared.march;
  all.push_back({"steps", fmt::format("{}", march.steps)});
  all.push_back({"end-time", fmt::format("{}", march.end_time)});
  all.push_back({"max-iterations", fmt::format("{}", setup.prepared.problem.max_iterations)});
  all.push_back({"restart", fmt::format("step {}, t = {}", march.first_step, march.first_time)});
  app::expect_same_run(setup.options, std::move(all));
}

/// The body as outputs take it, which look at it while the problem lives.
app::NodeValues<std::uint8_t> body_of(flow::Problem const& problem) {
  if (problem.body.empty()) return {};
  auto const& g = problem.geometry;
  return app::NodeValues<std::uint8_t>::at_each(
      app::all_nodes(g), [&body = problem.body, rows = g.nodes[1]](app::NodeIndex const& node) {
        return body[static_cast<std::size_t>(node[0] * rows + node[1])];
      });
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  flow::Settings settings;
  auto const program = flow::program(settings);
  std::optional<app::DeviceSession> session;
  auto const& team = app::team();
  auto const setup = team.agree([&] { return read(argc, argv, program, settings, session); });
  if (!setup) return;
  expect_same(*setup);
  auto const& [options, geometry, prepared] = *setup;
  auto const& problem = prepared.problem;
  std::optional<app::Outputs> outputs; // of rank 0, which writes for all
  flow::History history(!problem.body.empty());
  team.agree([&, &options = setup->options, &geometry = setup->geometry, &prepared = setup->prepared] {
    if (!team.first()) return;
    outputs = app::make_outputs(
        options, geometry,
        {.files = {"history.csv", "history.h5", "streamlines.png", "streamlines-#.png"},
         .signed_field = true,
         .words = {.program = program.name, .quantity = "vorticity", .bare = options.bare_pictures},
         .body = body_of(problem)});
    if (app::continues_in_its_folder(options)) history.resume(*options.output, prepared.march.first_step);
  });
  auto solver = team.fail_together<InvalidInput>(
      [&, &options = setup->options] { return flow::make_run(problem, options.precision); });

  app::Record record;
  record.nodes = geometry.nodes;
  if (options.task == app::Task::check)
    return app::report_check(record, work_of(prepared.march), program.name, options,
                             flow::memory_of(options, geometry), *solver);
  record.setup_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  auto const marched = flow::march(*solver, prepared.march, {prepared.speed, prepared.length}, options,
                                   problem, prepared.identity, settings.contours, history, outputs);
  record.steps = marched.steps;
  record.dt = marched.steps > 0
                  ? (marched.time - prepared.march.first_time) / static_cast<double>(marched.steps)
                  : 0.;
  record.time_s = marched.seconds;
  add_results(record, prepared, marched, history.moments());
  if (outputs) {
    for (auto const* history_file : {"history.csv", "history.h5"}) outputs->note(history_file);
    record.written = outputs->written();
  }
  auto const vorticity = solver->vorticity();
  app::led_by_first([&] { record.checksum = app::checksum_of({vorticity}); });
  app::report_run(record, program.name, options, std::move(solver));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program("tessera-flow", [&] { run(argc, argv); });
}

// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/run_loop.hpp"
#include "../common/streams.hpp"
#include "../common/summary.hpp"
#include "../common/team.hpp"
#include "../common/time_setup.hpp"
#include "../common/traces_setup.hpp"
#include "../common/tuning.hpp"
#include "setup.hpp"
#include "standing.hpp"

namespace {

using namespace tessera;

using Setup = app::Setup<maxwell::Prepared>;

std::optional<Setup> read(int argc, char** argv, app::Program const& program, maxwell::Settings& settings,
                          std::optional<app::DeviceSession>& session) {
  auto const given = app::read_command_line(argc, argv, program);
  if (!given) return {};
  Setup setup{*given, {}, {}};
  auto const nodes = maxwell::nodes_of(setup.options, settings);
  maxwell::settle_walls(setup.options, settings, nodes.empty() ? 2 : nodes.size());
  setup.geometry = maxwell::geometry_of(setup.options, settings, nodes);
  session.emplace(setup.options.threads, setup.geometry.size() / app::team().count());
  app::require_memory(maxwell::memory_of(setup.options, settings, setup.geometry), setup.geometry);
  setup.prepared = maxwell::prepare(setup.options, settings, setup.geometry);
  if (setup.options.task != app::Task::print_config) return setup;
  maxwell::settle(setup.options, settings, setup.prepared);
  app::print_config(program, setup.options);
  return {};
}

/// What ranks record together has to be the same on all.
void expect_same_receivers(maxwell::MaxwellProblem const& problem) {
  std::string all = fmt::format("every {} steps", problem.receiver_every);
  for (auto const& node : problem.receivers) all += fmt::format(" ({})", fmt::join(node, ", "));
  app::team().expect_same("what receivers record", all);
}

/// Names of the files that other programs do not write.
std::vector<std::string> own_files() {
  auto names = app::trace_files();
  for (auto const* member : {"hx", "hy", "hz", "ex", "ey"})
    for (auto const* form : {"{}.pvd", "final-{}.vti", "u-#-{}.vti"})
      names.push_back(fmt::format(fmt::runtime(form), member));
  return names;
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  maxwell::Settings settings;
  auto const program = maxwell::program(settings);
  std::optional<app::DeviceSession> session;
  auto const setup = app::team().agree([&] { return read(argc, argv, program, settings, session); });
  if (!setup) return;
  auto const& [options, geometry, prepared] = *setup;
  auto const& problem = prepared.problem;
  app::PictureWords const words{.program = program.name,
                                .quantity = "Ez",
                                .length_unit = settings.si ? "m" : "",
                                .time_unit = settings.si ? "s" : "",
                                .bare = options.bare_pictures};
  app::RunLoop loop(
      options, geometry, prepared.schedule, prepared.identity,
      {.files = own_files(), .signed_field = true, .words = words, .body = prepared.conductors});
  expect_same_receivers(problem);
  auto traces = app::team().agree([&, &options = setup->options, &geometry = setup->geometry] {
    return app::make_traces(
        options, app::positions_of(problem.receivers, maxwell::grid_of_e(geometry, problem.direction())),
        app::Interpolation::nearest, problem.receiver_every, problem.dt, problem.first_step);
  });
  auto const make = [&, dimension = geometry.dimension]<class T>(T) {
    if (dimension == 3)
      return problem.absorbs() ? maxwell::make_run<T, 3, true>(problem, traces)
                               : maxwell::make_run<T, 3, false>(problem, traces);
    return problem.absorbs() ? maxwell::make_run<T, 2, true>(problem, traces)
                             : maxwell::make_run<T, 2, false>(problem, traces);
  };
  auto simulation = options.precision == "float" ? make(float{}) : make(double{});
  app::warn_of_lost_traces(program.name, options, problem.receivers);
  app::print_time_step(options, prepared.schedule, prepared.stable, prepared.limit);

  app::Record record;
  record.nodes = geometry.nodes;
  record.steps = prepared.schedule.steps - problem.first_step;
  record.dt = prepared.schedule.dt;
  if (options.task == app::Task::tune) return app::report_tuning(record, program.name, options);
  if (options.task == app::Task::check)
    return app::report_check(record, app::steps_of(record), program.name, options,
                             maxwell::memory_of(options, settings, geometry), *simulation);
  record.setup_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  loop.run(*simulation, [&](std::filesystem::path const& folder) {
    auto of_traces = words;
    of_traces.quantity = fmt::format("E{}", maxwell::name_of_direction(problem.direction()));
    traces.write(folder, of_traces);
    return traces.receivers() > 0 ? app::trace_files() : std::vector<std::string>();
  });

  record.time_s = loop.stepping_seconds();
  record.written = loop.written();
  auto const ez = simulation->field();
  auto const others = simulation->other_fields();
  app::led_by_first([&, &geometry = setup->geometry, &prepared = setup->prepared] {
    std::vector<app::HostField> all{ez};
    for (auto const& other : others) all.push_back(other.values);
    record.checksum = app::checksum_of(all);
    if (prepared.standing)
      record.errors = maxwell::Standing(geometry).errors(problem, simulation->step(), ez, others);
  });
  auto const rounding = maxwell::Standing::rounding(options.precision, prepared.schedule.steps);
  app::report_run(record, program.name, options, std::move(simulation));
  app::team().agree([&, &prepared = setup->prepared] {
    if (settings.verify && record.errors && !(record.errors->max <= rounding))
      throw RunFailure(fmt::format("the fields differ from the scheme's standing wave by {:.4g} at most, and "
                                   "rounding explains {:.4g} after {} steps (the program is built wrong: run "
                                   "its tests)",
                                   record.errors->max, rounding, prepared.schedule.steps));
  });
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program("tessera-maxwell", [&] { run(argc, argv); });
}

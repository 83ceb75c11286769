// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/exact_errors.hpp"
#include "../common/output_folder.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/run_loop.hpp"
#include "../common/streams.hpp"
#include "../common/summary.hpp"
#include "../common/team.hpp"
#include "../common/time_setup.hpp"
#include "../common/traces_setup.hpp"
#include "../common/tuning.hpp"
#include "exact.hpp"
#include "setup.hpp"
#include "warnings.hpp"

namespace {

using namespace tessera;

using Setup = app::Setup<wave::Prepared>;

std::optional<Setup> read(int argc, char** argv, app::Program const& program, wave::WaveSettings& settings,
                          std::optional<app::DeviceSession>& session) {
  auto const given = app::read_command_line(argc, argv, program);
  if (!given) return {};
  Setup setup{*given, wave::geometry_of(*given, settings), {}};
  session.emplace(setup.options.threads, setup.geometry.size() / app::team().count());
  app::require_memory(wave::memory_of(setup.options, settings, setup.geometry), setup.geometry);
  setup.prepared = wave::prepare(setup.options, settings, setup.geometry);
  if (setup.options.task != app::Task::print_config) return setup;
  wave::settle(setup.options, settings, setup.prepared);
  app::print_config(program, setup.options);
  return {};
}

/// What ranks record together has to be the same on all.
void expect_same_receivers(wave::WaveProblem const& problem) {
  std::string all = fmt::format("every {} steps, {}", problem.receiver_every, name_of(problem.interpolation));
  for (auto const& position : problem.receiver_positions)
    all += fmt::format(" ({})", fmt::join(position, ", "));
  app::team().expect_same("what receivers record", all);
}

/// Where pictures show the edges of layers.
std::vector<io::FrameLine> interfaces_of(wave::WaveSettings const& settings) {
  std::vector<io::FrameLine> lines;
  if (settings.layers)
    for (auto const at : settings.layers->interfaces) lines.push_back({settings.layers->axis, at});
  return lines;
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  wave::WaveSettings settings;
  auto const program = wave::program(settings);
  std::optional<app::DeviceSession> session;
  auto const setup = app::team().agree([&] { return read(argc, argv, program, settings, session); });
  if (!setup) return;
  auto const& [options, geometry, prepared] = *setup;
  auto const& problem = prepared.problem;
  app::PictureWords const words{.program = program.name, .bare = options.bare_pictures};
  app::RunLoop loop(options, geometry, prepared.schedule, prepared.identity,
                    {.files = app::trace_files(),
                     .signed_field = true,
                     .words = words,
                     .body = problem.obstacle,
                     .lines = interfaces_of(settings)});
  expect_same_receivers(problem);
  auto traces = app::team().agree([&, &options = setup->options] {
    return app::make_traces(options, problem.receiver_positions, problem.interpolation,
                            problem.receiver_every, problem.dt, problem.first_step);
  });
  auto simulation = wave::make_wave_run(problem, options.precision, traces);
  for (auto const& warning : wave::warnings_of(problem))
    app::say(fmt::format("{}: warning: {}\n", program.name, warning));
  app::warn_of_lost_traces(program.name, options, problem.receivers);
  app::print_time_step(options, prepared.schedule, prepared.stable,
                       wave::limit_text(problem, prepared.stable));

  app::Record record;
  record.nodes = geometry.nodes;
  record.steps = prepared.schedule.steps - problem.first_step;
  record.dt = prepared.schedule.dt;
  if (options.task == app::Task::tune) return app::report_tuning(record, program.name, options);
  if (options.task == app::Task::check)
    return app::report_check(record, app::steps_of(record), program.name, options,
                             wave::memory_of(options, settings, geometry), *simulation);
  record.setup_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  loop.run(*simulation, [&](std::filesystem::path const& folder) {
    traces.write(folder, words);
    return traces.receivers() > 0 ? app::trace_files() : std::vector<std::string>();
  });

  record.time_s = loop.stepping_seconds();
  record.written = loop.written();
  auto const time = static_cast<double>(prepared.schedule.steps) * prepared.schedule.dt;
  auto const initial = options.initial ? options.initial->text : std::string();
  auto const field = simulation->field();
  app::led_by_first([&, &geometry = setup->geometry] {
    record.checksum = app::checksum_of({field});
    if (wave::is_exact(initial, problem))
      record.errors = app::errors_of(field, geometry, wave::NamedField(initial, problem, time));
  });
  app::report_run(record, program.name, options, std::move(simulation));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program("tessera-wave", [&] { run(argc, argv); });
}

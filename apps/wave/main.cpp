// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fmt/format.h>

#include "../common/exact_errors.hpp"
#include "../common/output_folder.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/run_loop.hpp"
#include "../common/streams.hpp"
#include "../common/traces_setup.hpp"
#include "exact.hpp"
#include "setup.hpp"
#include "warnings.hpp"

namespace {

using namespace tessera;

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  wave::WaveSettings settings;
  auto const program = wave::program(settings);
  auto const given = app::read_command_line(argc, argv, program);
  if (!given) return;
  auto const& options = *given;
  auto const geometry = wave::geometry_of(options, settings);
  app::DeviceSession const session(options.threads, geometry.size());
  app::require_memory(wave::memory_of(options, settings, geometry), geometry);
  auto const prepared = wave::prepare(options, settings, geometry);
  auto const& problem = prepared.problem;
  auto const talks = !options.quiet && options.json != "-";
  app::RunLoop loop(options, geometry, prepared.schedule, prepared.identity, {"traces.h5", "seismogram.png"});
  auto traces = app::make_traces(options, problem.receiver_positions, problem.interpolation,
                                 problem.receiver_every, problem.dt, problem.first_step);
  auto simulation = wave::make_wave_run(problem, options.precision, traces);
  for (auto const& warning : wave::warnings_of(problem))
    app::say(fmt::format("{}: warning: {}\n", program.name, warning));
  app::warn_of_lost_traces(program.name, options, problem.receivers);
  if (talks)
    app::print(fmt::format("dt {:.6g}, limit {}\n", problem.dt, wave::limit_text(problem, prepared.stable)));

  app::Record record;
  record.setup_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  loop.run(*simulation, [&](std::filesystem::path const& folder) { traces.write(folder); });

  record.nodes = geometry.nodes;
  record.steps = prepared.schedule.steps - problem.first_step;
  record.dt = prepared.schedule.dt;
  record.time_s = loop.stepping_seconds();
  auto const time = static_cast<double>(prepared.schedule.steps) * prepared.schedule.dt;
  auto const initial = options.initial ? options.initial->text : std::string();
  auto const field = simulation->field();
  if (wave::is_exact(initial, problem))
    record.errors = app::errors_of(field, geometry, wave::NamedField(initial, problem, time));
  app::report_run(record, program.name, options, field, std::move(simulation));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program("tessera-wave", [&] { run(argc, argv); });
}

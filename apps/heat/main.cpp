// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>

#include <chrono>
#include <fmt/format.h>

#include "../common/command_line.hpp"
#include "../common/config_text.hpp"
#include "../common/exact_errors.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/run_loop.hpp"
#include "../common/summary.hpp"
#include "../common/team.hpp"
#include "../common/time_setup.hpp"
#include "../common/tuning.hpp"
#include "initial.hpp"
#include "schemes.hpp"
#include "setup.hpp"

namespace {

using namespace tessera;

constexpr char name[] = "tessera-heat";

constexpr char footer[] = R"(
Initial fields by name: sine (the published problem of Cuellar, Martin and Pastor 2014: without further options
33 x 33 nodes, diffusivity 1/16, 1000 steps to t = 1), gaussian, hot-spot.
Defaults: unit box, every face fixed, no source, no obstacle, diffusivity 1, double, dt 0.9 of the stability limit.
Scheme auto: the fastest for this device, stencil and size. It is measured where that takes less than a tenth of the
run, and kept for the next in $XDG_CACHE_HOME/tessera/tuning.txt (or ~/.cache/tessera); else a model chooses.
Exit codes: 0 done, 1 failed at run time, 2 bad arguments, configuration or input.
Examples:
  tessera-heat --initial sine --output sine
  tessera-heat --initial hot-spot --nodes 513,513 --steps 2000 --dt 9e-7 --output spot --output-every 500
  tessera-heat --config apps/heat/examples/plate.toml --threads 1 --json -
  mpirun -n 4 tessera-heat --config apps/heat/examples/plate.toml --output plate)";

app::Program program(heat::HeatSettings& settings) {
  app::Program p;
  p.name = name;
  p.purpose =
      "Solves the heat equation u_t = div(kappa grad u) + f on a box in 1, 2 or 3 dimensions by FTCS.";
  p.footer = footer;
  p.version = TESSERA_VERSION_STRING;
  p.config.section = "heat";
  p.config.initial_names = heat::initial_names;
  p.config.taken.options = app::all_options();
  p.config.taken.schemes = heat::schemes();
  p.config.keys = [&](app::ConfigKeys& keys) {
    keys.value("diffusivity", settings.diffusivity);
    keys.integers("blocks", settings.blocks);
  };
  p.options.push_back({"--diffusivity", "kappa: a number, an expression in x, y, z, or FILE.h5[:/dataset]",
                       "K", [&](std::string const& text) {
                         settings.diffusivity = app::parse_value(text, {}, {}, "--diffusivity");
                       }});
  p.options.push_back(app::blocks_option(settings.blocks));
  return p;
}

using Setup = app::Setup<heat::Prepared>;

std::optional<Setup> read(int argc, char** argv, heat::HeatSettings& settings,
                          std::optional<app::DeviceSession>& session) {
  auto const described = program(settings);
  auto const given = app::read_command_line(argc, argv, described);
  if (!given) return {};
  Setup setup{*given, {}, {}};
  heat::apply_published_problem(setup.options, settings);
  setup.geometry = heat::geometry_of(setup.options);
  session.emplace(setup.options.threads, setup.geometry.size() / app::team().count());
  app::require_memory(heat::memory_of(setup.options, settings, setup.geometry), setup.geometry);
  setup.prepared = heat::prepare(setup.options, settings, setup.geometry);
  if (setup.options.task != app::Task::print_config) return setup;
  heat::settle(setup.options, settings, setup.prepared);
  app::print_config(described, setup.options);
  return {};
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  heat::HeatSettings settings;
  std::optional<app::DeviceSession> session;
  auto const setup = app::team().agree([&] { return read(argc, argv, settings, session); });
  if (!setup) return;
  auto const& [options, geometry, prepared] = *setup;
  app::RunLoop loop(options, geometry, prepared.schedule, prepared.identity,
                    {.words = {.program = name, .bare = options.bare_pictures},
                     .body = prepared.problem.obstacle,
                     .body_has_values = true});
  auto simulation = heat::make_heat_run(prepared.problem, options.precision);

  app::Record record;
  record.nodes = geometry.nodes;
  record.steps = prepared.schedule.steps - prepared.problem.first_step;
  record.dt = prepared.schedule.dt;
  if (options.task == app::Task::tune) return app::report_tuning(record, name, options);
  if (options.task == app::Task::check) {
    app::print_time_step(options, prepared.schedule, prepared.stable, prepared.limit);
    return app::report_check(record, app::steps_of(record), name, options,
                             heat::memory_of(options, settings, geometry), *simulation);
  }
  record.setup_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  loop.run(*simulation);

  record.time_s = loop.stepping_seconds();
  record.written = loop.written();
  auto const time = static_cast<double>(prepared.schedule.steps) * prepared.schedule.dt;
  auto const initial = options.initial ? options.initial->text : std::string();
  auto field = simulation->field();
  auto exact = heat::exact_solution(initial, prepared.problem, time);
  app::led_by_first([&, &geometry = setup->geometry] {
    record.checksum = app::checksum_of({field});
    if (!exact) return;
    exact->resize(3, {1.});
    record.errors = app::errors_of(field, geometry, [&](std::size_t i, std::size_t j, std::size_t k) {
      return (*exact)[0][i] * (*exact)[1][j] * (*exact)[2][k];
    });
  });
  app::print_time_step(options, prepared.schedule, prepared.stable, prepared.limit);
  app::report_run(record, name, options, std::move(simulation));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program(name, [&] { run(argc, argv); });
}

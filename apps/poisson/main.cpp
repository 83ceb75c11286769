// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>
#include <tessera/core/error.hpp>

#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/command_line.hpp"
#include "../common/config_text.hpp"
#include "../common/outputs.hpp"
#include "../common/program.hpp"
#include "../common/progress.hpp"
#include "../common/report.hpp"
#include "../common/signals.hpp"
#include "../common/team.hpp"
#include "schemes.hpp"
#include "setup.hpp"
#include "tune.hpp"

namespace {

using namespace tessera;

constexpr char name[] = "tessera-poisson";

constexpr char footer[] = R"text(
Methods: jacobi, weighted-jacobi, sor (red-black), chebyshev, cg (conjugate gradients), multigrid-cg (default; with a
multigrid preconditioner).
The residual is the 2-norm of f - (u_xx + ...) over that of the field that is 0 wherever it is sought; the update is the
largest change that a Jacobi iteration would still make.
Scheme auto of method jacobi: the fastest for this device and size. It is measured where that takes less than a tenth of
the run, and kept for the next in $XDG_CACHE_HOME/tessera/tuning.txt (or ~/.cache/tessera); else a model chooses. Of the
other methods: temporal.
Defaults: unit box, every face fixed, right side 0, double, tolerance 1e-8 (float: 1e-4) on the residual.
Exit codes: 0 done, 1 failed at run time or not converged, 2 bad arguments, configuration or input.
Examples:
  tessera-poisson --nodes 129,129 --rhs "sin(pi*x)*sin(pi*y)" --output solution
  tessera-poisson --published --output channel
  tessera-poisson --published --method multigrid-cg --body naca --output aerofoil
  tessera-poisson --nodes 257,257 --rhs -4 --json -
  mpirun -n 4 tessera-poisson --nodes 1025,1025 --rhs 1 --output square)text";

constexpr app::Range contour_range{0, 1000};

void walk_section(app::ConfigKeys& keys, poisson::PoissonSettings& s) {
  keys.text("method", s.method, app::words_of(poisson::method_names));
  keys.value("rhs", s.rhs);
  keys.integer("iterations", s.iterations);
  keys.integer("max-iterations", s.max_iterations);
  keys.number("tolerance", s.tolerance);
  keys.text("stop-on", s.stop_on, app::words_of(poisson::stop_names));
  keys.number("relaxation", s.relaxation);
  keys.integer("contours", s.contours, contour_range);
  keys.boolean("published", s.published);
  keys.integers("blocks", s.blocks);
  app::walk_body(keys, s.body, true);
}

app::Program program(poisson::PoissonSettings& s) {
  app::Program p;
  p.name = name;
  p.purpose = "Solves Poisson's equation u_xx + u_yy (+ u_zz) = f on a box, around solid bodies.";
  p.footer = footer;
  p.version = TESSERA_VERSION_STRING;
  p.config.section = "poisson";
  p.config.taken.options = {"--scheme", "--tile", "--fused-steps", "--tune"};
  p.config.taken.schemes = poisson::schemes();
  p.config.taken.axes = {2, 3};
  p.config.taken.without = "it makes no time steps (give --iterations N, or --tolerance T)";
  p.config.refused = {"source"};
  p.config.keys = [&](app::ConfigKeys& keys) { walk_section(keys, s); };
  auto const add = [&](char const* option, char const* meaning, char const* value, auto const& set) {
    p.options.push_back({option, meaning, value, set});
  };
  add("--method", "jacobi, weighted-jacobi, sor, chebyshev, cg or multigrid-cg", "M",
      [&](std::string const& text) { s.method = text; });
  add("--rhs", "f: a number, an expression in x, y, z, or FILE.h5[:/dataset]", "F",
      [&](std::string const& text) { s.rhs = app::parse_value(text, {}, {}, "--rhs"); });
  // Of the ways to end, what the command line gives replaces what the configuration said.
  add("--iterations", "Exactly this many iterations", "N", [&](std::string const& text) {
    s.iterations = app::parse_integer(text, "--iterations");
    s.iterations_typed = true;
    s.tolerance.reset();
    s.max_iterations.reset();
    s.stop_on.reset();
  });
  add("--tolerance", "Iterate until the residual is at most this", "T", [&](std::string const& text) {
    s.tolerance = app::parse_number(text, "--tolerance");
    if (!s.iterations_typed) s.iterations.reset();
  });
  add("--max-iterations", "Give up after this many", "N",
      [&](std::string const& text) { s.max_iterations = app::parse_integer(text, "--max-iterations"); });
  add("--stop-on", "What the tolerance is for: residual (default) or update", "WHAT",
      [&](std::string const& text) { s.stop_on = text; });
  add("--body", "rectangle, circle, polygon, naca or FILE.png; its sizes stand in [poisson.body]", "BODY",
      [&](std::string const& text) {
        auto const body = app::parse_body(text, {}, "--body");
        if (!s.body || s.body->kind != body.kind || body.kind == app::BodySpec::Kind::picture) s.body = body;
      });
  add("--contours", "Contour lines in a picture of their own (default 24; 0: none)", "N",
      [&](std::string const& text) {
        s.contours = app::within(contour_range, app::parse_integer(text, "--contours"), "--contours");
      });
  add("--published", "The problem of Perezhogin's paper: flow around a square, 1000 Jacobi iterations", "",
      [&](std::string const&) { s.published = true; });
  p.options.push_back(app::blocks_option(s.blocks));
  return p;
}

/// Why a solve did not converge, and what helps.
std::string why_not(poisson::Result const& result, poisson::Control const& control,
                    std::string const& precision, std::string const& kept) {
  auto const what = control.on_update ? "update" : "residual";
  auto const reached = control.on_update ? result.end.update_norm : result.best_residual;
  if (!result.stagnated)
    return fmt::format("no convergence to {} within {} iterations: the {} {} is {:.4g} (give more "
                       "iterations, another method or a larger tolerance; {})",
                       control.tolerance, result.end.iterations, control.on_update ? "last" : "best", what,
                       reached, kept);
  auto const said = fmt::format("no convergence to {}: the {} stagnated at {:.4g} after {} iterations, where "
                                "more do not help",
                                control.tolerance, what, reached, result.end.iterations);
  if (reached > 100. * result.rounding)
    return fmt::format("{} (give another method or a larger tolerance; {})", said, kept);
  return fmt::format("{}: rounding in {} leaves about {:.1g} of it in this problem (give a larger "
                     "tolerance{}; {})",
                     said, precision, result.rounding, precision == "float" ? ", or --precision double" : "",
                     kept);
}

/// What every rank prepares for itself, from the same options and files.
struct Setup {
  app::Options options;
  app::Geometry geometry;
  poisson::PoissonProblem problem;
  poisson::Control control;
};

std::optional<Setup> read(int argc, char** argv, poisson::PoissonSettings& settings) {
  auto const described = program(settings);
  auto const given = app::read_command_line(argc, argv, described);
  if (!given) return {};
  Setup setup{*given, {}, {}, {}};
  auto& [options, geometry, problem, control] = setup;
  poisson::refuse_source(options);
  bool const tunes = options.task == app::Task::tune;
  if (tunes) poisson::refuse_tuning(settings);
  poisson::apply_published_problem(options, settings);
  if (tunes) settings.iterations.reset(); // those of the paper
  geometry = poisson::geometry_of(options);
  problem = poisson::prepare(options, settings, geometry);
  control = poisson::control_of(settings, problem, options.precision);
  problem.most_iterations = control.most;
  problem.tolerance = control.tolerance;
  if (options.task != app::Task::print_config) return setup;
  poisson::settle(options, settings, problem, control);
  app::print_config(described, options);
  return {};
}

/// What ranks have to be given alike, besides what is checked when they share the grid.
void expect_same(Setup const& setup) {
  auto const& [options, geometry, problem, control] = setup;
  app::team().expect_same(
      "the problem",
      fmt::format("{} nodes in {}, method {} by scheme {}, at most {} iterations to {} of the {}",
                  fmt::join(geometry.nodes, " x "), options.precision,
                  poisson::method_names[static_cast<std::size_t>(problem.method)], problem.scheme.name,
                  control.most, control.tolerance, control.on_update ? "update" : "residual"));
  app::team().expect_same("json", options.json);
  app::team().expect_same("output", options.output ? options.output->string() : "none");
}

/// "at most 200 iterations of multigrid-cg, to 1e-08 of the residual"
std::string work_of(poisson::PoissonProblem const& problem, poisson::Control const& control) {
  auto const* const method = poisson::method_names[static_cast<std::size_t>(problem.method)];
  if (control.tolerance == 0.) return fmt::format("{} iterations of {}", control.most, method);
  return fmt::format("at most {} iterations of {}, to {} of the {}", control.most, method, control.tolerance,
                     poisson::stop_names[control.on_update ? 1 : 0]);
}

void tune(Setup const& setup, poisson::PoissonSettings const& settings) {
  auto problem = setup.problem;
  problem.method = poisson::Method::multigrid_cg; // it needs the most memory
  app::DeviceSession const session(setup.options.threads, setup.geometry.size());
  app::require_memory(poisson::memory_of(setup.options, problem), setup.geometry);
  poisson::report_methods(setup.options, settings, std::move(problem), name);
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  poisson::PoissonSettings settings;
  auto setup = app::team().agree([&] { return read(argc, argv, settings); });
  if (!setup) return;
  if (setup->options.task == app::Task::tune) return tune(*setup, settings);
  expect_same(*setup);
  auto const& [options, geometry, problem, given_control] = *setup;
  auto control = given_control;
  auto const& team = app::team();
  std::optional<app::Outputs> outputs; // of rank 0, which writes for all
  std::optional<app::DeviceSession> session;
  team.agree([&, &options = setup->options, &geometry = setup->geometry, &problem = setup->problem] {
    if (team.first())
      outputs = app::make_outputs(options, geometry,
                                  {.files = {"contours.png"},
                                   .words = {.program = name, .bare = options.bare_pictures},
                                   .body = problem.obstacle,
                                   .course = app::OwnOutputs::Course::iterations});
    session.emplace(options.threads, geometry.size() / team.count());
    app::require_memory(poisson::memory_of(options, problem), geometry);
  });
  // What the solver refuses, all ranks refuse for the same reason.
  auto solver = team.fail_together<InvalidInput>([&, &problem = setup->problem, &options = setup->options] {
    return poisson::make_poisson_run(problem, options.precision);
  });
  app::Record record;
  record.nodes = geometry.nodes;
  if (options.task == app::Task::check)
    return app::report_check(record, work_of(problem, control), name, options,
                             poisson::memory_of(options, problem), *solver);

  app::StopRequest::only_note();
  app::Progress progress(0, control.most, static_cast<double>(geometry.size()), options.quiet);
  int signal = 0;
  control.go_on = [&](std::int64_t iterations) {
    progress.update(iterations);
    signal = static_cast<int>(team.largest(std::int64_t{app::StopRequest::signal()}));
    return signal == 0;
  };
  auto const begin = std::chrono::steady_clock::now();
  record.setup_s = std::chrono::duration<double>(begin - start).count();
  auto const result = solver->solve(control);
  record.time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  progress.finish();

  auto const field = solver->field();
  app::led_by_first([&, &options = setup->options, &geometry = setup->geometry, &problem = setup->problem] {
    record.checksum = app::checksum_of({field});
    if (outputs) {
      outputs->remove_earlier();
      outputs->write_final(field, result.end.iterations, 0.);
      if (geometry.dimension == 2)
        outputs->write_contours(field, problem.obstacle.all(),
                                settings.contours.value_or(poisson::usual_contours),
                                {result.end.iterations, 0.});
    }
    auto const kept = options.output
                          ? fmt::format("the field is in {}", (*options.output / "final.h5").string())
                          : std::string("give --output DIR to keep the field");
    if (result.interrupted)
      throw RunFailure(fmt::format("stopped by {} after {} iterations ({})", app::signal_name(signal),
                                   result.end.iterations, kept));
    if (!std::isfinite(result.end.residual))
      throw RunFailure(
          fmt::format("the field is not finite after {} iterations (use another method, or look at the right "
                      "side and boundaries; {})",
                      result.end.iterations, kept));
    if (!result.converged) throw RunFailure(why_not(result, control, options.precision, kept));
  });

  record.steps = result.end.iterations;
  record.iteration = result.end;
  if (outputs) record.written = outputs->written();
  app::report_run(record, name, options, std::move(solver));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program(name, [&] { run(argc, argv); });
}

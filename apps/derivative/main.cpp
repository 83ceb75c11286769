// SPDX-License-Identifier: Apache-2.0
#include <tessera/config.hpp>
#include <tessera/core/error.hpp>
#include <tessera/io/hash.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/exact_errors.hpp"
#include "../common/outputs.hpp"
#include "../common/program.hpp"
#include "../common/report.hpp"
#include "../common/signals.hpp"
#include "../common/streams.hpp"
#include "../common/team.hpp"
#include "setup.hpp"

namespace {

using namespace tessera;

constexpr char name[] = "tessera-derivative";

constexpr char footer[] = R"text(
Initial field by name: cosine (default), cos(2 pi (x - lower) / length) along the axis of the derivative; without
further options 64 x 64 x 64 nodes that span a period. Faces of kind periodic wrap; at all others one-sided formulas of
the same order are taken. --steps N is how often the derivative is evaluated for the time, default 20.
Defaults: first derivative of order 8 along all axes, unit box, double.
Exit codes: 0 done, 1 failed at run time, 2 bad arguments, configuration or input.
Examples:
  tessera-derivative --published
  tessera-derivative --nodes 256,256,256 --precision float --order 8 --axis x
  mpirun -n 4 tessera-derivative --nodes 256,256,256
  tessera-derivative --nodes 201 --initial "exp(-20*(x-0.5)^2)" --derivative 2 --output bump)text";

/// Of one axis, for the record and for people.
struct AxisOutcome {
  int axis;
  double seconds;
  std::optional<app::Errors> errors;
};

app::Errors errors_of(app::HostField const& values, derivative::Problem const& problem, int axis) {
  std::vector<double> exact;
  for (std::int64_t i = 0; i < problem.geometry.nodes[static_cast<std::size_t>(axis)]; ++i)
    exact.push_back(derivative::exact_derivative(problem, axis, i));
  return app::errors_of(values, problem.geometry, [&](std::size_t i, std::size_t j, std::size_t k) {
    return exact[std::array{i, j, k}[static_cast<std::size_t>(axis)]];
  });
}

void print(AxisOutcome const& outcome, derivative::Problem const& problem, double bytes) {
  double const each = outcome.seconds / static_cast<double>(problem.evaluations);
  app::print(fmt::format("Derivative {} of order {} along {}, pencils: {}\n", problem.derivative,
                         problem.order, derivative::axis_name(outcome.axis),
                         problem.pencils > 0 ? fmt::format("{}", problem.pencils) : "the library's choice"));
  if (outcome.errors)
    app::print(
        fmt::format(" RMS error: {:.7E}\n MAX error: {:.7E}\n", outcome.errors->rms, outcome.errors->max));
  app::print(fmt::format(" Average time (ms): {:.7E}\n Average Bandwidth (GB/s): {:.5f}\n", each * 1e3,
                         bytes / each * 1e-9));
}

/// "du/dx", "d2u/dx2"
std::string derivative_text(derivative::Problem const& problem, int axis) {
  auto const order = problem.derivative == 1 ? "" : fmt::format("{}", problem.derivative);
  return fmt::format("d{}u/d{}{}", order, derivative::axis_name(axis), order);
}

/// The folder of each axis: the output folder itself where there is but one. Rank 0 writes for all.
std::vector<app::Outputs> outputs_of(app::Options const& options, derivative::Problem const& problem) {
  std::vector<app::Outputs> outputs;
  if (!app::team().first()) return outputs;
  if (options.output)
    for (int axis : problem.axes)
      outputs.emplace_back(options,
                           problem.axes.size() == 1
                               ? *options.output
                               : *options.output / std::string(1, derivative::axis_name(axis)),
                           problem.geometry,
                           app::OwnOutputs{.words = {.program = name,
                                                     .quantity = derivative_text(problem, axis),
                                                     .bare = options.bare_pictures},
                                           .course = app::OwnOutputs::Course::none});
  app::try_record(options.json);
  return outputs;
}

/// Differences of large values, and over small spacings, leave a precision that holds the values themselves.
template <class T>
void require_numbers(app::HostValues<T> const& values, derivative::Problem const& problem, int axis) {
  values.for_pieces([&](std::size_t first, std::span<T const> piece) {
    auto const bad = std::find_if_not(piece.begin(), piece.end(), [](T v) { return std::isfinite(v); });
    if (bad == piece.end()) return;
    throw RunFailure(
        fmt::format("the derivative along {} is {} at node {}: differences of these values over this spacing "
                    "leave the range of {} (give smaller values, {}or a larger box)",
                    derivative::axis_name(axis), *bad,
                    app::node_text(problem.geometry, first + static_cast<std::size_t>(bad - piece.begin())),
                    sizeof(T) == 4 ? "float" : "double", sizeof(T) == 4 ? "precision double, " : ""));
  });
}

void write(std::vector<app::Outputs>& outputs, std::size_t number, app::HostField const& values) {
  if (outputs.empty()) return;
  outputs[number].remove_earlier();
  outputs[number].write_final(values, 0, 0.);
}

/// Throws if a signal came while files were written, and there is more to do.
void stop_for_signal(std::size_t done, std::size_t axes) {
  auto const signal = static_cast<int>(app::team().largest(std::int64_t{app::StopRequest::signal()}));
  if (signal == 0 || done == axes) return;
  app::team().agree([&] {
    throw RunFailure(fmt::format("stopped by {} after {} of {} axes (start it again with the others)",
                                 app::signal_name(signal), done, axes));
  });
}

/// What ranks have to be given alike.
void expect_same(app::Options const& options, derivative::Problem const& problem) {
  app::team().expect_same(
      "the problem",
      fmt::format("{} nodes in {}, derivative {} of order {} along axes {}, {} times, of {}{} {}",
                  fmt::join(problem.geometry.nodes, " x "), options.precision, problem.derivative,
                  problem.order, fmt::join(problem.axes, ", "), problem.evaluations, options.initial->text,
                  options.initial->file.string(), options.initial->number));
  app::team().expect_same("json", options.json);
  app::team().expect_same("output", options.output ? options.output->string() : "none");
}

template <class T>
void run_in(app::Options const& options, derivative::Problem const& problem,
            std::vector<app::Outputs>& outputs, app::Record& record) {
  double const bytes = 2. * sizeof(T) * static_cast<double>(problem.geometry.size());
  bool const exact = options.initial->kind == app::ValueSpec::Kind::named;
  std::vector<std::uint64_t> checksums;
  std::vector<AxisOutcome> outcomes;
  for (int axis : problem.axes) {
    auto const field =
        app::team().agree([&] { return derivative::initial_field<T>(options, problem, axis); });
    auto const derived = differentiate<T>(problem, axis, field);
    AxisOutcome outcome{axis, derived.seconds, {}};
    if (options.output) app::StopRequest::only_note(); // a signal waits until the files are complete
    app::led_by_first([&] {
      require_numbers(std::get<app::HostValues<T>>(derived.values), problem, axis);
      if (exact) outcome.errors = errors_of(derived.values, problem, axis);
      checksums.push_back(app::checksum_of({derived.values}));
      write(outputs, outcomes.size(), derived.values);
    });
    if (options.output) app::StopRequest::only_note(false);
    outcomes.push_back(outcome);
    if (options.output) stop_for_signal(outcomes.size(), problem.axes.size());
    if (!options.quiet && options.json != "-") print(outcome, problem, bytes);
  }
  record.ideal_bytes_per_update = 2. * sizeof(T);
  if (app::team().first())
    record.checksum =
        checksums.size() == 1 ? checksums[0] : io::hash_of(std::span<const std::uint64_t>(checksums));
  for (auto const& outcome : outcomes) {
    record.time_s += outcome.seconds;
    if (!outcome.errors) continue;
    if (!record.errors) record.errors.emplace();
    record.errors->max = std::max(record.errors->max, outcome.errors->max);
    record.errors->rms = std::max(record.errors->rms, outcome.errors->rms);
  }
}

/// What every rank prepares for itself, from the same options and files.
struct Setup {
  app::Options options;
  derivative::Problem problem;
  app::MemoryNeed need;
};

/// Reads the field, as the run would.
void check_field(app::Options const& options, derivative::Problem const& problem) {
  if (options.initial->kind != app::ValueSpec::Kind::named)
    static_cast<void>(derivative::initial_field<double>(options, problem, problem.axes[0]));
}

std::optional<Setup> read(int argc, char** argv, std::optional<app::DeviceSession>& session) {
  derivative::Settings settings;
  app::Program program{.name = name,
                       .purpose =
                           "First and second derivatives of high order along the axes of a grid, with their "
                           "errors, time and bandwidth.",
                       .footer = footer,
                       .version = TESSERA_VERSION_STRING,
                       .config = {},
                       .options = {},
                       .needs_arguments = false};
  add_settings(program, settings);
  auto const given = app::read_command_line(argc, argv, program);
  if (!given) return {};
  Setup setup{*given, {}, {}};
  auto& [options, problem, need] = setup;
  problem = prepare(options, settings);
  session.emplace(options.threads, problem.geometry.size() / app::team().count());
  derivative::check(problem);
  bool const from_file = options.initial->kind != app::ValueSpec::Kind::named;
  need = {app::bytes_held(problem.geometry, from_file ? 8. : 0.),
          app::nodes_of_rank(problem.geometry) * 2 * app::value_bytes(options),
          app::bytes_written(options, problem.geometry)};
  app::require_memory(need, problem.geometry);
  if (options.task != app::Task::print_config) return setup;
  settle(options, settings, problem);
  app::print_config(program, options);
  return {};
}

void run(int argc, char** argv) {
  auto const start = std::chrono::steady_clock::now();
  std::optional<app::DeviceSession> session;
  auto const setup = app::team().agree([&] { return read(argc, argv, session); });
  if (!setup) return;
  auto const& options = setup->options;
  auto const& problem = setup->problem;
  expect_same(options, problem);
  auto outputs = app::team().agree([&] { return outputs_of(options, problem); });
  app::Record record;
  record.app = name;
  record.version = TESSERA_VERSION_STRING;
  record.device = app::describe_device();
  record.precision = options.precision;
  record.ranks = app::team().count();
  record.scheme.name = "direct";
  record.nodes = problem.geometry.nodes;
  record.steps = problem.evaluations * static_cast<std::int64_t>(problem.axes.size());
  if (options.task == app::Task::check) {
    app::team().agree([&] { check_field(options, problem); });
    return app::report_check(record,
                             fmt::format("{} evaluations of derivative {} of order {}", record.steps,
                                         problem.derivative, problem.order),
                             name, options, setup->need);
  }
  if (options.precision == "float")
    run_in<float>(options, problem, outputs, record);
  else
    run_in<double>(options, problem, outputs, record);
  record.setup_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() - record.time_s;
  if (!options.json.empty()) {
    record.copy_gb_per_s = app::copy_rate_of_all();
    app::team().agree([&] {
      if (app::team().first()) app::write_json(record, options.json);
    });
  }
  if (options.quiet || options.json == "-") return;
  app::print(fmt::format("checksum {}\n", io::hex(record.checksum)));
  for (auto const& axis : outputs)
    for (auto const& files : axis.written()) app::print(fmt::format("wrote {}\n", files));
  if (!options.json.empty()) app::print(fmt::format("wrote {}\n", options.json));
}

} // namespace

int main(int argc, char** argv) {
  return app::run_program(name, [&] { run(argc, argv); });
}

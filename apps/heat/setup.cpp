// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/values.hpp"
#include "initial.hpp"

namespace tessera::heat {

using app::ValueSpec;

namespace {

bool is_sine(app::Options const& options) {
  return options.initial && options.initial->kind == ValueSpec::Kind::named &&
         options.initial->text == "sine";
}

void add(Prepared& prepared, std::string const& name, std::string value) {
  prepared.identity.push_back({name, std::move(value)});
}

void prepare_diffusivity(app::Options const& options, HeatSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  ValueSpec spec;
  spec.number = 1.;
  if (settings.diffusivity) spec = *settings.diffusivity;
  problem.diffusivity = spec.number;
  std::vector<double> values{spec.number};
  if (spec.kind != ValueSpec::Kind::number)
    values = problem.diffusivity_field =
        app::values_on_grid(spec, problem.geometry, "the diffusivity", options.precision);
  auto const least = std::min_element(values.begin(), values.end());
  if (!(*least >= 0.)) {
    auto const node = static_cast<std::size_t>(least - values.begin());
    auto const where = values.size() == 1
                           ? std::string()
                           : fmt::format(" at node {}", app::node_text(problem.geometry, node));
    throw InvalidInput(fmt::format("the diffusivity is {}{} (give 0 or more)", *least, where));
  }
  app::require_finite(spec.number, "the diffusivity", options.precision);
  add(prepared, "diffusivity", app::description(spec, values));
}

void prepare_source(app::Options const& options, Prepared& prepared) {
  if (!options.source) return;
  auto& problem = prepared.problem;
  problem.source =
      app::values_on_grid(options.source->value, problem.geometry, "the source", options.precision);
  problem.source_time = app::checked(app::time_function(options.source->time), problem.source, false,
                                     "the source", options.precision);
  add(prepared, "source",
      app::description(options.source->value, problem.source) + app::times_text(options.source->time));
}

void prepare_initial(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = options.initial.value_or(ValueSpec{});
  problem.initial = spec.kind == ValueSpec::Kind::named
                        ? named_initial(spec.text, problem)
                        : app::values_on_grid(spec, problem.geometry, "the initial field", options.precision);
  add(prepared, "initial field", app::description(spec, problem.initial));
}

double largest_diffusivity(HeatProblem const& problem) {
  auto const& field = problem.diffusivity_field;
  return field.empty() ? problem.diffusivity : *std::max_element(field.begin(), field.end());
}

/// A published or decimal dt that hits the limit exactly must pass: a few roundings are not an instability.
void check_stability(double dt, double stable, bool allowed) {
  if (allowed || !(dt > stable * (1. + 1e-12))) return;
  throw InvalidInput(fmt::format(
      "dt {:.6g} is beyond the stability limit {:.6g}: the sum of kappa dt / h^2 over the axes is {:.4g}, "
      "more than 1/2 (give a smaller dt, or --allow-unstable)",
      dt, stable, 0.5 * dt / stable));
}

template <class T>
void restart(std::filesystem::path const& file, Prepared& prepared) {
  auto const checkpoint = app::read_restart<T>(file, prepared.identity, prepared.problem.geometry,
                                               prepared.schedule.steps, {"u"});
  auto const& u = checkpoint.field("u");
  prepared.problem.first_step = checkpoint.step;
  prepared.problem.initial.assign(u.begin(), u.end());
}

} // namespace

void apply_published_problem(app::Options& options, HeatSettings& settings) {
  if (!is_sine(options)) return;
  if (options.nodes.empty()) options.nodes = {33, 33};
  if (!settings.diffusivity)
    settings.diffusivity = ValueSpec{.number = 1. / 16., .text = {}, .file = {}, .dataset = {}};
  if (!options.steps && !options.end_time && !options.dt) {
    options.steps = 1000;
    options.end_time = 1.;
  }
}

app::Geometry geometry_of(app::Options const& options) {
  auto nodes = options.nodes;
  if (nodes.empty() && options.initial)
    if (auto const shape = app::shape_of(*options.initial)) nodes.assign(shape->begin(), shape->end());
  auto geometry = app::make_geometry(options, nodes);
  app::take_box_of_file({options.initial}, options, geometry);
  return geometry;
}

MemoryNeed memory_of(app::Options const& options, HeatSettings const& settings,
                     app::Geometry const& geometry) {
  double size = 1.;
  for (auto n : geometry.nodes) size *= static_cast<double>(n);
  auto const element = options.precision == "float" ? 4. : 8.;
  auto const matter =
      options.source || (settings.diffusivity && settings.diffusivity->kind != ValueSpec::Kind::number);
  MemoryNeed need;
  // On the host: every field as double, one copy in the run's precision for outputs; of an obstacle a byte a node, and
  // once more as double while it is read.
  need.host = size * (8. * (1. + (matter ? 2. : 0.)) + element + (options.obstacle ? 9. : 0.));
  // On the device: two time levels, and what the stencil reads.
  need.device = size * element * (2. + (matter ? 2. : 0.)) + (options.obstacle ? size : 0.);
  return need;
}

Prepared prepare(app::Options const& options, HeatSettings const& settings, app::Geometry const& geometry) {
  Prepared prepared;
  auto& problem = prepared.problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  add(prepared, "nodes", fmt::format("{}", fmt::join(geometry.nodes, " x ")));
  add(prepared, "lower corner", app::listed(geometry.origin));
  add(prepared, "lengths", app::listed(geometry.length));
  add(prepared, "precision", options.precision);
  prepare_diffusivity(options, settings, prepared);
  auto const stable = stable_heat_step(geometry.spacing, largest_diffusivity(problem));
  prepared.schedule = app::make_schedule(options, stable);
  check_stability(prepared.schedule.dt, stable, options.allow_unstable);
  problem.dt = prepared.schedule.dt;
  add(prepared, "dt", fmt::format("{}", problem.dt));
  problem.faces = app::evaluated_faces(options, geometry, prepared.identity);
  prepare_source(options, prepared);
  prepare_initial(options, prepared);
  problem.obstacle = app::evaluated_obstacle(options, geometry, problem.initial, prepared.identity);
  if (options.restart) {
    if (options.precision == "float")
      restart<float>(*options.restart, prepared);
    else
      restart<double>(*options.restart, prepared);
  }
  problem.length = app::run_length(options, prepared.schedule.steps - problem.first_step);
  return prepared;
}

} // namespace tessera::heat

// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/time_setup.hpp"
#include "../common/values.hpp"
#include "initial.hpp"

namespace tessera::heat {

using app::ValueSpec;

namespace {

bool is_sine(app::Options const& options) {
  return options.initial && options.initial->kind == ValueSpec::Kind::named &&
         options.initial->text == "sine";
}

void prepare_diffusivity(app::Options const& options, HeatSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = settings.diffusivity.value_or(app::constant(1.));
  problem.diffusivity = spec.number;
  double least = spec.number;
  std::string where, text = fmt::format("{}", spec.number);
  if (spec.kind != ValueSpec::Kind::number) {
    auto field = app::values_on_grid(spec, problem.geometry, "the diffusivity", options.precision);
    least = field.facts.least;
    where = fmt::format(" at node {}", app::node_text(problem.geometry, field.facts.least_at));
    text = field.text;
    problem.diffusivity = field.facts.largest;
    problem.diffusivity_field = std::move(field.values);
  }
  if (!(least >= 0.))
    throw InvalidInput(fmt::format("the diffusivity is {}{} (give 0 or more)", least, where));
  app::require_finite(problem.diffusivity, "the diffusivity", options.precision);
  prepared.add("diffusivity", text);
}

void prepare_source(app::Options const& options, Prepared& prepared) {
  if (!options.source) return;
  auto& problem = prepared.problem;
  auto source = app::values_on_grid(options.source->value, problem.geometry, "the source", options.precision);
  problem.source = std::move(source.values);
  problem.source_time = app::checked(app::time_function(options.source->time), source.facts.magnitude, false,
                                     "the source", options.precision);
  prepared.add("source", source.text + app::times_text(options.source->time));
}

void prepare_initial(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = options.initial.value_or(ValueSpec{});
  if (spec.kind == ValueSpec::Kind::named) {
    problem.initial = named_initial(spec.text, problem);
    return prepared.add("initial field", spec.text);
  }
  auto field = app::values_on_grid(spec, problem.geometry, "the initial field", options.precision);
  problem.initial = std::move(field.values);
  prepared.add("initial field", field.text);
}

std::string refusal(double dt, double stable) {
  return fmt::format(
      "dt {:.6g} is beyond the stability limit {:.6g}: the sum of kappa dt / h^2 over the axes is {:.4g}, "
      "more than 1/2 (give a smaller dt, or --allow-unstable)",
      dt, stable, 0.5 * dt / stable);
}

void restart(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto found =
      app::read_restart(options, prepared.identity, problem.geometry, prepared.schedule.steps, {"u"});
  if (!found) return;
  problem.first_step = found->step;
  problem.initial = std::move(found->fields[0]);
}

} // namespace

void apply_published_problem(app::Options& options, HeatSettings& settings) {
  if (!is_sine(options)) return;
  if (options.nodes.empty()) options.nodes = {33, 33};
  if (!settings.diffusivity) settings.diffusivity = app::constant(1. / 16.);
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

app::MemoryNeed memory_of(app::Options const& options, HeatSettings const& settings,
                          app::Geometry const& geometry) {
  auto const size = app::nodes_of_rank(geometry);
  auto const element = app::value_bytes(options);
  auto const matter =
      options.source || (settings.diffusivity && settings.diffusivity->kind != ValueSpec::Kind::number);
  app::MemoryNeed need;
  // On the host: every field as double; of an obstacle a byte a node, and once more as double while it is
  // read.
  need.host = app::bytes_held(geometry, 8. * (1. + (matter ? 2. : 0.)) + (options.obstacle ? 9. : 0.));
  need.first = app::bytes_written(options, geometry);
  // On the device: two time levels, and what the stencil reads.
  need.device = size * element * (2. + (matter ? 2. : 0.)) + (options.obstacle ? size : 0.);
  return need;
}

Prepared prepare(app::Options const& options, HeatSettings const& settings, app::Geometry const& geometry) {
  Prepared prepared;
  auto& problem = prepared.problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  problem.blocks = settings.blocks;
  prepared.identity = app::grid_identity(options, geometry);
  prepare_diffusivity(options, settings, prepared);
  auto const largest = problem.diffusivity;
  auto const stable = prepared.stable = stable_heat_step(geometry.spacing, largest);
  prepared.limit = fmt::format("{:.6g} = 1 / (2 kappa sum of 1 / h^2) with kappa = {:.6g}, h = {:.6g}",
                               stable, largest, fmt::join(geometry.spacing, " x "));
  prepared.schedule = app::stable_schedule(options, stable, [&](double dt) { return refusal(dt, stable); });
  problem.dt = prepared.schedule.dt;
  prepared.add("dt", fmt::format("{}", problem.dt));
  problem.faces = app::evaluated_faces(options, geometry, prepared.identity);
  prepare_source(options, prepared);
  prepare_initial(options, prepared);
  problem.obstacle = app::evaluated_obstacle(options, geometry, problem.initial, prepared.identity);
  restart(options, prepared);
  problem.length = app::run_length(options, prepared.schedule.steps - problem.first_step);
  return prepared;
}

void settle(app::Options& options, HeatSettings& settings, Prepared const& prepared) {
  app::settle_grid(options, prepared.problem.geometry);
  app::settle_times(options, prepared.schedule);
  if (!options.initial) options.initial.emplace();
  if (!settings.diffusivity) settings.diffusivity = app::constant(1.);
}

} // namespace tessera::heat

// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/face_problem.hpp"
#include "../common/time_setup.hpp"
#include "../common/traces_setup.hpp"
#include "../common/values.hpp"
#include "numbers.hpp"
#include "source_setup.hpp"
#include "standing.hpp"

namespace tessera::maxwell {

using app::ValueSpec;

namespace {

constexpr double light = 299792458.; // m/s
constexpr int usual_pml = 10;        // nodes

app::GridField permittivity_of(app::Options const& options, Settings const& settings,
                               app::Geometry const& g) {
  auto const spec = settings.permittivity.value_or(app::constant(1.));
  bool const picture = spec.kind == ValueSpec::Kind::picture;
  auto const& range = settings.permittivity_range;
  if (picture && !range)
    throw InvalidInput(fmt::format("the permittivity is the picture {} without a permittivity-range (give "
                                   "--permittivity-range A,B: what dark and light pixels mean)",
                                   spec.file.string()));
  if (!picture && range)
    throw InvalidInput("a permittivity-range is given, but no picture (leave it out, or give --permittivity "
                       "FILE.png)");
  if (range && range->size() != 2)
    throw InvalidInput(fmt::format("permittivity-range is {} (give two numbers: of dark and light pixels)",
                                   app::listed(*range)));
  auto field = app::values_on_grid(spec, g, "the permittivity", options.precision);
  if (range) {
    field.values.change(
        [low = (*range)[0], high = (*range)[1]](app::NodeBox const&, std::vector<double>& values) {
          for (double& v : values) v = low + v * (high - low);
        });
    field.facts = app::facts_of(field.values, g, "the permittivity", options.precision);
  }
  if (auto const& bad = field.facts.not_positive)
    throw InvalidInput(fmt::format(
        "the permittivity is {}{} (give more than 0)", bad->value,
        spec.kind == ValueSpec::Kind::number ? std::string() : " at node " + app::node_text(g, bad->node)));
  return field;
}

/// Returns the fastest speed.
double prepare_matter(app::Options const& options, Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  problem.speed = settings.si ? light : 1.;
  prepared.add("units", settings.si ? "si" : "natural");
  auto permittivity = permittivity_of(options, settings, g);
  auto const& facts = permittivity.facts;
  problem.permittivity = facts.least;
  problem.uniform = facts.least == facts.largest;
  ValueSpec evaluated;
  evaluated.kind = ValueSpec::Kind::dataset;
  prepared.add("permittivity",
               problem.uniform ? fmt::format("{}", facts.least) : app::description(evaluated, facts.hash));
  problem.inverse = std::move(permittivity.values);
  problem.inverse.change([](app::NodeBox const&, std::vector<double>& values) {
    for (double& v : values) v = 1. / v;
  });
  app::facts_of(problem.inverse, g, "1 / permittivity", options.precision);
  return problem.speed / std::sqrt(facts.least);
}

bool ez_is_kept(app::Geometry const& g, std::array<bool, 3> const& walled, app::NodeIndex const& node) {
  return e_is_kept(2, g, walled, node);
}

/// Ez is 0 on walls and bodies whatever the initial field says.
void prepare_conductors(app::Options const& options, Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  if (options.obstacle && options.obstacle->value)
    throw InvalidInput(
        "the obstacle has a value (leave it out: an obstacle is a conductor, in which Ez is 0)");
  auto const& body = prepared.conductors = app::evaluated_obstacle(options, g, problem.ez, prepared.identity);
  problem.uniform = problem.uniform && body.empty();
  for (std::size_t axis = 0; axis < g.nodes.size(); ++axis)
    problem.walled[axis] = settings.walls[axis] != Wall::periodic;
  problem.inverse.change(
      [body, g, walled = problem.walled](app::NodeBox const& box, std::vector<double>& values) {
        auto const marks = body.empty() ? std::vector<std::uint8_t>(box.size(), 0) : body.in(box);
        app::for_each_node(box, [&](std::size_t n, app::NodeIndex const& node) {
          if (marks[n] || (g.dimension == 2 && ez_is_kept(g, walled, node))) values[n] = 0.;
        });
      });
  problem.ez.change([inverse = problem.inverse, g, walled = problem.walled](app::NodeBox const& box,
                                                                            std::vector<double>& values) {
    auto const of_box = inverse.in(box);
    app::for_each_node(box, [&](std::size_t n, app::NodeIndex const& node) {
      if (of_box[n] == 0. || ez_is_kept(g, walled, node)) values[n] = 0.;
    });
  });
  std::vector<char const*> words;
  for (auto const wall : settings.walls) words.push_back(name_of(wall));
  prepared.add("walls", fmt::format("{}", fmt::join(words, ", ")));
}

void prepare_layers(Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  for (std::size_t axis = 0; axis < problem.geometry.nodes.size(); ++axis) {
    if (settings.walls[axis] != Wall::absorbing) continue;
    auto const width = problem.layer[axis] = settings.pml.value_or(usual_pml);
    if (auto const n = problem.geometry.nodes[axis]; 2 * width >= n - 1)
      throw InvalidInput(
          fmt::format("absorbing layers of {} nodes at both ends leave nothing of the {} nodes "
                      "of axis {} (give a smaller --pml, or more nodes)",
                      width, n, axis));
  }
  if (settings.pml && !problem.absorbs())
    throw InvalidInput("pml is given, but no walls absorb (leave it out, or give --walls absorbing)");
  prepared.add("pml", fmt::format("{}", fmt::join(problem.layer, ", ")));
}

app::NodeValues<double> halved(app::NodeValues<double> const& field) {
  return {field.whole(), [field](app::NodeBox const& box) {
            auto values = field.in(box);
            for (double& v : values) v *= 0.5;
            return values;
          }};
}

/// Ez starts as two halves, Hx as the part that Ez drives; other components start at 0, or have their first
/// part at 0 (Hy).
void prepare_parts(MaxwellProblem& problem) {
  if (!problem.absorbs()) return;
  problem.ezx = app::held_if_alone(halved(problem.ez));
  if (problem.geometry.dimension == 3) problem.hxy = problem.hx;
}

void prepare_initial(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = options.initial.value_or(ValueSpec{});
  if (spec.kind == ValueSpec::Kind::named) {
    problem.ez = app::held_if_alone(Standing(problem.geometry).mode());
    return prepared.add("initial field", spec.text);
  }
  auto field =
      app::values_on_grid(spec, grid_of_ez(problem.geometry), "the initial field", options.precision);
  problem.ez = std::move(field.values);
  prepared.add("initial field", field.text);
}

void restart(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  std::vector<std::string> names;
  std::vector<app::NodeValues<double>*> fields;
  for (auto const& member : members_of(problem.geometry.dimension, problem.absorbs())) {
    if (member.values == &MaxwellProblem::inverse) continue;
    names.emplace_back(member.name);
    fields.push_back(&(problem.*member.values));
  }
  auto found =
      app::read_restart(options, prepared.identity, problem.geometry, prepared.schedule.steps, names);
  if (!found) return;
  problem.first_step = found->step;
  for (std::size_t f = 0; f < fields.size(); ++f) *fields[f] = std::move(found->fields[f]);
}

} // namespace

std::vector<std::int64_t> nodes_of(app::Options const& options, Settings const& settings) {
  auto nodes = options.nodes;
  for (auto const& spec : {options.initial, settings.permittivity})
    if (nodes.empty() && spec)
      if (auto const shape = app::shape_of(*spec)) nodes.assign(shape->begin(), shape->end());
  if (!nodes.empty() && nodes.size() != 2 && nodes.size() != 3)
    throw InvalidInput(
        fmt::format("nodes are {} (give two or three numbers, one an axis)", fmt::join(nodes, ",")));
  return nodes;
}

void settle_walls(app::Options& options, Settings& settings, std::size_t axes) {
  for (auto const& face : options.faces)
    if (face.given)
      throw InvalidInput("a [boundary] is given (walls stand in [maxwell]: walls = [\"conducting\", "
                         "\"periodic\"], one an axis)");
  if (settings.walls.size() == 1) settings.walls.resize(axes, settings.walls[0]);
  if (settings.walls.size() != axes)
    throw InvalidInput(
        fmt::format("walls are given for {} axes, the grid has {} (give one word, or one an axis)",
                    settings.walls.size(), axes));
  for (std::size_t axis = 0; axis < axes; ++axis)
    if (settings.walls[axis] == Wall::periodic)
      options.faces[2 * axis].kind = options.faces[2 * axis + 1].kind = app::FaceKind::periodic;
}

app::Geometry geometry_of(app::Options const& options, Settings const& settings,
                          std::vector<std::int64_t> const& nodes) {
  auto const geometry = app::make_geometry(options, nodes);
  // The file of the initial field says where Ez lies.
  auto of_ez = grid_of_ez(geometry);
  app::take_box_of_file({options.initial}, options, of_ez);
  auto of_nodes = of_ez;
  if (geometry.dimension == 3) of_nodes.origin[2] -= 0.5 * of_ez.spacing[2];
  if (of_ez.origin == grid_of_ez(geometry).origin && of_ez.spacing == geometry.spacing) of_nodes = geometry;
  app::take_box_of_file({settings.permittivity}, options, of_nodes);
  return of_nodes;
}

app::MemoryNeed memory_of(app::Options const& options, Settings const& settings,
                          app::Geometry const& geometry) {
  auto const size = app::nodes_of_rank(geometry), element = app::value_bytes(options);
  app::MemoryNeed need;
  // On the host: members as double. On the device: members, and a second level of those that are written,
  // which Direct steps in place.
  bool const absorbs =
      std::find(settings.walls.begin(), settings.walls.end(), Wall::absorbing) != settings.walls.end();
  auto const members = static_cast<double>(members_of(geometry.dimension, absorbs).size());
  need.host = app::bytes_held(geometry, 8. * members + (options.obstacle ? 1. : 0.));
  need.first = app::bytes_written(options, geometry);
  need.device = size * element * (options.scheme.name == "direct" ? members : 2. * members - 1.);
  return need;
}

Prepared prepare(app::Options const& options, Settings const& settings, app::Geometry const& geometry) {
  Prepared prepared;
  auto& problem = prepared.problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  problem.blocks = settings.blocks;
  prepared.identity = app::grid_identity(options, geometry);
  auto const fastest = prepare_matter(options, settings, prepared);
  prepared.stable = stable_step(geometry.spacing, fastest);
  prepared.limit = fmt::format("{:.6g} = 1 / (v sqrt(sum of 1 / h^2)) with v = {:.6g}, h = {:.6g}",
                               prepared.stable, fastest, fmt::join(geometry.spacing, " x "));
  prepared.schedule = app::stable_schedule(options, prepared.stable, [&](double dt) {
    return fmt::format("dt {:.6g} is beyond the stability limit, {} (give a smaller dt, or --allow-unstable)",
                       dt, prepared.limit);
  });
  problem.dt = prepared.schedule.dt;
  prepared.add("dt", fmt::format("{}", problem.dt));
  prepare_initial(options, prepared);
  prepare_conductors(options, settings, prepared);
  prepare_layers(settings, prepared);
  prepare_source(options, settings, prepared);
  start_at_rest(problem);
  prepare_parts(problem);
  problem.receiver_every = app::checked_receiver_every(settings.receiver_every);
  problem.receivers =
      app::receiver_nodes(settings.receivers, geometry, offset_of_e(geometry, problem.direction()));
  prepared.standing = options.initial && options.initial->kind == ValueSpec::Kind::named && problem.uniform &&
                      !problem.source && !problem.absorbs() && problem.dt > 0. &&
                      !app::beyond_limit(problem.dt, prepared.stable);
  if (settings.verify && !prepared.standing)
    throw InvalidInput("nothing is known to check this run against (give --initial standing, one "
                       "permittivity, a stable dt above 0, neither source, obstacle nor absorbing walls; or "
                       "leave --verify out)");
  restart(options, prepared);
  problem.length = app::run_length(options, prepared.schedule.steps - problem.first_step);
  return prepared;
}

void settle(app::Options& options, Settings& settings, Prepared const& prepared) {
  auto const& problem = prepared.problem;
  app::settle_grid(options, problem.geometry);
  app::settle_times(options, prepared.schedule);
  if (!options.initial) options.initial.emplace();
  if (!settings.permittivity) settings.permittivity = app::constant(1.);
  if (problem.absorbs()) settings.pml = settings.pml.value_or(usual_pml);
  if (!problem.source) return;
  settings.source_kind = problem.source->kind;
  if (problem.geometry.dimension == 3) settings.source_direction = problem.source->direction;
}

} // namespace tessera::maxwell

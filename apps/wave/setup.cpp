// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>

#include "../common/config_text.hpp"
#include "../common/places.hpp"
#include "../common/source_checks.hpp"
#include "../common/time_setup.hpp"
#include "../common/traces_setup.hpp"
#include "../common/values.hpp"
#include "exact.hpp"
#include "numbers.hpp"
#include "orders.hpp"

namespace tessera::wave {

using app::FaceKind;
using app::ValueSpec;

namespace {

void prepare_order(WaveSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  problem.order = settings.order.value_or(default_order);
  if (problem.order < 2 || problem.order > 16 || problem.order % 2 != 0)
    throw InvalidInput(fmt::format("order is {} (give an even one from 2 to 16)", problem.order));
  if (std::ranges::find(orders, problem.order) == std::end(orders))
    throw InvalidInput(fmt::format("order {} is not compiled into this program (give one of {}, or build it "
                                   "with {} in TESSERA_WAVE_ORDERS)",
                                   problem.order, fmt::join(orders, ", "), problem.order));
  auto const& g = problem.geometry;
  for (std::size_t d = 0; d < g.nodes.size(); ++d)
    if (!g.periodic[d] && g.nodes[d] < problem.order + 1)
      throw InvalidInput(
          fmt::format("axis {} has {} nodes; order {} reads {} neighbours on each side and needs at least {} "
                      "(give more nodes, a lower order, or make the axis periodic)",
                      d, g.nodes[d], problem.order, problem.order / 2, problem.order + 1));
  prepared.add("order", std::to_string(problem.order));
}

app::NodeValues<double> layered(Layers const& layers, app::Geometry const& g) {
  if (layers.axis >= g.dimension)
    throw InvalidInput(fmt::format("layers cross axis {}, the grid has {} axes (give a lower axis)",
                                   layers.axis, g.dimension));
  std::vector<double> along;
  for (std::int64_t i = 0; i < g.nodes[static_cast<std::size_t>(layers.axis)]; ++i) {
    auto const above =
        std::lower_bound(layers.interfaces.begin(), layers.interfaces.end(), g.position(layers.axis, i));
    along.push_back(layers.velocities[static_cast<std::size_t>(above - layers.interfaces.begin())]);
  }
  auto const axis = static_cast<std::size_t>(layers.axis);
  return app::held_if_alone(
      app::NodeValues<double>::at_each(app::all_nodes(g), [along, axis](app::NodeIndex const& node) {
        return along[static_cast<std::size_t>(node[axis])];
      }));
}

void prepare_velocity(app::Options const& options, WaveSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = settings.velocity.value_or(app::constant(1.));
  problem.velocity = spec.number;
  std::optional<app::FieldFacts> facts; // of a field
  if (settings.layers) {
    problem.velocity_field = layered(*settings.layers, problem.geometry);
    facts = app::facts_of(problem.velocity_field, problem.geometry, "the velocity", options.precision);
    prepared.add("velocity",
                 fmt::format("layers {} across axis {} at {}", app::listed(settings.layers->velocities),
                             settings.layers->axis, app::listed(settings.layers->interfaces)));
  } else if (spec.kind != ValueSpec::Kind::number) {
    auto field = app::values_on_grid(spec, problem.geometry, "the velocity", options.precision);
    problem.velocity_field = std::move(field.values);
    facts = field.facts;
    prepared.add("velocity", field.text);
  } else {
    prepared.add("velocity", fmt::format("{}", spec.number));
  }
  auto const refuse = [](double velocity, std::string const& where) {
    throw InvalidInput(fmt::format("the velocity is {}{} (give more than 0)", velocity, where));
  };
  if (!facts) {
    if (!(spec.number > 0.)) refuse(spec.number, "");
    return app::require_finite(spec.number, "the velocity", options.precision);
  }
  if (facts->not_positive)
    refuse(facts->not_positive->value,
           fmt::format(" at node {}", app::node_text(problem.geometry, facts->not_positive->node)));
  problem.velocity = facts->largest;
}

void prepare_sponge(WaveSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  auto const faces = 2 * g.nodes.size();
  problem.sponge.assign(faces, 0);
  auto const& sides = settings.sponge_sides;
  std::vector<std::string> known(std::begin(face_names),
                                 std::begin(face_names) + static_cast<std::ptrdiff_t>(faces));
  for (auto const& side : sides)
    if (std::find(known.begin(), known.end(), side) == known.end())
      throw InvalidInput(fmt::format("sponge side '{}' is unknown {}", side, app::suggestion(side, known)));
  if (!sides.empty() && !settings.sponge)
    throw InvalidInput("sponge-sides are given, but no sponge (give its width in nodes)");
  auto const width = settings.sponge.value_or(0);
  for (std::size_t face = 0; face < faces && width > 0; ++face) {
    auto const wanted = sides.empty() || std::find(sides.begin(), sides.end(), known[face]) != sides.end();
    auto const kind = problem.faces[face].kind;
    if (!wanted || (sides.empty() && kind == FaceKind::periodic)) continue;
    // A sponge wants a rigid side behind it.
    if (kind != FaceKind::fixed)
      throw InvalidInput(
          fmt::format("a sponge before the face {}, which is {} (make the face fixed, or leave it "
                      "out of sponge-sides)",
                      known[face], name_of(kind)));
    problem.sponge[face] = width;
  }
  for (std::size_t d = 0; d < g.nodes.size(); ++d)
    if (problem.sponge[2 * d] + problem.sponge[2 * d + 1] >= g.nodes[d])
      throw InvalidInput(
          fmt::format("sponges of {} and {} nodes leave nothing of the {} nodes of axis {} (give "
                      "narrower ones, or more nodes)",
                      problem.sponge[2 * d], problem.sponge[2 * d + 1], g.nodes[d], d));
  prepared.add("sponge", fmt::format("{}", fmt::join(problem.sponge, ", ")));
}

void prepare_initial(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const spec = options.initial.value_or(ValueSpec{});
  if (spec.kind == ValueSpec::Kind::named) {
    problem.initial = NamedField(spec.text, problem, 0.).values(problem.geometry);
    if (spec.text == "plane")
      problem.previous = NamedField(spec.text, problem, -problem.dt).values(problem.geometry);
    return prepared.add("initial field", spec.text);
  }
  auto field = app::values_on_grid(spec, problem.geometry, "the initial field", options.precision);
  problem.initial = std::move(field.values);
  prepared.add("initial field", field.text);
}

/// Whether a node's index along an axis is within `depth` nodes of a face.
bool near(app::Geometry const& g, std::vector<std::int64_t> const& node, std::size_t face,
          std::int64_t depth) {
  auto const i = node[face / 2];
  return (face % 2 ? g.nodes[face / 2] - 1 - i : i) < depth;
}

/// A fixed face on which the initial field is zero is a rigid wall; another one keeps a frame as wide as the
/// radius.
void prepare_walls(Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  problem.rigid.assign(2 * g.nodes.size(), false);
  for (std::size_t face = 0; face < problem.rigid.size(); ++face) {
    if (problem.faces[face].kind != FaceKind::fixed) continue;
    auto side = app::all_nodes(g);
    side.first[face / 2] = face % 2 ? g.nodes[face / 2] - 1 : 0;
    side.count[face / 2] = 1;
    auto const values = problem.initial.in(side);
    problem.rigid[face] = std::all_of(values.begin(), values.end(), [](double v) { return v == 0.; });
  }
}

/// In front of a sponge the wall is rigid whatever the tail of a bump says: the field is taken to be zero
/// there.
void clear_sponge_walls(Prepared& prepared) {
  auto& problem = prepared.problem;
  problem.initial.change(
      [g = problem.geometry, sponge = problem.sponge](app::NodeBox const& box, std::vector<double>& values) {
        app::for_each_node(box, [&](std::size_t n, app::NodeIndex const& node) {
          for (std::size_t face = 0; face < sponge.size(); ++face)
            if (sponge[face] > 0 && node[face / 2] == (face % 2 ? g.nodes[face / 2] - 1 : 0)) values[n] = 0.;
        });
      });
}

void prepare_source(app::Options const& options, WaveSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  if (!app::has_source(options, settings.source, settings.frequency, {"point", "wave", "X,Y[,Z]"})) return;
  auto const& g = problem.geometry;
  auto const node = app::nearest_node(*settings.source, g, "the source");
  auto const of_node = app::positions_of({node}, g).front();
  bool const between = problem.interpolation != app::Interpolation::nearest;
  problem.source = Source{between ? *settings.source : of_node, node, *settings.frequency};
  for (std::size_t face = 0; face < problem.faces.size(); ++face) {
    auto const kind = problem.faces[face].kind;
    // Near a rigid side a source between nodes has an image beyond it; on the side the two cancel.
    auto const axis = face / 2;
    auto const to_side =
        std::fabs(problem.source->position[axis] -
                  (face % 2 ? g.position(static_cast<int>(axis), g.nodes[axis] - 1) : g.origin[axis])) /
        g.spacing[axis];
    auto const depth = problem.rigid[face] ? between && to_side > 1e-3 ? 0 : 1
                       : kind == FaceKind::neumann || kind == FaceKind::periodic ? 0
                                                                                 : problem.order / 2;
    if (near(problem.geometry, problem.source->node, face, depth))
      throw InvalidInput(
          fmt::format("the source ({}) lies on the {} face {}, which it can't move (give a position "
                      "further inside)",
                      app::listed(*settings.source), name_of(kind), face_names[face]));
  }
  // On a node all interpolations are that node.
  auto const where =
      problem.source->position == of_node
          ? fmt::format("node {}", fmt::join(node, ", "))
          : fmt::format("{} ({})", fmt::join(problem.source->position, ", "), name_of(problem.interpolation));
  prepared.add("source", fmt::format("frequency {} at {}", *settings.frequency, where));
}

void prepare_receivers(WaveSettings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  problem.receiver_every = app::checked_receiver_every(settings.receiver_every);
  problem.receivers = app::receiver_nodes(settings.receivers, problem.geometry);
  problem.receiver_positions = problem.interpolation == app::Interpolation::nearest
                                   ? app::positions_of(problem.receivers, problem.geometry)
                                   : app::receiver_positions(settings.receivers, problem.geometry);
}

void restart(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto found = app::read_restart(options, prepared.identity, problem.geometry, prepared.schedule.steps,
                                 {"u", "previous"});
  if (!found) return;
  problem.first_step = found->step;
  problem.initial = std::move(found->fields[0]);
  problem.previous = std::move(found->fields[1]);
}

} // namespace

std::string limit_text(WaveProblem const& problem, double stable) {
  return fmt::format(
      "{:.6g} = 2 / (v sqrt(sum of s / h^2)) with v = {:.6g}, s = {:.6g} (order {}), h = {:.6g}", stable,
      problem.velocity, wave_symbol(problem.order, std::numbers::pi), problem.order,
      fmt::join(problem.geometry.spacing, " x "));
}

app::Geometry geometry_of(app::Options const& options, WaveSettings const& settings) {
  auto nodes = options.nodes;
  auto const take = [&](std::optional<ValueSpec> const& spec) {
    if (nodes.empty() && spec)
      if (auto const shape = app::shape_of(*spec)) nodes.assign(shape->begin(), shape->end());
  };
  take(options.initial);
  take(settings.velocity);
  if (nodes.size() == 1) throw InvalidInput("waves want a grid of 2 or 3 axes (give --nodes N,M or N,M,K)");
  auto geometry = app::make_geometry(options, nodes);
  app::take_box_of_file({options.initial, settings.velocity}, options, geometry);
  return geometry;
}

app::MemoryNeed memory_of(app::Options const& options, WaveSettings const& settings,
                          app::Geometry const& geometry) {
  auto const size = app::nodes_of_rank(geometry);
  auto const element = app::value_bytes(options);
  auto const varies =
      settings.layers || (settings.velocity && settings.velocity->kind != ValueSpec::Kind::number);
  app::MemoryNeed need;
  // On the host: fields as double, two levels of a restart.
  need.host = app::bytes_held(geometry, 8. * (options.restart ? 2. : 1.) + (varies ? 8. : 0.) +
                                            (options.obstacle ? 9. : 0.));
  need.first = app::bytes_written(options, geometry);
  // On the device: two levels; fused steps keep two more.
  need.device = size * element * (4. + (varies ? 1. : 0.)) + (options.obstacle ? size : 0.);
  return need;
}

Prepared prepare(app::Options const& options, WaveSettings const& settings, app::Geometry const& geometry) {
  Prepared prepared;
  auto& problem = prepared.problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  problem.blocks = settings.blocks;
  prepared.identity = app::grid_identity(options, geometry);
  prepare_order(settings, prepared);
  prepare_velocity(options, settings, prepared);
  prepared.stable = stable_step(problem.order, geometry.spacing, problem.velocity);
  prepared.schedule = app::stable_schedule(options, prepared.stable, [&](double dt) {
    return fmt::format("dt {:.6g} is beyond the stability limit, {} (give a smaller dt, or --allow-unstable)",
                       dt, limit_text(problem, prepared.stable));
  });
  problem.dt = prepared.schedule.dt;
  prepared.add("dt", fmt::format("{}", problem.dt));
  problem.faces = app::evaluated_faces(options, geometry, prepared.identity);
  prepare_sponge(settings, prepared);
  prepare_initial(options, prepared);
  problem.obstacle = app::evaluated_obstacle(options, geometry, problem.initial, prepared.identity);
  clear_sponge_walls(prepared);
  prepare_walls(prepared);
  problem.interpolation = settings.interpolation;
  prepare_source(options, settings, prepared);
  prepare_receivers(settings, prepared);
  restart(options, prepared);
  problem.length = app::run_length(options, prepared.schedule.steps - problem.first_step);
  return prepared;
}

void settle(app::Options& options, WaveSettings& settings, Prepared const& prepared) {
  app::settle_grid(options, prepared.problem.geometry);
  app::settle_times(options, prepared.schedule);
  if (!options.initial) options.initial.emplace();
  settings.order = prepared.problem.order;
  if (!settings.velocity && !settings.layers) settings.velocity = app::constant(1.);
  if (!settings.sponge) settings.sponge = 0;
}

} // namespace tessera::wave

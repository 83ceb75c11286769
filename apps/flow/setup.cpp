// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>
#include <tessera/solver/flow/step_limits.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../common/config_text.hpp"
#include "../common/face_problem.hpp"
#include "../common/team.hpp"
#include "../common/time_setup.hpp"
#include "../common/values.hpp"

namespace tessera::flow {

namespace {

void require_positive(double value, char const* what) {
  if (!(value > 0.) || !std::isfinite(value))
    throw InvalidInput(fmt::format("{} is {} (give more than 0)", what, value));
}

void refuse_others(app::Options const& o) {
  for (auto const& face : o.faces)
    if (face.given)
      throw InvalidInput(
          "a [boundary] is given (a flow's sides stand in [flow]: west = { kind = \"inflow\" })");
  if (o.source) throw InvalidInput("a [source] is given, which a flow does not have (leave it out)");
  if (o.obstacle) throw InvalidInput("an [obstacle] is given (give the body as [flow.body])");
}

void prepare_sides(app::Options const& options, Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  std::string text;
  for (std::size_t face = 0; face < 4; ++face) {
    auto const& side = *settings.sides[face];
    problem.sides[face] = side.kind;
    problem.wall_speed[face] = side.speed;
    app::require_finite(side.speed, fmt::format("the speed of the wall {}", face_names[face]),
                        options.precision);
    text += fmt::format("{}{} {}", face ? ", " : "", face_names[face], name_of(side.kind));
    if (side.kind == FlowSide::wall) text += fmt::format(" {}", side.speed);
    if (side.kind != FlowSide::inflow) continue;
    app::ValueSpec uniform;
    uniform.number = settings.speed;
    auto const& profile = side.profile ? *side.profile : uniform;
    problem.inflow = app::values_on_face(profile, g, face, options.precision);
    text += fmt::format(" {}", app::description(profile, problem.inflow));
  }
  prepared.add("sides", text);
}

/// The Reynolds number is over the size that was given, whatever the grid makes of it: the viscosity of a
/// problem does not depend on its grid. A picture has no size but that of its nodes.
void take_length_of_body(app::BodySpec const& body, Prepared& prepared) {
  auto const& g = prepared.problem.geometry;
  auto const& mask = prepared.problem.body;
  auto const n1 = static_cast<std::size_t>(g.nodes[1]);
  std::size_t lowest = n1, highest = 0;
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) {
      lowest = std::min(lowest, i % n1);
      highest = std::max(highest, i % n1);
    }
  auto const given = app::given_size(body, g);
  if (lowest == highest)
    throw InvalidInput(fmt::format(
        "the body's nodes lie in one row, y = {:.6g}: it is too thin for the spacing {:.6g} along y, the "
        "grid shows a plate without thickness (give more nodes or a thicker body; where a plate is meant, "
        "give its length in the key `length`)",
        g.position(1, static_cast<std::int64_t>(lowest)), g.spacing[1]));
  prepared.length = given ? given->length : static_cast<double>(highest - lowest) * g.spacing[1];
  prepared.length_words = given ? given->words : "height of the picture's nodes";
}

void prepare_body(Settings const& settings, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  prepared.length = g.length[1];
  prepared.length_words = "height of the box";
  if (settings.body) {
    problem.body = app::body_mask(*settings.body, g);
    if (!settings.length) take_length_of_body(*settings.body, prepared);
    app::ValueSpec data;
    data.kind = app::ValueSpec::Kind::dataset;
    prepared.add("body", app::description(data, {problem.body.begin(), problem.body.end()}));
  }
  if (settings.length) {
    prepared.length = *settings.length;
    prepared.length_words = "as given";
  }
  require_positive(prepared.length, "the length of the Reynolds number");
  prepared.add("length", fmt::format("{}", prepared.length));
}

/// The vorticity at the start: as given, or that of the inflow everywhere.
void prepare_start(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto const& g = problem.geometry;
  bool swirls = false;
  if (options.initial) {
    auto field = app::values_on_grid(*options.initial, g, "the initial vorticity", options.precision);
    problem.vorticity = std::move(field.values);
    swirls = field.facts.magnitude != 0.;
    prepared.add("initial vorticity", field.text);
  } else {
    auto const n1 = static_cast<std::size_t>(g.nodes[1]);
    auto const& u = problem.inflow;
    std::vector<double> along(n1, 0.); // the side
    for (std::size_t j = 0; !u.empty() && j < n1; ++j) {
      auto const below = j > 0 ? j - 1 : 0, above = std::min(j + 1, n1 - 1);
      along[j] = (u[below] - u[above]) / (static_cast<double>(above - below) * g.spacing[1]);
    }
    problem.vorticity = app::held_if_alone(
        app::NodeValues<double>::at_each(app::all_nodes(g), [along](app::NodeIndex const& node) {
          return along[static_cast<std::size_t>(node[1])];
        }));
    prepared.add("initial vorticity", "of the inflow");
  }
  bool const moves =
      !problem.inflow.empty() ||
      std::any_of(problem.wall_speed.begin(), problem.wall_speed.end(), [](double s) { return s != 0.; }) ||
      swirls;
  if (!moves)
    throw InvalidInput(
        "nothing moves: there is no inflow, no moving wall and no initial vorticity (give one, "
        "such as north = { kind = \"wall\", speed = 1.0 } in [flow])");
}

/// What moves the fluid from outside.
struct Driver {
  std::string name;
  double speed = 0., spacing = 1.; ///< the spacing along the motion
  double rate() const { return std::abs(speed) / spacing; }
};

/// The moving wall or inflow that crosses most spacings in a unit of time.
Driver fastest_driver(Problem const& problem) {
  Driver fastest;
  auto const& spacing = problem.geometry.spacing;
  auto const is_wall = [&](int face) {
    return problem.sides[static_cast<std::size_t>(face)] == FlowSide::wall;
  };
  if (auto const wall = fastest_wall(is_wall, problem.wall_speed, spacing); wall.face >= 0) {
    auto const face = static_cast<std::size_t>(wall.face);
    fastest = {fmt::format("wall {}", face_names[face]), problem.wall_speed[face],
               spacing[static_cast<std::size_t>(axis_along_wall(wall.face))]};
  }
  for (double const u : problem.inflow)
    if (Driver const stream{"inflow", u, spacing[0]}; stream.rate() > fastest.rate()) fastest = stream;
  return fastest;
}

/// Whether a step of the user's is too long is known before the run where it is for what drives the flow.
void refuse_step_beyond_drivers(Problem const& problem, double dt) {
  auto const driver = fastest_driver(problem);
  double const most = largest_flow_cfl, crossed = driver.rate() * dt;
  if (app::beyond_limit(crossed, most))
    throw InvalidInput(fmt::format(
        "dt {:.6g} carries the fluid at the {} over {:.6g} * {:.6g} / {:.6g} = {:.4g} spacings, more than {} "
        "(give less than {:.6g}, leave it out to have it adapted, or give --allow-unstable)",
        dt, driver.name, std::abs(driver.speed), dt, driver.spacing, crossed, most, most / driver.rate()));
}

/// Two of steps, end time and dt make steps of one length; one alone leaves it to the flow.
void prepare_march(app::Options const& options, Settings const& settings, Prepared& prepared) {
  auto& march = prepared.march;
  auto const& spacing = prepared.problem.geometry.spacing;
  march.diffusion = diffusion_limit(spacing[0], spacing[1], prepared.problem.viscosity);
  march.cfl = settings.cfl.value_or(march.cfl);
  require_positive(march.cfl, "cfl");
  if (march.cfl > largest_flow_cfl && !options.allow_unstable)
    throw InvalidInput(fmt::format("cfl is {}, more than {}, the limit of stability (give less, or "
                                   "--allow-unstable)",
                                   march.cfl, largest_flow_cfl));
  if (!options.dt && options.steps.has_value() != options.end_time.has_value()) {
    if (options.steps) march.steps = *options.steps;
    if (options.end_time) march.end_time = *options.end_time;
    prepared.add("time step", fmt::format("cfl {}", march.cfl));
    return;
  }
  if (settings.cfl)
    throw InvalidInput("cfl is given beside steps of one length (leave cfl out, or give --end-time alone)");
  if (!options.dt && !options.steps && !options.end_time)
    throw InvalidInput("no end is given (give --end-time T or --steps N)");
  auto const schedule = app::stable_schedule(options, march.diffusion, [&](double dt) {
    return fmt::format("dt {:.6g} is beyond the limit {:.6g} of stability for this viscosity (give a "
                       "smaller dt, leave it out to have it adapted, or give --allow-unstable)",
                       dt, march.diffusion);
  });
  march.steps = schedule.steps;
  march.dt = schedule.dt;
  if (!options.allow_unstable) refuse_step_beyond_drivers(prepared.problem, schedule.dt);
  prepared.add("time step", fmt::format("{}", schedule.dt));
}

void restart(app::Options const& options, Prepared& prepared) {
  auto& problem = prepared.problem;
  auto& march = prepared.march;
  auto found = app::read_restart(options, prepared.identity, problem.geometry, march.steps, {"u", "psi"});
  if (!found) return;
  if (found->time > march.end_time)
    throw InvalidInput(fmt::format("checkpoint {} is at t = {}, behind the end time {} (give a later one)",
                                   options.restart->string(), found->time, march.end_time));
  problem.vorticity = std::move(found->fields[0]);
  problem.psi = std::move(found->fields[1]);
  march.first_step = found->step;
  march.first_time = found->time;
}

SideSpec side(FlowSide kind) {
  SideSpec spec;
  spec.kind = kind;
  return spec;
}

} // namespace

void apply_published_problem(app::Options& options, Settings& settings) {
  if (!settings.published) return;
  if (options.nodes.empty()) options.nodes = {512, 256};
  if (options.upper.empty()) options.upper = {2., 1.};
  if (!settings.reynolds) settings.reynolds = 100.;
  if (!settings.body) settings.body.emplace();
  if (!options.initial)
    options.initial = app::parse_value("exp(-200*((x-1.25)^2+(y-0.6)^2))", {}, {}, "the initial vorticity");
  if (!options.steps && !options.end_time && !options.dt) options.end_time = 2.;
}

void settle_sides(app::Options& options, Settings& settings) {
  refuse_others(options);
  using enum FlowSide;
  bool any = false;
  for (auto const& given : settings.sides) any |= given.has_value();
  FlowSide const stream[] = {inflow, outflow, slip, slip};
  for (std::size_t face = 0; face < 4; ++face) {
    if (!settings.sides[face]) settings.sides[face] = side(!any && settings.body ? stream[face] : wall);
    if (settings.sides[face]->kind == periodic) options.faces[face].kind = app::FaceKind::periodic;
  }
}

app::Geometry geometry_of(app::Options const& options) {
  auto nodes = options.nodes;
  if (nodes.empty() && options.initial)
    if (auto const shape = app::shape_of(*options.initial)) nodes.assign(shape->begin(), shape->end());
  if (!nodes.empty() && nodes.size() != 2)
    throw InvalidInput(
        fmt::format("nodes are {}: {} axes (a flow has two)", fmt::join(nodes, ","), nodes.size()));
  auto geometry = app::make_geometry(options, nodes);
  app::take_box_of_file({options.initial}, options, geometry);
  return geometry;
}

app::MemoryNeed memory_of(app::Options const& options, app::Geometry const& geometry) {
  auto const size = app::nodes_of_rank(geometry), whole = static_cast<double>(geometry.size());
  auto const element = app::value_bytes(options);
  bool const shared = app::team().shared();
  app::MemoryNeed need;
  need.host = app::bytes_held(geometry, 8. * 2.) + whole; // the body's mask is whole
  need.first = app::bytes_written(options, geometry);
  // Both fields, start, second level, padding, response; conjugate gradients; the levels of multigrid sum up
  // to 4/3. Of several ranks each holds one array of the whole grid, and the coarser levels, a third of it
  // each.
  need.device = size * (element * (10. + 5. * (shared ? 1. : 4. / 3.)) + 5.) +
                (shared ? whole * element * (1. + 5. / 3.) : 0.);
  return need;
}

Prepared prepare(app::Options const& options, Settings const& settings, app::Geometry const& geometry) {
  Prepared prepared;
  auto& problem = prepared.problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  problem.blocks = settings.blocks;
  prepared.speed = settings.speed;
  require_positive(settings.speed, "speed");
  if (!settings.reynolds) throw InvalidInput("no Reynolds number is given (give --reynolds RE)");
  require_positive(*settings.reynolds, "the Reynolds number");
  prepared.identity = app::grid_identity(options, geometry);
  prepare_sides(options, settings, prepared);
  prepare_body(settings, prepared);
  problem.viscosity = settings.speed * prepared.length / *settings.reynolds;
  prepared.add("viscosity", fmt::format("{}", problem.viscosity));
  prepared.tolerance = settings.tolerance.value_or(options.precision == "float" ? 2e-6 : 1e-9);
  require_positive(prepared.tolerance, "the tolerance");
  problem.tolerance = prepared.tolerance * settings.speed * geometry.length[1];
  problem.max_iterations = settings.max_iterations.value_or(100);
  if (problem.max_iterations < 1)
    throw InvalidInput(fmt::format("max-iterations are {} (give 1 or more)", problem.max_iterations));
  prepared.add("tolerance", fmt::format("{}", problem.tolerance));
  prepare_start(options, prepared);
  prepare_march(options, settings, prepared);
  restart(options, prepared);
  return prepared;
}

void settle(app::Options& options, Settings& settings, Prepared const& prepared) {
  auto const& march = prepared.march;
  app::settle_grid(options, prepared.problem.geometry);
  if (march.dt)
    app::settle_times(options, {march.steps, *march.dt});
  else
    settings.cfl = march.cfl;
  settings.published = false; // all of it is filled in
  settings.tolerance = prepared.tolerance;
  settings.max_iterations = prepared.problem.max_iterations;
}

} // namespace tessera::flow

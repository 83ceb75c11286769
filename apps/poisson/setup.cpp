// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

#include "../common/config_text.hpp"
#include "../common/face_problem.hpp"
#include "../common/team.hpp"
#include "../common/values.hpp"

namespace tessera::poisson {

using app::FaceKind;

namespace {

/// The lowest face that holds values at a node, or -1.
int holder_of(app::Geometry const& g, std::vector<FaceKind> const& kinds, app::NodeIndex const& node) {
  for (std::size_t face = 0; face < kinds.size(); ++face) {
    bool const on = node[face / 2] == (face % 2 ? g.nodes[face / 2] - 1 : 0);
    if (on && (kinds[face] == FaceKind::fixed || kinds[face] == FaceKind::value))
      return static_cast<int>(face);
  }
  return -1;
}

app::NodeBox nodes_of_face(app::Geometry const& g, std::size_t face) {
  auto box = app::all_nodes(g);
  box.first[face / 2] = face % 2 ? g.nodes[face / 2] - 1 : 0;
  box.count[face / 2] = 1;
  return box;
}

std::size_t number_on_face(app::Geometry const& g, app::NodeIndex const& at, std::size_t face) {
  std::size_t number = 0;
  for (std::size_t axis = 0; axis < g.nodes.size(); ++axis)
    if (axis != face / 2)
      number = number * static_cast<std::size_t>(g.nodes[axis]) + static_cast<std::size_t>(at[axis]);
  return number;
}

void refuse_time(app::FaceSpec const& face, char const* name) {
  if (face.time)
    throw InvalidInput(
        fmt::format("face {} depends on time, which this solver does not have (leave `time` out)", name));
}

void prepare_faces(app::Options const& options, PoissonProblem& problem) {
  auto const g = problem.geometry;
  std::vector<FaceKind> kinds;
  std::vector<std::vector<double>> values;
  for (std::size_t face = 0; face < 2 * g.nodes.size(); ++face) {
    auto const& spec = options.faces[face];
    refuse_time(spec, face_names[face]);
    kinds.push_back(spec.kind);
    bool const has = spec.kind == FaceKind::value || spec.kind == FaceKind::neumann;
    values.push_back(has ? app::values_on_face(spec.value, g, face, options.precision)
                         : std::vector<double>());
    FaceProblem made{spec.kind, {}};
    if (spec.kind == FaceKind::neumann &&
        std::any_of(values.back().begin(), values.back().end(), [](double q) { return q != 0.; }))
      made.flux = values.back();
    problem.faces.push_back(std::move(made));
  }
  problem.initial.change([=](app::NodeBox const& box, std::vector<double>& initial) {
    app::for_each_node(box, [&](std::size_t n, app::NodeIndex const& node) {
      int const holder = holder_of(g, kinds, node);
      if (holder < 0) return;
      auto const face = static_cast<std::size_t>(holder);
      if (kinds[face] == FaceKind::value) initial[n] = values[face][number_on_face(g, node, face)];
    });
  });
}

/// A body in a stream must leave the sides where the stream enters and leaves.
void refuse_body_on_stream(app::Options const& options, app::Geometry const& g,
                           app::NodeValues<std::uint8_t> const& mask) {
  for (std::size_t face = 0; face < 2 * g.nodes.size(); ++face) {
    auto const kind = options.faces[face].kind;
    if (kind != FaceKind::value && kind != FaceKind::zero_gradient) continue;
    auto const side = nodes_of_face(g, face);
    auto const marks = mask.in(side);
    app::for_each_node(side, [&](std::size_t n, app::NodeIndex const& node) {
      if (marks[n])
        throw InvalidInput(
            fmt::format("the body touches the face {}, which is {} (node ({}); move the body inside)",
                        face_names[face], kind == FaceKind::value ? "given values" : "an outflow",
                        fmt::join(std::span(node).first(g.nodes.size()), ", ")));
    });
  }
}

void prepare_obstacle(app::Options const& options, PoissonSettings const& settings, PoissonProblem& problem) {
  auto const& g = problem.geometry;
  if (options.obstacle && settings.body)
    throw InvalidInput("both a body and an obstacle are given (give one of them)");
  if (options.obstacle) {
    problem.obstacle = app::mask_on_grid(options.obstacle->mask, g, "the obstacle").values;
    if (!options.obstacle->value) return;
    auto const held =
        app::values_on_grid(*options.obstacle->value, g, "the obstacle's value", options.precision);
    app::hold_within(problem.obstacle, held.values, problem.initial);
  } else if (settings.body) {
    problem.obstacle = {app::all_nodes(g),
                        [mask = app::body_mask(*settings.body, g)](app::NodeBox const&) { return mask; }};
    problem.obstacle.hold(); // a byte a node
    refuse_body_on_stream(options, g, problem.obstacle);
    if (settings.body->value)
      app::require_finite(*settings.body->value, "the body's value", options.precision);
    if (settings.body->value)
      app::hold_within(problem.obstacle, app::constant_field(app::all_nodes(g), *settings.body->value),
                       problem.initial);
  }
}

/// What the precision can't hold is refused: as infinity it would spoil the field, as zero it would be left
/// out without a word. `size`: about what a Jacobi iteration makes of the known values and of f.
void refuse_beyond_precision(PoissonProblem const& problem, double largest_rhs,
                             std::string const& precision) {
  auto const& g = problem.geometry;
  bool const single = precision == "float";
  double const most = single ? std::numeric_limits<float>::max() : std::numeric_limits<double>::max(),
               least = single ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  auto const largest = [](std::vector<double> const& values) {
    double found = 0.;
    for (double const v : values) found = std::max(found, std::abs(v));
    return found;
  };
  double diagonal = 0., known = 0., f = largest_rhs;
  for (double const h : g.spacing) diagonal += 2. / (h * h);
  if (!(diagonal > 0.) || !std::isfinite(diagonal)) return; // the spacing is refused by the solver
  std::vector<FaceKind> kinds;
  for (std::size_t face = 0; face < problem.faces.size(); ++face) {
    kinds.push_back(problem.faces[face].kind);
    f = std::max(f, 2. * largest(problem.faces[face].flux) / g.spacing[face / 2]);
  }
  for (std::size_t face = 0; face < kinds.size(); ++face)
    if (kinds[face] == FaceKind::fixed || kinds[face] == FaceKind::value)
      for (double const v : problem.initial.in(nodes_of_face(g, face))) known = std::max(known, std::abs(v));
  if (!problem.obstacle.empty()) {
    auto inside = app::constant_field(problem.initial.whole(), 0.);
    app::hold_within(problem.obstacle, problem.initial, inside);
    inside.for_pieces([&](std::size_t, std::span<double const> piece) {
      for (double const v : piece) known = std::max(known, std::abs(v));
    });
  }
  double const size = std::max(known, f / diagonal);
  if (f > most || size > most)
    throw InvalidInput(
        fmt::format("the right side, fluxes included, reaches {:.4g} and known values {:.4g}, and "
                    "{} ends at {:.2g} (divide all of them by one number: the solution shrinks "
                    "likewise{})",
                    f, known, precision, most, single ? "; or give --precision double" : ""));
  if (size > 0. && size < least)
    throw InvalidInput(fmt::format(
        "the right side, fluxes included, is at most {:.4g} and known values {:.4g}: an iteration makes "
        "{:.2g} of "
        "it, and {} has full digits from {:.2g} on (multiply all of them by one number: the solution "
        "grows likewise{})",
        f, known, size, precision, least, single ? "; or give --precision double" : ""));
}

Method method_of(PoissonSettings const& settings) {
  if (settings.method.empty()) return settings.published ? Method::jacobi : Method::multigrid_cg;
  auto const at = std::find(method_names.begin(), method_names.end(), settings.method);
  if (at == method_names.end())
    throw InvalidInput(
        fmt::format("method '{}' is unknown {}", settings.method,
                    app::suggestion(settings.method, {method_names.begin(), method_names.end()})));
  return static_cast<Method>(at - method_names.begin());
}

/// The methods of a gradient make their sweeps themselves.
void refuse_scheme(PoissonProblem const& problem) {
  if (problem.method != Method::cg && problem.method != Method::multigrid_cg) return;
  auto const* const name = method_names[static_cast<std::size_t>(problem.method)];
  if (problem.scheme.name != "auto" || !problem.scheme.tile.empty() || problem.scheme.fused_steps)
    throw InvalidInput(fmt::format(
        "method {} chooses its sweeps itself (leave --scheme, --tile and --fused-steps out)", name));
}

app::FaceSpec face(FaceKind kind, std::string const& value = "0") {
  app::FaceSpec spec;
  spec.given = true;
  spec.kind = kind;
  spec.value = app::parse_value(value, {}, {}, "value");
  return spec;
}

} // namespace

void apply_published_problem(app::Options& options, PoissonSettings& settings) {
  if (!settings.published) return;
  if (options.nodes.empty()) options.nodes = {512, 256};
  if (options.upper.empty()) options.upper = {2., 1.};
  bool any = false;
  for (auto const& spec : options.faces) any |= spec.given;
  if (!any) {
    options.faces[0] = face(FaceKind::value, "y");
    options.faces[1] = face(FaceKind::zero_gradient);
    options.faces[2] = face(FaceKind::value, "0");
    options.faces[3] = face(FaceKind::value, "1");
  }
  if (!options.initial) options.initial = app::parse_value("y", {}, {}, "the initial field");
  if (!settings.body && !options.obstacle) settings.body.emplace();
  if (settings.body && !settings.body->value) settings.body->value = 0.5;
  bool const as_published = settings.method.empty() || settings.method == "jacobi";
  if (as_published && !settings.iterations && !settings.tolerance && !settings.max_iterations)
    settings.iterations = 1000;
}

void refuse_source(app::Options const& o) {
  if (o.source) throw InvalidInput("a [source] is given (give the right side as [poisson] rhs)");
}

app::Geometry geometry_of(app::Options const& options) {
  auto nodes = options.nodes;
  if (nodes.empty() && options.initial)
    if (auto const shape = app::shape_of(*options.initial)) nodes.assign(shape->begin(), shape->end());
  if (nodes.size() == 1)
    throw InvalidInput(fmt::format("nodes are {}: a line (give two or three axes)", nodes[0]));
  auto geometry = app::make_geometry(options, nodes);
  app::take_box_of_file({options.initial}, options, geometry);
  return geometry;
}

PoissonProblem prepare(app::Options const& options, PoissonSettings const& settings,
                       app::Geometry const& geometry) {
  PoissonProblem problem;
  problem.geometry = geometry;
  problem.scheme = options.scheme;
  problem.method = method_of(settings);
  problem.blocks = settings.blocks;
  refuse_scheme(problem);
  problem.relaxation = settings.relaxation;
  if (settings.relaxation && problem.method != Method::weighted_jacobi && problem.method != Method::sor)
    throw InvalidInput(fmt::format("method {} has no relaxation factor (leave `relaxation` out)",
                                   method_names[static_cast<std::size_t>(problem.method)]));
  problem.initial = app::values_on_grid(options.initial.value_or(app::ValueSpec{}), geometry,
                                        "the initial field", options.precision)
                        .values;
  prepare_faces(options, problem);
  prepare_obstacle(options, settings, problem);
  double largest_rhs = 0.;
  if (settings.rhs) {
    auto rhs = app::values_on_grid(*settings.rhs, geometry, "the right side", options.precision);
    largest_rhs = rhs.facts.magnitude;
    if (largest_rhs != 0.) problem.rhs = std::move(rhs.values);
  }
  refuse_beyond_precision(problem, largest_rhs, options.precision);
  return problem;
}

Control control_of(PoissonSettings const& s, PoissonProblem const& problem, std::string const& precision) {
  Control control;
  if (s.iterations && (s.tolerance || s.max_iterations))
    throw InvalidInput(
        "iterations and a tolerance, or a limit, are both given (give --iterations N for exactly N, or "
        "--tolerance T with --max-iterations N)");
  if (s.iterations && *s.iterations < 0)
    throw InvalidInput(fmt::format("iterations are {} (give 0 or more)", *s.iterations));
  if (s.max_iterations && *s.max_iterations < 1)
    throw InvalidInput(fmt::format("max-iterations are {} (give 1 or more)", *s.max_iterations));
  if (s.tolerance && !(*s.tolerance > 0.))
    throw InvalidInput(fmt::format("the tolerance is {} (give more than 0)", *s.tolerance));
  if (s.stop_on && std::find(stop_names.begin(), stop_names.end(), *s.stop_on) == stop_names.end())
    throw InvalidInput(fmt::format("stop-on is '{}' {}", *s.stop_on,
                                   app::suggestion(*s.stop_on, {stop_names.begin(), stop_names.end()})));
  if (s.stop_on && s.iterations)
    throw InvalidInput("stop-on says nothing beside iterations (give a tolerance)");
  control.on_update = s.stop_on && *s.stop_on == "update";
  if (s.iterations) {
    control.most = *s.iterations;
  } else {
    control.tolerance = s.tolerance.value_or(precision == "float" ? 1e-4 : 1e-8);
    control.most = s.max_iterations.value_or(problem.method == Method::multigrid_cg ? 200 : 1000000);
  }
  return control;
}

void settle(app::Options& options, PoissonSettings& s, PoissonProblem const& problem,
            Control const& control) {
  app::settle_grid(options, problem.geometry);
  if (!options.initial) options.initial.emplace();
  s.method = method_names[static_cast<std::size_t>(problem.method)];
  s.published = false; // all of it is filled in
  if (!s.rhs) s.rhs = app::constant(0.);
  if (!s.iterations) {
    s.tolerance = control.tolerance;
    s.max_iterations = control.most;
    s.stop_on = stop_names[control.on_update ? 1 : 0];
  }
  if (!s.contours) s.contours = usual_contours;
}

app::MemoryNeed memory_of(app::Options const& options, PoissonProblem const& problem) {
  auto const size = app::nodes_of_rank(problem.geometry),
             whole = static_cast<double>(problem.geometry.size());
  double const element = app::value_bytes(options);
  bool const shared = app::team().shared(), multigrid = problem.method == Method::multigrid_cg;
  app::MemoryNeed need;
  need.first = app::bytes_written(options, problem.geometry); // the rest is there already
  // Field, right side and second level, on the full and on the reduced grid; the levels of multigrid sum up
  // to 4/3. Of several ranks each holds one array of the whole grid, and the coarser levels, a third of it
  // each.
  double const vectors = multigrid                      ? 9. + 5. * (shared ? 1. : 4. / 3.)
                         : problem.method == Method::cg ? 9.
                                                        : 8.;
  need.device =
      size * (element * vectors + 4.) + (shared && multigrid ? whole * (element * (1. + 5. / 3.) + 1.) : 0.);
  return need;
}

} // namespace tessera::poisson

// SPDX-License-Identifier: Apache-2.0
#include "setup.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "../common/config_text.hpp"
#include "../common/values.hpp"

namespace tessera::derivative {

namespace {

/// What may be an int at all; which of them there are, the library knows and says.
constexpr app::Range any_int{-1000000, 1000000};

std::vector<std::string> const axis_words{"x", "y", "z", "all"};

bool is_cosine(app::Options const& options) {
  return options.initial && options.initial->kind == app::ValueSpec::Kind::named;
}

/// What belongs to time steps means nothing here; to ignore it would be to let the user wait for what never
/// comes.
void refuse_time(app::Options const& options) {
  auto const refuse = [](bool given, char const* what) {
    if (given) throw InvalidInput(fmt::format("{}: a derivative makes no time steps (leave it out)", what));
  };
  refuse(options.source.has_value(), "source");
  refuse(options.obstacle.has_value(), "obstacle");
}

void apply_published(app::Options& options) {
  auto const refuse = [](bool given, char const* what) {
    if (given)
      throw InvalidInput(
          fmt::format("{}: the published problem has its own (leave out one of the two)", what));
  };
  refuse(!options.nodes.empty(), "nodes");
  refuse(!options.lower.empty() || !options.upper.empty(), "lower and upper");
  refuse(options.initial && !is_cosine(options), "initial");
  refuse(std::any_of(options.faces.begin(), options.faces.end(), [](auto const& face) { return face.given; }),
         "boundary");
  refuse(options.precision == "double", "precision");
  options.nodes = {64, 64, 64};
  options.precision = "float";
}

/// Without a word about it the cosine's box is a period.
void apply_cosine(app::Options& options) {
  if (options.nodes.empty()) options.nodes = {64, 64, 64};
  auto& faces = options.faces;
  if (std::none_of(faces.begin(), faces.end(), [](auto const& face) { return face.given; }))
    for (std::size_t face = 0; face < std::min(faces.size(), 2 * options.nodes.size()); ++face)
      faces[face].kind = app::FaceKind::periodic;
}

std::vector<Ends> ends_of(app::Options const& options, std::size_t dimension, bool published) {
  std::vector<Ends> ends;
  for (std::size_t axis = 0; axis < dimension; ++axis) {
    for (std::size_t face : {2 * axis, 2 * axis + 1})
      if (auto const kind = options.faces[face].kind;
          kind != app::FaceKind::fixed && kind != app::FaceKind::periodic)
        throw InvalidInput(fmt::format("the face {} is of kind {}, which means nothing to a derivative (give "
                                       "periodic, or fixed for one-sided "
                                       "formulas)",
                                       face_names[face], name_of(kind)));
    bool const periodic = options.faces[2 * axis].kind == app::FaceKind::periodic;
    ends.push_back(published ? Ends::end_repeated : periodic ? Ends::periodic : Ends::bounded);
  }
  return ends;
}

std::vector<int> axes_of(std::string const& word, int dimension) {
  auto const at = std::find(axis_words.begin(), axis_words.end(), word) - axis_words.begin();
  if (at == 4)
    throw InvalidInput(fmt::format("axis '{}' is unknown {}", word, app::suggestion(word, axis_words)));
  if (at == 3)
    return dimension == 1 ? std::vector{0} : dimension == 2 ? std::vector{0, 1} : std::vector{0, 1, 2};
  if (at >= dimension)
    throw InvalidInput(fmt::format("axis {}: the grid has {} (give {})", word,
                                   dimension == 1 ? "one axis" : "two axes",
                                   dimension == 1 ? "x" : "x, y or all"));
  return {static_cast<int>(at)};
}

double wave_number(Problem const& problem, int axis) {
  return 2 * std::numbers::pi / problem.geometry.length[static_cast<std::size_t>(axis)];
}

} // namespace

void add_settings(app::Program& program, Settings& settings) {
  program.config.section = "derivative";
  program.config.initial_names = {cosine};
  auto& taken = program.config.taken;
  taken.options = {"--steps"};
  taken.steps = "How often the derivative is evaluated for the time; 20 unless given";
  taken.without = "a derivative makes no time steps (leave it out)";
  taken.precision = ""; // --published has its own
  program.config.refused = {"source", "obstacle"};
  program.config.keys = [&](app::ConfigKeys& keys) {
    keys.integer("order", settings.order);
    keys.integer("derivative", settings.derivative);
    keys.integer("pencils", settings.pencils);
    keys.text("axis", settings.axis, axis_words);
    keys.boolean("published", settings.published);
  };
  auto const integer = [&](char const* name, char const* meaning, char const* value,
                           std::optional<std::int64_t>& to) {
    program.options.push_back({name, meaning, value, [name, &to](std::string const& text) {
                                 to = app::parse_integer(text, name);
                               }});
  };
  integer("--order", "Order of the error in the spacing: 2, 4 ... 16; default 8", "N", settings.order);
  integer("--derivative", "1 (default) or 2", "1|2", settings.derivative);
  program.options.push_back({"--axis", "x (the first axis of --nodes), y, z or all (default)", "A",
                             [&](std::string const& text) { settings.axis = text; }});
  integer("--pencils",
          "Lines along the axis that a team takes side by side; 0 (default): the library's choice", "P",
          settings.pencils);
  program.options.push_back(
      {"--published",
       "The problem of the CUDA Fortran study: 64 x 64 x 64 nodes, the end point repeated, float", "",
       [&](std::string const&) { settings.published = true; }});
}

Problem prepare(app::Options& options, Settings const& settings) {
  refuse_time(options);
  if (settings.published) apply_published(options);
  if (options.precision.empty()) options.precision = "double";
  if (!options.initial) {
    options.initial.emplace();
    options.initial->kind = app::ValueSpec::Kind::named;
    options.initial->text = cosine;
  }
  if (is_cosine(options) && !settings.published) apply_cosine(options);
  auto nodes = options.nodes;
  if (nodes.empty())
    if (auto const shape = app::shape_of(*options.initial)) nodes.assign(shape->begin(), shape->end());
  Problem problem;
  problem.geometry = app::make_geometry(options, nodes);
  app::take_box_of_file({options.initial}, options, problem.geometry);
  problem.axes = axes_of(settings.axis.value_or("all"), problem.geometry.dimension);
  problem.order = app::within(any_int, settings.order.value_or(8), "order");
  problem.derivative = app::within(any_int, settings.derivative.value_or(1), "derivative");
  problem.ends = ends_of(options, nodes.size(), settings.published);
  problem.pencils = settings.pencils.value_or(0);
  problem.evaluations = options.steps.value_or(20);
  if (problem.evaluations < 1)
    throw InvalidInput("steps are 0: how often the derivative is evaluated (give 1 or more)");
  return problem;
}

void settle(app::Options& options, Settings& settings, Problem const& problem) {
  options.steps = problem.evaluations;
  settings.order = problem.order;
  settings.derivative = problem.derivative;
  settings.pencils = problem.pencils;
  settings.axis = settings.axis.value_or("all");
  if (!settings.published) return app::settle_grid(options, problem.geometry);
  // The published problem has its own grid and precision, which nobody may give.
  options.nodes.clear();
  options.precision.clear();
}

template <class T>
app::NodeValues<T> initial_field(app::Options const& options, Problem const& problem, int axis) {
  auto const& g = problem.geometry;
  if (!is_cosine(options)) {
    auto const field = app::values_on_grid(*options.initial, g, "the initial field", options.precision);
    return {app::all_nodes(g), [values = field.values](app::NodeBox const& box) {
              auto const found = values.in(box);
              return std::vector<T>(found.begin(), found.end());
            }};
  }
  auto const a = static_cast<std::size_t>(axis);
  T const turn = static_cast<T>(2 * std::numbers::pi), h = static_cast<T>(g.spacing[a] / g.length[a]);
  std::vector<T> along;
  for (std::int64_t i = 0; i < g.nodes[a]; ++i) along.push_back(std::cos(turn * static_cast<T>(i) * h));
  return app::NodeValues<T>::at_each(app::all_nodes(g), [along, a](app::NodeIndex const& node) {
    return along[static_cast<std::size_t>(node[a])];
  });
}

template app::NodeValues<float> initial_field<float>(app::Options const&, Problem const&, int);
template app::NodeValues<double> initial_field<double>(app::Options const&, Problem const&, int);

double exact_derivative(Problem const& problem, int axis, std::int64_t i) {
  double const k = wave_number(problem, axis);
  double const phase = k * problem.geometry.spacing[static_cast<std::size_t>(axis)] * static_cast<double>(i);
  return problem.derivative == 1 ? -k * std::sin(phase) : -k * k * std::cos(phase);
}

} // namespace tessera::derivative

// SPDX-License-Identifier: Apache-2.0
#include "config.hpp"

#include <tessera/core/error.hpp>

#include <fmt/format.h>

#include "text.hpp"
#include "text_file.hpp"

namespace tessera::app {

namespace {

template <class T, class U>
void take(std::optional<T> const& from, U& to) {
  if (from) to = *from;
}

FaceSpec read_face(ConfigTable& face) {
  FaceSpec spec;
  spec.given = true;
  spec.kind = static_cast<FaceKind>(face.kind(face_kind_names));
  auto const value = face.value("value"), flux = face.value("flux");
  spec.time = face.string("time");
  face.finish();
  auto belongs = [&](bool given, char const* key, FaceKind to) {
    if (given && spec.kind != to)
      face.refuse(key, fmt::format("says nothing on a face of kind {} (leave it out, or make the kind {})",
                                   name_of(spec.kind), name_of(to)));
  };
  belongs(value.has_value(), "value", FaceKind::value);
  belongs(flux.has_value(), "flux", FaceKind::neumann);
  if (spec.time && spec.kind != FaceKind::neumann) belongs(true, "time", FaceKind::value);
  if (spec.kind == FaceKind::value && !value)
    face.refuse("value", "is missing (give a number, an expression or a file)");
  if (value) spec.value = *value;
  if (flux) spec.value = *flux; // none given: insulated
  return spec;
}

void read_boundary(ConfigTable& boundary, Options& options) {
  for (std::size_t face = 0; face < options.faces.size(); ++face)
    if (auto table = boundary.table(face_names[face])) options.faces[face] = read_face(*table);
  boundary.finish();
}

void read_tables(ConfigTable& top, SolverConfig const& solver, Options& options) {
  if (auto initial = top.table("initial")) {
    options.initial = initial->value_here(solver.initial_names);
    initial->finish();
  }
  if (auto boundary = top.table("boundary")) read_boundary(*boundary, options);
  if (auto source = top.table("source")) {
    auto value = source->value_here();
    auto time = source->string("time");
    source->finish();
    if (!value) top.refuse("source", "says nothing (give it value, expression or file)");
    options.source = SourceSpec{*value, time};
  }
  if (auto obstacle = top.table("obstacle")) {
    // Here `value` is what the obstacle holds; where it is, expression or file say.
    auto const held = obstacle->value("value");
    auto const file = obstacle->value("file"), expression = obstacle->value("expression");
    obstacle->finish();
    if (file.has_value() == expression.has_value())
      top.refuse("obstacle", "wants exactly one of file and expression (give the nodes that belong to it)");
    options.obstacle = ObstacleSpec{file ? *file : *expression, held};
  }
  if (auto own = top.table(solver.section)) {
    solver.read(*own);
    own->finish();
  }
}

} // namespace

void read_config(std::filesystem::path const& file, SolverConfig const& solver, Options& options) {
  auto const text = read_text(file, "configuration");
  toml::table parsed;
  try {
    parsed = toml::parse(text, file.string());
  } catch (toml::parse_error const& error) {
    throw InvalidInput(fmt::format("{}, line {}: {} (mend the TOML)", file.string(),
                                   error.source().begin.line, error.description()));
  }
  ConfigTable top(parsed, "", file);
  for (auto const& option : all_options())
    if (auto const key = option.substr(2); !takes(solver.taken, key) && top.has(key))
      top.refuse(key, fmt::format("is not taken by this program: {}", solver.taken.without));
  take(top.integers("nodes"), options.nodes);
  take(top.numbers("lower"), options.lower);
  take(top.numbers("upper"), options.upper);
  options.steps = top.integer("steps");
  options.end_time = top.number("end-time");
  options.dt = top.number("dt");
  take(top.string("precision"), options.precision);
  take(top.string("scheme"), options.scheme.name);
  if (auto tile = top.integers("tile")) options.scheme.tile = within(tile_range, *tile, top.where("tile"));
  options.scheme.fused_steps = top.integer("fused-steps", fused_steps_range);
  if (auto output = top.string("output")) options.output = *output;
  take(top.integer("output-every"), options.output_every);
  take(top.integer("checkpoint-every"), options.checkpoint_every);
  if (auto range = top.numbers("picture-range")) {
    if (range->size() != 2) top.refuse("picture-range", "wants two numbers (give [lower, upper])");
    options.picture_range = {(*range)[0], (*range)[1]};
  }
  take(top.boolean("paraview"), options.paraview);
  if (auto restart = top.string("restart")) options.restart = *restart;
  options.threads = top.integer("threads", threads_range);
  take(top.string("json"), options.json);
  take(top.boolean("overwrite"), options.overwrite);
  take(top.boolean("allow-unstable"), options.allow_unstable);
  take(top.boolean("quiet"), options.quiet);
  read_tables(top, solver, options);
  top.finish();
}

} // namespace tessera::app

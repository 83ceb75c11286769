// SPDX-License-Identifier: Apache-2.0
#include "config.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>

#include "config_table.hpp"
#include "text.hpp"
#include "text_file.hpp"

namespace tessera::app {

namespace {

void walk_face(ConfigKeys& keys, FaceSpec& spec) {
  std::optional<ValueSpec> value, flux;
  if (spec.given && spec.kind == FaceKind::value) value = spec.value;
  if (spec.given && spec.kind == FaceKind::neumann) flux = spec.value;
  auto kind = static_cast<std::size_t>(spec.kind);
  keys.kind(kind, words_of(face_kind_names));
  spec.given = true;
  spec.kind = static_cast<FaceKind>(kind);
  keys.value("value", value);
  keys.value("flux", flux);
  keys.text("time", spec.time);
  auto const belongs = [&](bool given, char const* key, FaceKind to) {
    keys.refuse_if(given && spec.kind != to, key,
                   fmt::format("says nothing on a face of kind {} (leave it out, or make the kind {})",
                               name_of(spec.kind), name_of(to)));
  };
  belongs(value.has_value(), "value", FaceKind::value);
  belongs(flux.has_value(), "flux", FaceKind::neumann);
  if (spec.kind != FaceKind::neumann) belongs(spec.time.has_value(), "time", FaceKind::value);
  keys.refuse_if(spec.kind == FaceKind::value && !value, "value",
                 "is missing (give a number, an expression or a file)");
  if (value) spec.value = *value;
  if (flux) spec.value = *flux; // none given: insulated
}

void walk_boundary(ConfigKeys& keys, Options& options) {
  auto const faces = 2 * options.nodes.size(); // that the grid has
  keys.table("boundary", true, [&](ConfigKeys& boundary) {
    for (std::size_t face = 0; face < options.faces.size(); ++face)
      boundary.table(face_names[face], face < faces,
                     [&](ConfigKeys& inner) { walk_face(inner, options.faces[face]); });
  });
}

void walk_source(ConfigKeys& keys, Options& options) {
  std::optional<ValueSpec> value;
  std::optional<std::string> time;
  if (options.source) {
    value = options.source->value;
    time = options.source->time;
  }
  auto const there = keys.table("source", options.source.has_value(), [&](ConfigKeys& source) {
    source.value_here(value);
    source.text("time", time);
  });
  keys.refuse_if(there && !value, "source", "says nothing (give it value, expression or file)");
  if (value) options.source = SourceSpec{*value, time};
}

void walk_obstacle(ConfigKeys& keys, Options& options) {
  // Here `value` is what the obstacle holds; where it is, expression or file say.
  std::optional<ValueSpec> held, file, expression;
  if (auto const& obstacle = options.obstacle) {
    held = obstacle->value;
    (obstacle->mask.file.empty() ? expression : file) = obstacle->mask;
  }
  auto const there = keys.table("obstacle", options.obstacle.has_value(), [&](ConfigKeys& obstacle) {
    obstacle.value("value", held);
    obstacle.value("file", file);
    obstacle.value("expression", expression);
  });
  keys.refuse_if(there && file.has_value() == expression.has_value(), "obstacle",
                 "wants exactly one of file and expression (give the nodes that belong to it)");
  if (file || expression) options.obstacle = ObstacleSpec{file ? *file : *expression, held};
}

void walk_tables(ConfigKeys& keys, SolverConfig const& solver, Options& options) {
  auto const taken = [&](char const* table) {
    return keys.reads() ||
           std::find(solver.refused.begin(), solver.refused.end(), table) == solver.refused.end();
  };
  keys.table("initial", options.initial.has_value(),
             [&](ConfigKeys& initial) { initial.value_here(options.initial, solver.initial_names); });
  if (taken("boundary")) walk_boundary(keys, options);
  if (taken("source")) walk_source(keys, options);
  if (taken("obstacle")) walk_obstacle(keys, options);
  keys.table(solver.section, true, solver.keys);
}

/// The walk that reads a file.
class ReadKeys final : public ConfigKeys {
public:
  explicit ReadKeys(ConfigTable table) : table_(std::move(table)) {}

  bool reads() const override { return true; }
  void number(std::string const& key, std::optional<double>& value) override {
    take(table_.number(key), value);
  }
  void integer(std::string const& key, std::optional<std::int64_t>& value) override {
    take(table_.integer(key), value);
  }
  void integer(std::string const& key, std::optional<int>& value, Range range) override {
    take(table_.integer(key, range), value);
  }
  void boolean(std::string const& key, bool& value) override {
    if (auto const found = table_.boolean(key)) value = *found;
  }
  void text(std::string const& key, std::optional<std::string>& value, Words const&) override {
    take(table_.string(key), value);
  }
  void word(std::string const& key, std::optional<std::string>& value, Words const&) override {
    take(table_.word(key), value);
  }
  void numbers(std::string const& key, std::optional<std::vector<double>>& value) override {
    take(table_.numbers(key), value);
  }
  void integers(std::string const& key, std::optional<std::vector<std::int64_t>>& value) override {
    take(table_.integers(key), value);
  }
  void words(std::string const& key, std::optional<Words>& value, Words const&) override {
    take(table_.strings(key), value);
  }
  void file(std::string const& key, std::optional<std::filesystem::path>& value) override {
    take(table_.path(key), value);
  }
  void value(std::string const& key, std::optional<ValueSpec>& value) override {
    take(table_.value(key), value);
  }
  void value_here(std::optional<ValueSpec>& value, Words const& names) override {
    take(table_.value_here(names), value);
  }
  void kind(std::size_t& value, Words const& names) override { value = table_.kind(names); }
  bool table(std::string const& key, bool, Inner const& inner) override {
    auto found = table_.table(key);
    if (!found) return false;
    ReadKeys keys(*found);
    inner(keys);
    keys.finish();
    return true;
  }
  void refuse_if(bool so, std::string const& key, std::string const& what) const override {
    if (so) table_.refuse(key, what);
  }
  void require(bool there, std::string const& key, std::string const& what) override {
    refuse_if(!there, key, what);
  }
  std::string where(std::string const& key) const override { return table_.where(key); }
  std::filesystem::path folder() const override { return table_.folder(); }
  void finish() const { table_.finish(); }

private:
  template <class T>
  static void take(std::optional<T> found, std::optional<T>& value) {
    if (found) value = std::move(found);
  }

  ConfigTable table_;
};

} // namespace

void walk_config(ConfigKeys& keys, SolverConfig const& solver, Options& options) {
  auto const taken = [&](char const* option) { return takes(solver.taken, option); };
  keys.integers("nodes", options.nodes);
  keys.numbers("lower", options.lower);
  keys.numbers("upper", options.upper);
  if (taken("steps")) keys.integer("steps", options.steps);
  if (taken("end-time")) keys.number("end-time", options.end_time);
  if (taken("dt")) keys.number("dt", options.dt);
  keys.text("precision", options.precision, {"float", "double"});
  if (taken("scheme")) keys.text("scheme", options.scheme.name, schemes_of(solver.taken));
  if (taken("tile")) {
    std::vector<std::int64_t> tile(options.scheme.tile.begin(), options.scheme.tile.end());
    keys.integers("tile", tile);
    options.scheme.tile = within(tile_range, tile, keys.where("tile"));
  }
  if (taken("fused-steps")) keys.integer("fused-steps", options.scheme.fused_steps, fused_steps_range);
  keys.path("output", options.output);
  if (taken("output-every")) keys.integer("output-every", options.output_every);
  if (taken("checkpoint-every")) keys.integer("checkpoint-every", options.checkpoint_every);
  std::vector<double> range;
  if (options.picture_range) range = {(*options.picture_range)[0], (*options.picture_range)[1]};
  keys.numbers("picture-range", range);
  keys.refuse_if(!range.empty() && range.size() != 2, "picture-range",
                 "wants two numbers (give [lower, upper])");
  if (range.size() == 2) options.picture_range = {range[0], range[1]};
  keys.boolean("paraview", options.paraview);
  keys.boolean("bare-pictures", options.bare_pictures);
  if (taken("restart")) keys.path("restart", options.restart);
  keys.integer("threads", options.threads, threads_range);
  keys.text("json", options.json);
  keys.boolean("overwrite", options.overwrite);
  if (taken("allow-unstable")) keys.boolean("allow-unstable", options.allow_unstable);
  keys.boolean("quiet", options.quiet);
  walk_tables(keys, solver, options);
}

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
  ReadKeys keys(std::move(top));
  walk_config(keys, solver, options);
  keys.finish();
}

} // namespace tessera::app

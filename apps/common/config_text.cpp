// SPDX-License-Identifier: Apache-2.0
#include "config_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>
#include <toml++/toml.h>

#include "streams.hpp"

namespace tessera::app {

namespace {

// As TOML writes them.
std::string written(bool value) { return value ? "true" : "false"; }
std::string written(std::int64_t value) { return std::to_string(value); }
std::string written(double value) {
  auto const text = fmt::format("{}", value); // the shortest that reads back to the same bits
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}
std::string written(std::string const& value) {
  using Formatter = toml::toml_formatter;
  toml::value<std::string> const node(value);
  std::ostringstream text;
  text << Formatter(node, Formatter::default_flags & ~toml::format_flags::allow_literal_strings);
  return text.str();
}

template <class T>
std::string list(std::vector<T> const& values) {
  std::vector<std::string> texts;
  for (auto const& value : values) texts.push_back(written(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// FILE.h5:/dataset or FILE.png
std::string file_text(ValueSpec const& spec) {
  auto const name = std::filesystem::absolute(spec.file).string();
  return spec.dataset.empty() ? name : name + ":" + spec.dataset;
}

/// The walk that prints. Tables of the top have a header; those in them stand in braces.
class TextKeys final : public ConfigKeys {
public:
  explicit TextKeys(int depth = 0) : depth_(depth) {}

  std::string text() const {
    auto entries = entries_;
    if (depth_ > 1) return entries.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(entries, ", "));
    entries.insert(entries.end(), tables_.begin(), tables_.end());
    return fmt::format("{}\n", fmt::join(entries, "\n"));
  }

  void number(std::string const& key, std::optional<double>& value) override {
    if (value) add(key, written(*value));
  }
  void integer(std::string const& key, std::optional<std::int64_t>& value) override {
    if (value) add(key, written(*value));
  }
  void integer(std::string const& key, std::optional<int>& value, Range) override {
    if (value) add(key, written(std::int64_t{*value}));
  }
  void boolean(std::string const& key, bool& value) override { add(key, written(value)); }
  void text(std::string const& key, std::optional<std::string>& value, Words const&) override {
    if (value && !value->empty()) add(key, written(*value));
  }
  void word(std::string const& key, std::optional<std::string>& value, Words const& words) override {
    if (!value) return;
    bool const is_word = std::find(words.begin(), words.end(), *value) != words.end();
    add(key, is_word ? written(*value) : *value);
  }
  void numbers(std::string const& key, std::optional<std::vector<double>>& value) override {
    if (value) add(key, list(*value));
  }
  void integers(std::string const& key, std::optional<std::vector<std::int64_t>>& value) override {
    if (value) add(key, list(*value));
  }
  void words(std::string const& key, std::optional<Words>& value, Words const&) override {
    if (value) add(key, list(*value));
  }
  void file(std::string const& key, std::optional<std::filesystem::path>& value) override {
    if (value) add(key, written(std::filesystem::absolute(*value).string()));
  }
  void value(std::string const& key, std::optional<ValueSpec>& value) override {
    if (!value) return;
    using Kind = ValueSpec::Kind;
    add(key, value->kind == Kind::number       ? written(value->number)
             : value->kind == Kind::expression ? written(value->text)
                                               : written(file_text(*value)));
  }
  void value_here(std::optional<ValueSpec>& value, Words const&) override {
    if (!value) return;
    switch (value->kind) {
    case ValueSpec::Kind::number:
      return add("value", written(value->number));
    case ValueSpec::Kind::expression:
      return add("expression", written(value->text));
    case ValueSpec::Kind::named:
      return add("name", written(value->text));
    default:
      return add("file", written(file_text(*value)));
    }
  }
  void kind(std::size_t& value, Words const& names) override { add("kind", written(names[value])); }
  bool table(std::string const& key, bool there, Inner const& inner) override {
    if (!there) return false;
    TextKeys keys(depth_ + 1);
    inner(keys);
    if (depth_ > 0)
      add(key, keys.text());
    else if (!keys.entries_.empty())
      tables_.push_back(fmt::format("\n[{}]\n{}", key, fmt::join(keys.entries_, "\n")));
    return true;
  }
  void refuse_if(bool, std::string const&, std::string const&) const override {}
  void require(bool, std::string const&, std::string const&) override {}
  std::string where(std::string const& key) const override { return key; }

private:
  void add(std::string const& key, std::string const& value) {
    entries_.push_back(fmt::format("{} = {}", key, value));
  }

  int depth_;
  std::vector<std::string> entries_, tables_;
};

} // namespace

void settle_grid(Options& options, Geometry const& geometry) {
  options.nodes = geometry.nodes;
  auto const plain = make_geometry(options, geometry.nodes);
  if (plain.origin != geometry.origin || plain.spacing != geometry.spacing) return;
  if (options.lower.empty()) options.lower.assign(geometry.nodes.size(), 0.);
  if (options.upper.empty()) options.upper.assign(geometry.nodes.size(), 1.);
}

ValueSpec constant(double value) {
  ValueSpec spec;
  spec.number = value;
  return spec;
}

void settle_times(Options& options, Schedule const& schedule) {
  options.steps = schedule.steps;
  options.end_time.reset();
  options.dt.reset();
  if (schedule.dt > 0.) options.dt = schedule.dt;
}

void print_config(Program const& program, Options options) {
  TextKeys keys;
  walk_config(keys, program.config, options);
  print(fmt::format("# The configuration of a run of {} {}; what is not here depends on the machine.\n\n{}",
                    program.name, program.version, keys.text()));
}

} // namespace tessera::app

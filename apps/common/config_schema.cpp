// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "schemas.hpp"

namespace tessera::app {

namespace {

using Json = nlohmann::ordered_json;

Json list_of(Json const& element) { return {{"type", "array"}, {"items", element}}; }
Json one_or_list_of(Json const& element) { return {{"anyOf", Json::array({element, list_of(element)})}}; }
Json words_or_text(std::vector<std::string> const& words) {
  return words.empty() ? Json{{"type", "string"}} : Json{{"enum", words}};
}

/// The walk that makes the schema of a table.
class SchemaKeys final : public ConfigKeys {
public:
  /// \param meaning of a key by its name, empty where nothing is known
  explicit SchemaKeys(std::function<std::string(std::string const&)> meaning)
      : meaning_(std::move(meaning)) {}

  Json schema() const {
    Json made{{"type", "object"}, {"properties", properties_}, {"additionalProperties", false}};
    if (!required_.empty()) made["required"] = required_;
    if (!one_of_.empty()) made["oneOf"] = one_of_;
    return made;
  }

  void number(std::string const& key, std::optional<double>&) override { add(key, {{"type", "number"}}); }
  void integer(std::string const& key, std::optional<std::int64_t>&) override {
    add(key, {{"type", "integer"}});
  }
  void integer(std::string const& key, std::optional<int>&, Range range) override {
    add(key, {{"type", "integer"}, {"minimum", range.lowest}, {"maximum", range.highest}});
  }
  void boolean(std::string const& key, bool&) override { add(key, {{"type", "boolean"}}); }
  void text(std::string const& key, std::optional<std::string>&, Words const& words) override {
    add(key, words_or_text(words));
  }
  void word(std::string const& key, std::optional<std::string>&, Words const& words) override {
    add(key, {{"anyOf", Json::array({Json{{"type", "integer"}}, words_or_text(words)})}});
  }
  void numbers(std::string const& key, std::optional<std::vector<double>>&) override {
    add(key, one_or_list_of({{"type", "number"}}));
  }
  void integers(std::string const& key, std::optional<std::vector<std::int64_t>>&) override {
    add(key, one_or_list_of({{"type", "integer"}}));
  }
  void words(std::string const& key, std::optional<Words>&, Words const& words) override {
    add(key, one_or_list_of(words_or_text(words)));
  }
  void file(std::string const& key, std::optional<std::filesystem::path>&) override {
    add(key, {{"type", "string"}});
  }
  void value(std::string const& key, std::optional<ValueSpec>&) override {
    add(key, {{"$ref", "#/$defs/value"}});
  }
  void value_here(std::optional<ValueSpec>&, Words const& names) override {
    add("value", {{"$ref", "#/$defs/value"}});
    add("expression", {{"type", "string"}});
    add("file", {{"type", "string"}});
    if (!names.empty()) add("name", words_or_text(names));
    for (auto const* key : {"value", "expression", "file", "name"})
      if (properties_.contains(key)) one_of_.push_back({{"required", Json::array({key})}});
  }
  void kind(std::size_t&, Words const& names) override {
    add("kind", words_or_text(names));
    required_.emplace_back("kind");
  }
  bool table(std::string const& key, bool, Inner const& inner) override {
    SchemaKeys keys([this, key](std::string const& name) { return meaning_(key + "." + name); });
    inner(keys);
    add(key, keys.schema());
    return true;
  }
  void refuse_if(bool, std::string const&, std::string const&) const override {}
  void require(bool, std::string const& key, std::string const&) override { required_.push_back(key); }
  std::string where(std::string const& key) const override { return key; }

private:
  void add(std::string const& key, Json schema) {
    if (auto const meaning = meaning_(key); !meaning.empty()) schema["description"] = meaning;
    properties_[key] = std::move(schema);
  }

  std::function<std::string(std::string const&)> meaning_;
  Json properties_ = Json::object(), one_of_ = Json::array();
  std::vector<std::string> required_;
};

/// A value: see ConfigTable::value.
Json value_schema() {
  SchemaKeys keys([](std::string const&) { return std::string(); });
  std::optional<ValueSpec> none;
  keys.value_here(none, {});
  return {{"description", "A number, an expression in x, y, z, FILE.h5:/dataset, or one of them by its key"},
          {"anyOf", Json::array({Json{{"type", "number"}}, Json{{"type", "string"}}, keys.schema()})}};
}

} // namespace

std::string config_schema(Program const& program) {
  auto const& config = program.config;
  // What --help says of the option of that name.
  auto const meaning = [&](std::string const& key) -> std::string {
    for (auto const& option : options_of(config.taken, !config.initial_names.empty()))
      if (option.name == "--" + key && option.name != "--initial") return option.meaning;
    for (auto const& option : program.options)
      if (config.section + "." + option.name.substr(2) == key) return option.meaning;
    return {};
  };
  SchemaKeys keys(meaning);
  Options defaults;
  walk_config(keys, config, defaults);
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", fmt::format("Configuration of {} {}", program.name, program.version)}};
  schema.update(keys.schema());
  schema["$defs"]["value"] = value_schema();
  return schema.dump(2) + "\n";
}

} // namespace tessera::app

// SPDX-License-Identifier: Apache-2.0
#include "config_table.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "file_names.hpp"

namespace tessera::app {

namespace {

std::string kind_of(toml::node const& node) {
  std::ostringstream text;
  text << node.type();
  return text.str();
}

} // namespace

toml::node const* ConfigTable::find(std::string const& key) {
  known_.insert(key);
  return table_->get(key);
}

std::string ConfigTable::where(std::string const& key) const {
  auto const* node = table_->get(key);
  auto const line = node ? fmt::format(", line {}", node->source().begin.line) : std::string();
  return fmt::format("{}{}: key '{}{}{}'", file_.string(), line, name_, name_.empty() ? "" : ".", key);
}

void ConfigTable::refuse(std::string const& key, std::string const& what) const {
  throw InvalidInput(fmt::format("{} {}", where(key), what));
}

void ConfigTable::mismatch(std::string const& key, char const* expected) const {
  refuse(key, fmt::format("is {} (give {})", kind_of(*table_->get(key)), expected));
}

std::optional<double> ConfigTable::number(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  auto const value = node->is_number() ? node->value<double>() : std::nullopt;
  if (!value) mismatch(key, "a number");
  if (!std::isfinite(*value)) refuse(key, fmt::format("is {} (give a finite number)", *value));
  return value;
}

std::optional<std::int64_t> ConfigTable::integer(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (node->is_integer()) return node->value<std::int64_t>();
  mismatch(key, "a whole number");
}

std::optional<int> ConfigTable::integer(std::string const& key, Range range) {
  if (auto const value = integer(key)) return within(range, *value, where(key));
  return {};
}

std::optional<bool> ConfigTable::boolean(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (node->is_boolean()) return node->value<bool>();
  mismatch(key, "true or false");
}

std::optional<std::string> ConfigTable::string(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (node->is_string()) return node->value<std::string>();
  mismatch(key, "a string in quotes");
}

std::optional<std::string> ConfigTable::word(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (node->is_integer()) return std::to_string(*node->value<std::int64_t>());
  if (node->is_string()) return node->value<std::string>();
  mismatch(key, "a whole number, or a word in quotes");
}

std::optional<std::filesystem::path> ConfigTable::path(std::string const& key) {
  if (auto const name = string(key)) return located(*name, folder());
  return {};
}

/// One value, or an array of them.
template <class T>
std::optional<std::vector<T>> ConfigTable::list(std::string const& key, bool (*fits)(toml::node const&),
                                                char const* expected) {
  auto const* node = find(key);
  if (!node) return {};
  if (fits(*node)) return std::vector{*node->value<T>()};
  if (!node->is_array()) mismatch(key, expected);
  std::vector<T> values;
  for (auto const& element : *node->as_array()) {
    if (!fits(element)) mismatch(key, expected);
    values.push_back(*element.value<T>());
  }
  return values;
}

std::optional<std::vector<double>> ConfigTable::numbers(std::string const& key) {
  auto values = list<double>(
      key, [](toml::node const& node) { return node.is_number(); }, "an array of numbers, one an axis");
  for (double value : values.value_or(std::vector<double>()))
    if (!std::isfinite(value)) refuse(key, fmt::format("has {} in it (give finite numbers)", value));
  return values;
}

std::optional<std::vector<std::int64_t>> ConfigTable::integers(std::string const& key) {
  return list<std::int64_t>(
      key, [](toml::node const& node) { return node.is_integer(); },
      "an array of whole numbers, one an axis");
}

std::optional<std::vector<std::string>> ConfigTable::strings(std::string const& key) {
  return list<std::string>(
      key, [](toml::node const& node) { return node.is_string(); }, "an array of words in quotes");
}

std::optional<ConfigTable> ConfigTable::table(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (!node->is_table()) mismatch(key, "a table");
  return ConfigTable(*node->as_table(), name_.empty() ? key : name_ + "." + key, file_);
}

std::size_t ConfigTable::kind(std::vector<std::string> const& names) {
  auto const word = string("kind");
  if (!word) refuse("kind", fmt::format("is missing (give one of {})", fmt::join(names, ", ")));
  auto const at = std::find(names.begin(), names.end(), *word);
  if (at == names.end())
    refuse("kind", fmt::format("is '{}', which is unknown {}", *word, suggestion(*word, names)));
  return static_cast<std::size_t>(at - names.begin());
}

std::optional<ValueSpec> ConfigTable::value(std::string const& key) {
  auto const* node = find(key);
  if (!node) return {};
  if (node->is_number())
    return ValueSpec{.number = *node->value<double>(), .text = {}, .file = {}, .dataset = {}};
  if (node->is_string()) return parse_value(*node->value<std::string>(), {}, folder(), where(key));
  if (!node->is_table()) mismatch(key, "a number, an expression, or { file = \"...\" }");
  auto inner = *table(key);
  auto spec = inner.value_here();
  inner.finish();
  if (!spec) refuse(key, "says nothing (give it value, expression or file)");
  return spec;
}

std::optional<ValueSpec> ConfigTable::value_here(std::vector<std::string> const& names) {
  std::optional<ValueSpec> spec;
  std::string first;
  auto keep = [&](char const* key, std::optional<ValueSpec> found) {
    if (!found) return;
    if (spec) refuse(key, fmt::format("and '{}' exclude each other (give one)", first));
    spec = std::move(found);
    first = key;
  };
  keep("value", value("value"));
  if (auto text = string("expression")) {
    auto parsed = parse_value(*text, {}, {}, where("expression"));
    if (parsed.kind == ValueSpec::Kind::dataset || parsed.kind == ValueSpec::Kind::picture)
      refuse("expression", fmt::format("names a file, '{}' (give it as file)", *text));
    keep("expression", parsed);
  }
  if (auto text = string("file")) {
    if (!names_values(*text))
      refuse("file", fmt::format("is '{}' (give FILE.h5[:/dataset] or FILE.png)", *text));
    keep("file", parse_value(*text, {}, folder(), where("file")));
  }
  if (!names.empty())
    if (auto text = string("name")) {
      auto parsed = parse_value(*text, names, {}, where("name"));
      if (parsed.kind != ValueSpec::Kind::named)
        refuse("name", fmt::format("is '{}', which is unknown {}", *text, suggestion(*text, names)));
      keep("name", parsed);
    }
  return spec;
}

void ConfigTable::finish() const {
  std::vector<std::string> const known(known_.begin(), known_.end());
  for (auto const& [key, node] : *table_) {
    auto const text = std::string(key.str());
    if (!known_.count(text)) refuse(text, fmt::format("is unknown {}", suggestion(text, known)));
  }
}

} // namespace tessera::app

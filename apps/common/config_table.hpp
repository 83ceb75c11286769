// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <toml++/toml.h>
#include <vector>

#include "options.hpp"
#include "text.hpp"

namespace tessera::app {

/// A table of a TOML file that is read key by key. Every reader marks its key as known; `finish` refuses what
/// is left over. Errors name file, line and key, what was expected and what was found.
class ConfigTable {
public:
  ConfigTable(toml::table const& table, std::string name, std::filesystem::path file)
      : table_(&table), name_(std::move(name)), file_(std::move(file)) {}

  /// Marks nothing as known.
  bool has(std::string const& key) const { return table_->get(key) != nullptr; }

  std::optional<double> number(std::string const& key);
  std::optional<std::int64_t> integer(std::string const& key);
  std::optional<int> integer(std::string const& key, Range range);
  std::optional<bool> boolean(std::string const& key);
  std::optional<std::string> string(std::string const& key);
  /// A whole number or a string, as it would stand on the command line.
  std::optional<std::string> word(std::string const& key);
  /// A file; a relative one is looked for beside the configuration first.
  std::optional<std::filesystem::path> path(std::string const& key);
  std::optional<std::vector<double>> numbers(std::string const& key);
  std::optional<std::vector<std::string>> strings(std::string const& key);
  std::optional<std::vector<std::int64_t>> integers(std::string const& key);
  std::optional<ConfigTable> table(std::string const& key);
  /// Where the key `kind` stands among these names; it has to be one of them.
  std::size_t kind(std::vector<std::string> const& names);

  /// A number, an expression, "FILE.h5:/dataset", or a table with one of the keys value, expression, file.
  std::optional<ValueSpec> value(std::string const& key);
  /// Exactly one of the keys `value`, `expression`, `file` and, where `names` are given, `name` of this table
  /// itself.
  std::optional<ValueSpec> value_here(std::vector<std::string> const& names = {});

  /// Where relative files are looked for first.
  std::filesystem::path folder() const { return file_.parent_path(); }

  /// \throws InvalidInput if the table has a key that nothing asked for; it names the nearest one
  void finish() const;

  /// "run.toml, line 7: key 'dt'"
  std::string where(std::string const& key) const;
  [[noreturn]] void refuse(std::string const& key, std::string const& what) const;

private:
  toml::node const* find(std::string const& key);
  template <class T>
  std::optional<std::vector<T>> list(std::string const& key, bool (*fits)(toml::node const&),
                                     char const* expected);
  [[noreturn]] void mismatch(std::string const& key, char const* expected) const;

  toml::table const* table_; // owned by the one who parsed
  std::string name_;         // "" for the top, else "boundary.west"
  std::filesystem::path file_;
  std::set<std::string> known_;
};

} // namespace tessera::app

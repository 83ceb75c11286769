// SPDX-License-Identifier: Apache-2.0
// The keys of a configuration, each listed once: one function a table names them and says where their values
// are kept. Three walks go over that list. One reads a file (config.cpp), one prints a run's configuration
// (config_text.hpp), one makes the schema (schemas.hpp).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace tessera::app {

/// A walk over the keys of a table. A key that is not there leaves its value as it is; a value that is empty
/// is not printed.
class ConfigKeys {
public:
  using Words = std::vector<std::string>;
  using Inner = std::function<void(ConfigKeys&)>;

  virtual ~ConfigKeys() = default;

  /// Whether this walk reads a file, and may find what the program refuses.
  virtual bool reads() const { return false; }

  virtual void number(std::string const& key, std::optional<double>& value) = 0;
  virtual void integer(std::string const& key, std::optional<std::int64_t>& value) = 0;
  virtual void integer(std::string const& key, std::optional<int>& value, Range range) = 0;
  virtual void boolean(std::string const& key, bool& value) = 0;
  /// \param words all that it may be, for the schema; empty: any text. The reader takes any, for errors that
  /// say more
  virtual void text(std::string const& key, std::optional<std::string>& value, Words const& words = {}) = 0;
  /// A whole number or one of the words, as it would stand on the command line.
  virtual void word(std::string const& key, std::optional<std::string>& value, Words const& words) = 0;
  /// One number, or one an axis.
  virtual void numbers(std::string const& key, std::optional<std::vector<double>>& value) = 0;
  virtual void integers(std::string const& key, std::optional<std::vector<std::int64_t>>& value) = 0;
  virtual void words(std::string const& key, std::optional<Words>& value, Words const& words) = 0;
  /// A file that is read; a relative one is looked for beside the configuration first.
  virtual void file(std::string const& key, std::optional<std::filesystem::path>& value) = 0;
  /// A path as seen from the current folder.
  void path(std::string const& key, std::optional<std::filesystem::path>& value) {
    std::optional<std::string> name;
    if (value) name = value->string();
    text(key, name);
    if (name) value = *name;
  }
  /// A number, an expression, "FILE.h5:/dataset", or a table with one of the keys value, expression, file.
  virtual void value(std::string const& key, std::optional<ValueSpec>& value) = 0;
  /// The keys value, expression, file and, where there are names, name of this table itself, one of them.
  virtual void value_here(std::optional<ValueSpec>& value, Words const& names = {}) = 0;
  /// The key `kind`, which has to be there: the number of one of these names.
  virtual void kind(std::size_t& value, Words const& names) = 0;
  /// \param there whether it is printed
  /// \returns whether it is there
  virtual bool table(std::string const& key, bool there, Inner const& inner) = 0;

  /// Throws InvalidInput naming file and line, of a file that is read; nothing where it is not so.
  virtual void refuse_if(bool so, std::string const& key, std::string const& what) const = 0;
  /// The same of a key that has to be there, which the schema says.
  virtual void require(bool there, std::string const& key, std::string const& what) = 0;
  /// "run.toml, line 7: key 'dt'"
  virtual std::string where(std::string const& key) const = 0;
  /// Where relative files are looked for first.
  virtual std::filesystem::path folder() const { return {}; }

  // Values that always are something.
  void number(std::string const& key, double& value) {
    of(value, [&](auto& v) { number(key, v); });
  }
  void integer(std::string const& key, std::int64_t& value) {
    of(value, [&](auto& v) { integer(key, v); });
  }
  void integer(std::string const& key, int& value, Range range) {
    of(value, [&](auto& v) { integer(key, v, range); });
  }
  void text(std::string const& key, std::string& value, Words const& words = {}) {
    of(value, [&](auto& v) { text(key, v, words); });
  }
  // Lists that are empty where nothing is said.
  void numbers(std::string const& key, std::vector<double>& value) {
    of_list(value, [&](auto& v) { numbers(key, v); });
  }
  void integers(std::string const& key, std::vector<std::int64_t>& value) {
    of_list(value, [&](auto& v) { integers(key, v); });
  }
  void words(std::string const& key, Words& value, Words const& words_there_are) {
    of_list(value, [&](auto& v) { words(key, v, words_there_are); });
  }

private:
  template <class T, class Walk>
  static void of(T& value, Walk const& walk) {
    std::optional<T> v = value;
    walk(v);
    if (v) value = *v;
  }
  template <class T, class Walk>
  static void of_list(T& value, Walk const& walk) {
    std::optional<T> v;
    if (!value.empty()) v = value;
    walk(v);
    if (v) value = *v;
  }
};

/// Names as a list of words.
template <class Names>
ConfigKeys::Words words_of(Names const& names) {
  return ConfigKeys::Words(std::begin(names), std::end(names));
}

} // namespace tessera::app

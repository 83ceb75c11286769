// SPDX-License-Identifier: Apache-2.0
// What has been tuned, kept in a file of text. An entry is a question, its answer and a seal over both:
//
//     tessera tuning cache, format 1, version 0.1.0
//
//     [scheme]
//     device: ...
//     grid: 2048 x 2048
//     tile = 2080 x 544
//     seal = 0123456789abcdef
//
// A file of another version, a file that is something else, and entries whose seal does not fit are ignored with a
// warning, and gone when the next answer is stored.
#pragma once

#include <tessera/config.hpp>
#include <tessera/core/error.hpp>
#include <tessera/tune/detail/whole_file.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Names and values, in order. A value is one line of text.
using TuningLines = std::vector<std::pair<std::string, std::string>>;

/// Told what is wrong with a cache; an empty one is silent.
using TuningWarning = std::function<void(std::string const&)>;

struct TuningEntry {
  std::string kind;
  TuningLines question, answer;
};

/// $XDG_CACHE_HOME/tessera/tuning.txt, or the same in ~/.cache; empty where neither is known. (XDG base directory
/// specification: a relative XDG_CACHE_HOME is ignored.)
inline std::filesystem::path default_tuning_cache() {
  auto const from = [](char const* variable) {
    char const* const value = std::getenv(variable);
    return std::filesystem::path(value ? value : "");
  };
  auto folder = from("XDG_CACHE_HOME");
  if (!folder.is_absolute()) {
    folder = from("HOME");
    if (!folder.is_absolute()) return {};
    folder /= ".cache";
  }
  return folder / "tessera" / "tuning.txt";
}

namespace detail {

inline std::string tuning_header(std::string const& version) {
  return "tessera tuning cache, format 1, version " + version;
}

/// FNV-1a: tells a slip of the hand from what was written; no protection against intent.
inline std::string seal_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char const c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
  return hex;
}

inline std::string one_line(std::string value) {
  for (char& c : value)
    if (c == '\n' || c == '\r') c = ' ';
  return value;
}

inline std::string to_text(TuningEntry const& entry) {
  std::string text = "[" + entry.kind + "]\n";
  for (auto const& [name, value] : entry.question) text += name + ": " + one_line(value) + "\n";
  for (auto const& [name, value] : entry.answer) text += name + " = " + one_line(value) + "\n";
  return text + "seal = " + seal_of(text) + "\n";
}

/// An entry's text back as an entry; nothing unless it is exactly what to_text wrote.
inline std::optional<TuningEntry> entry_of(std::string const& text) {
  TuningEntry entry;
  std::size_t at = 0;
  for (bool first = true; at < text.size(); first = false) {
    auto const end = text.find('\n', at);
    if (end == std::string::npos) return {};
    auto const line = text.substr(at, end - at);
    at = end + 1;
    if (first) {
      if (line.size() < 2 || line.front() != '[' || line.back() != ']') return {};
      entry.kind = line.substr(1, line.size() - 2);
      continue;
    }
    auto const colon = line.find(": "), equals = line.find(" = ");
    if (equals < colon)
      entry.answer.emplace_back(line.substr(0, equals), line.substr(equals + 3));
    else if (colon != std::string::npos)
      entry.question.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    else
      return {};
  }
  if (entry.answer.empty() || entry.answer.back().first != "seal") return {};
  entry.answer.pop_back();
  if (to_text(entry) != text) return {};
  return entry;
}

} // namespace detail

/// The file as it was when this was made. Nothing here throws: a cache that can't be used costs time, not a run.
class TuningCache {
public:
  /// \param path of the file; empty: nothing is kept
  explicit TuningCache(std::filesystem::path path, TuningWarning warn = {})
      : path_(std::move(path)), warn_(std::move(warn)), entries_(read(warn_)) {}

  std::optional<TuningLines> find(std::string const& kind, TuningLines const& question) const {
    for (auto const& entry : entries_)
      if (entry.kind == kind && entry.question == question) return entry.answer;
    return {};
  }

  /// Adds or replaces an answer, beside what other processes have stored since.
  void store(TuningEntry const& entry) {
    if (path_.empty()) return;
    std::error_code code;
    std::filesystem::create_directories(path_.parent_path(), code);
    detail::FileLock const lock(path_);
    entries_ = read({}); // what is wrong with the file has been said
    std::erase_if(entries_, [&](TuningEntry const& old) {
      return old.kind == entry.kind && old.question == entry.question;
    });
    entries_.push_back(entry);
    std::string text = detail::tuning_header(TESSERA_VERSION_STRING) + "\n";
    for (auto const& each : entries_) text += "\n" + detail::to_text(each);
    auto const problem = detail::replace_file(path_, text);
    if (!problem.empty())
      say(warn_, "can't be written: " + problem + " (what was tuned is forgotten after this run)");
  }

private:
  void say(TuningWarning const& warn, std::string const& what) const {
    if (warn) warn("tuning cache '" + path_.string() + "' " + what);
  }

  std::vector<TuningEntry> read(TuningWarning const& warn) const {
    std::vector<TuningEntry> entries;
    auto const content = path_.empty() ? std::nullopt : detail::file_content(path_);
    if (!content) return entries;
    auto const header = content->substr(0, content->find('\n'));
    std::string const ours = detail::tuning_header("");
    if (header.compare(0, ours.size(), ours) != 0) {
      say(warn, "is something else: ignored, and replaced when a choice is stored");
      return entries;
    }
    if (header != detail::tuning_header(TESSERA_VERSION_STRING)) {
      say(warn, "is of version " + detail::one_line(header.substr(ours.size())) + ", this is " +
                    TESSERA_VERSION_STRING + ": ignored, and replaced when a choice is stored");
      return entries;
    }
    int damaged = 0;
    for (std::size_t at = header.size(); at < content->size();) {
      auto const begin = content->find_first_not_of('\n', at);
      if (begin == std::string::npos) break;
      auto const end = content->find("\n\n", begin);
      at = end == std::string::npos ? content->size() : end + 1;
      auto entry = detail::entry_of(content->substr(begin, at - begin));
      if (entry)
        entries.push_back(std::move(*entry));
      else
        ++damaged;
    }
    if (damaged > 0)
      say(warn, "has " + std::to_string(damaged) + (damaged == 1 ? " entry" : " entries") +
                    " cut short or changed by hand: ignored");
    return entries;
  }

  std::filesystem::path path_;
  TuningWarning warn_;
  std::vector<TuningEntry> entries_;
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// An entry of a tuning cache, and its text.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Names and values, in order. A value is one line of text.
using TuningLines = std::vector<std::pair<std::string, std::string>>;

struct TuningEntry {
  std::string kind;
  TuningLines question, answer;
};

namespace detail {

inline std::string tuning_header(std::string const& version) {
  return "tessera tuning cache, format 1, version " + version;
}

/// An FNV-1a hash, which detects accidental changes of what was written. It does not protect against intent.
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

/// The entry that a text describes; nothing unless it is exactly what to_text() wrote.
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

} // namespace tessera

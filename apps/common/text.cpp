// SPDX-License-Identifier: Apache-2.0
#include "text.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::app {

namespace {

/// Edit distance with swaps of neighbours (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      auto const replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

template <class Number>
Number parse(std::string_view text, std::string const& what, char const* kind) {
  Number value{};
  auto const* begin = text.data();
  auto const* end = begin + text.size();
  if (begin != end && *begin == '+') ++begin; // from_chars takes no plus sign
  auto const [stop, error] = std::from_chars(begin, end, value);
  if (error == std::errc::result_out_of_range)
    throw InvalidInput(
        fmt::format("{} is {}, which is out of range (give {} that fits 64 bits)", what, text, kind));
  if (error != std::errc() || stop != end)
    throw InvalidInput(fmt::format("{} is '{}' (give {})", what, text, kind));
  return value;
}

} // namespace

std::string nearest(std::string_view word, std::vector<std::string> const& candidates) {
  std::string best;
  auto fewest = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (auto const& candidate : candidates) {
    auto const edits = distance(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::vector<std::string> const& candidates) {
  auto const near = nearest(word, candidates);
  return near.empty() ? fmt::format("(known: {})", fmt::join(candidates, ", "))
                      : fmt::format("(did you mean '{}'?)", near);
}

double parse_number(std::string_view text, std::string const& what) {
  auto const value = parse<double>(text, what, "a number");
  if (!std::isfinite(value)) throw InvalidInput(fmt::format("{} is {} (give a finite number)", what, text));
  return value;
}

std::int64_t parse_integer(std::string_view text, std::string const& what) {
  return parse<std::int64_t>(text, what, "a whole number");
}

int within(Range range, std::int64_t value, std::string const& what) {
  if (value < range.lowest || value > range.highest)
    throw InvalidInput(fmt::format("{} is {} (give {} to {})", what, value, range.lowest, range.highest));
  return static_cast<int>(value);
}

std::vector<int> within(Range range, std::vector<std::int64_t> const& values, std::string const& what) {
  std::vector<int> fitting;
  for (auto value : values) {
    if (value < range.lowest || value > range.highest)
      throw InvalidInput(fmt::format("{} is {} (give {} to {} each)", what, fmt::join(values, ","),
                                     range.lowest, range.highest));
    fitting.push_back(static_cast<int>(value));
  }
  return fitting;
}

std::vector<std::int64_t> parse_integers(std::string_view text, std::string const& what) {
  std::vector<std::int64_t> values;
  for (std::size_t begin = 0;;) {
    auto const comma = text.find(',', begin);
    values.push_back(parse_integer(text.substr(begin, comma - begin), what));
    if (comma == std::string_view::npos) return values;
    begin = comma + 1;
  }
}

// One by one: where g++ 13 and later see the inside of fmt 9's join of doubles, they warn of bounds that it
// keeps.
std::string listed(std::vector<double> const& numbers) {
  std::string text;
  for (double number : numbers) text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
  return text;
}

std::string human_bytes(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  while (bytes >= 1000. && unit + 1 < units.size()) {
    bytes /= 1000.;
    ++unit;
  }
  return fmt::format("{:.4g} {}", bytes, units[unit]);
}

} // namespace tessera::app

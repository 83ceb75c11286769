// SPDX-License-Identifier: Apache-2.0
#include "expression_signs.hpp"

#include <tessera/core/error.hpp>

#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <vector>

namespace tessera::app {

namespace {

bool of_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.'; }
bool of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string_view trimmed(std::string_view text) {
  auto const first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// "1.5" of 1,5 at the comma; empty if it does not stand between digits.
std::string with_decimal_point(std::string const& text, std::size_t comma) {
  auto begin = comma, end = comma + 1;
  while (begin > 0 && of_number(text[begin - 1])) --begin;
  while (end < text.size() && of_number(text[end])) ++end;
  if (begin == comma || end == comma + 1) return {};
  return fmt::format("{}.{}", text.substr(begin, comma - begin), text.substr(comma + 1, end - comma - 1));
}

/// What binds more loosely than a comparison, or begins or ends what stands in parentheses.
bool ends_operand(std::string_view rest) {
  return rest.starts_with("&&") || rest.starts_with("||") ||
         std::string_view("?:,()<>=!").find(rest[0]) != std::string_view::npos;
}

/// The operand of a comparison that begins here, with the parentheses in it.
std::string_view operand_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin, depth = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && depth > 0)
      --depth;
    else if (depth == 0 && ends_operand(text.substr(end)))
      break;
  }
  return trimmed(text.substr(begin, end - begin));
}

struct Comparison {
  std::size_t at, length;
};

/// What is between a parenthesis and its partner, or all of the text.
struct Level {
  bool call = false;
  std::size_t operand = 0; ///< where the left side of a comparison would begin
  std::optional<Comparison> before;
};

class Signs {
public:
  explicit Signs(std::string const& text) : text_(text) {}

  void look_through() {
    for (std::size_t at = 0; at < text_.size();) at += take(at);
  }

private:
  /// Takes the sign here and says how long it is.
  std::size_t take(std::size_t at) {
    auto const rest = std::string_view(text_).substr(at);
    for (auto const* sign : {"<=", ">=", "==", "!="})
      if (rest.starts_with(sign)) return compare({at, 2});
    switch (rest[0]) {
    case '<':
    case '>':
      return compare({at, 1});
    case '=':
      assign(rest);
    case '(': {
      auto const before = trimmed(std::string_view(text_).substr(0, at));
      levels_.push_back({!before.empty() && of_name(before.back()), at + 1, {}});
      return 1;
    }
    case ')':
      if (levels_.size() > 1) levels_.pop_back();
      return 1;
    case ',':
      if (!levels_.back().call) comma(at);
      return restart(at + 1, 1);
    case '?':
    case ':':
      return restart(at + 1, 1);
    default:
      if (rest.starts_with("&&") || rest.starts_with("||")) return restart(at + 2, 2);
      return 1;
    }
  }

  std::size_t restart(std::size_t operand, std::size_t length) {
    levels_.back().operand = operand;
    levels_.back().before.reset();
    return length;
  }

  std::size_t compare(Comparison found) {
    auto& level = levels_.back();
    if (level.before) chain(level.operand, *level.before, found);
    level.before = found;
    return found.length;
  }

  [[noreturn]] void refuse(std::string const& what) const {
    throw InvalidInput(fmt::format("expression '{}': {}", text_, what));
  }

  [[noreturn]] void comma(std::size_t at) const {
    auto const number = with_decimal_point(text_, at);
    refuse(fmt::format("a comma stands outside a function's arguments ({})",
                       number.empty() ? "write one value" : fmt::format("write {}", number)));
  }

  [[noreturn]] void assign(std::string_view rest) const {
    if (rest.starts_with("=<")) refuse("=< is no comparison (write <=)");
    if (rest.starts_with("=>")) refuse("=> is no comparison (write >=)");
    refuse("= would assign, which a formula can't (write == to compare)");
  }

  [[noreturn]] void chain(std::size_t begin, Comparison first, Comparison second) const {
    auto const text = std::string_view(text_);
    auto const left = trimmed(text.substr(begin, first.at - begin)),
               middle = trimmed(text.substr(first.at + first.length, second.at - first.at - first.length)),
               right = operand_at(text, second.at + second.length);
    refuse(fmt::format("comparisons in a chain compare the outcome of the first, 0 or 1, with the next value "
                       "(write ({} {} {}) && ({} {} {}))",
                       left, text.substr(first.at, first.length), middle, middle,
                       text.substr(second.at, second.length), right));
  }

  std::string const& text_;
  std::vector<Level> levels_{1};
};

} // namespace

void refuse_misread_signs(std::string const& text) { Signs(text).look_through(); }

} // namespace tessera::app

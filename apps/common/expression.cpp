// SPDX-License-Identifier: Apache-2.0
#include "expression.hpp"

#include <tessera/core/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <muParser.h>
#include <numbers>

#include "expression_signs.hpp"

namespace tessera::app {

struct Expression::State {
  mu::Parser parser;
  std::vector<double> values; // the parser holds pointers into it: never resized
};

Expression::Expression(std::string text, std::vector<std::string> const& variables)
    : state_(std::make_unique<State>()) {
  refuse_misread_signs(text);
  auto& [parser, values] = *state_;
  values.resize(variables.size());
  try {
    parser.ClearConst();
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    for (std::size_t v = 0; v < variables.size(); ++v) parser.DefineVar(variables[v], &values[v]);
    parser.SetExpr(text);
    parser.Eval();
  } catch (mu::Parser::exception_type const& error) {
    auto reason = error.GetMsg();
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    while (!reason.empty() && (reason.back() == '.' || reason.back() == ' ')) reason.pop_back();
    throw InvalidInput(
        fmt::format("expression '{}': {} (write a formula in {})", text, reason, fmt::join(variables, ", ")));
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;

double Expression::operator()(double const* values) const {
  std::copy(values, values + state_->values.size(), state_->values.begin());
  return state_->parser.Eval();
}

double Expression::operator()(std::initializer_list<double> values) const { return (*this)(values.begin()); }

} // namespace tessera::app

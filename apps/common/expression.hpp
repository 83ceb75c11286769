// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace tessera::app {

/// A formula from a configuration file, such as "sin(pi*x)*exp(-y^2)". It is evaluated on the host only, into
/// tables: so a CPU and a GPU compute with the same bits. Known: + - * / ^, comparisons, ?:, sin cos tan asin
/// acos atan sinh cosh tanh exp log log2 log10 sqrt abs sign rint min max sum avg, the constants pi and e.
/// Commas stand between the arguments of functions alone; comparisons make no chain.
class Expression {
public:
  /// \param variables names that may occur, in the order of the arguments below
  /// \throws InvalidInput naming the text and what is wrong with it
  Expression(std::string text, std::vector<std::string> const& variables);
  ~Expression();
  Expression(Expression&&) noexcept;

  /// One value per variable.
  double operator()(std::initializer_list<double> values) const;
  double operator()(double const* values) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace tessera::app

// SPDX-License-Identifier: Apache-2.0
#include "../../apps/common/expression.hpp"

#include <tessera/core/error.hpp>

#include <cmath>
#include <numbers>

#include "../io/folder.hpp"

using tessera::InvalidInput;
using tessera::app::Expression;
using tessera::test::message_of;

TEST(Expression, Evaluates) {
  Expression const wave("sin(pi*x)*exp(-y^2)", {"x", "y", "z"});
  EXPECT_EQ(wave({0.25, 0.5, 0.}), std::sin(std::numbers::pi * 0.25) * std::exp(-0.25));
  EXPECT_EQ(wave({0.5, 0., 9.}), 1.);
  EXPECT_EQ(Expression("x < 0.5 ? 2 : 3", {"x"})({0.75}), 3.);
  EXPECT_EQ(Expression("(x-1)^2 + y < 1", {"x", "y"})({1., 0.5}), 1.);
}

TEST(Expression, RefusesWhatItCannotRead) {
  auto refused = [](char const* text) {
    return message_of<InvalidInput>([&] { Expression(text, {"x", "y", "z"}); });
  };
  EXPECT_SAYS(refused("sin(q)"), "expression 'sin(q)'");
  EXPECT_SAYS(refused("sin(q)"), "\"q\"");
  EXPECT_SAYS(refused("sin(q)"), "write a formula in x, y, z");
  EXPECT_SAYS(refused("2*(x"), "expression '2*(x'");
  EXPECT_SAYS(refused(""), "expression ''");
  EXPECT_SAYS(refused("t"), "\"t\"");
}

// muParser takes these and computes something else than they say.
TEST(Expression, RefusesWhatReadsOtherwise) {
  struct Case {
    char const *text, *says;
  };
  // One name and no structured binding, which clang captures in a lambda only without OpenMP.
  for (Case const& bad :
       {Case{"0,5", "(write 0.5)"}, Case{"x*10,25 + 1", "(write 10.25)"}, Case{"x, y", "(write one value)"},
        Case{"min(x, y),5", "a comma stands outside"}, Case{"max((0,5), x)", "(write 0.5)"},
        Case{"x=0.5", "(write == to compare)"}, Case{"min(x = 1, 2)", "(write == to compare)"},
        Case{"x += 1", "(write == to compare)"}, Case{"x =< y", "(write <=)"}, Case{"x=>y", "(write >=)"},
        Case{"1 < x < 2", "(write (1 < x) && (x < 2))"}, Case{"0<=x+y<1", "(write (0 <= x+y) && (x+y < 1))"},
        Case{"z || 1 < (x) < max(y, 2) ? 1 : 0", "(write (1 < (x)) && ((x) < max(y, 2)))"},
        Case{"x == y == z", "(write (x == y) && (y == z))"}, Case{"2*(0.1 < x < 0.2)", "(write (0.1 < x)"},
        Case{"min(0, 1 < x < 2)", "(write (1 < x) && (x < 2))"}}) {
    auto const message = message_of<InvalidInput>([&] { Expression(bad.text, {"x", "y", "z"}); });
    EXPECT_SAYS(message, std::string("expression '") + bad.text + "'");
    EXPECT_SAYS(message, bad.says);
    EXPECT_EQ(message.back(), ')');
  }
}

TEST(Expression, TakesCommasInCallsAndSingleComparisons) {
  auto const at = [](char const* text) { return Expression(text, {"x", "y"})({0.5, 2.}); };
  EXPECT_EQ(at("min(x, y)"), 0.5);
  EXPECT_EQ(at("max(min(x, (y)), min(3, max(x, 1), y))"), 1.);
  EXPECT_EQ(at("atan2(x, -(y))"), std::atan2(0.5, -2.));
  EXPECT_EQ(at("x == 0.5"), 1.);
  EXPECT_EQ(at("x <= 0.5 && y >= 2 && x != y"), 1.);
  EXPECT_EQ(at("(x < 1) == (y < 1)"), 0.);
  EXPECT_EQ(at("x < 1 ? y > 1 ? 4 : 5 : y < 1"), 4.);
  EXPECT_EQ(at("max(x < 1, y < 1) > 0"), 1.);
  EXPECT_EQ(at("x < 0 || (1 < y) && (y < 3)"), 1.);
}

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

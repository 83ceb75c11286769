// SPDX-License-Identifier: Apache-2.0
#include "../../apps/common/text.hpp"

#include <tessera/core/error.hpp>

#include "../../apps/common/progress.hpp"
#include "../io/folder.hpp"

using namespace tessera::app;
using tessera::InvalidInput;
using tessera::test::message_of;

TEST(Bar, ShrinksAndLeavesOutWhatDoesNotFit) {
  auto const line = [](std::size_t columns) {
    return bar_line(0.5, "step 10 of 20", "1.5 GCells/s", "3s left", columns);
  };
  EXPECT_EQ(line(200), "[" + std::string(15, '=') + std::string(15, ' ') +
                           "]  50 %  step 10 of 20  1.5 GCells/s  3s left");
  EXPECT_EQ(line(60), "[======       ]  50 %  step 10 of 20  1.5 GCells/s  3s left");
  EXPECT_EQ(line(50), " 50 %  step 10 of 20  1.5 GCells/s  3s left");
  EXPECT_EQ(line(40), " 50 %  step 10 of 20  3s left");
  EXPECT_EQ(line(20), " 50 %  3s left");
  EXPECT_EQ(line(8), " 50 %");
  EXPECT_EQ(line(3), "");
  for (std::size_t columns = 0; columns < 100; ++columns)
    EXPECT_LT(line(columns).size(), columns + (columns == 0));
}

TEST(Text, NearestWord) {
  std::vector<std::string> const known{"steps", "end-time", "dt", "nodes", "scheme"};
  EXPECT_EQ(nearest("stpes", known), "steps");
  EXPECT_EQ(nearest("endtime", known), "end-time");
  EXPECT_EQ(nearest("node", known), "nodes");
  EXPECT_EQ(nearest("viscosity", known), "");
  EXPECT_EQ(suggestion("shceme", known), "(did you mean 'scheme'?)");
  EXPECT_EQ(suggestion("viscosity", known), "(known: steps, end-time, dt, nodes, scheme)");
}

TEST(Text, NumbersAreReadWhole) {
  EXPECT_EQ(parse_number("1e-4", "x"), 1e-4);
  EXPECT_EQ(parse_number("+2", "x"), 2.);
  EXPECT_EQ(parse_integer("-3", "x"), -3);
  EXPECT_EQ(parse_integers("37,53", "x"), (std::vector<std::int64_t>{37, 53}));
  for (auto const* wrong : {"", "abc", "1e", "1 2", "0x10", "1e999", "nan", "inf"})
    EXPECT_THROW(parse_number(wrong, "--dt"), InvalidInput) << wrong;
  for (auto const* wrong : {"", "1.5", "1,2", "99999999999999999999"})
    EXPECT_THROW(parse_integer(wrong, "--steps"), InvalidInput) << wrong;
  for (auto const* wrong : {"", ",", "3,", "3,,4", "3;4"})
    EXPECT_THROW(parse_integers(wrong, "--nodes"), InvalidInput) << wrong;
  EXPECT_SAYS(message_of<InvalidInput>([] { parse_number("abc", "--dt"); }), "--dt is 'abc' (give a number)");
}

TEST(Text, NumbersKeepToTheirRange) {
  EXPECT_EQ(within({1, 7}, 1, "x"), 1);
  EXPECT_EQ(within({1, 7}, 7, "x"), 7);
  for (std::int64_t wrong : {std::int64_t{0}, std::int64_t{8}, std::int64_t{4294967300}, INT64_MIN})
    EXPECT_EQ(message_of<InvalidInput>([&] {
                within({1, 7}, wrong, "--fused-steps");
              }),
              "--fused-steps is " + std::to_string(wrong) + " (give 1 to 7)");
  EXPECT_EQ(within({1, 7}, std::vector<std::int64_t>{2, 3}, "x"), (std::vector<int>{2, 3}));
  EXPECT_EQ(message_of<InvalidInput>([] {
              within({1, 7}, std::vector<std::int64_t>{2, 8}, "--tile");
            }),
            "--tile is 2,8 (give 1 to 7 each)");
}

TEST(Text, Lists) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({-0.5}), "-0.5");
  EXPECT_EQ(listed({0.1, 0.25, 1e-300}), "0.1, 0.25, 1e-300");
}

TEST(Text, Bytes) {
  EXPECT_EQ(human_bytes(999.), "999 B");
  EXPECT_EQ(human_bytes(1234567.), "1.235 MB");
  EXPECT_EQ(human_bytes(8e18), "8 EB");
}

// SPDX-License-Identifier: Apache-2.0
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

namespace tessera::test {

/// The scheme that a body is called with, in words.
struct Describe {
  std::string operator()(Direct const&) const { return "direct"; }
  std::string operator()(Tiled const& s) const { return "tiled " + detail::extents_text(s.tile, 3); }
  std::string operator()(Temporal const& s) const {
    return detail::text("temporal ", detail::extents_text(s.tile, 3), ", ", s.fused_steps);
  }
  std::string operator()(TwoPass const&) const { return "two-pass"; }
  std::string operator()(Streaming const& s) const { return "streaming " + detail::extents_text(s.tile, 3); }
  template <class Other> // a scheme that this test does not know
  std::string operator()(Other const&) const {
    return Other::name;
  }
};

std::string described(char const* name, Tile const& tile, int fused_steps) {
  try {
    return with_scheme(name, tile, fused_steps, Describe{});
  } catch (InvalidInput const& refused) {
    return refused.what();
  }
}

TEST(WithScheme, HandsOverNameTileAndFusedSteps) {
  EXPECT_EQ(described("direct", {}, 0), "direct");
  EXPECT_EQ(described("tiled", {}, 0), "tiled 0 x 0 x 0");
  EXPECT_EQ(described("tiled", {64, 8, 0}, 0), "tiled 64 x 8 x 0");
  EXPECT_EQ(described("two-pass", {}, 0), "two-pass");
  EXPECT_EQ(described("streaming", {64, 8, 8}, 0), "streaming 64 x 8 x 8");
  EXPECT_EQ(described("temporal", {}, 0), "temporal 0 x 0 x 0, 0");
  EXPECT_EQ(described("temporal", {64, 32, 0}, 4), "temporal 64 x 32 x 0, 4");
}

TEST(WithScheme, TakesSchemesHeldAsValues) {
  EXPECT_EQ(with_scheme(AnyScheme{}, Describe{}), "direct");
  EXPECT_EQ(with_scheme(AnyScheme{.name = "temporal", .tile = {64, 32, 0}, .fused_steps = 4}, Describe{}),
            "temporal 64 x 32 x 0, 4");
}

TEST(WithScheme, KnowsItsOwnNames) {
  for (char const* name : scheme_names)
    with_scheme(name, {}, 0, [&](auto const& scheme) { EXPECT_STREQ(scheme.name, name); });
}

/// "a, b or c": those of the schemes for which the question has this answer.
template <class Question>
std::string names_of(char const* last, Question const& asked) {
  std::vector<std::string> names;
  Schemes::for_each([&](auto const& scheme) {
    if (asked(scheme)) names.push_back(scheme.name);
  });
  std::string all;
  for (std::size_t n = 0; n < names.size(); ++n)
    all += (n == 0 ? "" : n + 1 == names.size() ? last : ", ") + names[n];
  return all;
}

TEST(WithScheme, RefusesWhatASchemeLacks) {
  auto const with_tile = names_of(" or ", [](auto scheme) {
    return requires { scheme.tile; };
  });
  EXPECT_EQ(described("direct", {64, 0, 0}, 0),
            "scheme direct takes no tile (leave it out, or take " + with_tile + ")");
  EXPECT_EQ(described("two-pass", {64, 0, 0}, 0),
            "scheme two-pass takes no tile (leave it out, or take " + with_tile + ")");
  EXPECT_EQ(with_tile.substr(0, 15), "tiled, temporal");
  EXPECT_EQ(described("streaming", {}, 2),
            "scheme streaming takes no fused steps (leave them out, or take temporal)");
  EXPECT_EQ(described("direct", {}, 1),
            "scheme direct takes no fused steps (leave them out, or take temporal)");
  EXPECT_EQ(described("tiled", {64, 8, 0}, 4),
            "scheme tiled takes no fused steps (leave them out, or take temporal)");
}

TEST(WithScheme, ListsTheNamesForOneUnknown) {
  auto const names = names_of(", ", [](auto const&) { return true; });
  EXPECT_EQ(names.substr(0, 44), "direct, tiled, temporal, two-pass, streaming");
  std::string const known = " is unknown (give one of " + names + ")";
  EXPECT_EQ(described("fastest", {}, 0), "scheme 'fastest'" + known);
  EXPECT_EQ(described("", {}, 0), "scheme ''" + known);
}

} // namespace tessera::test

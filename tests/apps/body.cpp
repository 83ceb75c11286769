// SPDX-License-Identifier: Apache-2.0
// Which nodes lie in a body.
#include "../../apps/common/body.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace tessera::app {

Geometry plane(std::int64_t n0, std::int64_t n1) {
  Options options;
  options.upper = {2., 1.};
  return make_geometry(options, {n0, n1});
}

int count(std::vector<std::uint8_t> const& mask) { return std::accumulate(mask.begin(), mask.end(), 0); }

TEST(Body, RectangleHoldsItsEdge) {
  BodySpec body;
  body.centre = {1., 0.5};
  body.size = {0.4, 0.2};
  // Spacing 0.1: 5 x 3 nodes, edges included.
  EXPECT_EQ(count(body_mask(body, plane(21, 11))), 15);
}

TEST(Body, DefaultsAreSymmetricOnThePublishedGrid) {
  auto const g = plane(512, 256);
  for (auto kind : {BodySpec::Kind::rectangle, BodySpec::Kind::circle}) {
    BodySpec body;
    body.kind = kind;
    auto const mask = body_mask(body, g);
    auto turned = mask;
    std::reverse(turned.begin(), turned.end());
    EXPECT_EQ(mask, turned);
    EXPECT_EQ(count(mask), kind == BodySpec::Kind::rectangle ? 64 * 64 : count(mask));
  }
}

TEST(Body, CircleHasItsArea) {
  BodySpec body;
  body.kind = BodySpec::Kind::circle;
  body.radius = 0.3;
  double const cell = 0.002 * 0.002;
  EXPECT_NEAR(count(body_mask(body, plane(1001, 501))) * cell, M_PI * 0.09, 0.002);
}

TEST(Body, PolygonCountsEitherWayRound) {
  BodySpec body;
  body.kind = BodySpec::Kind::polygon;
  body.points = {0.5, 0.25, 1.5, 0.25, 0.5, 0.75}; // a right triangle
  auto const g = plane(41, 21);                    // spacing 0.05: half of 21 x 11 nodes and the diagonal
  auto const mask = body_mask(body, g);
  EXPECT_EQ(count(mask), 11 + 100 + 10); // rows of 21, 19, ..., 1 nodes
  body.points = {0.5, 0.75, 1.5, 0.25, 0.5, 0.25};
  EXPECT_EQ(body_mask(body, g), mask);
}

TEST(Body, NacaHasThicknessAndCamber) {
  auto const extent = [](std::vector<double> const& outline) {
    double low = 0, high = 0;
    for (std::size_t i = 1; i < outline.size(); i += 2) {
      low = std::min(low, outline[i]);
      high = std::max(high, outline[i]);
    }
    return std::pair(low, high);
  };
  auto const [low, high] = extent(naca_outline("0012"));
  EXPECT_NEAR(high, 0.06, 1e-4);
  EXPECT_DOUBLE_EQ(low, -high);
  // Area of a four-digit profile: 0.6851 t (the integral of its thickness).
  auto const outline = naca_outline("0024");
  double area = 0;
  for (std::size_t i = 0, j = outline.size() - 2; i < outline.size(); j = i, i += 2)
    area += 0.5 * (outline[j] * outline[i + 1] - outline[i] * outline[j + 1]);
  double const integral = 10 * 0.24 * (0.2969 * 2 / 3 - 0.1260 / 2 - 0.3516 / 3 + 0.2843 / 4 - 0.1015 / 5);
  EXPECT_NEAR(std::fabs(area), integral, 1e-4);
  // The mean line of a 4412 rises to 0.04 at 0.4 of the chord.
  auto const cambered = naca_outline("4412");
  double best = 1, line = 0;
  for (std::size_t i = 0; i < cambered.size() / 2; i += 2) {
    std::size_t const below = cambered.size() - 2 - i; // the points run back along the lower side
    double const x = 0.5 * (cambered[i] + cambered[below]);
    if (std::fabs(x - 0.4) < best) {
      best = std::fabs(x - 0.4);
      line = 0.5 * (cambered[i + 1] + cambered[below + 1]);
    }
  }
  EXPECT_NEAR(line, 0.04, 1e-4);
}

} // namespace tessera::app

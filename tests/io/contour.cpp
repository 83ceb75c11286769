// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/contour.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "folder.hpp"

namespace tessera::test {

template <class F>
std::vector<double> sampled_plane(std::size_t n0, std::size_t n1, F const& f) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n0; ++i)
    for (std::size_t j = 0; j < n1; ++j) values.push_back(f(static_cast<double>(i), static_cast<double>(j)));
  return values;
}

double length(std::vector<io::Segment> const& segments) {
  double sum = 0;
  for (auto const& s : segments) sum += std::hypot(s.to[0] - s.from[0], s.to[1] - s.from[1]);
  return sum;
}

TEST(Contour, OfALinearFieldIsItsLine) {
  auto const plane = sampled_plane(12, 9, [](double x, double y) { return 2 * x + 3 * y; });
  auto const segments = io::contour(std::span<const double>(plane), 12, 9, 11.);
  ASSERT_FALSE(segments.empty());
  for (auto const& s : segments)
    for (auto const& p : {s.from, s.to}) EXPECT_NEAR(2 * p[0] + 3 * p[1], 11, 1e-12);
  EXPECT_NEAR(length(segments), std::hypot(5.5, 11. / 3), 1e-12); // from axis to axis
}

TEST(Contour, OfADiscIsItsCircle) {
  auto const plane =
      sampled_plane(101, 81, [](double x, double y) { return std::hypot(x - 50.3, y - 40.2); });
  EXPECT_NEAR(length(io::contour(std::span<const double>(plane), 101, 81, 30.)), 60 * M_PI, 0.02);
}

TEST(Contour, SaddlesAreDecidedByTheMiddle) {
  std::vector<double> const low_interior{1, 0, 0, 0.9},
      high_interior{1, 0.2, 0.2, 0.9}; // corners 00, 01, 10, 11
  auto const cuts_corner_0 = [](io::Segment const& s) {
    return s.from[0] + s.from[1] < 1 && s.to[0] + s.to[1] < 1;
  };
  int low = 0, high = 0;
  for (auto const& s : io::contour(std::span<const double>(low_interior), 2, 2, 0.5)) low += cuts_corner_0(s);
  for (auto const& s : io::contour(std::span<const double>(high_interior), 2, 2, 0.5))
    high += cuts_corner_0(s);
  EXPECT_EQ(low, 1);
  EXPECT_EQ(high, 0);
}

TEST(Contour, SkipsWhatIsNotFinite) {
  auto plane = sampled_plane(3, 3, [](double x, double) { return x; });
  plane[4] = std::numeric_limits<double>::quiet_NaN(); // every cell has that corner
  EXPECT_TRUE(io::contour(std::span<const double>(plane), 3, 3, 0.5).empty());
}

TEST(Contour, PictureKeepsTheDomainsShapeAndShowsTheBody) {
  auto const plane = sampled_plane(21, 11, [](double, double y) { return y; });
  std::vector<std::uint8_t> body(21 * 11, 0);
  for (std::size_t j = 0; j < 3; ++j) body[20 * 11 + j] = 1; // lower right
  auto const picture = io::paint_contours(std::span<const double>(plane), body, 21, 11, 0., 10.,
                                          {.levels = 1, .spacing = {1., 3.}, .longest = 301});
  EXPECT_EQ(picture.height, 301u);
  EXPECT_EQ(picture.width, 201u);
  auto const& at = [&](std::size_t x, std::size_t y) { return picture.pixels[y * picture.width + x]; };
  EXPECT_EQ(at(200, 300), (io::Colour{150, 150, 150}));
  EXPECT_EQ(at(0, 300), (io::Colour{255, 255, 255}));
  EXPECT_NE(at(100, 150), (io::Colour{255, 255, 255})); // the line y = 5 in the middle
  EXPECT_EQ(at(100, 140), (io::Colour{255, 255, 255}));
}

TEST(Contour, RefusesWrongSizes) {
  std::vector<double> const plane(6);
  EXPECT_SAYS(message_of<InvalidInput>([&] { io::contour(std::span<const double>(plane), 2, 2, 0.); }),
              "6 values can't be contoured as 2 x 2");
}

} // namespace tessera::test

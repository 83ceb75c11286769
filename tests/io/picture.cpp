// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/detail/ticks.hpp>
#include <tessera/io/frame.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <png.h>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::InvalidInput;
using tessera::test::content;
using tessera::test::Folder;
using tessera::test::message_of;
using tessera::test::replace_content;

namespace {

/// A PNG of any kind, written by libpng's simplified interface.
void write_by_libpng(std::filesystem::path const& path, unsigned format, unsigned width, unsigned height,
                     void const* pixels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = format;
  ASSERT_TRUE(png_image_write_to_file(&image, path.c_str(), 0, pixels, 0, nullptr)) << image.message;
}

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST(Picture, RangeIgnoresWhatIsNotFinite) {
  std::vector<double> values{3., undefined, -1., std::numeric_limits<double>::infinity()};
  EXPECT_EQ(io::finite_range(std::span<const double>(values)), std::pair(-1., 3.));
  values = {undefined};
  EXPECT_EQ(io::finite_range(std::span<const double>(values)), std::pair(0., 0.));
}

TEST(Picture, ColourMapHasItsEnds) {
  EXPECT_EQ(io::colour_of(0.), (io::Colour{68, 1, 84}));
  EXPECT_EQ(io::colour_of(-5.), io::colour_of(0.));
  EXPECT_EQ(io::colour_of(1.), (io::Colour{253, 231, 37}));
  EXPECT_EQ(io::colour_of(undefined), (io::Colour{128, 128, 128}));
  int last = 0;
  for (int i = 0; i <= 100; ++i) { // lighter all the way: readable without colours
    auto c = io::colour_of(0.01 * i);
    auto const light = 2126 * c[0] + 7152 * c[1] + 722 * c[2];
    EXPECT_GE(light, last);
    last = light;
  }
}

TEST(Picture, DivergingMapHasZeroInTheMiddle) {
  auto const map = io::ColourMap::cool_warm;
  EXPECT_EQ(io::colour_of(0.5, map), (io::Colour{221, 221, 221}));
  EXPECT_EQ(io::colour_of(undefined, map), (io::Colour{128, 128, 128}));
  for (int i = 1; i <= 50; ++i) { // red above, blue below, and stronger away from the middle
    auto const above = io::colour_of(0.5 + 0.01 * i, map), below = io::colour_of(0.5 - 0.01 * i, map);
    EXPECT_GT(above[0], above[2]);
    EXPECT_LT(below[0], below[2]);
    EXPECT_LE(above[1], io::colour_of(0.49 + 0.01 * i, map)[1]);
    EXPECT_LE(below[1], io::colour_of(0.51 - 0.01 * i, map)[1]);
  }
  std::vector<double> const plane{-2., 0., 0., 2.}, zeros(4);
  auto const picture = io::paint(std::span<const double>(plane), 2, 2, -2., 2., {}, map);
  EXPECT_EQ(picture.pixels[0], io::colour_of(0.5, map)); // (0, 1)
  EXPECT_EQ(picture.pixels[2], io::colour_of(0., map));  // (0, 0)
  auto const flat = io::paint(std::span<const double>(zeros), 2, 2, 0., 0., {}, map);
  EXPECT_EQ(flat.pixels[0], io::colour_of(0.5, map));
}

TEST(Picture, AxisZeroRunsRightAxisOneUp) {
  std::vector<double> plane{0., 1., 2., 3., 4., 5.}; // 3 x 2
  auto picture = io::paint(std::span<const double>(plane), 3, 2, 0., 5.);
  ASSERT_EQ(picture.width, 3u);
  ASSERT_EQ(picture.height, 2u);
  EXPECT_EQ(picture.pixels[3], io::colour_of(0.));      // (0, 0): bottom left
  EXPECT_EQ(picture.pixels[0], io::colour_of(1. / 5.)); // (0, 1): top left
  EXPECT_EQ(picture.pixels[5], io::colour_of(4. / 5.)); // (2, 0): bottom right
}

TEST(Picture, LargePlanesAreThinned) {
  std::vector<float> plane(1000 * 30);
  auto picture = io::paint(std::span<const float>(plane), 1000, 30, 0., 0., {.most = 100});
  EXPECT_EQ(picture.width, 100u);
  EXPECT_EQ(picture.height, 3u);
}

TEST(Picture, SmallPlanesAreEnlarged) {
  std::vector<float> plane{0.f, 1.f, 2.f, 3.f, 4.f, 5.f};
  auto picture = io::paint(std::span<const float>(plane), 3, 2, 0., 5., {.least = 8});
  ASSERT_EQ(picture.width, 6u);
  ASSERT_EQ(picture.height, 4u);
  EXPECT_EQ(picture.pixels[0], io::colour_of(0.2));
  EXPECT_EQ(picture.pixels[1], io::colour_of(0.2));
  EXPECT_EQ(picture.pixels[6 * 3 + 5], io::colour_of(0.8));
}

TEST(Picture, PngRoundTrip) {
  Folder folder;
  std::vector<double> plane(17 * 5, 1.);
  auto picture = io::paint(std::span<const double>(plane), 17, 5, 0., 1.);
  io::write_png(folder / "a.png", picture, "range 0 to 1");
  EXPECT_EQ(folder.entries(), 1u);
  auto read = io::read_png(folder / "a.png");
  EXPECT_EQ(read.n0, 17u);
  EXPECT_EQ(read.n1, 5u);
  EXPECT_NEAR(read.values[0], (0.2126 * 253 + 0.7152 * 231 + 0.0722 * 37) / 255., 1e-12);
}

TEST(Picture, ReadsEveryKindOfPng) {
  Folder folder;
  std::uint8_t const grey[] = {0, 51, 255, 102, 153, 204}; // 3 wide, 2 high
  write_by_libpng(folder / "grey.png", PNG_FORMAT_GRAY, 3, 2, grey);
  auto read = io::read_png(folder / "grey.png");
  ASSERT_EQ(read.n0, 3u);
  ASSERT_EQ(read.n1, 2u);
  EXPECT_EQ(read.values, (std::vector<double>{0.4, 0., 0.6, 0.2, 0.8, 1.})); // column by column, from below

  std::uint8_t const red[] = {255, 0, 0};
  write_by_libpng(folder / "rgb.png", PNG_FORMAT_RGB, 1, 1, red);
  EXPECT_NEAR(io::read_png(folder / "rgb.png").values[0], 0.2126, 1e-12);

  std::uint8_t const half[] = {255, 255, 255, 0, 255, 255, 255, 255};
  write_by_libpng(folder / "rgba.png", PNG_FORMAT_RGBA, 2, 1, half);
  EXPECT_EQ(io::read_png(folder / "rgba.png").values, (std::vector<double>{0., 1.}));

  std::uint16_t const linear[] = {0, 65535};
  write_by_libpng(folder / "grey16.png", PNG_FORMAT_LINEAR_Y, 2, 1, linear);
  EXPECT_EQ(io::read_png(folder / "grey16.png").values, (std::vector<double>{0., 1.}));
}

TEST(Picture, UnreadableFilesAreNamed) {
  Folder folder;
  auto read = [&](char const* name) {
    return message_of<InvalidInput>([&] { io::read_png(folder / name); });
  };
  EXPECT_SAYS(read("absent.png"), "absent.png: it can't be opened");
  replace_content(folder / "text.png", "this is no picture");
  EXPECT_SAYS(read("text.png"), "it is no PNG file");
  std::vector<double> plane(64 * 64, 1.);
  io::write_png(folder / "a.png", io::paint(std::span<const double>(plane), 64, 64, 0., 1.));
  auto bytes = content(folder / "a.png");
  replace_content(folder / "cut.png", bytes.substr(0, bytes.size() / 2));
  EXPECT_SAYS(read("cut.png"), "cannot read picture");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  replace_content(folder / "flipped.png", bytes);
  EXPECT_SAYS(read("flipped.png"), "cannot read picture");
}

namespace {

std::string labels(double low, double high, int most, bool whole = false) {
  std::string all;
  for (auto const& tick : io::detail::round_ticks(low, high, most, whole).ticks)
    all += (all.empty() ? "" : " ") + tick.label;
  return all;
}

std::size_t count(io::Picture const& picture, io::Colour const& colour) {
  return static_cast<std::size_t>(std::count(picture.pixels.begin(), picture.pixels.end(), colour));
}

} // namespace

TEST(Frame, TicksAreRoundAndTheirLabelsShort) {
  EXPECT_EQ(labels(0., 1., 6), "0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(labels(-0.3, 0.3, 7), "-0.3 -0.2 -0.1 0 0.1 0.2 0.3"); // no -0.0
  EXPECT_EQ(labels(-1e-17, 1., 3), "0 0.5 1.0");
  EXPECT_EQ(labels(0., 2e-5, 5), "0 5e-6 1e-5 1.5e-5 2e-5");
  EXPECT_EQ(labels(0., 4e6, 5), "0 1e6 2e6 3e6 4e6");
  EXPECT_EQ(labels(1.1, 2.9, 9), "1.2 1.4 1.6 1.8 2.0 2.2 2.4 2.6 2.8");
  EXPECT_EQ(labels(0., 2., 10, true), "0 1 2");
  EXPECT_EQ(labels(5., 5., 10), "5");
  EXPECT_EQ(labels(-1e308, 1e308, 10), "-1e308 1e308"); // their span is no number
  for (int most = 1; most < 12; ++most) {
    auto const ticks = io::detail::round_ticks(0.37, 17.2, most).ticks;
    EXPECT_LE(ticks.size(), static_cast<std::size_t>(std::max(2, most)));
    EXPECT_GE(ticks.size(), 1u);
  }
  // What all values share is said once.
  auto const close = io::detail::round_ticks(1000., 1000.000002, 3);
  EXPECT_EQ(close.base, 1000.);
  EXPECT_EQ(close.ticks.back().label, "2e-6");
}

TEST(Frame, KeepsThePixelsAndHasInkAroundThem) {
  constexpr io::Colour red{255, 0, 0};
  io::Picture const picture{50, 40, std::vector<io::Colour>(2000, red)};
  io::Frame frame{
      .title = "a title that is much longer than the picture is wide", .across = {"x"}, .up = {"y"}};
  auto const framed = io::framed(picture, frame);
  EXPECT_EQ(count(framed, red), 2000u);
  if (!io::draws_frames()) {
    EXPECT_EQ(framed.pixels, picture.pixels);
    return;
  }
  EXPECT_LT(framed.width, 200u);  // the title goes to lines
  EXPECT_GT(framed.height, 100u); // of which there are several
  EXPECT_GT(count(framed, {30, 30, 30}), 300u);
  frame.bar = io::colour_bar("u", 0., 1., io::ColourMap::viridis);
  auto const with_bar = io::framed(picture, frame);
  EXPECT_GT(with_bar.width, framed.width + 30);
  EXPECT_GE(count(with_bar, io::colour_of(1.)), 18u); // a row of the bar
  EXPECT_GE(count(with_bar, io::colour_of(0.)), 18u);
  frame.lines = {{0, 0.5}, {1, 7.}}; // the second is outside
  auto const crossed = io::framed(picture, frame);
  EXPECT_LT(count(crossed, red), 2000u);
  EXPECT_GT(count(crossed, red), 1900u);
  EXPECT_SAYS(message_of<InvalidInput>([&] { io::framed({}, frame); }), "a picture of 0 x 0 pixels");
}

TEST(Frame, PaintsToScaleAtASaneSize) {
  auto const size = [](std::size_t n0, std::size_t n1, std::array<double, 2> spacing) {
    std::vector<float> const plane(n0 * n1);
    auto const picture =
        io::paint_to_scale(std::span<const float>(plane), n0, n1, 0., 0., io::ColourMap::viridis, spacing);
    EXPECT_EQ(picture.pixels.size(), picture.width * picture.height);
    return std::pair(picture.width, picture.height);
  };
  EXPECT_EQ(size(21, 31, {1., 1.}), std::pair(441ul, 651ul)); // 21 pixels a node
  EXPECT_EQ(size(21, 21, {2., 1.}), std::pair(651ul, 326ul));
  EXPECT_EQ(size(1, 5000, {1., 1.}), std::pair(313ul, 1250ul)); // every fourth node, not a strip
  EXPECT_EQ(size(1, 1, {1., 1.}), std::pair(640ul, 640ul));
}

TEST(Frame, BodiesAreGreyOrOutlined) {
  std::vector<double> plane(9, 0.5);
  plane[0] = undefined;
  plane[8] = 1.;
  std::vector<std::uint8_t> body(9, 0);
  body[4] = 1; // in the middle
  auto const paint = [&](io::BodyStyle style) {
    return io::paint_to_scale(std::span<const double>(plane), 3, 3, 0., 1., io::ColourMap::viridis, {1., 1.},
                              body, style);
  };
  auto const grey = paint(io::BodyStyle::grey), outlined = paint(io::BodyStyle::outline);
  ASSERT_EQ(grey.width, 642u);
  EXPECT_EQ(count(grey, {150, 150, 150}), 214u * 214u);
  EXPECT_EQ(count(grey, {128, 128, 128}), 214u * 214u); // no number
  EXPECT_EQ(count(outlined, {40, 40, 40}), 4u * 213u);
  EXPECT_EQ(outlined.pixels[321 * 642 + 321], io::colour_of(0.5));
  EXPECT_EQ(grey.pixels[641], io::colour_of(1.)); // (2, 2): above, to the right
}

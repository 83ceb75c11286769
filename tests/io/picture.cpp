// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/picture.hpp>

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

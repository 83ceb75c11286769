// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/contour.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::io {

namespace {

constexpr Colour grey{150, 150, 150};

void require_size(std::size_t values, std::size_t n0, std::size_t n1) {
  if (values != n0 * n1 || n0 < 2 || n1 < 2)
    throw InvalidInput(fmt::format(
        "{} values can't be contoured as {} x {} (pass all of them, at least 2 x 2)", values, n0, n1));
}

/// The upper end of the colour map is too light for lines on white.
Colour colour_of_line(double position) { return colour_of(0.85 * position); }

/// One cell. Its corners are counted counter-clockwise from the lower left one; edge e lies between corners e
/// and e + 1.
struct Cell {
  double value[4];
  double x, y; // of corner 0

  std::array<double, 2> crossing(int edge, double level) const {
    double const a = value[edge], b = value[(edge + 1) % 4], part = (level - a) / (b - a);
    switch (edge) {
    case 0:
      return {x + part, y};
    case 1:
      return {x + 1, y + part};
    case 2:
      return {x + 1 - part, y + 1};
    default:
      return {x, y + 1 - part};
    }
  }
};

void add_segments(Cell const& cell, double level, std::vector<Segment>& segments) {
  int crossed[4], count = 0;
  for (int edge = 0; edge < 4; ++edge)
    if ((cell.value[edge] >= level) != (cell.value[(edge + 1) % 4] >= level)) crossed[count++] = edge;
  auto const join = [&](int a, int b) {
    segments.push_back({cell.crossing(a, level), cell.crossing(b, level)});
  };
  if (count == 2) join(crossed[0], crossed[1]);
  if (count < 4) return;
  // In a saddle, lines cut off corners 1 and 3 if the middle is on the side of corner 0, else corners 0 and
  // 2.
  double const middle = 0.25 * (cell.value[0] + cell.value[1] + cell.value[2] + cell.value[3]);
  bool const like_0 = (middle >= level) == (cell.value[0] >= level);
  join(like_0 ? 0 : 3, like_0 ? 1 : 0);
  join(like_0 ? 2 : 1, like_0 ? 3 : 2);
}

/// Draws a line of 1.4 pixels; a pixel takes the line's colour in proportion to its coverage, estimated by
/// distance.
void draw(Picture& picture, std::array<double, 2> a, std::array<double, 2> b, Colour const& colour) {
  constexpr double half = 0.7;
  double const dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  auto const clamped = [](double v, std::size_t n) {
    return static_cast<std::size_t>(std::clamp(v, 0., static_cast<double>(n - 1)));
  };
  auto const x0 = clamped(std::min(a[0], b[0]) - 2, picture.width),
             x1 = clamped(std::max(a[0], b[0]) + 2, picture.width);
  auto const y0 = clamped(std::min(a[1], b[1]) - 2, picture.height),
             y1 = clamped(std::max(a[1], b[1]) + 2, picture.height);
  for (auto y = y0; y <= y1; ++y)
    for (auto x = x0; x <= x1; ++x) {
      double const px = static_cast<double>(x) - a[0], py = static_cast<double>(y) - a[1];
      double const t = square > 0. ? std::clamp((px * dx + py * dy) / square, 0., 1.) : 0.;
      double const cover = std::clamp(half + 0.5 - std::hypot(px - t * dx, py - t * dy), 0., 1.);
      auto& pixel = picture.pixels[y * picture.width + x];
      // The darker value wins, so that joints of two pieces are not painted twice.
      for (std::size_t c = 0; c < 3; ++c)
        pixel[c] =
            std::min(pixel[c], static_cast<std::uint8_t>(std::lround(255 + cover * (colour[c] - 255.))));
    }
}

} // namespace

template <class T>
std::vector<Segment> contour(std::span<const T> plane, std::size_t n0, std::size_t n1, double level) {
  require_size(plane.size(), n0, n1);
  std::vector<Segment> segments;
  auto const at = [&](std::size_t i, std::size_t j) { return static_cast<double>(plane[i * n1 + j]); };
  for (std::size_t i = 0; i + 1 < n0; ++i)
    for (std::size_t j = 0; j + 1 < n1; ++j) {
      Cell const cell{{at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)},
                      static_cast<double>(i),
                      static_cast<double>(j)};
      if (std::all_of(cell.value, cell.value + 4, [](double v) { return std::isfinite(v); }))
        add_segments(cell, level, segments);
    }
  return segments;
}

template <class T>
Picture paint_contours(std::span<const T> plane, std::span<const std::uint8_t> body, std::size_t n0,
                       std::size_t n1, double low, double high, ContourStyle const& style) {
  require_size(plane.size(), n0, n1);
  if (!body.empty()) require_size(body.size(), n0, n1);
  double const length0 = static_cast<double>(n0 - 1) * style.spacing[0],
               length1 = static_cast<double>(n1 - 1) * style.spacing[1];
  double const pixels = static_cast<double>(style.longest - 1) / std::max(length0, length1);
  double const scale0 = pixels * style.spacing[0], scale1 = pixels * style.spacing[1]; // pixels per node
  Picture picture;
  picture.width = static_cast<std::size_t>(std::lround(length0 * pixels)) + 1;
  picture.height = static_cast<std::size_t>(std::lround(length1 * pixels)) + 1;
  picture.pixels.assign(picture.width * picture.height, Colour{255, 255, 255}); // white
  auto const nearest = [](std::size_t pixel, double scale, std::size_t n) {
    return std::min(n - 1, static_cast<std::size_t>(std::lround(static_cast<double>(pixel) / scale)));
  };
  auto const bottom = static_cast<double>(picture.height - 1);
  for (int k = 0; k < style.levels; ++k) {
    double const position = (k + 0.5) / style.levels;
    auto const colour = colour_of_line(position);
    for (auto const& s : contour(plane, n0, n1, low + position * (high - low)))
      draw(picture, {s.from[0] * scale0, bottom - s.from[1] * scale1},
           {s.to[0] * scale0, bottom - s.to[1] * scale1}, colour);
  }
  if (!body.empty())
    for (std::size_t row = 0; row < picture.height; ++row)
      for (std::size_t column = 0; column < picture.width; ++column)
        if (body[nearest(column, scale0, n0) * n1 + nearest(picture.height - 1 - row, scale1, n1)])
          picture.pixels[row * picture.width + column] = grey;
  return picture;
}

ColourBar contour_bar(std::string name, double low, double high) {
  ColourBar bar{std::move(name), low, high, {}};
  constexpr int count = 256;
  for (int i = 0; i < count; ++i) bar.colours.push_back(colour_of_line(i / (count - 1.)));
  return bar;
}

template std::vector<Segment> contour(std::span<const float>, std::size_t, std::size_t, double);
template std::vector<Segment> contour(std::span<const double>, std::size_t, std::size_t, double);
template Picture paint_contours(std::span<const float>, std::span<const std::uint8_t>, std::size_t,
                                std::size_t, double, double, ContourStyle const&);
template Picture paint_contours(std::span<const double>, std::span<const std::uint8_t>, std::size_t,
                                std::size_t, double, double, ContourStyle const&);

} // namespace tessera::io

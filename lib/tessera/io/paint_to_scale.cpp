// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/frame.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::io {

namespace {

constexpr std::size_t least_pixels = 640, most_pixels = 1280;

/// Pixels along both axes.
std::array<std::size_t, 2> size_to_scale(std::array<std::size_t, 2> n, std::array<double, 2> spacing) {
  std::array const length{static_cast<double>(n[0]) * spacing[0], static_cast<double>(n[1]) * spacing[1]};
  std::size_t const longer = length[0] >= length[1] ? 0 : 1, shorter = 1 - longer;
  std::array<std::size_t, 2> size{};
  // Whole blocks of pixels, or every k-th node.
  size[longer] = n[longer] <= most_pixels ? n[longer] * ((least_pixels + n[longer] - 1) / n[longer])
                                          : n[longer] / ((n[longer] + most_pixels - 1) / most_pixels);
  auto const pixels = static_cast<double>(size[longer]);
  auto const ratio = std::clamp(length[shorter] / length[longer], 0.25, 1.);
  size[shorter] = static_cast<std::size_t>(std::max(1L, std::lround(pixels * ratio)));
  return size;
}

} // namespace

template <class T>
Picture paint_to_scale(std::span<const T> plane, std::size_t n0, std::size_t n1, double low, double high,
                       ColourMap map, std::array<double, 2> spacing, std::span<const std::uint8_t> body,
                       BodyStyle style) {
  if (plane.size() != n0 * n1 || plane.empty() || !(body.empty() || body.size() == plane.size()))
    throw InvalidInput(
        fmt::format("{} values and a body of {} nodes can't be painted as {} x {} (pass all of them)",
                    plane.size(), body.size(), n0, n1));
  auto const size = size_to_scale({n0, n1}, spacing);
  Picture picture{size[0], size[1], std::vector<Colour>(size[0] * size[1])};
  // Of halves: the span of two large numbers may overflow.
  auto const scale = high > low ? 1. / (0.5 * high - 0.5 * low) : 0.;
  auto const from = high > low || map == ColourMap::viridis ? 0. : 0.5;
  constexpr Colour grey{150, 150, 150}, edge{40, 40, 40};
  auto const node = [&](std::size_t column, std::size_t row) { // row from below
    return column * n0 / size[0] * n1 + row * n1 / size[1];
  };
  auto const solid = [&](std::size_t column, std::size_t row) { return body[node(column, row)] != 0; };
  for (std::size_t row = 0; row < size[1]; ++row)
    for (std::size_t column = 0; column < size[0]; ++column) {
      auto& pixel = picture.pixels[(size[1] - 1 - row) * size[0] + column];
      pixel =
          colour_of(from + (0.5 * static_cast<double>(plane[node(column, row)]) - 0.5 * low) * scale, map);
      if (body.empty() || !solid(column, row)) continue;
      bool const outlined = style == BodyStyle::outline;
      bool const at_edge = (column > 0 && !solid(column - 1, row)) || (row > 0 && !solid(column, row - 1)) ||
                           (column + 1 < size[0] && !solid(column + 1, row)) ||
                           (row + 1 < size[1] && !solid(column, row + 1));
      if (!outlined)
        pixel = grey;
      else if (at_edge)
        pixel = edge;
    }
  return picture;
}

template Picture paint_to_scale(std::span<const float>, std::size_t, std::size_t, double, double, ColourMap,
                                std::array<double, 2>, std::span<const std::uint8_t>, BodyStyle);
template Picture paint_to_scale(std::span<const double>, std::size_t, std::size_t, double, double, ColourMap,
                                std::array<double, 2>, std::span<const std::uint8_t>, BodyStyle);

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::io {

template <class T>
std::pair<double, double> finite_range(std::span<const T> values) {
  bool any = false;
  T low{}, high{};
  for (T value : values) {
    if (!std::isfinite(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  return {static_cast<double>(low), static_cast<double>(high)};
}

template <class T>
Picture paint(std::span<const T> plane, std::size_t n0, std::size_t n1, double low, double high,
              PictureSize size, ColourMap map) {
  if (plane.size() != n0 * n1 || plane.empty() || size.most == 0)
    throw InvalidInput(
        fmt::format("{} values can't be painted as {} x {} (pass all of them)", plane.size(), n0, n1));
  auto const longest = std::max(n0, n1);
  auto const stride = (longest + size.most - 1) / size.most;
  auto const enlarged = std::max<std::size_t>(1, size.least / longest);
  Picture picture;
  picture.width = (n0 + stride - 1) / stride * enlarged;
  picture.height = (n1 + stride - 1) / stride * enlarged;
  picture.pixels.resize(picture.width * picture.height);
  // A constant field has no range.
  auto const scale = high > low ? 1. / (high - low) : 0.;
  auto const from = high > low || map == ColourMap::viridis ? 0. : 0.5;
  for (std::size_t row = 0; row < picture.height; ++row)
    for (std::size_t column = 0; column < picture.width; ++column) {
      auto const value =
          static_cast<double>(plane[column / enlarged * stride * n1 + row / enlarged * stride]);
      picture.pixels[(picture.height - 1 - row) * picture.width + column] =
          colour_of(from + (value - low) * scale, map);
    }
  return picture;
}

template std::pair<double, double> finite_range(std::span<const float>);
template std::pair<double, double> finite_range(std::span<const double>);
template Picture paint(std::span<const float>, std::size_t, std::size_t, double, double, PictureSize,
                       ColourMap);
template Picture paint(std::span<const double>, std::size_t, std::size_t, double, double, PictureSize,
                       ColourMap);

} // namespace tessera::io

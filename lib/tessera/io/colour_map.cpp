// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/colour_map.hpp>

#include <algorithm>
#include <cmath>

namespace tessera::io {

namespace {

using Anchors = std::array<Colour, 9>;
constexpr Anchors viridis{{{68, 1, 84},
                           {71, 45, 123},
                           {59, 82, 139},
                           {44, 114, 142},
                           {33, 145, 140},
                           {40, 174, 128},
                           {94, 201, 98},
                           {173, 220, 48},
                           {253, 231, 37}}};
constexpr Anchors cool_warm{{{59, 76, 192},
                             {98, 130, 234},
                             {141, 176, 254},
                             {184, 208, 249},
                             {221, 221, 221},
                             {245, 196, 173},
                             {244, 154, 123},
                             {222, 96, 77},
                             {180, 4, 38}}};
constexpr Colour undefined{128, 128, 128};

} // namespace

Colour colour_of(double position, ColourMap map) {
  if (!std::isfinite(position)) return undefined;
  auto const& anchors = map == ColourMap::cool_warm ? cool_warm : viridis;
  constexpr double last = std::tuple_size_v<Anchors> - 1;
  auto const scaled = std::clamp(position, 0., 1.) * last;
  auto const lower = std::min(static_cast<std::size_t>(scaled), anchors.size() - 2);
  auto const part = scaled - static_cast<double>(lower);
  Colour colour;
  for (std::size_t c = 0; c < 3; ++c)
    colour[c] = static_cast<std::uint8_t>(
        std::lround((1. - part) * anchors[lower][c] + part * anchors[lower + 1][c]));
  return colour;
}

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
// Pictures of planes of values, and PNG files.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera::io {

/// Red, green and blue, 0 to 255 each.
using Colour = std::array<std::uint8_t, 3>;

/// A picture; its pixels are stored in rows from the top, from left to right.
struct Picture {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<Colour> pixels; ///< width x height
};

/// Smallest and largest finite value; {0, 0} if there is none.
template <class T>
std::pair<double, double> finite_range(std::span<const T> values);

/// Colours of a plane of values.
enum class ColourMap {
  viridis,  ///< from dark violet to yellow, lighter all the way
  cool_warm ///< from blue over light grey to red: for fields with a sign, from -x to x
};

/// Bounds on the size of a picture of a plane, along its longer side.
struct PictureSize {
  std::size_t least = 1;   ///< pixels; smaller planes get k x k pixels per node
  std::size_t most = 4096; ///< pixels; larger planes show every k-th node
};

/// Paints a plane of values: axis 0 runs to the right, axis 1 upwards. Colours run from `low` to `high`;
/// values that are not finite are grey. Where `low` is `high`, all have the colour of the lower end of
/// viridis, or of the middle of cool_warm. \param plane n0 x n1 values, index 1 fastest
template <class T>
Picture paint(std::span<const T> plane, std::size_t n0, std::size_t n1, double low, double high,
              PictureSize size = {}, ColourMap map = ColourMap::viridis);

/// Writes an 8-bit RGB PNG.
/// \param note is stored in the file as its comment
/// \throws RunFailure if it can't be written
void write_png(std::filesystem::path const& path, Picture const& picture, std::string const& note = {});

/// A picture as brightness.
struct Brightness {
  std::size_t n0 = 0; ///< width
  std::size_t n1 = 0; ///< height
  /// n0 x n1 values in [0, 1], axis 0 to the right, axis 1 upwards, index 1 fastest
  std::vector<double> values;
};

/// Reads any PNG: grey, palette, RGB, 1 to 16 bits. A colour gives its luminance (Rec. 709 weights of the
/// values as stored); transparent parts are shown over black.
/// \throws InvalidInput if the file is missing, not a PNG, or damaged
Brightness read_png(std::filesystem::path const& path);

} // namespace tessera::io

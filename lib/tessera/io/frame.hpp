// SPDX-License-Identifier: Apache-2.0
// What stands around a picture: a title, axes with numbers, a colour bar.
#pragma once

#include <tessera/io/picture.hpp>

#include <optional>

namespace tessera::io {

/// An axis along a side of a picture.
struct FrameAxis {
  std::string name;
  double first = 0., last = 1.; ///< at the left or lower edge of the pixels, and at the other
  double margin = 0.;           ///< no ticks so near to an edge, in the axis' units
  bool whole = false;           ///< ticks are integers
};

/// The axis of a picture with a pixel, or a block of pixels, for each of n nodes: the edge lies half a
/// spacing beyond the first and the last node.
FrameAxis node_axis(std::string name, double origin, double spacing, std::size_t n);

/// The colours of values from `low` to `high`.
struct ColourBar {
  std::string name;
  double low = 0., high = 1.;
  std::vector<Colour> colours; ///< from low to high, evenly
};

/// The bar of a colour map.
ColourBar colour_bar(std::string name, double low, double high, ColourMap map);

/// A line across a picture, dashed.
struct FrameLine {
  int axis = 0;         ///< 0: upright, at a position of the axis that runs to the right; 1: level
  double position = 0.; ///< in the axis' units
};

/// What is written around a picture.
struct Frame {
  std::string title;
  FrameAxis across, up; ///< `up` may run down: its first value is at the lower edge
  std::optional<ColourBar> bar = {};
  std::vector<FrameLine> lines = {};
};

/// Whether this build has what frames are drawn with: Anti-Grain Geometry, found when it was configured.
bool draws_frames();

/// The picture with its frame: its pixels as they are (under the lines), on white, with the title above, the
/// axes to the left and below, the bar to the right. Without draws_frames() it is the picture as it is.
/// Letters are those of ASCII. \throws InvalidInput for a picture of no pixels
Picture framed(Picture const& picture, Frame const& frame);

/// Whether the nodes of a body are grey, or keep their colours and get an outline.
enum class BodyStyle { grey, outline };

/// Paints a plane of values at a size that suits a frame, the longer side about 640 to 1280 pixels: the sides
/// have the proportions of the domain, unless one is shorter than a quarter of the other, to which it is then
/// stretched. Of an axis with more than 1280 nodes every k-th is shown.
/// \param spacing of the nodes along both axes
/// \param body a byte a node, not zero in a solid; empty: none
/// \throws InvalidInput for sizes that don't fit
template <class T>
Picture paint_to_scale(std::span<const T> plane, std::size_t n0, std::size_t n1, double low, double high,
                       ColourMap map, std::array<double, 2> spacing, std::span<const std::uint8_t> body = {},
                       BodyStyle style = BodyStyle::grey);

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
// Contour lines of a plane of values, and pictures of them.
#pragma once

#include <tessera/io/frame.hpp>
#include <tessera/io/picture.hpp>

namespace tessera::io {

/// A straight piece of a contour line, in node indices.
struct Segment {
  std::array<double, 2> from, to;
};

/// The lines along which the values, joined linearly along the edges of the cells between four nodes, equal
/// `level` (marching squares; Lorensen and Cline 1987 in the plane). In a cell whose opposite corners lie on
/// the same side, the mean of its corners decides. Cells with a corner that is not finite have no line.
/// \param plane n0 x n1 values, index 1 fastest
/// \throws InvalidInput unless there are n0 x n1 values
template <class T>
std::vector<Segment> contour(std::span<const T> plane, std::size_t n0, std::size_t n1, double level);

/// The style of a picture of contour lines.
struct ContourStyle {
  int levels = 24;                       ///< lines at low + (k + 1/2) (high - low) / levels
  std::array<double, 2> spacing{1., 1.}; ///< of the nodes per axis: the picture has the domain's aspect ratio
  std::size_t longest = 1024;            ///< pixels along the longer side
};

/// Contour lines on white: axis 0 runs to the right, axis 1 upwards. Colours of levels run from low (dark) to
/// high.
/// \param body one byte per node, painted grey where it is not zero; empty: no body
/// \throws InvalidInput for sizes that don't fit, or fewer than 2 x 2 nodes
template <class T>
Picture paint_contours(std::span<const T> plane, std::span<const std::uint8_t> body, std::size_t n0,
                       std::size_t n1, double low, double high, ContourStyle const& style = {});

/// The bar of the colours that lines between `low` and `high` have.
ColourBar contour_bar(std::string name, double low, double high);

} // namespace tessera::io

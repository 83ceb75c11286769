// SPDX-License-Identifier: Apache-2.0
// Text and lines on a picture, by Anti-Grain Geometry, whose fonts are part of it.
#pragma once

#include <tessera/io/picture.hpp>

namespace tessera::io::detail {

enum class Font { small, large };

struct Point {
  double x, y; ///< pixels from the left and from the top
};

/// Draws on a picture that outlives it.
class Canvas {
public:
  explicit Canvas(Picture& picture) : picture_(picture) {}

  static double width(Font font, std::string const& text);
  static double height(Font font);

  /// Letters of ASCII from this point to the right, the point at the left of their base line; others are
  /// shown as "?".
  void text(Font font, Point from, std::string const& text);
  /// The same from this point upwards.
  void text_upwards(Font font, Point from, std::string const& text);
  void line(Point from, Point to, Colour const& colour, double width = 1., bool dashed = false);

private:
  Picture& picture_;
};

} // namespace tessera::io::detail

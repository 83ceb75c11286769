// SPDX-License-Identifier: Apache-2.0
#include <tessera/io/detail/canvas.hpp>

#include <agg_conv_dash.h>
#include <agg_conv_stroke.h>
#include <agg_embedded_raster_fonts.h>
#include <agg_glyph_raster_bin.h>
#include <agg_path_storage.h>
#include <agg_pixfmt_rgb.h>
#include <agg_rasterizer_scanline_aa.h>
#include <agg_renderer_base.h>
#include <agg_renderer_raster_text.h>
#include <agg_renderer_scanline.h>
#include <agg_scanline_p.h>
#include <algorithm>
#include <cmath>

namespace tessera::io::detail {

namespace {

using Base = agg::renderer_base<agg::pixfmt_rgb24>;
using Glyphs = agg::glyph_raster_bin<agg::rgba8>;

agg::int8u const* data_of(Font font) { return font == Font::small ? agg::verdana14 : agg::verdana17; }

std::string ascii(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

template <class Draw>
void on(Picture& picture, Draw const& draw) {
  agg::rendering_buffer buffer(reinterpret_cast<agg::int8u*>(picture.pixels.data()),
                               static_cast<unsigned>(picture.width), static_cast<unsigned>(picture.height),
                               static_cast<int>(3 * picture.width));
  agg::pixfmt_rgb24 pixels(buffer);
  Base base(pixels);
  draw(base);
}

} // namespace

double Canvas::width(Font font, std::string const& text) {
  return Glyphs(data_of(font)).width(ascii(text).c_str());
}

double Canvas::height(Font font) { return Glyphs(data_of(font)).height(); }

void Canvas::text(Font font, Point from, std::string const& text) {
  on(picture_, [&](Base& base) {
    Glyphs glyphs(data_of(font));
    agg::renderer_raster_htext_solid<Base, Glyphs> renderer(base, glyphs);
    renderer.color(agg::rgba8(30, 30, 30));
    renderer.render_text(from.x, from.y, ascii(text).c_str(), true);
  });
}

void Canvas::text_upwards(Font font, Point from, std::string const& text) {
  // Written level on a slip of paper, which is then turned.
  auto const slip_height = static_cast<std::size_t>(height(font)) + 4, base = slip_height - 4;
  Picture slip{static_cast<std::size_t>(width(font, text)) + 2, slip_height, {}};
  slip.pixels.assign(slip.width * slip.height, Colour{255, 255, 255});
  Canvas(slip).text(font, {0., static_cast<double>(base)}, text);
  for (std::size_t row = 0; row < slip.height; ++row)
    for (std::size_t column = 0; column < slip.width; ++column) {
      auto const x = std::lround(from.x) + static_cast<long>(row) - static_cast<long>(base);
      auto const y = std::lround(from.y) - static_cast<long>(column);
      bool const inside =
          x >= 0 && y >= 0 && x < static_cast<long>(picture_.width) && y < static_cast<long>(picture_.height);
      auto const& ink = slip.pixels[row * slip.width + column];
      if (inside && ink[0] < 255)
        picture_.pixels[static_cast<std::size_t>(y) * picture_.width + static_cast<std::size_t>(x)] = ink;
    }
}

void Canvas::line(Point from, Point to, Colour const& colour, double width, bool dashed) {
  on(picture_, [&](Base& base) {
    agg::path_storage path;
    path.move_to(from.x, from.y);
    path.line_to(to.x, to.y);
    agg::rasterizer_scanline_aa<> rasterizer;
    agg::conv_dash<agg::path_storage> dashes(path);
    dashes.add_dash(7., 5.);
    agg::conv_stroke<agg::path_storage> solid(path);
    agg::conv_stroke<agg::conv_dash<agg::path_storage>> broken(dashes);
    solid.width(width);
    broken.width(width);
    if (dashed)
      rasterizer.add_path(broken);
    else
      rasterizer.add_path(solid);
    agg::scanline_p8 scanline;
    agg::render_scanlines_aa_solid(rasterizer, scanline, base, agg::rgba8(colour[0], colour[1], colour[2]));
  });
}

} // namespace tessera::io::detail

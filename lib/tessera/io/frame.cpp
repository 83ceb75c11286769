// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/colour_map.hpp>
#include <tessera/io/detail/ticks.hpp>
#include <tessera/io/frame.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#ifdef TESSERA_IO_HAS_AGG
#include <tessera/io/detail/canvas.hpp>
#endif

namespace tessera::io {

FrameAxis node_axis(std::string name, double origin, double spacing, std::size_t n) {
  auto const half = 0.5 * spacing;
  return {std::move(name), origin - half, origin + (static_cast<double>(n) - 0.5) * spacing, half};
}

ColourBar colour_bar(std::string name, double low, double high, ColourMap map) {
  ColourBar bar{std::move(name), low, high, {}};
  constexpr int count = 256;
  // A constant field has one colour, which is not that of an end of a diverging map.
  auto const constant = !(high > low);
  for (int i = 0; i < count; ++i)
    bar.colours.push_back(
        colour_of(constant ? (map == ColourMap::cool_warm ? 0.5 : 0.) : i / (count - 1.), map));
  return bar;
}

#ifndef TESSERA_IO_HAS_AGG

bool draws_frames() { return false; }

Picture framed(Picture const& picture, Frame const&) { return picture; }

#else

namespace {

using detail::Canvas;
using detail::Font;
using detail::short_number;
using detail::Ticks;

constexpr Colour white{255, 255, 255}, black{60, 60, 60}, dash{70, 70, 70};
constexpr double gap = 6., tick = 5., bar_width = 18.;

/// "x", or "x - 1000" where the labels leave out 1000.
std::string named(std::string const& name, Ticks const& ticks) {
  if (ticks.base == 0.) return name;
  return fmt::format("{} {} {:.12g}", name, ticks.base < 0. ? '+' : '-', std::abs(ticks.base));
}

double widest(Ticks const& ticks) {
  double width = 0.;
  for (auto const& one : ticks.ticks) width = std::max(width, Canvas::width(Font::small, one.label));
  return width;
}

Ticks ticks_of(FrameAxis const& axis, int most) {
  return detail::round_ticks(std::min(axis.first, axis.last) + axis.margin,
                             std::max(axis.first, axis.last) - axis.margin, most, axis.whole);
}

/// As many ticks as there is room for their labels side by side.
Ticks ticks_across(FrameAxis const& axis, double pixels) {
  for (int most = 10; most > 1; --most) {
    auto ticks = ticks_of(axis, most);
    auto const distance = ticks.ticks.size() < 2 ? pixels : pixels / static_cast<double>(ticks.ticks.size());
    if (widest(ticks) + 3. * gap <= distance) return ticks;
  }
  return ticks_of(axis, 1);
}

Ticks ticks_up(double pixels, FrameAxis const& axis) {
  return ticks_of(axis, std::clamp(static_cast<int>(pixels / 45.), 2, 10));
}

/// The words in lines no wider than this.
std::vector<std::string> in_lines(std::string const& text, Font font, double width) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    auto const end = std::min(text.find(' ', at), text.size());
    auto const word = text.substr(at, end - at);
    if (lines.empty() || Canvas::width(font, lines.back() + ' ' + word) > width)
      lines.push_back(word);
    else
      lines.back() += ' ' + word;
    at = end + 1;
  }
  return lines;
}

/// Draws a frame's parts; `at` is the picture's upper left corner.
class Draughtsman {
public:
  Draughtsman(Picture& canvas, detail::Point at, Picture const& inside)
      : canvas_(canvas), left_(at.x), top_(at.y), right_(at.x + static_cast<double>(inside.width)),
        bottom_(at.y + static_cast<double>(inside.height)) {}

  void box(double left, double top, double right, double bottom) {
    canvas_.line({left - 0.5, top - 0.5}, {right + 0.5, top - 0.5}, black);
    canvas_.line({left - 0.5, bottom + 0.5}, {right + 0.5, bottom + 0.5}, black);
    canvas_.line({left - 0.5, top - 0.5}, {left - 0.5, bottom + 0.5}, black);
    canvas_.line({right + 0.5, top - 0.5}, {right + 0.5, bottom + 0.5}, black);
  }

  void title(std::vector<std::string> const& lines, double from) {
    auto y = 2. * gap;
    for (auto const& line : lines) {
      y += Canvas::height(Font::large);
      canvas_.text(Font::large, {from, y - 4.}, line);
    }
  }

  void across(FrameAxis const& axis, Ticks const& ticks) {
    for (auto const& one : ticks.ticks) {
      auto const x = std::round(place_across(axis, one.value)) + 0.5;
      canvas_.line({x, bottom_}, {x, bottom_ + tick}, black);
      canvas_.text(
          Font::small,
          {x - 0.5 * Canvas::width(Font::small, one.label), bottom_ + tick + Canvas::height(Font::small)},
          one.label);
    }
    auto const name = named(axis.name, ticks);
    canvas_.text(Font::small,
                 {0.5 * (left_ + right_ - Canvas::width(Font::small, name)),
                  bottom_ + tick + gap + 2. * Canvas::height(Font::small)},
                 name);
  }

  void up(FrameAxis const& axis, Ticks const& ticks) {
    for (auto const& one : ticks.ticks) {
      auto const y = std::round(place_up(axis, one.value)) + 0.5;
      canvas_.line({left_ - tick, y}, {left_, y}, black);
      canvas_.text(Font::small, {left_ - tick - gap - Canvas::width(Font::small, one.label), y + 5.},
                   one.label);
    }
    auto const name = named(axis.name, ticks);
    canvas_.text_upwards(
        Font::small,
        {gap + Canvas::height(Font::small), 0.5 * (top_ + bottom_ + Canvas::width(Font::small, name))}, name);
  }

  void bar(Picture& picture, ColourBar const& colours, Ticks const& ticks) {
    auto const left = right_ + 4. * gap;
    auto const rows = bottom_ - top_, last = static_cast<double>(colours.colours.size() - 1);
    for (auto y = top_; y < bottom_; ++y) {
      auto const place = rows > 1. ? (bottom_ - 1. - y) / (rows - 1.) : 0.5;
      auto const& colour = colours.colours[static_cast<std::size_t>(std::lround(place * last))];
      for (auto x = left; x < left + bar_width; ++x)
        picture.pixels[static_cast<std::size_t>(y) * picture.width + static_cast<std::size_t>(x)] = colour;
    }
    box(left, top_, left + bar_width, bottom_);
    FrameAxis const axis{{}, colours.low, colours.high};
    for (auto const& one : ticks.ticks) {
      auto const y = (colours.high > colours.low ? std::round(place_up(axis, one.value))
                                                 : std::round(0.5 * (top_ + bottom_))) +
                     0.5;
      canvas_.line({left + bar_width, y}, {left + bar_width + tick, y}, black);
      canvas_.text(Font::small, {left + bar_width + tick + gap, y + 5.}, one.label);
    }
    canvas_.text(Font::small, {left, top_ - gap - 2.}, named(colours.name, ticks));
  }

  void dashed(Frame const& frame, FrameLine const& line) {
    auto const& axis = line.axis == 0 ? frame.across : frame.up;
    if (line.position < std::min(axis.first, axis.last) || line.position > std::max(axis.first, axis.last))
      return;
    if (line.axis == 0) {
      auto const x = std::round(place_across(axis, line.position)) + 0.5;
      canvas_.line({x, top_}, {x, bottom_}, dash, 1.2, true);
    } else {
      auto const y = std::round(place_up(axis, line.position)) + 0.5;
      canvas_.line({left_, y}, {right_, y}, dash, 1.2, true);
    }
  }

private:
  static double part(FrameAxis const& axis, double value) {
    // Halves, since the span of two large numbers may overflow.
    return (0.5 * value - 0.5 * axis.first) / (0.5 * axis.last - 0.5 * axis.first);
  }
  double place_across(FrameAxis const& axis, double value) const {
    return std::clamp(left_ + part(axis, value) * (right_ - left_), left_, right_ - 1.);
  }
  double place_up(FrameAxis const& axis, double value) const {
    return std::clamp(bottom_ - part(axis, value) * (bottom_ - top_), top_, bottom_ - 1.);
  }

  Canvas canvas_;
  double left_, top_, right_, bottom_;
};

} // namespace

bool draws_frames() { return true; }

Picture framed(Picture const& picture, Frame const& frame) {
  if (picture.width == 0 || picture.height == 0)
    throw InvalidInput(fmt::format("a picture of {} x {} pixels has no frame (paint at least one)",
                                   picture.width, picture.height));
  auto const width = static_cast<double>(picture.width), height = static_cast<double>(picture.height);
  auto const across = ticks_across(frame.across, width), up = ticks_up(height, frame.up);
  auto const line = Canvas::height(Font::small);
  Ticks bar;
  auto right = 3. * gap + 0.5 * widest(across);
  if (frame.bar) {
    bar = ticks_up(height, {{}, frame.bar->low, frame.bar->high});
    right = 6. * gap + std::max(bar_width + tick + gap + widest(bar),
                                Canvas::width(Font::small, named(frame.bar->name, bar)));
  }
  auto const left = std::max(std::ceil(3. * gap + line + widest(up) + tick), std::ceil(0.5 * widest(across)));
  auto const total = std::ceil(left + width + right);
  auto const title = in_lines(frame.title, Font::large, total - 4. * gap);
  auto const top = std::ceil(4. * gap + static_cast<double>(title.size()) * Canvas::height(Font::large) +
                             (frame.bar ? line : 0.));
  Picture canvas;
  canvas.width = static_cast<std::size_t>(total);
  canvas.height = static_cast<std::size_t>(std::ceil(top + height + tick + 3. * gap + 2. * line));
  canvas.pixels.assign(canvas.width * canvas.height, white);
  for (std::size_t row = 0; row < picture.height; ++row)
    std::copy_n(picture.pixels.begin() + static_cast<std::ptrdiff_t>(row * picture.width), picture.width,
                canvas.pixels.begin() +
                    static_cast<std::ptrdiff_t>((row + static_cast<std::size_t>(top)) * canvas.width +
                                                static_cast<std::size_t>(left)));
  Draughtsman draw(canvas, {left, top}, picture);
  for (auto const& each : frame.lines) draw.dashed(frame, each);
  draw.box(left, top, left + width, top + height);
  draw.title(title, 2. * gap);
  draw.across(frame.across, across);
  draw.up(frame.up, up);
  if (frame.bar) draw.bar(canvas, *frame.bar, bar);
  return canvas;
}

#endif

} // namespace tessera::io

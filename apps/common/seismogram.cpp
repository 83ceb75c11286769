// SPDX-License-Identifier: Apache-2.0
#include "seismogram.hpp"

#include <tessera/io/frame.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::app {

namespace {

constexpr io::Colour paper{255, 255, 255}, axis{210, 210, 210}, ink{20, 20, 60};
constexpr std::size_t height = 640, most_columns = 256;

/// The trace at a row of pixels, between its samples on a straight line.
double sample_at(std::vector<double> const& trace, std::size_t row) {
  auto const place = static_cast<double>(row) * static_cast<double>(trace.size() - 1) / (height - 1);
  auto const below = std::min(static_cast<std::size_t>(place), trace.size() - 1);
  auto const above = std::min(below + 1, trace.size() - 1);
  auto const share = place - static_cast<double>(below);
  return (1. - share) * trace[below] + share * trace[above];
}

void draw(io::Picture& picture, std::vector<double> const& trace, double middle, double pixels_per_unit) {
  auto const clamped = [&](double x) {
    return static_cast<std::size_t>(std::clamp(x, 0., static_cast<double>(picture.width - 1)));
  };
  auto const paint = [&](std::size_t row, double from, double to, io::Colour const& colour) {
    auto const last = clamped(std::max(from, to));
    for (auto x = clamped(std::min(from, to)); x <= last; ++x)
      picture.pixels[row * picture.width + x] = colour;
  };
  double before = middle;
  for (std::size_t row = 0; row < height; ++row) {
    auto const x = middle + pixels_per_unit * sample_at(trace, row);
    if (x > middle + 0.5) paint(row, middle, x, ink);
    paint(row, row == 0 ? x : before, x, ink);
    before = x;
  }
}

} // namespace

void write_seismogram(std::filesystem::path const& path, std::vector<std::vector<double>> const& traces,
                      double first, double last, PictureWords const& words) {
  auto const stride = (traces.size() + most_columns - 1) / most_columns;
  auto const columns = (traces.size() + stride - 1) / stride;
  auto const spacing = std::clamp<std::size_t>(960 / columns, 6, 120);
  double largest = 0.;
  for (auto const& trace : traces)
    for (auto const value : trace)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  io::Picture picture;
  picture.width = spacing * (columns + 1);
  picture.height = height;
  picture.pixels.assign(picture.width * picture.height, paper);
  auto const middle = [&](std::size_t column) { return spacing * (column + 1); };
  for (std::size_t column = 0; column < columns; ++column)
    for (std::size_t row = 0; row < height; ++row)
      picture.pixels[row * picture.width + middle(column)] = axis;
  if (largest > 0.)
    for (std::size_t column = 0; column < columns; ++column)
      draw(picture, traces[column * stride], static_cast<double>(middle(column)),
           1.5 * static_cast<double>(spacing) / largest);
  if (!words.bare && io::draws_frames()) {
    auto const each = static_cast<double>(stride);
    io::Frame frame;
    frame.title = fmt::format("{}: {} at {} receiver{}, largest |{}| {:.4g}", words.program, words.quantity,
                              traces.size(), traces.size() == 1 ? "" : "s", words.quantity, largest);
    // Columns stand between the picture's edges, where there is no receiver.
    frame.across = {"receiver", -each, static_cast<double>(columns) * each, each, true};
    frame.up = {with_unit("time", words.time_unit), last, first};
    picture = io::framed(picture, frame);
  }
  io::write_png(path, picture,
                fmt::format("u at {} receivers, time {} at the top to {} at the bottom, largest |u| {}",
                            traces.size(), first, last, largest));
}

} // namespace tessera::app

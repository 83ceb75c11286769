// SPDX-License-Identifier: Apache-2.0
// The pictures of a run.
#include <tessera/io/contour.hpp>
#include <tessera/io/frame.hpp>
#include <tessera/io/picture.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

#include "outputs.hpp"

namespace tessera::app {

std::string Outputs::title(std::string const& quantity, Instant now) const {
  auto const& words = own_.words;
  auto const what = fmt::format("{}: {}", words.program, quantity);
  if (own_.course == OwnOutputs::Course::none) return what;
  if (own_.course == OwnOutputs::Course::iterations)
    return fmt::format("{}, {} iteration{}", what, now.step, now.step == 1 ? "" : "s");
  return fmt::format("{}, step {}, t = {:.5g}{}", what, now.step, now.time,
                     words.time_unit.empty() ? "" : " " + words.time_unit);
}

io::Frame Outputs::frame(std::string const& title, io::FrameAxis across, io::FrameAxis up, io::ColourBar bar,
                         std::array<std::size_t, 2> axes) const {
  io::Frame frame{title, std::move(across), std::move(up), std::move(bar), {}};
  for (int side = 0; side < 2; ++side)
    for (auto const& line : own_.lines)
      if (static_cast<std::size_t>(line.axis) == axes[static_cast<std::size_t>(side)])
        frame.lines.push_back({side, line.position});
  return frame;
}

void Outputs::write_contours(HostField const& field, std::vector<std::uint8_t> const& body, int levels,
                             Instant now, std::string const& stem, std::string const& name) {
  if (levels == 0) return;
  auto const n = geometry_.shape();
  std::visit(
      [&]<class T>(HostValues<T> const& all) {
        auto const values = all.all();
        auto const found = io::finite_range(std::span<const T>(values));
        bool const ranged = range_ && name == "u"; // the user's range is that of u
        auto const low = ranged ? (*range_)[0] : found.first, high = ranged ? (*range_)[1] : found.second;
        io::ContourStyle const style{levels, {geometry_.spacing[0], geometry_.spacing[1]}};
        auto picture = io::paint_contours(std::span<const T>(values), body, n[0], n[1], low, high, style);
        if (framed_) {
          auto const axis = [&](std::size_t a) {
            auto const last = geometry_.position(static_cast<int>(a), geometry_.nodes[a] - 1);
            return io::FrameAxis{with_unit(std::string(1, "xyz"[a]), own_.words.length_unit),
                                 geometry_.origin[a], last};
          };
          picture = io::framed(picture, frame(title(fmt::format("{}, {} lines", name, levels), now), axis(0),
                                              axis(1), io::contour_bar(name, low, high), {0, 1}));
        }
        io::write_png(folder_ / (stem + ".png"), picture,
                      fmt::format("{} contour lines of {} between {} and {}", levels, name, low, high));
        note(stem + ".png");
      },
      field);
}

template <class T>
void Outputs::write_pictures(std::string const& stem, Placed const& u, HostValues<T> const& values,
                             Instant now) {
  auto const grid = shifted(geometry_, u.offset);
  auto const n = grid.shape();
  if (n.size() == 2) write_picture(stem, values.all(), {grid, 0, 1, all_nodes(grid), {}}, now);
  if (n.size() < 3) return;
  // Three planes through the middle.
  std::array<std::vector<T>, 3> planes;
  planes[0] = values.planes(static_cast<std::int64_t>(n[0] / 2), 1);
  values.for_pieces([&](std::size_t, std::span<T const> piece) {
    for (std::size_t plane = 0; plane < piece.size(); plane += n[1] * n[2]) {
      auto const row = piece.subspan(plane + n[1] / 2 * n[2], n[2]);
      planes[1].insert(planes[1].end(), row.begin(), row.end());
      for (std::size_t j = 0; j < n[1]; ++j) planes[2].push_back(piece[plane + j * n[2] + n[2] / 2]);
    }
  });
  constexpr std::array names{"yz", "xz", "xy"};
  for (std::size_t normal = 0; normal < 3; ++normal) {
    auto nodes = all_nodes(grid);
    nodes.first[normal] = static_cast<std::int64_t>(n[normal] / 2);
    nodes.count[normal] = 1;
    auto const position = grid.position(static_cast<int>(normal), nodes.first[normal]);
    write_picture(fmt::format("{}-{}", stem, names[normal]), planes[normal],
                  {grid, normal == 0 ? 1u : 0u, normal == 2 ? 1u : 2u, nodes,
                   fmt::format(", {} = {:.4g}", "xyz"[normal], position + 0.)},
                  now);
  }
}

template <class T>
void Outputs::write_picture(std::string const& stem, std::vector<T> const& values, Plane const& plane,
                            Instant now) {
  auto const& grid = plane.of;
  auto const n0 = grid.shape()[plane.a], n1 = grid.shape()[plane.b];
  auto [low, high] = io::finite_range(std::span<const T>(values));
  if (own_.signed_field) {
    high = std::max(-low, high);
    low = -high;
  }
  if (range_) std::tie(low, high) = std::pair((*range_)[0], (*range_)[1]);
  // The middle of a diverging map has to be zero, which the user's range decides.
  auto const map = own_.signed_field && low == -high ? io::ColourMap::cool_warm : io::ColourMap::viridis;
  auto const* const ends =
      map == io::ColourMap::cool_warm ? "u from {} (blue) to {} (red)" : "u from {} (dark) to {} (light)";
  std::span<const T> const seen(values);
  io::Picture picture;
  if (framed_) {
    auto const axis = [&](std::size_t a) {
      return io::node_axis(with_unit(std::string(1, "xyz"[a]), own_.words.length_unit), grid.origin[a],
                           grid.spacing[a], grid.shape()[a]);
    };
    auto const body = own_.body.empty() ? std::vector<std::uint8_t>() : own_.body.in(plane.nodes);
    auto const style = own_.body_has_values ? io::BodyStyle::outline : io::BodyStyle::grey;
    picture = io::framed(io::paint_to_scale(seen, n0, n1, low, high, map,
                                            {grid.spacing[plane.a], grid.spacing[plane.b]}, body, style),
                         frame(title(own_.words.quantity + plane.at, now), axis(plane.a), axis(plane.b),
                               io::colour_bar(own_.words.quantity, low, high, map), {plane.a, plane.b}));
  } else {
    picture = io::paint(seen, n0, n1, low, high, {.least = 512}, map);
  }
  io::write_png(folder_ / (stem + ".png"), picture, fmt::format(fmt::runtime(ends), low, high));
  note(stem + ".png");
}

template void Outputs::write_pictures(std::string const&, Placed const&, HostValues<float> const&, Instant);
template void Outputs::write_pictures(std::string const&, Placed const&, HostValues<double> const&, Instant);

} // namespace tessera::app

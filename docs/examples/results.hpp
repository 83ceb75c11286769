// SPDX-License-Identifier: Apache-2.0
// What the examples do with a finished field.
#pragma once

#include <tessera/io/frame.hpp>
#include <tessera/io/hash.hpp>
#include <tessera/io/picture.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace example {

/// The View's values on the host in row-major order, whatever its layout and memory; waits for the View.
template <class ViewType>
auto row_major(ViewType const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<typename ViewType::non_const_value_type> values;
  values.reserve(host.size());
  for (std::size_t i = 0; i < host.extent(0); ++i)
    for (std::size_t j = 0; j < host.extent(1); ++j) values.push_back(host(i, j));
  return values;
}

/// The nodes along an axis of a picture.
struct Axis {
  std::string name;
  double first, spacing; ///< where the first node lies, and how far apart they are
  std::size_t nodes;
};

/// What a picture says.
struct Words {
  std::string title, quantity;
};

/// Writes the picture, with axes, colour bar and title, and prints the checksum, by which the schemes can be
/// compared. Where the least value is negative by more than a scheme leaves below zero, zero is in the middle
/// of the colours. \param plane across.nodes x up.nodes values, index of `up` fastest
inline void show(std::vector<double> const& plane, Axis const& across, Axis const& up, Words const& words,
                 std::string const& file) {
  namespace io = tessera::io;
  std::span<const double> const values(plane);
  auto const [low, high] = io::finite_range(values);
  auto const most = std::max(-low, high);
  auto const has_sign = -low > 0.05 * most;
  auto const map = has_sign ? io::ColourMap::cool_warm : io::ColourMap::viridis;
  auto const bottom = has_sign ? -most : low, top = has_sign ? most : high;
  auto const picture =
      io::paint_to_scale(values, across.nodes, up.nodes, bottom, top, map, {across.spacing, up.spacing});
  auto const axis = [](Axis const& of) { return io::node_axis(of.name, of.first, of.spacing, of.nodes); };
  io::Frame const frame{words.title, axis(across), axis(up),
                        io::colour_bar(words.quantity, bottom, top, map)};
  io::write_png(file, io::framed(picture, frame));
  std::printf("values from %.4g to %.4g, checksum %s\npicture: %s\n", low, high,
              io::hex(io::hash_of(values)).c_str(), file.c_str());
}

} // namespace example

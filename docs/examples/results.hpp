// SPDX-License-Identifier: Apache-2.0
// What the examples do with a finished field.
#pragma once

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

/// Writes the picture and prints the checksum, by which the schemes can be compared. Where the least value is
/// negative by more than a scheme leaves below zero, zero is in the middle of the colours.
inline void show(std::vector<double> const& plane, std::size_t n0, std::size_t n1, std::string const& file) {
  auto const [low, high] = tessera::io::finite_range(std::span<const double>(plane));
  auto const most = std::max(-low, high);
  auto const has_sign = -low > 0.05 * most;
  auto const map = has_sign ? tessera::io::ColourMap::cool_warm : tessera::io::ColourMap::viridis;
  auto const picture = tessera::io::paint(std::span<const double>(plane), n0, n1, has_sign ? -most : low,
                                          has_sign ? most : high, {.least = 512}, map);
  tessera::io::write_png(file, picture);
  std::printf("values from %.4g to %.4g, checksum %s\npicture: %s\n", low, high,
              tessera::io::hex(tessera::io::hash_of(std::span<const double>(plane))).c_str(), file.c_str());
}

} // namespace example

// SPDX-License-Identifier: Apache-2.0
// The sizes of the breadth benchmark, which have names since they differ by dimension and device.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

namespace tessera::perf {

struct NamedSize {
  char const* name;
  std::int64_t host[3], device[3]; // nodes along every axis in 1D, 2D, 3D
};

/// The large ones lie past the caches.
inline constexpr NamedSize named_sizes[] = {{"tiny", {500, 40, 13}, {500, 40, 13}},
                                            {"small", {40000, 200, 48}, {40000, 200, 48}},
                                            {"middle", {4000000, 2000, 160}, {4000000, 2000, 160}},
                                            {"large", {16000000, 4000, 256}, {64000000, 8000, 512}}};

inline constexpr std::int64_t least_nodes = 12; // inside of which the widest stencil has nodes

/// Nodes along every axis; 0 if there are none of this name or number.
/// \param size a name of the above, or a number
inline std::int64_t nodes_of(std::string const& size, int dimension, bool host) {
  for (NamedSize const& known : named_sizes)
    if (size == known.name) return (host ? known.host : known.device)[dimension - 1];
  std::int64_t number = 0;
  char const* const end = size.data() + size.size();
  auto const [last, error] = std::from_chars(size.data(), end, number);
  return error == std::errc{} && last == end && number >= least_nodes ? number : 0;
}

} // namespace tessera::perf

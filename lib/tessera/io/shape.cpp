// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/shape.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::io {

std::size_t element_count(Shape const& shape) {
  std::size_t count = 1;
  for (auto extent : shape) {
    if (__builtin_mul_overflow(count, extent, &count))
      throw InvalidInput(fmt::format(
          "an array of {} has more elements than can be counted (give smaller extents)", to_string(shape)));
  }
  return count;
}

std::string to_string(Shape const& shape) {
  return shape.empty() ? std::string("scalar") : fmt::format("{}", fmt::join(shape, " x "));
}

} // namespace tessera::io

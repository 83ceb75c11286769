// SPDX-License-Identifier: Apache-2.0
// The length of the circular buffers in which injections and samplings keep levels.
#pragma once

#include <tessera/core/index.hpp>

#include <cstddef>

namespace tessera::detail {

/// A power of two of up to `most` levels of so many bytes, as many as take no more than `bytes_in_all`, but
/// at least `least`.
inline Index window_of(Index most, Index least, std::size_t bytes_of_level, std::size_t bytes_in_all) {
  Index levels = most;
  while (levels > least && static_cast<std::size_t>(levels) * bytes_of_level > bytes_in_all) levels /= 2;
  return levels;
}

} // namespace tessera::detail

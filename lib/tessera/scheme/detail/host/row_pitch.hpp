// SPDX-License-Identifier: Apache-2.0
// How far apart rows lie in a host core's own buffers.
#pragma once

#include <tessera/core/loop.hpp>

namespace tessera::detail {

/// Values from a row to the next one, for rows of at least `width` values: whole cache lines, but not whole
/// pages. Rows that lie pages apart have the same columns in the same few lines of the first cache, which
/// does not hold as many rows as are read and written together (docs/notes/boxes-on-a-cpu.md).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Index row_pitch(Index width) {
  constexpr Index page = 4096, line = values_in_line<T>;
  Index const pitch = round_up(width, line);
  return pitch * static_cast<Index>(sizeof(T)) % page == 0 ? pitch + line : pitch;
}

} // namespace tessera::detail

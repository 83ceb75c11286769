// SPDX-License-Identifier: Apache-2.0
// Where the members of a system lie between sweeps.
#pragma once

#include <tessera/scheme/detail/system/levels.hpp>

#include <utility>

namespace tessera::detail {

/// `now` holds their values, `other` is a second level, or null for a
/// member that needs none.
template <class T, int Count>
struct SystemState {
  T* now[Count];
  T* other[Count];
  Index stride_y, stride_z;

  /// What a sweep reads and writes, if it writes these members to their second level.
  SystemLevels<T, Count> levels(unsigned to_other) const {
    SystemLevels<T, Count> levels{{}, {}, stride_y, stride_z};
    for (int m = 0; m < Count; ++m) {
      levels.in[m] = now[m];
      levels.out[m] = (to_other >> m & 1u) != 0 ? other[m] : now[m];
    }
    return levels;
  }
  /// Makes the second level of these members the one that holds their values.
  void turn(unsigned members) {
    for (int m = 0; m < Count; ++m)
      if ((members >> m & 1u) != 0) std::swap(now[m], other[m]);
  }
};

} // namespace tessera::detail

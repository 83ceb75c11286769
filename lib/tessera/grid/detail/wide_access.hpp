// SPDX-License-Identifier: Apache-2.0
// Checks whether wide accesses can read and write a field's memory.
#pragma once

#include <tessera/core/device/pack.hpp>
#include <tessera/grid/detail/data.hpp>

#include <cstdint>

namespace tessera::detail {

/// Whether wide accesses can move packs of Width values that start at multiples of Width.
template <int Width, class T>
bool wide_access(Data<T> const& data) {
  constexpr std::uintptr_t bytes = wide_bytes<T, Width>;
  if constexpr (bytes == 0)
    return false;
  else
    return reinterpret_cast<std::uintptr_t>(data.origin) % bytes == 0 && data.stride_y % Width == 0 &&
           data.stride_z % Width == 0;
}

} // namespace tessera::detail

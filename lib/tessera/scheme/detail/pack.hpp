// SPDX-License-Identifier: Apache-2.0
// A pack: a few contiguous values that one device thread holds in registers, moved 16 bytes at a time.
#pragma once

#include <tessera/core/inline.hpp>
#include <tessera/grid/detail/data.hpp>

#include <cstdint>

namespace tessera::detail {

/// Values of T in `Bytes` bytes, at least one.
template <class T, int Bytes>
inline constexpr int pack_width = static_cast<int>(sizeof(T)) < Bytes ? Bytes / static_cast<int>(sizeof(T))
                                                                      : 1;

/// Whether packs of Width values that start at multiples of Width can be moved by wide accesses.
template <int Width, class T>
bool wide_access(Data<T> const& data) {
  constexpr std::uintptr_t bytes = Width * sizeof(T) < 16 ? Width * sizeof(T) : 16;
  return reinterpret_cast<std::uintptr_t>(data.origin) % bytes == 0 && data.stride_y % Width == 0 &&
         data.stride_z % Width == 0;
}

template <class T, int Width>
struct alignas(Width * sizeof(T) < 16 ? Width * sizeof(T) : 16) Pack {
  T v[Width];
};

template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void load_pack(T (&to)[Width], T const* from, bool wide) {
  if (wide) {
    Pack<T, Width> const pack = *reinterpret_cast<Pack<T, Width> const*>(from);
    TESSERA_UNROLL
    for (int c = 0; c < Width; ++c) to[c] = pack.v[c];
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < Width; ++c) to[c] = from[c];
  }
}

template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void store_pack(T* to, T const (&from)[Width], bool wide) {
  if (wide) {
    Pack<T, Width> pack;
    TESSERA_UNROLL
    for (int c = 0; c < Width; ++c) pack.v[c] = from[c];
    *reinterpret_cast<Pack<T, Width>*>(to) = pack;
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < Width; ++c) to[c] = from[c];
  }
}

} // namespace tessera::detail

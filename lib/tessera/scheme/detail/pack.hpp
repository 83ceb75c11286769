// SPDX-License-Identifier: Apache-2.0
// A pack: a few contiguous values that one device thread holds in registers, moved 16 bytes at a time.
#pragma once

#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/levels.hpp>

#include <cstdint>

namespace tessera::detail {

/// Accesses that the hardware makes at once: 2, 4 or 8 bytes, or 16 and its multiples in pieces. 0 for other sizes,
/// which are moved value by value.
template <class T, int Width>
inline constexpr int wide_bytes = [] {
  constexpr int bytes = Width * static_cast<int>(sizeof(T));
  return bytes % 16 == 0 ? 16 : bytes == 8 || bytes == 4 || bytes == 2 ? bytes : 0;
}();

/// Values of T in `Bytes` bytes, at least one.
template <class T, int Bytes>
inline constexpr int pack_width = static_cast<int>(sizeof(T)) < Bytes ? Bytes / static_cast<int>(sizeof(T))
                                                                      : 1;

/// Whether packs of Width values that start at multiples of Width can be moved by wide accesses.
template <int Width, class T>
bool wide_access(Data<T> const& data) {
  constexpr std::uintptr_t bytes = wide_bytes<T, Width>;
  if constexpr (bytes == 0)
    return false;
  else
    return reinterpret_cast<std::uintptr_t>(data.origin) % bytes == 0 && data.stride_y % Width == 0 &&
           data.stride_z % Width == 0;
}

/// Whether that holds of every level of a sweep.
template <int Width, class T>
bool wide_access(Levels<T> const& levels) {
  return wide_access<Width>(levels.in) && wide_access<Width>(levels.out) &&
         wide_access<Width>(levels.before) && wide_access<Width>(levels.before_out);
}

template <class T, int Width>
struct alignas(wide_bytes<T, Width> > alignof(T) ? wide_bytes<T, Width> : alignof(T)) Pack {
  T v[Width];
};

template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void load_pack(T (&to)[Width], T const* from, bool wide) {
  static_assert(sizeof(Pack<T, Width>) == Width * sizeof(T));
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

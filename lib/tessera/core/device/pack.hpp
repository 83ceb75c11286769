// SPDX-License-Identifier: Apache-2.0
// A pack: a few contiguous values that one device thread holds in registers and moves by wide accesses, up to
// 16 bytes at a time.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/index.hpp>

#include <cstdint>
#include <type_traits>

namespace tessera::detail {

/// Bytes that the hardware moves at once: 2, 4 or 8, or 16 for a multiple of 16, which is moved in pieces. It
/// is 0 for other sizes, which are moved value by value.
template <class T, int Width>
inline constexpr int wide_bytes = [] {
  constexpr int bytes = Width * static_cast<int>(sizeof(T));
  return bytes % 16 == 0 ? 16 : bytes == 8 || bytes == 4 || bytes == 2 ? bytes : 0;
}();

/// Number of values of T in `Bytes` bytes, at least one.
template <class T, int Bytes>
inline constexpr int pack_width = static_cast<int>(sizeof(T)) < Bytes ? Bytes / static_cast<int>(sizeof(T))
                                                                      : 1;

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

/// Reads a value from memory that no thread writes during the launch. A device may then move the read ahead
/// of its writes.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T read_only(T const* from) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) return __ldg(from);
#endif
  return *from;
}

/// Does the same as load_pack, for memory that no thread writes during the launch.
template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void read_pack(T (&to)[Width], T const* from, bool wide) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float> && Width == 4) {
    if (wide) {
      float4 const v = __ldg(reinterpret_cast<float4 const*>(from));
      to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
      return;
    }
  } else if constexpr (std::is_same_v<T, double> && Width == 2) {
    if (wide) {
      double2 const v = __ldg(reinterpret_cast<double2 const*>(from));
      to[0] = v.x, to[1] = v.y;
      return;
    }
  }
#endif
  if (wide) {
    load_pack(to, from, true);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < Width; ++c) to[c] = read_only(from + c);
  }
}

/// Does the same as load_pack, for values that no other thread reads: they are not cached in L1, which leaves
/// room there for other values.
template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void load_no_allocate(T (&to)[Width], T const* from, bool wide) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float> && Width == 4) {
    if (wide) {
      asm volatile("ld.global.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
                   : "l"(from));
      return;
    }
  } else if constexpr (std::is_same_v<T, double> && Width == 2) {
    if (wide) {
      asm volatile("ld.global.L1::no_allocate.v2.f64 {%0, %1}, [%2];" : "=d"(to[0]), "=d"(to[1]) : "l"(from));
      return;
    }
  }
#endif
  load_pack(to, from, wide);
}

/// Prefetches memory that is read soon into the L2 cache, so that no register waits for it.
KOKKOS_FORCEINLINE_FUNCTION void prefetch([[maybe_unused]] void const* from) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(from));
#endif
}

/// Prefetches if it is wanted. The condition is a predicate of the instruction, since compilers do not
/// reorder loads across a branch.
KOKKOS_FORCEINLINE_FUNCTION void prefetch_if([[maybe_unused]] bool wanted,
                                             [[maybe_unused]] void const* from) {
#if defined(__CUDA_ARCH__)
  asm volatile("{\n"
               " .reg .pred wanted;\n"
               " setp.ne.s32 wanted, %0, 0;\n"
               " @wanted prefetch.global.L2 [%1];\n"
               "}" ::"r"(static_cast<int>(wanted)),
               "l"(from));
#endif
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

/// Does the same as store_pack, for values that are not read again soon: caches evict them before others.
template <int Width, class T>
KOKKOS_FORCEINLINE_FUNCTION void store_streaming(T* to, T const (&from)[Width], bool wide) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<T, float> && Width == 4) {
    if (wide) {
      __stcs(reinterpret_cast<float4*>(to), make_float4(from[0], from[1], from[2], from[3]));
      return;
    }
  } else if constexpr (std::is_same_v<T, double> && Width == 2) {
    if (wide) {
      __stcs(reinterpret_cast<double2*>(to), make_double2(from[0], from[1]));
      return;
    }
  }
#endif
  store_pack(to, from, wide);
}

/// Stores those columns of the pack at x that lie in [begin, end).
template <int C, bool wide, class T>
KOKKOS_FORCEINLINE_FUNCTION void store_columns(T* at_x, T const (&from)[C], Index begin, Index end, Index x) {
  if (x >= begin && x + C <= end) {
    store_pack(at_x, from, wide);
  } else {
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if (x + c >= begin && x + c < end) at_x[c] = from[c];
  }
}

} // namespace tessera::detail

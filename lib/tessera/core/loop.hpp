// SPDX-License-Identifier: Apache-2.0
// Loops, prefetching and barriers: the primitives in which host and device differ. Everything built on them
// is written once.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device.hpp>
#include <tessera/core/index.hpp>

#include <concepts>

namespace tessera::detail {

/// Bytes of a host core's longest vectors; 0 if the code cannot name vector registers.
#if TESSERA_HOST_VECTORS && defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif TESSERA_HOST_VECTORS
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 0;
#endif

/// Values of such a vector; 0 if the vector length is left to the compiler.
template <class T>
inline constexpr int values_in_vector = 0;
template <std::floating_point T>
inline constexpr int values_in_vector<T> = vector_bytes / static_cast<int>(sizeof(T));

/// Calls body(x) for x in [begin, end): the vector loop of one host core. Kokkos gives g++ no hint to
/// vectorise. `T` is the type that the body computes; with it vectors are the longest ones, even if the
/// compiler's tuning for the processor would prefer shorter ones.
template <class T = void, class Body>
TESSERA_FLATTEN TESSERA_ALWAYS_INLINE inline void simd_for(Index begin, Index end, Body const& body) {
  if constexpr (constexpr int lanes = values_in_vector<T>; lanes > 0) {
#pragma omp simd simdlen(lanes)
    for (Index x = begin; x < end; ++x) body(x);
  } else {
#pragma omp simd
    for (Index x = begin; x < end; ++x) body(x);
  }
}

/// Values in a cache line of a host core, at least one. A line is as long as the longest vectors.
template <class T>
inline constexpr Index values_in_line = sizeof(T) < 64 ? Index{64 / sizeof(T)} : Index{1};

/// Prefetches `count` values of a row into a host core's caches. Rows of a tile are too short for the
/// hardware to predict the next one.
template <bool for_write, class T>
inline void prefetch(T const* row, Index count) {
  for (Index x = 0; x < count; x += values_in_line<T>) __builtin_prefetch(row + x, for_write);
}

/// How the members of a team on a CUDA device look up a box along the axis that they take. Indexed by the
/// axis, the box lies in local memory; chosen, its bounds take registers, which a kernel may need for
/// something else (docs/notes/scratch-tiles-on-a-gpu.md).
enum class BoxBounds { indexed, chosen };

/// Calls body(x, y, z) for a team's share of a box, x fastest. On a host the one member runs vector loops
/// over x. Where kernels have their portable forms, Kokkos shares out the nodes. On a CUDA device consecutive
/// members take consecutive nodes of a row, 32 of them, or all members if there is only one row. In a narrow,
/// tall box they go along y instead, so that the few columns at a face, which need other code, share warps.
template <class Exec, BoxBounds bounds = BoxBounds::indexed, class Member, class Body>
KOKKOS_FORCEINLINE_FUNCTION void box_for(Member const& member, Box3 const& box, Body const& body) {
  if constexpr (on_host<Exec>) {
    KOKKOS_IF_ON_HOST((
      for (Index z = box.lower[2]; z < box.upper[2]; ++z)
        for (Index y = box.lower[1]; y < box.upper[1]; ++y)
          simd_for(box.lower[0], box.upper[0], [=](Index x) { body(x, y, z); });
    ));
  } else if constexpr (!has_warps<Exec>) {
    Index const nx = max(0, box.extent(0)), ny = max(0, box.extent(1)), nz = max(0, box.extent(2));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, nx * ny * nz), [&](Index i) {
      Index const row = i / nx;
      body(box.lower[0] + i % nx, box.lower[1] + row % ny, box.lower[2] + row / ny);
    });
  } else {
    // There is one loop for boxes of one row and of many, since each copy of the body takes time to compile.
    constexpr int warp = 32;
    bool const one_row = box.extent(1) * box.extent(2) == 1;
    int const along = box.extent(0) < warp && box.extent(1) > box.extent(0) ? 1 : 0, other = 1 - along;
    auto const of_axis = [](Index3 const& ends, int axis) {
      return bounds == BoxBounds::indexed ? ends[axis] : axis == 0 ? ends[0] : ends[1];
    };
    int const rank = member.team_rank(), lanes = one_row ? member.team_size() : warp;
    int const lane = one_row ? rank : rank % warp, first = one_row ? 0 : rank / warp;
    int const rows_of_team = one_row ? 1 : member.team_size() / warp;
    int const plane_rows = static_cast<int>(of_axis(box.upper, other) - of_axis(box.lower, other));
    int const rows = plane_rows * static_cast<int>(box.extent(2));
    for (int row = first; row < rows; row += rows_of_team) {
      Index const z = box.lower[2] + row / plane_rows, q = of_axis(box.lower, other) + row % plane_rows;
      for (Index p = of_axis(box.lower, along) + lane; p < of_axis(box.upper, along); p += lanes)
        body(along == 0 ? p : q, along == 0 ? q : p, z);
    }
  }
}

/// Orders a team's accesses to its scratch. A host team has one member and needs no barrier.
template <class Exec, class Member>
KOKKOS_FORCEINLINE_FUNCTION void barrier([[maybe_unused]] Member const& member) {
  if constexpr (!on_host<Exec>) member.team_barrier();
}

} // namespace tessera::detail

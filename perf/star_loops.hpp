// SPDX-License-Identifier: Apache-2.0
// The 25-point update as a user would write it by hand: with OpenMP and vector loops, blocked by 16 rows; on
// a device with Kokkos' own multi-dimensional loop. Its differences are those of wave_loops.hpp, so the bits
// are the library's.
#pragma once

#include "wave_loops.hpp"

namespace tessera::perf {

/// u + r (u_zz + u_yy + u_xx), spacing 1.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T star_update(T const* u, T ratio, std::int64_t i, std::int64_t row,
                                          std::int64_t plane) {
  WaveWeights<T> const weights;
  T const slice = Kokkos::fma(ratio, weights.along(u, i, 1), ratio * weights.along(u, i, row));
  return u[i] + Kokkos::fma(ratio, weights.along(u, i, plane), slice);
}

/// Blocks of 16 rows stay in the caches while the planes pass. Without threads: on one, with the same vector
/// loop.
template <class T>
void openmp_star_loop(T* __restrict__ to, T const* __restrict__ u, T ratio, std::int64_t n, bool threads) {
  constexpr std::int64_t radius = 4, rows = 16;
  std::int64_t const plane = n * n;
#pragma omp parallel for schedule(static) if (threads)
  for (std::int64_t block = radius; block < n - radius; block += rows)
    for (std::int64_t k = radius; k < n - radius; ++k)
      for (std::int64_t j = block; j < std::min(block + rows, n - radius); ++j) {
        std::int64_t const begin = k * plane + j * n;
#pragma omp simd
        for (std::int64_t i = begin + radius; i < begin + n - radius; ++i)
          to[i] = star_update(u, ratio, i, n, plane);
      }
}

template <class View>
struct KokkosStarLoop {
  using T = typename View::non_const_value_type;
  View to, u;
  T ratio;
  std::int64_t n;

  KOKKOS_FUNCTION void operator()(int k, int j, int i) const {
    std::int64_t const at = (k * n + j) * n + i;
    to.data()[at] = star_update<T>(u.data(), ratio, at, n, n * n);
  }
};

/// One step of n^3 nodes. Nodes within the radius of an edge stay as they are.
template <class Exec, class View>
void star_loop(Exec const& exec, View const& to, View const& u, typename View::non_const_value_type ratio,
               bool threads) {
  auto const n = static_cast<std::int64_t>(u.extent(0));
  if constexpr (Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible) {
    openmp_star_loop(to.data(), u.data(), ratio, n, threads);
  } else {
    kokkos_cube_loop(exec, n, KokkosStarLoop<View>{to, u, ratio, n});
  }
}

} // namespace tessera::perf

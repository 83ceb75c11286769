// SPDX-License-Identifier: Apache-2.0
// The wave update of order 8 as a user would write it by hand: with OpenMP and vector loops, blocked by 16
// rows; on a device with Kokkos' own multi-dimensional loop. The sums come in the order of
// tessera/stencil/laplacian.hpp, with the same fused multiply-adds, so the bits are the same.
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tessera::perf {

template <class T>
struct WaveWeights {
  T w0 = static_cast<T>(-205. / 72), w1 = static_cast<T>(8. / 5), w2 = static_cast<T>(-1. / 5),
    w3 = static_cast<T>(8. / 315), w4 = static_cast<T>(-1. / 560);

  /// h^2 times the second derivative at i along an axis of this stride.
  KOKKOS_FORCEINLINE_FUNCTION T along(T const* u, std::int64_t i, std::int64_t s) const {
    T sum = w0 * u[i];
    sum = Kokkos::fma(w4, u[i - 4 * s] + u[i + 4 * s], sum);
    sum = Kokkos::fma(w3, u[i - 3 * s] + u[i + 3 * s], sum);
    sum = Kokkos::fma(w2, u[i - 2 * s] + u[i + 2 * s], sum);
    return Kokkos::fma(w1, u[i - s] + u[i + s], sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION T next(T const* u, T const* ratio, T previous, std::int64_t i, std::int64_t row,
                                     std::int64_t plane) const {
    T const curved = (along(u, i, row) + along(u, i, 1)) + along(u, i, plane);
    return Kokkos::fma(ratio[i], curved, Kokkos::fma(T(2), u[i], -previous));
  }
};

/// Blocks of 16 rows stay in the caches while the planes pass. Without threads: on one, with the same vector
/// loop.
template <class T>
void openmp_wave_loop(T* __restrict__ to, T const* __restrict__ u, T const* __restrict__ ratio,
                      std::int64_t n, bool threads) {
  constexpr std::int64_t radius = 4, rows = 16;
  std::int64_t const plane = n * n;
#pragma omp parallel for schedule(static) if (threads)
  for (std::int64_t block = radius; block < n - radius; block += rows)
    for (std::int64_t k = radius; k < n - radius; ++k)
      for (std::int64_t j = block; j < std::min(block + rows, n - radius); ++j) {
        std::int64_t const begin = k * plane + j * n;
        WaveWeights<T> const weights;
#pragma omp simd
        for (std::int64_t i = begin + radius; i < begin + n - radius; ++i)
          to[i] = weights.next(u, ratio, to[i], i, n, plane);
      }
}

/// The first thing to write with Kokkos.
template <class View>
struct KokkosWaveLoop {
  using T = typename View::non_const_value_type;
  View to, u, ratio;
  std::int64_t n;

  KOKKOS_FUNCTION void operator()(int k, int j, int i) const {
    std::int64_t const at = (k * n + j) * n + i;
    to.data()[at] = WaveWeights<T>().next(u.data(), ratio.data(), to.data()[at], at, n, n * n);
  }
};

/// Runs a loop over the nodes of n^3 that do not lie within radius 4 of an edge.
template <class Exec, class Loop>
void kokkos_cube_loop(Exec const& exec, std::int64_t n, Loop const& loop) {
  auto const last = static_cast<int>(n) - 4;
  Kokkos::parallel_for(
      "perf::kokkos_loop",
      Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3, Kokkos::Iterate::Right, Kokkos::Iterate::Right>>(
          exec, {4, 4, 4}, {last, last, last}),
      loop);
}

/// One step of n^3 nodes, written over the level before u. Nodes within the radius of an edge stay as they
/// are.
template <class Exec, class View>
void wave_loop(Exec const& exec, View const& to, View const& u, View const& ratio, bool threads = true) {
  auto const n = static_cast<std::int64_t>(u.extent(0));
  if constexpr (Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible) {
    openmp_wave_loop(to.data(), u.data(), ratio.data(), n, threads);
  } else {
    kokkos_cube_loop(exec, n, KokkosWaveLoop<View>{to, u, ratio, n});
  }
}

} // namespace tessera::perf

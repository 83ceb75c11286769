// SPDX-License-Identifier: Apache-2.0
// The update as a user would first write it, without a library: serial, and with OpenMP threads and vector
// loops; on a device with Kokkos' own multi-dimensional loop. Nodes on the edge stay as they are. The
// additions come in the order of the formula in diffusion.hpp, so the bits are the same.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include "diffusion.hpp"

namespace tessera::perf {

template <class T>
void serial_loop(T* __restrict__ to, T const* __restrict__ u, std::int64_t rows, std::int64_t columns,
                 T ratio) {
  for (std::int64_t i = 1; i < rows - 1; ++i)
    for (std::int64_t j = i * columns + 1; j < (i + 1) * columns - 1; ++j)
      to[j] = diffused<2>(u[j], (u[j - columns] + u[j + columns]) + (u[j - 1] + u[j + 1]), ratio);
}

template <class T>
void openmp_loop(T* __restrict__ to, T const* __restrict__ u, std::int64_t rows, std::int64_t columns,
                 T ratio) {
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 1; i < rows - 1; ++i) {
#pragma omp simd
    for (std::int64_t j = i * columns + 1; j < (i + 1) * columns - 1; ++j)
      to[j] = diffused<2>(u[j], (u[j - columns] + u[j + columns]) + (u[j - 1] + u[j + 1]), ratio);
  }
}

template <class T>
void serial_loop(T* __restrict__ to, T const* __restrict__ u, std::int64_t planes, std::int64_t rows,
                 std::int64_t columns, T ratio) {
  std::int64_t const plane = rows * columns;
  for (std::int64_t k = 1; k < planes - 1; ++k)
    for (std::int64_t i = 1; i < rows - 1; ++i)
      for (std::int64_t j = k * plane + i * columns + 1; j < k * plane + (i + 1) * columns - 1; ++j)
        to[j] = diffused<3>(
            u[j], (u[j - plane] + u[j + plane]) + (u[j - columns] + u[j + columns]) + (u[j - 1] + u[j + 1]),
            ratio);
}

template <class T>
void openmp_loop(T* __restrict__ to, T const* __restrict__ u, std::int64_t planes, std::int64_t rows,
                 std::int64_t columns, T ratio) {
  std::int64_t const plane = rows * columns;
#pragma omp parallel for collapse(2) schedule(static)
  for (std::int64_t k = 1; k < planes - 1; ++k)
    for (std::int64_t i = 1; i < rows - 1; ++i) {
#pragma omp simd
      for (std::int64_t j = k * plane + i * columns + 1; j < k * plane + (i + 1) * columns - 1; ++j)
        to[j] = diffused<3>(
            u[j], (u[j - plane] + u[j + plane]) + (u[j - columns] + u[j + columns]) + (u[j - 1] + u[j + 1]),
            ratio);
    }
}

/// The first thing to write with Kokkos.
template <class View>
struct KokkosLoop {
  View to, u;
  typename View::non_const_value_type ratio;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    to(i, j) = diffused<2>(u(i, j), (u(i - 1, j) + u(i + 1, j)) + (u(i, j - 1) + u(i, j + 1)), ratio);
  }
  KOKKOS_FUNCTION void operator()(int i, int j, int k) const {
    to(i, j, k) = diffused<3>(u(i, j, k),
                              (u(i - 1, j, k) + u(i + 1, j, k)) + (u(i, j - 1, k) + u(i, j + 1, k)) +
                                  (u(i, j, k - 1) + u(i, j, k + 1)),
                              ratio);
  }

  template <class Exec>
  void launch(Exec const& exec) const {
    constexpr int rank = static_cast<int>(View::rank());
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<rank>, Kokkos::IndexType<int>>;
    typename Policy::point_type lower, upper;
    for (int a = 0; a < rank; ++a) {
      lower[a] = 1;
      upper[a] = static_cast<int>(u.extent(a)) - 1;
    }
    Kokkos::parallel_for("perf::kokkos_loop", Policy(exec, lower, upper), *this);
  }
};

} // namespace tessera::perf

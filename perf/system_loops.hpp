// SPDX-License-Identifier: Apache-2.0
// Loops by hand over systems of fields, whose members lie in arrays of their own: with OpenMP threads and
// vector loops; on a device with Kokkos' own multi-dimensional loop.
#pragma once

#include <tessera/core/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tessera::perf {

/// The nodes of n^2 or n^3 that a loop updates: all but so many at the lower and the upper end of each axis.
struct Inset {
  std::int64_t lower, upper;
};

template <class Update>
struct NodeLoop {
  Update update;
  std::int64_t n;
  KOKKOS_FUNCTION void operator()(int i, int j) const { update(i * n + j); }
  KOKKOS_FUNCTION void operator()(int i, int j, int k) const { update((i * n + j) * n + k); }
};

/// Calls update(x) for nodes whose position in memory is x. An update holds pointers to the members and the
/// coefficients. Without threads: on one, with the same vector loop.
template <int D = 2, class Exec, class Update>
void node_loop(Exec const& exec, std::int64_t n, Inset const& inset, Update const& update, bool threads) {
  auto const first = static_cast<int>(inset.lower), end = static_cast<int>(n - inset.upper);
  if constexpr (detail::on_host<Exec>) {
    std::int64_t const across = end - first, rows = D == 2 ? across : across * across;
#pragma omp parallel for schedule(static) if (threads)
    for (std::int64_t r = 0; r < rows; ++r) {
      std::int64_t const row = D == 2 ? first + r : (first + r / across) * n + first + r % across;
      Update const own = update; // a local copy: pointers stay in registers, since no store can alias them
#pragma omp simd
      for (std::int64_t x = row * n + first; x < row * n + end; ++x) own(x);
    }
  } else {
    using Policy =
        Kokkos::MDRangePolicy<Exec, Kokkos::Rank<D, Kokkos::Iterate::Right, Kokkos::Iterate::Right>>;
    typename Policy::point_type from, to;
    for (int a = 0; a < D; ++a) from[a] = first, to[a] = end;
    Kokkos::parallel_for("perf::kokkos_loop", Policy(exec, from, to), NodeLoop<Update>{update, n});
  }
}

template <class T, class Update>
struct NodeMaximum {
  Update update;
  KOKKOS_FUNCTION void operator()(std::int64_t x, T& most) const {
    T const value = update.number(x);
    if (value > most) most = value;
  }
};

/// The same for updates with a step(x) and a number(x) of the new values: the largest of them. On a host it
/// is found in the same sweep, on a device after it: there Kokkos' reduction over several axes in the sweep
/// took ten times as long as the sweep.
template <class T, class Exec, class Update>
T node_maximum(Exec const& exec, std::int64_t n, Inset const& inset, Update const& update) {
  T most = std::numeric_limits<T>::lowest();
  if constexpr (detail::on_host<Exec>) {
#pragma omp parallel for schedule(static) reduction(max : most)
    for (std::int64_t i = inset.lower; i < n - inset.upper; ++i) {
      Update const own = update;
      T of_row = most;
#pragma omp simd reduction(max : of_row)
      for (std::int64_t x = i * n + inset.lower; x < (i + 1) * n - inset.upper; ++x) {
        own.step(x);
        T const value = own.number(x);
        of_row = value > of_row ? value : of_row;
      }
      most = std::max(most, of_row);
    }
  } else {
    node_loop(exec, n, inset, update.step, true);
    Kokkos::parallel_reduce("perf::kokkos_maximum",
                            Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, inset.lower * n,
                                                                                       (n - inset.upper) * n),
                            NodeMaximum<T, Update>{update}, Kokkos::Max<T>(most));
  }
  return most;
}

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstring>

#include "device.hpp"

namespace tessera::app {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
constexpr bool on_host = Kokkos::SpaceAccessibility<Exec, Kokkos::HostSpace>::accessible;

struct alignas(16) Wide {
  double a, b;
};
using Array = Kokkos::View<Wide*, Exec>;

/// A thread moves one 16-byte value: on a device, accesses of a warp are then 512 contiguous bytes.
void copy_by_values(Exec const& exec, Array const& to, Array const& from) {
  Kokkos::parallel_for(
      "tessera::app::copy",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, to.extent_int(0)),
      KOKKOS_LAMBDA(std::int64_t i) { to(i) = from(i); });
}

/// A core copies blocks by the C library, which streams past the caches: plain stores would first read what they
/// overwrite, a third of the traffic.
void copy_by_blocks(Exec const& exec, Array const& to, Array const& from) {
  auto const pieces = static_cast<std::int64_t>(exec.concurrency());
  auto const n = static_cast<std::int64_t>(to.extent(0));
  Kokkos::parallel_for(
      "tessera::app::copy_blocks",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, pieces),
      KOKKOS_LAMBDA(std::int64_t piece) {
        KOKKOS_IF_ON_HOST((auto const begin = n * piece / pieces; auto const end = n * (piece + 1) / pieces;
                           std::memcpy(static_cast<void*>(to.data() + begin), from.data() + begin,
                                       static_cast<std::size_t>(end - begin) * sizeof(Wide));))
      });
}

template <class Copy>
double best_seconds(Exec const& exec, Copy const& copy) {
  double best = 1e30;
  for (int repetition = 0; repetition < 6; ++repetition) {
    exec.fence("tessera::app: before a timed copy");
    Kokkos::Timer timer;
    copy();
    exec.fence("tessera::app: after a timed copy");
    if (repetition > 0) best = std::min(best, timer.seconds()); // the first one warms up
  }
  return best;
}

} // namespace

double measure_copy_rate() {
  Exec const exec;
  // 256 MB an array on a host, 1 GB on a device: several times the largest caches.
  std::size_t const count = (on_host ? std::size_t{256} : std::size_t{1024}) * 1000 * 1000 / sizeof(Wide);
  Array const from(Kokkos::view_alloc(exec, "tessera::app::copy_from"), count);
  Array const to(Kokkos::view_alloc(exec, "tessera::app::copy_to"), count);
  auto seconds = best_seconds(exec, [&] { copy_by_values(exec, to, from); });
  if constexpr (on_host)
    seconds = std::min(seconds, best_seconds(exec, [&] { copy_by_blocks(exec, to, from); }));
  return 2. * static_cast<double>(count * sizeof(Wide)) / seconds * 1e-9;
}

} // namespace tessera::app

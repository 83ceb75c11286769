// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/device.hpp>

#include <algorithm>
#include <cstring>
#include <exception>

#include "device.hpp"

namespace tessera::app {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
constexpr bool on_host = tessera::detail::runs_on_host<Exec>;

// The system clears the pages of both arrays, which takes longer than many a test. Builds without forced
// inlining are for tests, and their rates mean nothing: they copy a part.
#if defined(TESSERA_NO_FORCED_INLINING)
constexpr std::size_t part = 16;
#else
constexpr std::size_t part = 1;
#endif

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

/// A core copies blocks by the C library, whose stores are non-temporal: other stores would first read what
/// they overwrite, a third of the traffic.
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

/// Of six turns, or as many as fit the time; the first one warms up.
template <class Copy>
double best_seconds(Exec const& exec, Copy const& copy) {
  constexpr double longest = 0.08;
  Kokkos::Timer all;
  double best = 1e30;
  for (int turn = 0; turn < 6 && (turn < 2 || all.seconds() < longest); ++turn) {
    exec.fence("tessera::app: before a timed copy");
    Kokkos::Timer timer;
    copy();
    exec.fence("tessera::app: after a timed copy");
    if (turn > 0) best = std::min(best, timer.seconds());
  }
  return best;
}

/// Elements of an array: 256 MB on a host, 1 GB on a device, several times the largest caches; less where two
/// of them would take more than half of what is free; 0 where a copy of so little would say nothing.
std::size_t array_length() {
  constexpr double wanted = on_host ? 256e6 : 1024e6;
  auto const bytes = std::min(wanted, free_device_memory() / 4.);
  return bytes < wanted / 4. ? 0 : static_cast<std::size_t>(bytes) / sizeof(Wide);
}

double copy_rate(std::size_t length) {
  Exec const exec;
  if constexpr (part > 1) {
    // There has to be room for the whole, whose pages nobody touches.
    Array const room(Kokkos::view_alloc(exec, "tessera::app::copy_room", Kokkos::WithoutInitializing),
                     2 * length);
    length /= part;
  }
  // Pages that are only ever read may all be the same one: `from` is written first.
  Array const from(Kokkos::view_alloc(exec, "tessera::app::copy_from"), length);
  Array const to(Kokkos::view_alloc(exec, "tessera::app::copy_to", Kokkos::WithoutInitializing), length);
  auto seconds = best_seconds(exec, [&] { copy_by_values(exec, to, from); });
  if constexpr (on_host)
    seconds = std::min(seconds, best_seconds(exec, [&] { copy_by_blocks(exec, to, from); }));
  return 2. * static_cast<double>(length * sizeof(Wide)) / seconds * 1e-9;
}

} // namespace

std::optional<double> measure_copy_rate() {
  try {
    if (auto const length = array_length(); length > 0) return copy_rate(length);
  } catch (std::exception const&) {
    // What is free was taken meanwhile, or is limited in a way that nobody tells.
  }
  return {};
}

} // namespace tessera::app

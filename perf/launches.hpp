// SPDX-License-Identifier: Apache-2.0
// The floor of every time step: a kernel that does nothing.
#pragma once

#include <tessera/core/device.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace tessera::perf {

struct Nothing {
  KOKKOS_FUNCTION void operator()(std::int64_t) const {}
};

inline constexpr int launches = 500; // in a repetition

/// One index a thread on a host, so that all of them start; one in all on a device.
template <class Exec>
void launch_nothing(Exec const& exec) {
  std::int64_t const indices = detail::on_host<Exec> ? exec.concurrency() : 1;
  Kokkos::parallel_for("perf::nothing",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, indices),
                       Nothing{});
}

template <class Exec>
void launch_in_a_row(Exec const& exec) {
  for (int i = 0; i < launches; ++i) launch_nothing(exec);
  exec.fence();
}

template <class Exec>
void launch_and_wait(Exec const& exec) {
  for (int i = 0; i < launches; ++i) {
    launch_nothing(exec);
    exec.fence();
  }
}

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
#include "device.hpp"

#include <tessera/core/device.hpp>
#include <tessera/core/device_name.hpp>
#include <tessera/core/error.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <fstream>
#include <limits>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

#include "file_names.hpp"
#include "host_environment.hpp"
#include "launcher.hpp"
#include "options.hpp"
#include "streams.hpp"
#include "text.hpp"
#include "threads.hpp"

namespace tessera::app {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// Bytes free for new allocations of the host: what the kernel says, or the control group's limit if that is
/// lower.
double free_host_memory() {
  double available = std::numeric_limits<double>::infinity();
  std::ifstream info("/proc/meminfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("MemAvailable:")) available = std::stod(line.substr(13)) * 1024.;
  double limit = 0., used = 0.;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> limit &&
      std::ifstream("/sys/fs/cgroup/memory.current") >> used)
    available = std::min(available, std::max(0., limit - used));
  return available;
}

/// Of devices that run kernels; 0 where there is none, or none is needed. Kokkos' own count ends the process
/// where the driver has something to say.
int device_count() {
#if defined(KOKKOS_ENABLE_CUDA)
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
#elif defined(KOKKOS_ENABLE_HIP)
  int count = 0;
  if (hipGetDeviceCount(&count) == hipSuccess) return count;
#endif
  return 0;
}

/// Of the host, before Kokkos starts. What it can't take hangs or crashes it.
void check_threads(std::optional<int> wanted) {
  auto count = wanted.value_or(1);
#ifdef KOKKOS_ENABLE_OPENMP
  count = wanted.value_or(omp_get_max_threads());
  if (count > threads_range.highest)
    throw InvalidInput(detail::text(count, " OpenMP threads are more than the ", threads_range.highest,
                                    " that Kokkos takes (give --threads or OMP_NUM_THREADS from ",
                                    threads_range.lowest, " to ", threads_range.highest, ")"));
#endif
  auto const cores = usable_cores(cores_by_affinity());
  if (detail::runs_on_host<Exec> && count > cores)
    say(detail::text("tessera: warning: ", count, " threads share the ", cores,
                     cores == 1 ? " core" : " cores",
                     " that this process may use, and wait for each other (give --threads ", cores, ")\n"));
}

} // namespace

DeviceSession::DeviceSession(std::optional<int> asked, std::int64_t nodes) {
  check_kokkos_environment(device_count());
  // Kokkos gives a rank the GPU of its number on the machine, and begins again where there are more ranks.
  if (auto const ranks = ranks_of_this_machine(), devices = device_count(); devices > 0 && ranks > devices)
    say(detail::text("tessera: warning: ", ranks, " ranks share the ", devices,
                     devices == 1 ? " GPU" : " GPUs", " of this machine (start ", devices, " for speed)\n"));
#if defined(KOKKOS_ENABLE_SERIAL)
  if (std::is_same_v<Kokkos::DefaultHostExecutionSpace, Kokkos::Serial> && asked.value_or(1) > 1)
    throw InvalidInput(detail::text("--threads ", *asked,
                                    ": this program was built for one thread (leave the "
                                    "option out, or build with TESSERA_BACKEND=openmp or threads)"));
#endif
  auto const threads = threads_for(asked, nodes);
  check_threads(threads);
  Kokkos::InitializationSettings settings;
  // Advice on environment variables would stand between the user and our one line of error.
  settings.set_disable_warnings(true);
  if (threads) settings.set_num_threads(*threads);
  try {
    Kokkos::initialize(settings);
  } catch (std::exception const& error) {
    throw RunFailure(
        detail::text("Kokkos does not start: ", error.what(), " (check the device and --threads)"));
  }
}

DeviceSession::~DeviceSession() { Kokkos::finalize(); }

Device describe_device() {
  Device device;
  device.backend = lower_case(Exec::name());
  device.threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  device.name = detail::device_name(Exec());
  return device;
}

double free_device_memory() {
#if defined(KOKKOS_ENABLE_CUDA)
  std::size_t available = 0, total = 0;
  if (cudaMemGetInfo(&available, &total) == cudaSuccess) return static_cast<double>(available);
#elif defined(KOKKOS_ENABLE_HIP)
  std::size_t available = 0, total = 0;
  if (hipMemGetInfo(&available, &total) == hipSuccess) return static_cast<double>(available);
#endif
  return detail::runs_on_host<Exec> ? free_host_memory() : std::numeric_limits<double>::infinity();
}

void require_memory(double host_bytes, double device_bytes, std::string const& what) {
  auto check = [&](double needed, double available, char const* where) {
    if (needed > available)
      throw RunFailure(detail::text(what, " needs ", human_bytes(needed), " of memory, ", where, " has ",
                                    human_bytes(available),
                                    " free (give fewer nodes, or use a larger machine)"));
  };
  if constexpr (detail::runs_on_host<Exec>) {
    check(host_bytes + ranks_of_this_machine() * device_bytes, free_host_memory(), "this machine");
  } else {
    check(host_bytes, free_host_memory(), "this machine");
    check(device_bytes, free_device_memory(), "the device");
  }
}

} // namespace tessera::app

// SPDX-License-Identifier: Apache-2.0
// What the run is executed on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tessera::app {

struct Device {
  std::string backend; ///< "openmp", "cuda"
  std::string name;    ///< of the processor or card
  int threads = 1;     ///< of the host backend
};

/// Kokkos lives as long as this does.
class DeviceSession {
public:
  /// On the threads that are asked for, or as many as a grid of so many nodes wants (threads.hpp). Warns
  /// where there are more than cores.
  /// \throws InvalidInput for threads or an environment that Kokkos can't take, RunFailure if it does not
  /// start
  DeviceSession(std::optional<int> asked, std::int64_t nodes);
  ~DeviceSession();
  DeviceSession(DeviceSession const&) = delete;
  DeviceSession& operator=(DeviceSession const&) = delete;
};

Device describe_device();

/// The rate, in 1e9 bytes read and written per second, of copying an array far larger than the caches: the
/// best of several repetitions, with the widest accesses of the backend. The yardstick of effective_gb_per_s.
/// Takes a quarter of a second at most; nothing where memory is too short for such arrays. Never throws: a
/// run that is done stays done.
std::optional<double> measure_copy_rate();

/// Bytes free for new arrays of the device, which is this machine where its cores run the kernels.
double free_device_memory();

/// Throws RunFailure if the run needs more memory than there is, before anything is allocated: an operating
/// system that promises more than it has would end the process much later, without a word.
/// \param host_bytes, device_bytes needed at the same time; where both are one memory they add up
void require_memory(double host_bytes, double device_bytes, std::string const& what);

} // namespace tessera::app

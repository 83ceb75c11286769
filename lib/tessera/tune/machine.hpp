// SPDX-License-Identifier: Apache-2.0
// The limits of a device, as the cost model needs them. They are measured (detail/probes.hpp), never looked
// up by product.
#pragma once

#include <tessera/core/device.hpp>

#include <cmath>
#include <vector>

namespace tessera {

/// The limits of a device. Rates are those of all cores or multiprocessors together.
struct Machine {
  /// The rate at which values are copied that lie in `bytes` of memory, source and target together: bytes
  /// read and written per second. The larger the set, the farther away is the cache that holds it; the last
  /// rate is that of main memory.
  struct Copy {
    double bytes, rate;
  };
  std::vector<Copy> copies; ///< by ascending size; at least one
  double scratch_rate = 0;  ///< bytes/s of team scratch; 0: scratch lies in the caches above
  double float_operations =
      0; ///< loads, stores, additions, multiplications per second of a vector loop in L1
  double double_operations = 0; ///< the same in double
  double launch_s = 0;          ///< seconds of a launch over a range
  double team_launch_s = 0;     ///< seconds of a launch of teams
  double row_s = 0;             ///< seconds to begin a loop over a row, on one core

  /// The rate at which a set of this size is copied. Between measured sizes it is interpolated in their
  /// logarithms.
  double rate_at(double bytes) const {
    if (bytes <= copies.front().bytes) return copies.front().rate;
    for (std::size_t i = 1; i < copies.size(); ++i)
      if (bytes < copies[i].bytes) {
        Copy const &low = copies[i - 1], &high = copies[i];
        double const at = std::log(bytes / low.bytes) / std::log(high.bytes / low.bytes);
        return low.rate * std::pow(high.rate / low.rate, at);
      }
    return copies.back().rate;
  }
  double operations(std::size_t value_bytes) const {
    return value_bytes <= 4 ? float_operations : double_operations;
  }
};

/// A device that nobody has measured. The orders of magnitude are right, which is enough to tell a run of a
/// second from one of an hour, and to rank candidates for short runs.
/// \param workers cores of a host
inline Machine typical_machine(bool host, int workers) {
  double const w = workers;
  if (host)
    return {.copies = {{1.6e4 * w, 4e11 * w},
                       {2.6e5 * w, 2e11 * w},
                       {1e6 * w, 1.5e11 * w},
                       {1.6e7 * w, 6e10 * w},
                       {2e8, 3.5e10 * std::sqrt(w)}},
            .float_operations = 1.2e11 * w,
            .double_operations = 6e10 * w,
            .launch_s = 1e-6,
            .team_launch_s = 2e-6,
            .row_s = 2e-8};
  return {.copies = {{1e7, 4e12}, {1e8, 1.5e12}},
          .scratch_rate = 1e13,
          .float_operations = 2e13,
          .double_operations = 1e13,
          .launch_s = 4e-6,
          .team_launch_s = 4e-6};
}

} // namespace tessera

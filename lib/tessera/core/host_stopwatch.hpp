// SPDX-License-Identifier: Apache-2.0
// The time that work takes on host cores, whose launches return when it has ended.
#pragma once

#include <chrono>
#include <optional>

namespace tessera::detail {

class HostStopwatch {
public:
  /// A launch takes little of the time of the sweeps that are tried.
  static constexpr bool counts_launch = false;

  static constexpr bool runs(auto const&) { return true; }
  void start(auto const&) { begin_ = Clock::now(); }
  void stop(auto const&) { seconds_ = std::chrono::duration<double>(Clock::now() - begin_).count(); }
  /// Seconds between start() and stop().
  std::optional<double> seconds() const { return seconds_; }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_;
  std::optional<double> seconds_;
};

} // namespace tessera::detail

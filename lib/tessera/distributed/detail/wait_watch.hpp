// SPDX-License-Identifier: Apache-2.0
// WaitWatch: misses messages for which a device waits, since no host does.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tessera::detail {

/// What a device waits for now.
struct DeviceWait {
  unsigned long long exchange; ///< its number
  std::string words;           ///< "rank 1 in exchange 17 of field 'u'"
};

/// Looks at waits again and again, and says which one has not ended for too long. Times are given, so that a
/// test needs no clock.
class WaitWatch {
public:
  using Clock = std::chrono::steady_clock;
  /// What is waited for, nothing while nothing is.
  using Look = std::function<std::optional<DeviceWait>()>;
  using Say = std::function<void(std::string const&)>;

  WaitWatch(Look look, std::chrono::seconds patience, Say say, Say end_job)
      : look_(std::move(look)), patience_(patience), say_(std::move(say)), end_job_(std::move(end_job)) {}

  void look(Clock::time_point now);

private:
  Look look_;
  std::chrono::seconds patience_;
  Say say_, end_job_;
  std::optional<unsigned long long> exchange_; // that is waited for
  Clock::time_point since_{};
  bool said_ = false;
};

/// "after 60 s no message has come from WHAT (...)", which all transports say.
std::string missed_message(std::chrono::seconds waited, std::string const& what);

/// Lets a thread of the process look once a second while the result lives; none where patience is 0. It
/// writes what it says as rank `rank`, and ends this process with 1 where patience is over: the launcher then
/// ends the others. (MPI may be called by the main thread alone.)
std::shared_ptr<void> watch_waits(WaitWatch::Look look, std::chrono::seconds patience, int rank);

} // namespace tessera::detail

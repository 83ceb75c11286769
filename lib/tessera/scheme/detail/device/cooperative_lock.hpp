// SPDX-License-Identifier: Apache-2.0
// A lock by which one instance at a time may launch kernels whose teams wait for each other (persistent
// kernels).
#pragma once

#include <tessera/core/device/shared_device.hpp>

#include <memory>
#include <mutex>

namespace tessera::detail {

/// The right to launch kernels whose teams wait for each other. One instance has it at a time: of two such
/// launches at the same time, each could hold multiprocessors that the other needs, and neither would end.
/// The right is returned with the last plan that holds it. Nobody has it where other processes may run
/// kernels on the device at the same moment (docs/guide/instances.md).
template <class Exec>
class CooperativeLaunchLock {
public:
  /// Returns the lock, or null if another instance has it, or nobody may. A plan without it makes a launch
  /// for every interval.
  static std::shared_ptr<CooperativeLaunchLock const> take(Exec const& exec) {
    if (may_share_device()) return nullptr;
    std::shared_ptr<CooperativeLaunchLock const> held; // outlives `lock`, since its destructor locks as well
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    held = r.holder.lock();
    if (held) return held->exec_ == exec ? held : nullptr;
    if (r.taken) return nullptr; // the last holder is being destroyed right now
    held.reset(new CooperativeLaunchLock(exec));
    r.taken = true;
    r.holder = held;
    return held;
  }

  /// Whether take() would return it. Another host thread may take it before.
  static bool is_free_for(Exec const& exec) {
    std::shared_ptr<CooperativeLaunchLock const> held;
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    held = r.holder.lock();
    return !may_share_device() && (held ? held->exec_ == exec : !r.taken);
  }

  ~CooperativeLaunchLock() {
    exec_.fence("tessera: last of the plans whose teams wait for each other");
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    r.taken = false;
  }

  CooperativeLaunchLock(CooperativeLaunchLock const&) = delete;

private:
  struct Registry {
    std::mutex mutex;
    bool taken = false;
    std::weak_ptr<CooperativeLaunchLock const> holder;
  };
  static Registry& registry() {
    static Registry one;
    return one;
  }

  explicit CooperativeLaunchLock(Exec const& exec) : exec_(exec) {}
  Exec exec_;
};

} // namespace tessera::detail

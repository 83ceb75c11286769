// SPDX-License-Identifier: Apache-2.0
// Who may launch kernels whose teams wait for each other.
#pragma once

#include <memory>
#include <mutex>

namespace tessera::detail {

/// The right to launch kernels whose teams wait for each other. One instance has it at a time: of two such launches side by
/// side each could hold multiprocessors that the other needs. It is given back with the last plan that holds it.
template <class Exec>
class CooperativeLaunchLock {
public:
  /// Null where another instance has it: then every round is a launch.
  static std::shared_ptr<CooperativeLaunchLock const> take(Exec const& exec) {
    std::shared_ptr<CooperativeLaunchLock const> held; // goes after the lock, which its destructor takes
    auto& r = registry();
    std::lock_guard const lock(r.mutex);
    held = r.holder.lock();
    if (held) return held->exec_ == exec ? held : nullptr;
    if (r.taken) return nullptr; // just now given back
    held.reset(new CooperativeLaunchLock(exec));
    r.taken = true;
    r.holder = held;
    return held;
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

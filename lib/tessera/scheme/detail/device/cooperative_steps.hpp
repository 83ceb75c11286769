// SPDX-License-Identifier: Apache-2.0
// Many steps of a small grid in one launch, whose teams wait for each other (a cooperative launch): what the
// plans of such launches share. A step of a small grid takes less time than its launch does
// (docs/notes/small-grids-on-a-gpu.md).
#pragma once

#include <tessera/core/device/grid_barrier.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/device/cooperative_lock.hpp>
#include <tessera/scheme/detail/device/shared_nodes.hpp>

#include <memory>
#include <utility>

namespace tessera::detail {

/// The right to launches whose teams wait for each other. Copies share it, and how many teams have arrived at
/// barriers.
template <class Exec>
class CooperativeLaunches {
public:
  static constexpr int most_steps = 1023; // in a launch

  /// Whether the right can be taken for a grid: not if the halo has to be filled between steps, nor if
  /// another instance has it.
  static bool possible(Exec const& exec, Domain const& domain) {
    return !domain.reads_halo() && CooperativeLaunchLock<Exec>::is_free_for(exec);
  }
  /// Takes it, unless another instance was faster.
  void take(Exec const& exec) {
    auto const lock = CooperativeLaunchLock<Exec>::take(exec);
    if (lock) shared_ = std::make_shared<Shared>(exec, lock);
  }
  bool taken() const { return shared_ != nullptr; }

  /// The barrier of the next launch, of so many teams that wait so many times.
  GridBarrier barrier(Index teams, Index times) const {
    GridBarrier const made{shared_->arrived.data(), shared_->launched};
    shared_->launched += static_cast<GridBarrier::Count>(teams * times);
    return made;
  }

private:
  struct Shared {
    std::shared_ptr<CooperativeLaunchLock<Exec> const> lock;
    Kokkos::View<GridBarrier::Count, Exec> arrived; // 0 at first
    GridBarrier::Count launched = 0;                // teams that arrive in launches so far

    Shared(Exec const& exec, std::shared_ptr<CooperativeLaunchLock<Exec> const> right)
        : lock(std::move(right)), arrived(Kokkos::view_alloc(exec, "tessera::steps::arrived")) {}
  };
  std::shared_ptr<Shared> shared_;
};

/// Launches of a kernel whose threads make a node each, or a few.
template <class Exec, class Kernel>
class CooperativeSteps {
public:
  static constexpr int most_steps = CooperativeLaunches<Exec>::most_steps;

  CooperativeSteps() = default;
  /// Takes the right to them if that is possible.
  CooperativeSteps(Exec const& exec, Domain const& domain, Index most_of_a_thread) : threads_(threads(exec)) {
    if (possible(exec, domain, most_of_a_thread)) launches_.take(exec);
  }

  /// Whether the right can be taken for a grid of which a thread makes at most so many nodes.
  static bool possible(Exec const& exec, Domain const& domain, Index most_of_a_thread) {
    return domain.whole().size() <= most_of_a_thread * threads(exec) &&
           CooperativeLaunches<Exec>::possible(exec, domain);
  }
  bool taken() const { return launches_.taken(); }

  /// Launches make(barrier, nodes), a kernel whose teams wait so many times.
  /// \param inside the nodes that do without the general update: see SharedNodes
  template <class Make>
  void launch(char const* label, Exec const& exec, Domain const& domain, Box3 const& inside, Index times,
              Make const& make) const {
    SharedNodes const nodes(domain, inside, threads_ / Kernel::team_size, Kernel::team_size);
    launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
        label, exec, make(launches_.barrier(nodes.teams, times), nodes), nodes.teams, Kernel::team_size, 0);
  }

private:
  static Index threads(Exec const& exec) {
    return multiprocessors(exec.concurrency()) * Kernel::concurrent_teams * Kernel::team_size;
  }

  Index threads_ = 0; // that run at the same time
  CooperativeLaunches<Exec> launches_;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Many steps of a small grid in one launch, whose teams wait for each other (a cooperative launch): what the
// plans of such launches share. A step of a small grid takes less time than its launch does
// (docs/notes/small-grids-on-a-gpu.md).
#pragma once

#include <tessera/core/device/grid_barrier.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/divisor.hpp>
#include <tessera/grid/detail/domain.hpp>
#include <tessera/scheme/detail/device/cooperative_lock.hpp>

#include <memory>
#include <utility>

namespace tessera::detail {

/// The nodes of a grid in the order of memory.
struct NodesInOrder {
  Divisor nodes_x, nodes_y;
  int count;

  explicit NodesInOrder(Domain const& d)
      : nodes_x(static_cast<int>(d.nodes[0])), nodes_y(static_cast<int>(d.nodes[1])),
        count(static_cast<int>(d.whole().size())) {}

  KOKKOS_FORCEINLINE_FUNCTION Index3 at(int n) const {
    int const row = nodes_x.quotient(n), plane = nodes_y.quotient(row);
    return {{n - row * nodes_x.number(), row - plane * nodes_y.number(), plane}};
  }
};

/// Launches of a kernel whose teams wait for each other, once the right to them is taken. Copies share it,
/// and how many teams have arrived at barriers.
template <class Exec, class Kernel>
class CooperativeSteps {
public:
  static constexpr int most_steps = 1023; // in a launch

  CooperativeSteps() = default;
  /// Takes the right if that is possible.
  CooperativeSteps(Exec const& exec, Domain const& domain, Index most_of_a_thread) : threads_(threads(exec)) {
    if (!possible(exec, domain, most_of_a_thread)) return;
    auto const lock = CooperativeLaunchLock<Exec>::take(exec);
    if (lock) shared_ = std::make_shared<Shared>(exec, lock);
  }

  /// Whether the right can be taken for a grid of which a thread makes at most so many nodes. It can't if the
  /// halo has to be filled between steps, or if another instance has it.
  static bool possible(Exec const& exec, Domain const& domain, Index most_of_a_thread) {
    return !domain.reads_halo() && domain.whole().size() <= most_of_a_thread * threads(exec) &&
           CooperativeLaunchLock<Exec>::is_free_for(exec);
  }
  bool taken() const { return shared_ != nullptr; }

  /// Launches make(barrier, nodes), a kernel whose teams wait so many times.
  template <class Make>
  void launch(char const* label, Exec const& exec, Domain const& domain, Index times,
              Make const& make) const {
    NodesInOrder const nodes(domain);
    Index const teams = divide_up(min(nodes.count, threads_), Kernel::team_size);
    GridBarrier const barrier{shared_->arrived.data(), shared_->launched};
    shared_->launched += static_cast<GridBarrier::Count>(teams * times);
    launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(label, exec, make(barrier, nodes), teams,
                                                              Kernel::team_size, 0);
  }

private:
  static Index threads(Exec const& exec) {
    return multiprocessors(exec.concurrency()) * Kernel::concurrent_teams * Kernel::team_size;
  }

  struct Shared {
    std::shared_ptr<CooperativeLaunchLock<Exec> const> lock;
    Kokkos::View<GridBarrier::Count, Exec> arrived; // 0 at first
    GridBarrier::Count launched = 0;                // teams that arrive in launches so far

    Shared(Exec const& exec, std::shared_ptr<CooperativeLaunchLock<Exec> const> right)
        : lock(std::move(right)), arrived(Kokkos::view_alloc(exec, "tessera::steps::arrived")) {}
  };
  Index threads_ = 0; // that run at the same time
  std::shared_ptr<Shared> shared_;
};

} // namespace tessera::detail

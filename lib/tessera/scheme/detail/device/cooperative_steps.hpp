// SPDX-License-Identifier: Apache-2.0
// Many steps of a small grid in one launch, whose teams wait for each other (a cooperative launch): what the
// plans of such launches share. A step of a small grid takes less time than its launch does
// (docs/notes/small-grids-on-a-gpu.md).
#pragma once

#include <tessera/core/device/grid_barrier.hpp>
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

/// The right to cooperative launches, once it is taken, and how many teams have arrived at their barriers.
/// Copies share both.
template <class Exec>
class CooperativeSteps {
public:
  static constexpr int most_steps = 1023; // in a launch

  /// Whether the right can be taken for a grid of at most `most_nodes` nodes. It can't if the halo has to be
  /// filled between steps, or if another instance has it.
  static bool possible(Exec const& exec, Domain const& domain, Index most_nodes) {
    return !domain.reads_halo() && domain.whole().size() <= most_nodes &&
           CooperativeLaunchLock<Exec>::is_free_for(exec);
  }

  /// Takes the right if that is possible.
  void take(Exec const& exec, Domain const& domain, Index most_nodes) {
    if (!possible(exec, domain, most_nodes)) return;
    auto const lock = CooperativeLaunchLock<Exec>::take(exec);
    if (lock) shared_ = std::make_shared<Shared>(exec, lock);
  }
  bool taken() const { return shared_ != nullptr; }

  /// The barrier of a launch in which so many teams wait so many times.
  GridBarrier barrier(Index teams, Index times) const {
    GridBarrier const barrier{shared_->arrived.data(), shared_->launched};
    shared_->launched += static_cast<GridBarrier::Count>(teams * times);
    return barrier;
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

} // namespace tessera::detail

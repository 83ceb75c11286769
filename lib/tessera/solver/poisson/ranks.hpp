// SPDX-License-Identifier: Apache-2.0
// Ranks that share the grid of Poisson's equation, as its solvers see them.
#pragma once

#include <tessera/equation/node_view.hpp>

#include <cstdint>
#include <memory>

namespace tessera {

/// What solvers need of ranks that share a grid. All members are collective: ranks call them in the same
/// order.
template <class Exec, class T, int D>
class PoissonRanks {
public:
  using Vector = NodeView<T, D, typename Exec::memory_space>;

  virtual ~PoissonRanks() = default;
  /// Adds each of these numbers over all ranks, in place.
  virtual void add(std::int64_t* values, int count) const = 0;
  /// The largest value of all ranks.
  virtual double largest(double value) const = 0;
  /// Fills the nodes beside a rank's own ones with the values that other ranks have there. Asynchronous.
  virtual void fill_halo(Exec const& exec, Vector const& x) const = 0;
};

/// A rank's part of a grid: its block and a halo of at least one node on each side on which other ranks go
/// on, as a grid of its own. Such sides are fixed ones. Without ranks the part is all.
template <class Exec, class T, int D>
struct PoissonShare {
  std::shared_ptr<PoissonRanks<Exec, T, D> const> ranks = {};
  NodeView<std::uint8_t, D, typename Exec::memory_space> others = {}; ///< nonzero in the halo
};

} // namespace tessera

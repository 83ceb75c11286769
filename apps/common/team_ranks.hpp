// SPDX-License-Identifier: Apache-2.0
// TeamRanks: the ranks of a run, as the solvers of Poisson's equation see them.
#pragma once

#include <tessera/solver/poisson/ranks.hpp>

#include "shared_field.hpp"

namespace tessera::app {

/// The ranks that share a problem, for fields of a block and its halo.
template <class T, int D>
class TeamRanks final : public PoissonRanks<Exec, T, D> {
public:
  using Vector = NodeView<T, D>;

  TeamRanks(Block<D> const& block, std::shared_ptr<SharedField<T, D> const> shared)
      : block_(block), shared_(std::move(shared)) {}

  void add(std::int64_t* values, int count) const override { team().add(values, count); }
  double largest(double value) const override { return team().largest(value); }
  void fill_halo(Exec const& exec, Vector const& x) const override {
    shared_->fill(exec, make_field(block_.grid, x, block_.halo), 1);
    ++filled_;
  }
  /// How often a halo was filled.
  std::int64_t filled() const { return filled_; }

private:
  Block<D> block_;
  std::shared_ptr<SharedField<T, D> const> shared_;
  mutable std::int64_t filled_ = 0;
};

} // namespace tessera::app

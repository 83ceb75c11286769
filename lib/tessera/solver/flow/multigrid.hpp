// SPDX-License-Identifier: Apache-2.0
// FlowMultigrid: the preconditioner of a flow's Poisson equation, on a grid that ranks may share.
#pragma once

#include <tessera/solver/flow/share.hpp>
#include <tessera/solver/poisson/shared_multigrid.hpp>

namespace tessera {

/// Multigrid on one rank, SharedMultigrid on several: the same bits, and one type, so that conjugate
/// gradients are compiled once.
template <class Exec, class T>
class FlowMultigrid {
public:
  using Operator = PoissonOperator<Exec, T, 2>;
  using Vector = typename Operator::Vector;

  /// \param part the operator of this rank's part
  /// \param make_whole makes the operator of the whole grid, which is called where ranks share it
  template <class MakeWhole>
  FlowMultigrid(Exec const& exec, Operator const& part, FlowShare<Exec, T> const& share,
                MakeWhole const& make_whole) {
    if (share.ranks)
      shared_ = std::make_shared<SharedMultigrid<Exec, T, 2>>(exec, part, share.ranks, share.block,
                                                              share.halo, make_whole());
    else
      alone_ = std::make_shared<Multigrid<Exec, T, 2>>(exec, part);
  }

  /// z = B g for a defect g that is zero at known nodes. Collective where ranks share the grid.
  void apply(Exec const& exec, Vector const& g, Vector const& z) const {
    if (shared_)
      shared_->apply(exec, g, z);
    else
      alone_->apply(exec, g, z);
  }

private:
  std::shared_ptr<Multigrid<Exec, T, 2> const> alone_;
  std::shared_ptr<SharedMultigrid<Exec, T, 2> const> shared_;
};

} // namespace tessera

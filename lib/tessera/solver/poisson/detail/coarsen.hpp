// SPDX-License-Identifier: Apache-2.0
// coarsened(): the next coarser grid of multigrid, and the transfers to it.
#pragma once

#include <tessera/solver/poisson/detail/coarse_body.hpp>

#include <optional>

namespace tessera::detail {

/// Number of nodes of the next coarser axis; the same number where the axis is as short as possible.
inline Index coarser(Index nodes, PoissonEnd lower, PoissonEnd upper) {
  bool const whole = lower != PoissonEnd::periodic && lower != PoissonEnd::half_mirrored &&
                     upper != PoissonEnd::half_mirrored;
  Index const coarse = whole ? nodes / 2 + 1 : (nodes + 1) / 2;
  return coarse < 3 ? nodes : coarse;
}

/// The nodes after coarsening the axes whose neighbours are coupled most strongly, within a factor of two.
/// Where spacings differ more, coarsening along the short one first makes them alike, which point-wise
/// smoothing needs.
template <int D>
Extents<D> coarse_nodes(Grid<D> const& grid, PoissonEnds<D> const& ends) {
  Extents<D> nodes = grid.nodes;
  double shortest = 0;
  for (int d = 0; d < D; ++d)
    if (coarser(grid.nodes[d], ends[2 * d], ends[2 * d + 1]) < grid.nodes[d])
      shortest = shortest == 0 ? grid.spacing[d] : std::fmin(shortest, grid.spacing[d]);
  for (int d = 0; d < D; ++d)
    if (grid.spacing[d] <= 1.45 * shortest) nodes[d] = coarser(grid.nodes[d], ends[2 * d], ends[2 * d + 1]);
  return nodes;
}

template <class Exec, class T, int D>
struct Coarser {
  PoissonOperator<Exec, T, D> poisson;
  Transfers<Exec, T, D> transfers;
};

/// Returns nothing where no axis can be coarsened, or where no node would be left to solve for.
template <class Exec, class T, int D>
std::optional<Coarser<Exec, T, D>> coarsened(Exec const& exec, PoissonOperator<Exec, T, D> const& fine) {
  using Operator = PoissonOperator<Exec, T, D>;
  Grid<D> grid = fine.grid();
  auto const& ends = fine.ends();
  grid.nodes = coarse_nodes<D>(fine.grid(), ends);
  Transfers<Exec, T, D> transfers;
  transfers.fine = padded_nodes<D>(fine.grid().nodes);
  transfers.coarse = padded_nodes<D>(grid.nodes);
  bool any = false;
  for (int axis = 0; axis < 3; ++axis) {
    int const d = axis - (3 - D);
    bool const halved = d >= 0 && grid.nodes[d] < fine.grid().nodes[d];
    if (!halved) {
      transfers.down[axis] = transfers.up[axis] = transfers.at[axis] =
          typename Transfers<Exec, T, D>::Table(identity_table(transfers.fine[axis]));
      continue;
    }
    AxisPair const pair{fine.grid().nodes[d], grid.nodes[d], ends[2 * d], ends[2 * d + 1]};
    transfers.down[axis] = typename Transfers<Exec, T, D>::Table(pair.restriction());
    transfers.up[axis] = typename Transfers<Exec, T, D>::Table(pair.prolongation());
    transfers.at[axis] = typename Transfers<Exec, T, D>::Table(pair.sampling());
    grid.spacing[d] *= pair.ratio();
    any = true;
  }
  if (!any) return {};
  transfers.scale = fine.diagonal() / poisson_diagonal<D>(grid.spacing);
  bool const body = fine.obstacle().data() != nullptr;
  typename Operator::Mask mask;
  typename Operator::Vector outside;
  if (body) {
    outside = node_view<T>(exec, grid, "outside");
    mask = coarse_body(exec, fine, grid, transfers, outside);
  }
  Operator poisson(exec, grid, ends, mask);
  if (poisson.sought() == 0) return {};
  if (body) set_own_diagonal(exec, fine, poisson, transfers, outside);
  return Coarser<Exec, T, D>{std::move(poisson), std::move(transfers)};
}

} // namespace tessera::detail

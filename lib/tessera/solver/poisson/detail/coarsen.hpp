// SPDX-License-Identifier: Apache-2.0
// The next coarser grid, and the way there and back.
#pragma once

#include <tessera/solver/poisson/detail/transfer.hpp>
#include <tessera/solver/poisson/operator.hpp>

#include <optional>

namespace tessera::detail {

/// Between the sought nodes of two operators.
template <class Exec, class T, int D>
struct Transfers {
  using Operator = PoissonOperator<Exec, T, D>;
  using Vector = typename Operator::Vector;
  using Table = DeviceTable<T, typename Exec::memory_space>;
  Table down[3], up[3];
  Index3 fine, coarse;
  double scale = 1; // of a defect: what S_fine / S_coarse makes of it

  /// to = scale restricted(from)
  void restrict_to(Exec const& exec, Vector const& from, Vector const& to, std::uint8_t const* known,
                   double factor) const {
    launch("tessera::poisson::restrict", exec, down, coarse, fine, factor, false, from, known, to);
  }
  /// to += interpolated(from)
  void interpolate(Exec const& exec, Vector const& from, Vector const& to, std::uint8_t const* known) const {
    launch("tessera::poisson::interpolate", exec, up, fine, coarse, 1, true, from, known, to);
  }

private:
  static void launch(char const* label, Exec const& exec, Table const (&tables)[3], Index3 const& to_nodes,
                     Index3 const& from_nodes, double factor, bool add, Vector const& from,
                     std::uint8_t const* known, Vector const& to) {
    for_rows(label, exec, to_nodes,
             Transfer<T, typename Exec::memory_space>{{tables[0], tables[1], tables[2]},
                                                      to_nodes,
                                                      from_nodes,
                                                      static_cast<T>(factor),
                                                      add,
                                                      from.data(),
                                                      known,
                                                      to.data()});
  }
};

/// Nodes of the next coarser axis; the same where it is as short as can be.
inline Index coarser(Index nodes, PoissonEnd lower, PoissonEnd upper) {
  bool const whole = lower != PoissonEnd::periodic && lower != PoissonEnd::half_mirrored &&
                     upper != PoissonEnd::half_mirrored;
  Index const coarse = whole ? nodes / 2 + 1 : (nodes + 1) / 2;
  return coarse < 3 ? nodes : coarse;
}

/// Which axes to coarsen: those whose neighbours are coupled most, within a factor of two. Where spacings differ more,
/// coarsening along the short one first makes them alike, which point-wise smoothing needs.
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

/// Nothing where no axis can be coarsened, or no node would be left to solve for.
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
      transfers.down[axis] = transfers.up[axis] =
          typename Transfers<Exec, T, D>::Table(identity_table(transfers.fine[axis]));
      continue;
    }
    AxisPair const pair{fine.grid().nodes[d], grid.nodes[d], ends[2 * d], ends[2 * d + 1]};
    transfers.down[axis] = typename Transfers<Exec, T, D>::Table(pair.restriction());
    transfers.up[axis] = typename Transfers<Exec, T, D>::Table(pair.prolongation());
    grid.spacing[d] *= pair.ratio();
    any = true;
  }
  if (!any) return {};
  transfers.scale = fine.diagonal() / poisson_diagonal<D>(grid.spacing);
  typename Operator::Mask mask;
  if (fine.obstacle().data() != nullptr) {
    auto const fraction = fine.make(exec, "fraction");
    auto const coarse_fraction = node_view<T>(exec, grid, "coarse_fraction");
    mask = node_view<std::uint8_t>(exec, grid, "coarse_obstacle");
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>;
    Kokkos::parallel_for("tessera::poisson::fraction", Policy(exec, 0, fine.grid().size()),
                         ToFraction<T>{fine.obstacle().data(), fraction.data()});
    transfers.restrict_to(exec, fraction, coarse_fraction, nullptr, 1);
    Kokkos::parallel_for("tessera::poisson::coarse_obstacle", Policy(exec, 0, grid.size()),
                         MarkBody<T>{coarse_fraction.data(), mask.data()});
    exec.fence("tessera::poisson: before the fraction is freed");
  }
  Operator poisson(exec, grid, ends, mask);
  if (poisson.sought() == 0) return {};
  return Coarser<Exec, T, D>{std::move(poisson), std::move(transfers)};
}

} // namespace tessera::detail

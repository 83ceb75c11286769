// SPDX-License-Identifier: Apache-2.0
// A body on a coarse grid, whose nodes and links do not lie on the body's surface.
#pragma once

#include <tessera/solver/poisson/detail/transfers.hpp>
#include <tessera/solver/poisson/operator.hpp>

namespace tessera::detail {

template <class T>
struct ToFraction {
  std::uint8_t const* mark;
  T* fraction;
  KOKKOS_FUNCTION void operator()(Index number) const { fraction[number] = mark[number] ? T(1) : T(0); }
};

/// Marks a node where half or more of its surroundings are marked. `fraction` becomes 0 at marked nodes and 1
/// at the others.
template <class T>
struct MarkBody {
  T* fraction;
  std::uint8_t* mark;
  KOKKOS_FUNCTION void operator()(Index number) const {
    mark[number] = fraction[number] >= T(0.5);
    fraction[number] = mark[number] ? T(0) : T(1);
  }
};

/// The bytes of the body on the coarse grid, sampled from the fine grid at the coarse nodes' positions.
/// `outside` becomes 1 outside of the body and 0 in it. The call waits.
template <class Exec, class T, int D>
NodeView<std::uint8_t, D, typename Exec::memory_space>
coarse_body(Exec const& exec, PoissonOperator<Exec, T, D> const& fine, Grid<D> const& grid,
            Transfers<Exec, T, D> const& transfers,
            NodeView<T, D, typename Exec::memory_space> const& outside) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>;
  auto const fraction = fine.make(exec, "fraction");
  auto const mask = node_view<std::uint8_t>(exec, grid, "coarse_obstacle");
  Kokkos::parallel_for("tessera::poisson::fraction", Policy(exec, 0, fine.grid().size()),
                       ToFraction<T>{fine.obstacle().data(), fraction.data()});
  transfers.sample(exec, fraction, outside);
  Kokkos::parallel_for("tessera::poisson::coarse_obstacle", Policy(exec, 0, grid.size()),
                       MarkBody<T>{outside.data(), mask.data()});
  exec.fence("tessera::poisson: before the fraction is freed");
  return mask;
}

/// diagonal = 1 - to_body + through, but at least a quarter.
template <class T>
struct OwnDiagonal {
  T const *to_body, *through;
  T* diagonal;
  KOKKOS_FUNCTION void operator()(Index number) const {
    T const pull = through[number] > T(0) ? through[number] : T(0);
    T const sum = (T(1) - to_body[number]) + pull;
    diagonal[number] = sum > T(0.25) ? sum : T(0.25);
  }
};

/// Sets the coarse operator's diagonal. A body's surface cuts the links between coarse nodes at any point,
/// and a link to a surface at half the distance has twice the weight:
///
///     coarse  o-------o-------o       The links of a node outside the body to nodes in it are taken out of
///     fine    o---o---o---x###x       the diagonal. What the fine operator makes of the field that is 1 on
///                         body        all coarse nodes outside is added: P* K P 1, zero away from the body.
///
/// In one dimension this is P* K P itself. The call waits.
template <class Exec, class T, int D>
void set_own_diagonal(Exec const& exec, PoissonOperator<Exec, T, D> const& fine,
                      PoissonOperator<Exec, T, D>& coarse, Transfers<Exec, T, D> const& transfers,
                      NodeView<T, D, typename Exec::memory_space> const& outside) {
  auto const ones = fine.make(exec, "ones"), applied = fine.make(exec, "applied");
  transfers.interpolate(exec, outside, ones, fine.obstacle().data());
  fine.defect(exec, ones, {}, 0, -1, applied);
  auto const to_body = coarse.make(exec, "to_body"), through = coarse.make(exec, "through"),
             diagonal = coarse.make(exec, "own_diagonal");
  transfers.restrict_to(exec, applied, through, coarse.known().data());
  coarse.defect(exec, outside, {}, 0, -1, to_body);
  Kokkos::parallel_for("tessera::poisson::own_diagonal",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, coarse.grid().size()),
                       OwnDiagonal<T>{to_body.data(), through.data(), diagonal.data()});
  exec.fence("tessera::poisson: before the parts of a diagonal are freed");
  coarse.set_own_diagonal(diagonal);
}

} // namespace tessera::detail

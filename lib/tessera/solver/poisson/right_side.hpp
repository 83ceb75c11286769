// SPDX-License-Identifier: Apache-2.0
// Additions to a right side: fluxes through mirrored faces, and a mean of zero for singular operators.
#pragma once

#include <tessera/solver/poisson/operator.hpp>

#include <cmath>

namespace tessera {

namespace detail {

template <class RhsView, class FluxView>
struct AddFlux {
  static constexpr int D = static_cast<int>(RhsView::rank());
  RhsView rhs;
  FluxView flux;
  int axis;
  Index at; // index of the face along its axis
  double factor;

  KOKKOS_FUNCTION void operator()(Index number) const {
    using T = typename RhsView::non_const_value_type;
    T const change = static_cast<T>(factor * static_cast<double>(flux(number)));
    if constexpr (D == 2) {
      rhs(axis == 0 ? at : number, axis == 0 ? number : at) -= change;
    } else {
      Index const last = static_cast<Index>(rhs.extent(axis == 2 ? 1 : 2));
      Index const p = number / last, q = number % last;
      rhs(axis == 0 ? at : p, axis == 0 ? p : axis == 1 ? at : q, axis == 2 ? at : q) -= change;
    }
  }
};

} // namespace detail

/// Adds a flux q = du/dn through a mirrored face to the right side: the image u(-1) = u(1) + 2 h q adds 2 q /
/// h to the second difference of the nodes on the face, so f there becomes f - 2 q / h. `flux` has a value
/// per node of the face, with the other axes in their order, the last fastest. The call is asynchronous.
/// \throws InvalidInput for other extents.
template <class Exec, class RhsView, int D, class FluxView>
void add_flux(Exec const& exec, RhsView const& rhs, Grid<D> const& grid, int face, FluxView const& flux) {
  int const axis = face / 2;
  Index const count = grid.size() / grid.nodes[axis];
  if (static_cast<Index>(flux.extent(0)) != count)
    throw InvalidInput(detail::text("the flux on face ", face_names[face], " has ", flux.extent(0),
                                    " values, the face ", count, " nodes (give one a node)"));
  detail::check_extents("the right side", grid, rhs);
  detail::check_given("the flux", flux);
  Kokkos::parallel_for("tessera::poisson::add_flux",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, count),
                       detail::AddFlux<RhsView, FluxView>{
                           rhs, flux, axis, face % 2 ? grid.nodes[axis] - 1 : 0, 2 / grid.spacing[axis]});
}

/// Subtracts the mean from the right side of a singular operator, for which no solution exists otherwise; the
/// right side of another operator does not change. Returns the subtracted mean divided by the root mean
/// square of the right side: rounding and truncation make this a small number, a problem without a solution
/// does not. The call waits.
/// \throws InvalidInput for a View of other extents or with gaps.
template <class Exec, class T, int D>
double make_consistent(Exec const& exec, PoissonOperator<Exec, T, D> const& poisson,
                       typename PoissonOperator<Exec, T, D>::Vector const& rhs) {
  if (!poisson.singular()) return 0;
  detail::check_nodes("the right side", poisson.grid(), rhs);
  double const mean = poisson.mean(exec, rhs);
  double const size = poisson.norm2(exec, rhs) / std::sqrt(static_cast<double>(poisson.nodes()));
  poisson.subtract(exec, mean, rhs);
  return size == 0 ? 0 : std::fabs(mean) / size;
}

} // namespace tessera

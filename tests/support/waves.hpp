// SPDX-License-Identifier: Apache-2.0
// Fields for tests of the wave stencils: functions of the position give their values, and the host reads them
// back.
#pragma once

#include <tessera/equation/wave.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/node_views.hpp"

namespace tessera::test {

/// A View with one value per node: f(x) at the positions.
template <class T, int D, class F>
NodeView<T, D> sampled_view(Grid<D> const& grid, F const& f) {
  return node_view<T, D>(grid.nodes, sampled<T>(grid, f));
}

template <class T, int D>
Kokkos::Array<T, D> inverse_squares(Grid<D> const& grid) {
  Kokkos::Array<T, D> inverse{};
  for (int d = 0; d < D; ++d) inverse[d] = static_cast<T>(1 / (grid.spacing[d] * grid.spacing[d]));
  return inverse;
}

/// The values of one axis, on the device.
template <class T>
Kokkos::View<T const*, Exec::memory_space> table_view(std::vector<double> const& values) {
  Kokkos::View<T*, Exec::memory_space> const view("table", values.size());
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = static_cast<T>(values[i]);
  copy_nodes(view, host);
  return view;
}

/// Sets the previous level of a field that starts from rest: by symmetry in time it is the result of the
/// first step, see Wave::from_rest.
template <class FieldType, class StencilType, class BoundaryType>
void start_from_rest(FieldType const& u, StencilType const& stencil, BoundaryType const& boundary,
                     FieldType const& previous) {
  copy_nodes(previous.view(), u.view());
  Stepper half(Exec(), previous, stencil.from_rest(), boundary, Direct{});
  half.advance(previous, 1);
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Fields for tests of the wave stencils: functions of the position give their values, and the host reads them
// back.
#pragma once

#include <tessera/equation/wave.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/memory.hpp"

namespace tessera::test {

template <class T, int D>
auto nodes_view(Extents<D> const& nodes, std::string const& label) {
  Kokkos::LayoutRight layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(nodes[d]);
  return NodeView<T, D>(label, layout);
}

/// A View with one value per node: f(x) at the positions.
template <class T, int D, class F>
auto sampled(Grid<D> const& grid, F const& f) {
  auto const view = nodes_view<T, D>(grid.nodes, "sampled");
  auto const host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < host.size(); ++i) {
    double x[3] = {0, 0, 0};
    auto rest = static_cast<Index>(i);
    for (int d = D - 1; d >= 0; --d) {
      x[d] = grid.position(d, rest % grid.nodes[d]);
      rest /= grid.nodes[d];
    }
    host.data()[i] = static_cast<T>(f(x));
  }
  Kokkos::deep_copy(view, host);
  return view;
}

template <class ViewType>
auto on_host(ViewType const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<typename ViewType::non_const_value_type>(host.data(), host.data() + host.size());
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
  Kokkos::deep_copy(view, host);
  return view;
}

/// Sets the previous level of a field that starts from rest: by symmetry in time it is the result of the
/// first step, see Wave::from_rest.
template <class FieldType, class StencilType, class BoundaryType>
void start_from_rest(FieldType const& u, StencilType const& stencil, BoundaryType const& boundary,
                     FieldType const& previous) {
  Kokkos::deep_copy(previous.view(), u.view());
  Stepper half(Exec(), previous, stencil.from_rest(), boundary, Direct{});
  half.advance(previous, 1);
}

} // namespace tessera::test

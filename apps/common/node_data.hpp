// SPDX-License-Identifier: Apache-2.0
// A problem's arrays on the device, laid out like the field: last axis fastest on every backend, so that files, hosts
// and devices agree without a transposition.
#pragma once

#include <tessera/solver/node_view.hpp>

#include "geometry.hpp"
#include "simulation.hpp"

namespace tessera::app {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

/// Not initialised.
template <class T, int D>
NodeView<T, D> make_view(std::string const& label, Geometry const& g) {
  auto const n = [&](std::size_t axis) { return static_cast<std::size_t>(g.nodes[axis]); };
  auto const how = Kokkos::view_alloc(label, Kokkos::WithoutInitializing);
  if constexpr (D == 1) return NodeView<T, D>(how, n(0));
  if constexpr (D == 2) return NodeView<T, D>(how, n(0), n(1));
  if constexpr (D == 3) return NodeView<T, D>(how, n(0), n(1), n(2));
}

/// Fills a View with value(index), indices in logical row-major order, evaluated on the host.
template <class ViewType, class Value>
void fill(ViewType const& view, Value const& value) {
  using T = typename ViewType::non_const_value_type;
  // First touch by all threads, where memory has a place.
  Kokkos::deep_copy(view, T{});
  auto const host = Kokkos::create_mirror_view(Kokkos::WithoutInitializing, view);
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = static_cast<T>(value(i));
  Kokkos::deep_copy(view, host);
}

/// Values by number, such as those of a face.
inline Kokkos::View<double*, Memory> list_of(std::vector<double> const& values) {
  Kokkos::View<double*, Memory> view("tessera::app::face_values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<double const*, Kokkos::HostSpace>(values.data(), values.size()));
  return view;
}

template <int D>
Grid<D> make_grid(Geometry const& g) {
  Grid<D> grid{};
  for (std::size_t d = 0; d < D; ++d) {
    grid.nodes[d] = g.nodes[d];
    grid.spacing[d] = g.spacing[d];
    grid.origin[d] = g.origin[d];
  }
  return grid;
}

/// Whether a field is free of NaN and infinity. Waits.
template <class ViewType>
bool all_finite(Exec const& exec, ViewType const& view) {
  std::int64_t bad = 0;
  auto const* values = view.data();
  Kokkos::parallel_reduce(
      "tessera::app::finite",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, static_cast<Index>(view.size())),
      KOKKOS_LAMBDA(Index i, std::int64_t & count) { count += !Kokkos::isfinite(values[i]); }, bad);
  return bad == 0;
}

/// A compact View's values on the host. Waits.
template <class ViewType>
HostField host_values(ViewType const& view) {
  using T = typename ViewType::non_const_value_type;
  std::vector<T> values(view.size());
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace>(values.data(), values.size()),
                    Kokkos::View<T const*, Memory>(view.data(), values.size()));
  return values;
}

} // namespace tessera::app

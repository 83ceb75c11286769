// SPDX-License-Identifier: Apache-2.0
// A problem's arrays on the device, laid out like the field: last axis fastest on every backend, so that
// files, hosts and devices agree without a transposition.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/equation/node_view.hpp>

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

/// Numbers between the host and a compact array of the device. Wait. For float, double and std::uint8_t:
/// compiled once, since Kokkos compiles a general copy for each type of View.
template <class T>
void copy_to_device(T* to, T const* from, std::size_t count);
template <class T>
void copy_to_host(T* to, T const* from, std::size_t count);
/// The first touch of all threads decides where memory has its place. Waits.
template <class T>
void zero_on_device(T* values, std::size_t count);

/// From one compact View to another. Asynchronous.
template <class To, class From>
void copy_values(Exec const& exec, To const& to, From const& from) {
  auto* const out = to.data();
  auto const* const in = from.data();
  Kokkos::parallel_for(
      "tessera::app::copy_values",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, static_cast<Index>(to.size())),
      KOKKOS_LAMBDA(Index i) { out[i] = in[i]; });
}

/// Fills a View by write(where to), which puts all values on the host there, in logical row-major order.
template <class ViewType, class Write>
void fill_by(ViewType const& view, Write const& write) {
  using T = typename ViewType::non_const_value_type;
  if constexpr (detail::runs_on_host<Exec>) {
    zero_on_device(view.data(), view.size());
    write(view.data());
  } else {
    std::vector<T> host(view.size());
    write(host.data());
    copy_to_device(view.data(), host.data(), host.size());
  }
}

/// Fills a View with value(index), indices in logical row-major order, evaluated on the host.
template <class ViewType, class Value>
void fill(ViewType const& view, Value const& value) {
  using T = typename ViewType::non_const_value_type;
  fill_by(view, [&](T* to) {
    for (std::size_t i = 0; i < view.size(); ++i) to[i] = static_cast<T>(value(i));
  });
}

/// Values by number, such as those of a face.
inline Kokkos::View<double*, Memory> list_of(std::vector<double> const& values) {
  Kokkos::View<double*, Memory> view("tessera::app::face_values", values.size());
  copy_to_device(view.data(), values.data(), values.size());
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

/// A compact View's values on the host, where planes are copied when they are read. Reading waits.
template <class ViewType>
HostField host_values(ViewType const& view) {
  using T = typename ViewType::non_const_value_type;
  auto const planes = static_cast<std::int64_t>(view.extent(0));
  auto const plane = static_cast<std::int64_t>(view.size()) / planes;
  return HostValues<T>(planes, plane, [view, plane](std::int64_t first, std::int64_t count) {
    std::vector<T> values(static_cast<std::size_t>(count * plane));
    copy_to_host(values.data(), view.data() + first * plane, values.size());
    return values;
  });
}

} // namespace tessera::app

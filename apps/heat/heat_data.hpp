// SPDX-License-Identifier: Apache-2.0
// The problem's arrays on the device, laid out like the field: last axis fastest on every backend, so that files, hosts
// and devices agree without a transposition.
#pragma once

#include <tessera/grid/field.hpp>

#include "problem.hpp"

namespace tessera::heat {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

template <class T, int D>
using NodeView = Kokkos::View<typename tessera::detail::ViewData<T, D>::type, Kokkos::LayoutRight, Memory>;

/// \param extra nodes more than the grid has, on each axis
template <class T, int D>
NodeView<T, D> make_view(std::string const& label, app::Geometry const& g, std::int64_t extra = 0) {
  auto const n = [&](std::size_t axis) { return static_cast<std::size_t>(g.nodes[axis] + extra); };
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

/// kappa with a node more on every side, as HeatInMatter wants it: mirrored, or wrapped on periodic axes.
template <class T, int D>
NodeView<T, D> padded_diffusivity(HeatProblem const& p) {
  auto const& g = p.geometry;
  auto inside = [&](std::int64_t padded, std::size_t axis) {
    auto const n = g.nodes[axis], i = padded - 1;
    if (i < 0) return g.periodic[axis] ? n - 1 : std::int64_t{1};
    if (i >= n) return g.periodic[axis] ? std::int64_t{0} : n - 2;
    return i;
  };
  auto const view = make_view<T, D>("tessera::heat::kappa", g, 2);
  fill(view, [&](std::size_t index) {
    if (p.diffusivity_field.empty()) return p.diffusivity;
    std::int64_t node = 0, stride = 1;
    auto rest = static_cast<std::int64_t>(index);
    for (auto axis = static_cast<std::size_t>(D); axis-- > 0;) {
      auto const extent = g.nodes[axis] + 2;
      node += inside(rest % extent, axis) * stride;
      stride *= g.nodes[axis];
      rest /= extent;
    }
    return p.diffusivity_field[static_cast<std::size_t>(node)];
  });
  return view;
}

/// Values by number, such as those of a face.
inline Kokkos::View<double*, Memory> list_of(std::vector<double> const& values) {
  Kokkos::View<double*, Memory> view("tessera::heat::face_values", values.size());
  Kokkos::deep_copy(view, Kokkos::View<double const*, Kokkos::HostSpace>(values.data(), values.size()));
  return view;
}

} // namespace tessera::heat

// SPDX-License-Identifier: Apache-2.0
// padded_diffusivity(): a diffusivity as HeatInMatter reads it, with a neighbour on each side of every node.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/equation/node_view.hpp>

namespace tessera {

namespace detail {

template <class To, class From>
struct Pad {
  static constexpr int dimension = static_cast<int>(To::rank());
  To to;
  From from;
  Kokkos::Array<bool, dimension> periodic;

  /// The node of the given View whose value stands at index i of the padded axis.
  KOKKOS_FUNCTION Index inside(int axis, Index i) const {
    auto const n = static_cast<Index>(from.extent(axis));
    if (i == 0) return periodic[axis] ? n - 1 : 1;
    if (i == n + 1) return periodic[axis] ? 0 : n - 2;
    return i - 1;
  }

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const n1 = static_cast<Index>(to.extent(1)), n2 = static_cast<Index>(to.extent(2));
    Index const i = number / n2 / n1, j = number / n2 % n1, k = number % n2;
    if constexpr (dimension == 1)
      to(i) = from(inside(0, i));
    else if constexpr (dimension == 2)
      to(i, j) = from(inside(0, i), inside(1, j));
    else
      to(i, j, k) = from(inside(0, i), inside(1, j), inside(2, k));
  }
};

template <class BoundaryType, int... Axis>
Kokkos::Array<bool, sizeof...(Axis)> periodic_axes(BoundaryType const& boundary,
                                                   std::integer_sequence<int, Axis...>) {
  return {(boundary.template face<2 * Axis>().role() == Role::wraps)...};
}

} // namespace detail

/// A copy of the nodes' diffusivity, a View of any layout, with one more node on every side: node i lies at
/// index i + 1. The added nodes mirror the field about the edge node, so that an insulated wall passes no
/// heat; on the periodic axes of the boundary they are wrapped:
/// axes of the boundary:
///
///     stencil.kappa = padded_diffusivity(exec, kappa, boundary);
///
/// The call is asynchronous on exec except for the allocation.
/// \throws InvalidInput where an axis has no node to mirror, and for a View without memory.
template <class Exec, class ViewType, class BoundaryType>
auto padded_diffusivity(Exec const& exec, ViewType const& kappa, BoundaryType const& boundary) {
  static_assert(Kokkos::is_view_v<ViewType>,
                "tessera::padded_diffusivity: the second argument is a Kokkos::View");
  static_assert(Kokkos::SpaceAccessibility<Exec, typename ViewType::memory_space>::accessible,
                "tessera::padded_diffusivity: the execution space can't reach the View's memory");
  constexpr int D = static_cast<int>(ViewType::rank());
  detail::check_given("diffusivity", kappa);
  using Padded = NodeView<typename ViewType::non_const_value_type, D, typename ViewType::memory_space>;
  auto const periodic = detail::periodic_axes(boundary, std::make_integer_sequence<int, D>{});
  typename Padded::array_layout layout;
  for (int d = 0; d < D; ++d) {
    layout.dimension[d] = kappa.extent(d) + 2;
    if (kappa.extent(d) < (periodic[d] ? 1u : 2u))
      throw InvalidInput(detail::text("diffusivity '", kappa.label(), "' has ", kappa.extent(d),
                                      " values along axis ", d, " (give one a node, two at least)"));
  }
  Padded const padded(
      Kokkos::view_alloc(std::string("tessera::padded_diffusivity"), Kokkos::WithoutInitializing), layout);
  Kokkos::parallel_for(
      "tessera::padded_diffusivity",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, static_cast<Index>(padded.size())),
      detail::Pad<Padded, ViewType>{padded, kappa, periodic});
  return padded;
}

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// fill(): gives every node of a field the value of a function of position.
#pragma once

#include <tessera/core/converted.hpp>
#include <tessera/core/device.hpp>
#include <tessera/grid/node.hpp>

namespace tessera {

namespace detail {

template <class Order, class ViewType, class F>
struct Fill {
  using T = typename ViewType::non_const_value_type;
  Domain domain;
  ViewType view;
  Halo<Order::dimension> halo;
  F f;

  KOKKOS_FUNCTION void operator()(Index number) const {
    auto const& n = domain.nodes;
    Index3 const i{{number % n[0], number / n[0] % n[1], number / n[0] / n[1]}};
    Node<Order> const at(domain, i, 0);
    if constexpr (Order::dimension == 1)
      view(at.local_index(0) + halo.lower[0]) = converted<T>(f(at));
    else if constexpr (Order::dimension == 2)
      view(at.local_index(0) + halo.lower[0], at.local_index(1) + halo.lower[1]) = converted<T>(f(at));
    else
      view(at.local_index(0) + halo.lower[0], at.local_index(1) + halo.lower[1],
           at.local_index(2) + halo.lower[2]) = converted<T>(f(at));
  }
};

} // namespace detail

/// Gives every node of the field the value f(at). `at` is the Node that stencils get, at step 0 and time 0.
/// Halo nodes do not change. The call is asynchronous on exec; f is copied to the device:
///
///     struct Bump {
///       KOKKOS_FUNCTION double operator()(auto const& at) const { return Kokkos::sin(at.position(0)); }
///     };
template <class Exec, class ViewType, class F>
void fill(Exec const& exec, Field<ViewType> const& field, F const& f) {
  static_assert(detail::known_space<Exec>());
  using Order = detail::AxisOrder<Field<ViewType>::dimension,
                                  !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  Kokkos::parallel_for(
      "tessera::fill", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, field.grid().size()),
      detail::Fill<Order, ViewType, F>{detail::domain_of<Order>(field, 0, 1), field.view(), field.halo(), f});
}

} // namespace tessera

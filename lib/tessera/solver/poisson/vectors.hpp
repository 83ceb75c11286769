// SPDX-License-Identifier: Apache-2.0
// Fields as vectors of linear algebra: norms and updates by Kokkos Kernels. Everything goes to the given
// instance; what is returned to the host waits for it.
#pragma once

#include <tessera/solver/node_view.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_mult.hpp>
#include <KokkosBlas1_nrm2.hpp>
#include <KokkosBlas1_nrminf.hpp>

namespace tessera::detail {

/// The nodes of a contiguous View in memory order; shares its data.
template <class ViewType>
auto as_vector(ViewType const& view) {
  using Vector = Kokkos::View<typename ViewType::value_type*, Kokkos::LayoutLeft,
                              typename ViewType::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return Vector(view.data(), view.size());
}

/// The square root of the sum of squares.
template <class Exec, class A>
double norm2(Exec const& exec, A const& a) {
  return static_cast<double>(KokkosBlas::nrm2(exec, as_vector(a)));
}

/// The largest magnitude.
template <class Exec, class A>
double norm_max(Exec const& exec, A const& a) {
  return static_cast<double>(KokkosBlas::nrminf(exec, as_vector(a)));
}

/// y = a x + b y
template <class Exec, class X, class Y>
void axpby(Exec const& exec, double a, X const& x, double b, Y const& y) {
  using T = typename Y::non_const_value_type;
  KokkosBlas::axpby(exec, static_cast<T>(a), as_vector(x), static_cast<T>(b), as_vector(y));
}

/// y = a x, node by node
template <class Exec, class A, class X, class Y>
void multiply(Exec const& exec, A const& a, X const& x, Y const& y) {
  using T = typename Y::non_const_value_type;
  KokkosBlas::mult(exec, T(0), as_vector(y), T(1), as_vector(a), as_vector(x));
}

} // namespace tessera::detail

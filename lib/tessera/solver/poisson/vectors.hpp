// SPDX-License-Identifier: Apache-2.0
// Fields as vectors of linear algebra. A separately compiled Kokkos Kernels might add in another order, or
// contract a product and a sum; where that matters the kernel is our own, so that results have the same bits
// on all devices and numbers of threads. All kernels run on the given instance; functions that return a
// number to the host wait for it.
#pragma once

#include <tessera/solver/poisson/detail/rows.hpp>

#include <KokkosBlas1_mult.hpp>

#include <algorithm>
#include <cmath>

namespace tessera::detail {

/// The nodes of a contiguous View in memory order, as a View of rank 1 that shares its data.
template <class ViewType>
auto as_vector(ViewType const& view) {
  using Vector = Kokkos::View<typename ViewType::value_type*, Kokkos::LayoutLeft,
                              typename ViewType::device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return Vector(view.data(), view.size());
}

/// A power of two that brings a magnitude near 1. Both it and its reciprocal are normal numbers, so
/// multiplying by it changes no digit.
inline double scale_to_one(double magnitude, int most) {
  if (!(magnitude > 0) || !std::isfinite(magnitude)) return 1;
  return std::ldexp(1., -std::clamp(std::ilogb(magnitude), -most, most));
}

template <class T>
struct Axpby {
  Index3 nodes;
  T a, b;
  T const* x;
  T* y;

  KOKKOS_FORCEINLINE_FUNCTION Axpby row(Index i, Index j) const {
    Index const at = (i * nodes[1] + j) * nodes[2];
    return {nodes, a, b, x + at, y + at};
  }
  KOKKOS_FORCEINLINE_FUNCTION void interior(Index k) const { (*this)(k); }
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Index k) const {
    y[k] = b == T(0) ? a * x[k] : Kokkos::fma(a, x[k], b * y[k]);
  }
};

/// y = a x + b y; if b = 0, y is not read.
template <class Exec, class X, class Y>
void axpby(Exec const& exec, double a, X const& x, double b, Y const& y) {
  using T = typename Y::non_const_value_type;
  constexpr int D = static_cast<int>(Y::rank());
  Extents<D> extents;
  for (int d = 0; d < D; ++d) extents[d] = static_cast<Index>(y.extent(d));
  Index3 const nodes = padded_nodes<D>(extents);
  for_rows("tessera::poisson::axpby", exec, nodes,
           Axpby<T>{nodes, static_cast<T>(a), static_cast<T>(b), x.data(), y.data()});
}

/// y = a x, node by node
template <class Exec, class A, class X, class Y>
void multiply(Exec const& exec, A const& a, X const& x, Y const& y) {
  using T = typename Y::non_const_value_type;
  KokkosBlas::mult(exec, T(0), as_vector(y), T(1), as_vector(a), as_vector(x));
}

} // namespace tessera::detail

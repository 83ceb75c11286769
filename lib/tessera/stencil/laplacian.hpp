// SPDX-License-Identifier: Apache-2.0
// laplacian(): the Laplacian of order 2 to 16, as a building block of formulas.
#pragma once

#include <tessera/stencil/weights.hpp>

#include <utility>

namespace tessera {

namespace detail {

/// h^2 u_xx along one axis. Pairs of neighbours are summed first, then the pairs are weighted and added from
/// the farthest to the nearest, so that mirrored fields have mirrored results to the last bit.
template <int order, class Reads, std::size_t... nearer>
KOKKOS_FORCEINLINE_FUNCTION auto second_difference(Reads const& u, int axis, std::index_sequence<nearer...>) {
  using T = decltype(u.here());
  constexpr int radius = order / 2;
  T sum = static_cast<T>(central_weight<2, order, 0>) * u.here();
  ((sum = Kokkos::fma(static_cast<T>(central_weight<2, order, radius - static_cast<int>(nearer)>),
                      u.along(axis, -(radius - static_cast<int>(nearer))) +
                          u.along(axis, radius - static_cast<int>(nearer)),
                      sum)),
   ...);
  return sum;
}

} // namespace detail

/// The part of laplacian() that lies within the slices across axis 0: u_yy + u_zz.
template <int order, class Reads, class T, std::size_t D>
KOKKOS_FORCEINLINE_FUNCTION T laplacian_in_slice(Reads const& u, Kokkos::Array<T, D> const& inverse_h2) {
  using Half = std::make_index_sequence<order / 2>;
  if constexpr (D == 1) {
    return T(0);
  } else {
    T sum = inverse_h2[1] * detail::second_difference<order>(u, 1, Half{});
    if constexpr (D > 2)
      sum = Kokkos::fma(inverse_h2[2], detail::second_difference<order>(u, 2, Half{}), sum);
    return sum;
  }
}

/// The rest of laplacian(): the part along axis 0, added to the result of laplacian_in_slice(). Stencils with
/// two passes use these two parts, see two_pass.hpp.
template <int order, class Reads, class T, std::size_t D>
KOKKOS_FORCEINLINE_FUNCTION T laplacian_across(Reads const& u, T slice,
                                               Kokkos::Array<T, D> const& inverse_h2) {
  using Half = std::make_index_sequence<order / 2>;
  return Kokkos::fma(inverse_h2[0], detail::second_difference<order>(u, 0, Half{}), slice);
}

/// u_xx + u_yy + u_zz at the node, of an even order 2 to 16 in space. A stencil that calls it declares
/// reads = star<D>(order / 2).
///
///     struct Wave { ... return ... + laplacian<8>(u, inverse_h2); };
///
/// \param u the formula's `u`, with u.here() and u.along(axis, offset)
/// \param inverse_h2 1 / h^2 per axis of the grid, in the type of the field's values; it may contain a factor
/// such as (v dt)^2
template <int order, class Reads, class T, std::size_t D>
KOKKOS_FORCEINLINE_FUNCTION T laplacian(Reads const& u, Kokkos::Array<T, D> const& inverse_h2) {
  static_assert(order >= 2 && order <= 16 && order % 2 == 0, "tessera::laplacian: an even order of 2 to 16");
  return laplacian_across<order>(u, laplacian_in_slice<order>(u, inverse_h2), inverse_h2);
}

} // namespace tessera

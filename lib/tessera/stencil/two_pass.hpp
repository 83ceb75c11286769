// SPDX-License-Identifier: Apache-2.0
// Stencils whose formula can be evaluated in two passes over the field (Micikevicius 2009): the first pass
// reads within the slices across axis 0, the second along axis 0.
#pragma once

#include <tessera/stencil/stencil.hpp>

namespace tessera {

/// A stencil whose formula has two parts adds
///
///     static constexpr bool two_pass = true;
///     KOKKOS_FUNCTION T in_slice(auto const& u, auto const& at) const;        // along axes 1, 2
///     KOKKOS_FUNCTION T across(auto const& u, T slice, auto const& at) const; // along axis 0; u.previous()
///
/// and its operator() returns across(u, in_slice(u, at), at), so that every scheme gives the same bits.
template <class StencilType>
inline constexpr bool has_two_passes = requires {
  requires bool(StencilType::two_pass);
};

} // namespace tessera

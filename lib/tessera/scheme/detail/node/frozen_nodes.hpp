// SPDX-License-Identifier: Apache-2.0
// Stencils that leave some nodes alone, those of a body say, and tell which: a scheme that makes many steps finds them once.
#pragma once

#include <tessera/grid/node.hpp>

#include <concepts>

namespace tessera::detail {

/// s.keeps(at): the formula gives node `at` its old value, at all steps. s.elsewhere(): the stencil of all other nodes.
template <class S, class At>
inline constexpr bool leaves_nodes_alone = requires(S const& s, At const& at) {
  { s.is_frozen(at) } -> std::convertible_to<bool>;
  s.unmasked();
};

/// Of the stencil of these rules.
template <class Rules>
inline constexpr bool asks_each_node =
    leaves_nodes_alone<typename Rules::stencil_type, Node<typename Rules::Order>>;

template <class S>
KOKKOS_FORCEINLINE_FUNCTION decltype(auto) unmasked_of(S const& stencil) {
  if constexpr (requires { stencil.unmasked(); })
    return stencil.unmasked();
  else
    return (stencil);
}

} // namespace tessera::detail

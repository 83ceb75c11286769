// SPDX-License-Identifier: Apache-2.0
// Some stencils never change certain nodes, for example those inside a solid body. A stencil may say which
// (`is_frozen`), and a scheme that makes many steps then looks these nodes up only once.
#pragma once

#include <tessera/grid/node.hpp>

#include <concepts>

namespace tessera::detail {

/// Whether the stencil says which nodes it freezes. s.is_frozen(at): the formula gives node `at` its old
/// value in every step. s.unmasked(): the stencil that updates all other nodes.
template <class StencilType, class At>
inline constexpr bool freezes_nodes = requires(StencilType const& s, At const& at) {
  { s.is_frozen(at) } -> std::convertible_to<bool>;
  s.unmasked();
};

/// Whether the stencil of these rules freezes nodes, so that every node has to be asked.
template <class Rules>
inline constexpr bool asks_each_node =
    freezes_nodes<typename Rules::stencil_type, Node<typename Rules::Order>>;

template <class StencilType>
KOKKOS_FORCEINLINE_FUNCTION decltype(auto) unmasked_of(StencilType const& stencil) {
  if constexpr (requires { stencil.unmasked(); })
    return stencil.unmasked();
  else
    return (stencil);
}

} // namespace tessera::detail

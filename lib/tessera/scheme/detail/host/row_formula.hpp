// SPDX-License-Identifier: Apache-2.0
// The formula along a row on a host core. What can be asked of the stencil once per row is not asked at every
// node: a load that depends on the answer prevents vectorisation.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/node/coefficient.hpp>
#include <tessera/scheme/detail/node/frozen_nodes.hpp>

#include <type_traits>
#include <utility>

namespace tessera::detail {

template <class Rules>
struct RowFormula {
  using T = typename Rules::value_type;
  using Unmasked =
      std::remove_cvref_t<decltype(unmasked_of(std::declval<typename Rules::stencil_type const&>()))>;
  using Coeff = Coefficient<Rules, Unmasked>;
  /// Whether every node gets a stencil with its coefficient. A stencil that owns Views does not qualify: its
  /// copies would count references to them at every node.
  static constexpr bool hands_coefficient = [] {
    if constexpr (Coeff::ahead)
      return std::is_trivially_copyable_v<decltype(std::declval<Unmasked const&>().with_coefficient(T{}))>;
    else
      return false;
  }();

  Rules const& rules;
  T const* coefficient; // at column 0

  /// \param other the same row of the field, at column 0. It stands in for the coefficient of a stencil
  /// without one: any value will do, as long as it can be read.
  RowFormula(Rules const& of, Index y, Index z, T const* other) : rules(of), coefficient(other) {
    Data<T const> const values = Coeff::data(of.domain, unmasked_of(of.stencil));
    if (values.origin != nullptr) coefficient = values.at(0, y, z);
  }

  /// The update of a node that is not frozen by the stencil.
  template <class Source>
  TESSERA_ALWAYS_INLINE T unmasked(Source const& source, Index x, Index y, Index z, Index step) const {
    Unmasked const& stencil = unmasked_of(rules.stencil);
    if constexpr (hands_coefficient)
      return Coeff::formula(rules, stencil, source, coefficient[x], {{x, y, z}}, step);
    else
      return evaluate<Rules>(stencil, source, rules.domain, {{x, y, z}}, step);
  }

  /// The update of any node.
  template <class Source>
  TESSERA_ALWAYS_INLINE T operator()(Source const& source, Index x, Index y, Index z, Index step) const {
    T const value = unmasked(source, x, y, z, step);
    if constexpr (asks_each_node<Rules>)
      return rules.stencil.is_frozen(Node<typename Rules::Order>(rules.domain, {{x, y, z}}, step))
                 ? source(0, 0, 0)
                 : value;
    else
      return value;
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The coefficient that a formula reads at its own node. A stencil that says where its values lie leaves loading to the
// scheme, which can then ask for them before it needs them.
#pragma once

#include <tessera/scheme/detail/rules.hpp>

#include <concepts>

namespace tessera::detail {

template <class S, class T>
inline constexpr bool tells_coefficient = requires(S const& s, T value) {
  { s.coefficient().data } -> std::convertible_to<T const*>;
  s.with_coefficient(value);
};

/// Without one there is nothing to load.
template <class Rules, bool = tells_coefficient<typename Rules::stencil_type, typename Rules::value_type>&&
                           Rules::Order::reversed>
struct Coefficient {
  using T = typename Rules::value_type;
  static constexpr bool ahead = false;
  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(Rules const&) { return {nullptr, 0, 0}; }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, Source const& source, T, Index3 const& i,
                                               Index step) {
    return rules.formula(source, i[0], i[1], i[2], step);
  }
};

/// The last axis, of stride 1, has to be the one that the sweep takes first.
template <class Rules>
struct Coefficient<Rules, true> {
  using T = typename Rules::value_type;
  static constexpr bool ahead = true;

  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(Rules const& rules) {
    auto const values = rules.stencil.coefficient();
    constexpr int D = Rules::dimension;
    return {values.data, D > 1 ? values.stride[max(D - 2, 0)] : 0, D > 2 ? values.stride[max(D - 3, 0)] : 0};
  }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, Source const& source, T coefficient,
                                               Index3 const& i, Index step) {
    return evaluate<Rules>(rules.stencil.with_coefficient(coefficient), source, rules.domain, i, step);
  }
};

} // namespace tessera::detail

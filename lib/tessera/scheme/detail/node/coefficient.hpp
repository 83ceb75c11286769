// SPDX-License-Identifier: Apache-2.0
// The coefficient that a formula reads at its own node. A stencil that says where its values lie leaves loading to the
// scheme, which can then ask for them before it needs them.
#pragma once

#include <tessera/scheme/detail/node/frozen_nodes.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <concepts>

namespace tessera::detail {

template <class S, class T>
inline constexpr bool tells_coefficient = requires(S const& s, T value) {
  requires std::same_as<std::remove_cvref_t<decltype(*s.coefficient().data)>, T>;
  s.with_coefficient(value);
};

/// Throws InvalidInput where a stencil's coefficient() lies otherwise than schemes read it, or in the field that is stepped.
template <class ViewType, class StencilType>
void check_coefficient(Field<ViewType> const& u, StencilType const& stencil) {
  auto const& plain = unmasked_of(stencil);
  if constexpr (tells_coefficient<std::remove_cvref_t<decltype(plain)>,
                                  typename ViewType::non_const_value_type>) {
    constexpr int D = Field<ViewType>::dimension;
    auto const values = plain.coefficient();
    if (values.data == nullptr) return;
    if (values.stride[D - 1] != 1)
      throw InvalidInput(text("a stencil's coefficient() has a stride of ", values.stride[D - 1],
                              " along the last axis (give values that lie side by side there)"));
    auto const at = [&](auto const& of) { return [&](int d) { return of[d]; }; };
    if (share_memory(footprint_of(u.view()),
                     footprint_of(values.data, D, at(u.grid().nodes), at(values.stride))))
      throw InvalidInput(text("field '", u.view().label(),
                              "' and the stencil's coefficient share memory, and stepping would "
                              "change the coefficient (give one of them memory of its own)"));
  }
}

/// The coefficient of a stencil, which is that of the rules or a part of it. Without one there is nothing to load.
template <class Rules, class StencilType = typename Rules::stencil_type,
          bool = tells_coefficient<StencilType, typename Rules::value_type>&& Rules::Order::reversed>
struct Coefficient {
  using T = typename Rules::value_type;
  static constexpr bool ahead = false;
  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(StencilType const&) { return {nullptr, 0, 0}; }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, StencilType const& stencil,
                                               Source const& source, T, Index3 const& i, Index step) {
    return evaluate<Rules>(stencil, source, rules.domain, i, step);
  }
};

/// The last axis, of stride 1, has to be the one that the sweep takes first.
template <class Rules, class StencilType>
struct Coefficient<Rules, StencilType, true> {
  using T = typename Rules::value_type;
  static constexpr bool ahead = true;

  /// Null where the stencil has none after all: then any value will do.
  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(StencilType const& stencil) {
    auto const values = stencil.coefficient();
    constexpr int D = Rules::dimension;
    return {values.data, D > 1 ? values.stride[max(D - 2, 0)] : 0, D > 2 ? values.stride[max(D - 3, 0)] : 0};
  }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, StencilType const& stencil,
                                               Source const& source, T coefficient, Index3 const& i,
                                               Index step) {
    return evaluate<Rules>(stencil.with_coefficient(coefficient), source, rules.domain, i, step);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The coefficient that a formula reads at its own node, for example a sound speed. If a stencil says where
// these values lie, the scheme loads them and can prefetch them.
#pragma once

#include <tessera/scheme/detail/node/frozen_nodes.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

#include <concepts>

namespace tessera::detail {

template <class StencilType, class T>
inline constexpr bool has_coefficient = requires(StencilType const& s, T value) {
  requires std::same_as<std::remove_cvref_t<decltype(*s.coefficient().data)>, T>;
  s.with_coefficient(value);
};

/// Checks the coefficient of a stencil.
/// \throws InvalidInput if its values do not lie side by side along the last axis, or share memory with the
/// stepped field
template <class ViewType, class StencilType>
void check_coefficient(Field<ViewType> const& u, StencilType const& stencil) {
  auto const& unmasked = unmasked_of(stencil);
  if constexpr (has_coefficient<std::remove_cvref_t<decltype(unmasked)>,
                                typename ViewType::non_const_value_type>) {
    constexpr int D = Field<ViewType>::dimension;
    auto const values = unmasked.coefficient();
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

/// The coefficient of a stencil: the one of the rules, or a part of it. This is the case without a
/// coefficient, in which there is nothing to load.
template <class Rules, class StencilType = typename Rules::stencil_type,
          bool = has_coefficient<StencilType, typename Rules::value_type>&& Rules::Order::reversed>
struct Coefficient {
  using T = typename Rules::value_type;
  static constexpr bool ahead = false;
  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(Domain const&, StencilType const&) {
    return {nullptr, 0, 0};
  }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, StencilType const& stencil,
                                               Source const& source, T, Index3 const& i, Index step) {
    return evaluate<Rules>(stencil, source, rules.domain, i, step);
  }
};

/// The case with a coefficient. Its last axis has stride 1, so that axis has to be the sweep's fastest one
/// too.
template <class Rules, class StencilType>
struct Coefficient<Rules, StencilType, true> {
  using T = typename Rules::value_type;
  static constexpr bool ahead = true;

  /// The origin is null if this stencil was made without a coefficient; formula() then accepts any value.
  KOKKOS_FORCEINLINE_FUNCTION static Data<T const> data(Domain const& d, StencilType const& stencil) {
    auto const values = stencil.coefficient();
    constexpr int D = Rules::dimension;
    Data<T const> data{values.data, D > 1 ? values.stride[max(D - 2, 0)] : 0,
                       D > 2 ? values.stride[max(D - 3, 0)] : 0};
    if (data.origin != nullptr) data.origin = data.at(d.offset[0], d.offset[1], d.offset[2]);
    return data;
  }
  template <class Source>
  KOKKOS_FORCEINLINE_FUNCTION static T formula(Rules const& rules, StencilType const& stencil,
                                               Source const& source, T coefficient, Index3 const& i,
                                               Index step) {
    return evaluate<Rules>(stencil.with_coefficient(coefficient), source, rules.domain, i, step);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The rules of a step's stages in a kernel. A std::tuple would do, but a device can't call its functions.
#pragma once

#include <tessera/core/compiler.hpp>

#include <Kokkos_Macros.hpp>

#include <tuple>

namespace tessera::detail {

template <class... Rules>
struct StageList;

template <>
struct StageList<> {
  explicit StageList(std::tuple<> const&) {}
};

template <class FirstRules, class... Rest>
struct StageList<FirstRules, Rest...> {
  using First = FirstRules;
  First first;
  StageList<Rest...> rest;

  explicit StageList(std::tuple<FirstRules, Rest...> const& rules)
      : first(std::get<0>(rules)),
        rest(std::apply([](auto const&, auto const&... others) { return std::tuple<Rest...>(others...); },
                        rules)) {}

  /// The rules of stage `number`.
  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION auto const& at() const {
    if constexpr (number == 0)
      return first;
    else
      return rest.template at<number - 1>();
  }

  /// Calls body(rules, number, last) for each stage in order.
  TESSERA_CALLS_ANY_BODY
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Body const& body, int number = 0) const {
    body(first, number, sizeof...(Rest) == 0);
    if constexpr (sizeof...(Rest) > 0) rest.for_each(body, number + 1);
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Which boundaries do no more than leave the nodes near their faces as they are, which read no neighbours of
// the nodes that they set, and which are never periodic.
#pragma once

#include <tessera/boundary/by_member.hpp>
#include <tessera/boundary/conditions.hpp>

#include <type_traits>
#include <utility>

namespace tessera::detail {

/// Whether a condition leaves the nodes near its face as they are, and whether it can be a period's end.
template <class Condition>
inline constexpr bool only_freezes = std::is_same_v<Condition, Fixed>;
template <class... C>
inline constexpr bool only_freezes<ByMember<C...>> = (only_freezes<C> && ...);
template <class BoundaryType, int D, bool or_periodic>
inline constexpr bool leaves_nodes = []<int... F>(std::integer_sequence<int, F...>) {
  return (... &&
          (only_freezes<std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>> ||
           (or_periodic &&
            std::is_same_v<std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>,
                           Periodic>)));
}
(std::make_integer_sequence<int, 2 * D>{});

/// Whether all conditions that set nodes do so without reading others.
template <class BoundaryType, int D>
inline constexpr bool is_pointwise = []<int... F>(std::integer_sequence<int, F...>) {
  return (... &&
          sets_pointwise<std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>>);
}
(std::make_integer_sequence<int, 2 * D>{});

/// Whether a condition may be a period's end: not if its role is that of its base.
template <class Condition>
inline constexpr bool may_wrap = !std::is_same_v<decltype(&Condition::role), Role (SetsNodes::*)() const> &&
                                 !std::is_same_v<decltype(&Condition::role), Role (ExtendsField::*)() const>;
template <class BoundaryType, int D>
inline constexpr bool may_be_periodic = []<int... F>(std::integer_sequence<int, F...>) {
  return (... || may_wrap<std::remove_cvref_t<decltype(std::declval<BoundaryType>().template face<F>())>>);
}
(std::make_integer_sequence<int, 2 * D>{});

} // namespace tessera::detail

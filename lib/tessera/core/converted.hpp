// SPDX-License-Identifier: Apache-2.0
// The only conversion to a field's type. A static_cast would take a number for a struct's first member and
// leave the rest zero, since in C++20 it initialises aggregates.
#pragma once

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace tessera::detail {

/// Whether a From loses members if it is converted to the To that it derives from.
template <class From, class To>
inline constexpr bool loses_members = false;
template <class From, class To>
requires std::is_base_of_v<To, From>
inline constexpr bool loses_members<From, To> = sizeof(From) > sizeof(To);

/// Whether a From becomes a To without an unwanted loss. Numbers convert as in C++, and a struct comes from
/// another type by its constructors or conversions. An aggregate is not made from its first member.
template <class From, class To>
inline constexpr bool becomes =
    !loses_members<From, To> &&
    (std::is_convertible_v<From, To> || (std::is_enum_v<From> && std::is_arithmetic_v<To>) ||
     (std::is_constructible_v<To, From> && !std::is_aggregate_v<To>));

/// The value of the field that the user's code means by `value`.
template <class To, class From>
KOKKOS_FORCEINLINE_FUNCTION constexpr To converted(From const& value) {
  static_assert(
      becomes<From, To>,
      "tessera: what a formula, a condition or the function of a fill gives does not become a value of the "
      "field's type (give that type: a number is not a struct or an enumerator, a struct is not another "
      "one)");
  return static_cast<To>(value);
}

} // namespace tessera::detail

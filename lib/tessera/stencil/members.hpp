// SPDX-License-Identifier: Apache-2.0
// The struct that a system of fields has at each node as an array, and lists of its members as bits.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/index.hpp>
#include <tessera/grid/staggering.hpp>

#include <Kokkos_BitManipulation.hpp>

#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

namespace tessera::detail {

/// The same bytes as another type. On a host this is the standard's function: with Kokkos' g++ makes no
/// vectors of the row loops (a third of the speed for two members). A device has Kokkos' alone.
template <class To, class From>
KOKKOS_FORCEINLINE_FUNCTION constexpr To same_bytes(From const& value) {
#if TESSERA_DEVICE_CODE
  return Kokkos::bit_cast<To>(value);
#else
  return std::bit_cast<To>(value);
#endif
}

/// The values of a struct, one after the other.
template <class T, int M>
struct Parts {
  T v[M];
};

/// A struct whose members are all of type T, and how it is taken apart.
template <class S, class T>
struct Apart {
  static constexpr int count = static_cast<int>(sizeof(S) / sizeof(T));
  using Array = Parts<T, count>;
  static constexpr unsigned all = count == 32 ? ~0u : (1u << count) - 1;

  static_assert(std::is_trivially_copyable_v<S>, "tessera: a struct of a system is trivially copyable");
  static_assert(sizeof(S) == sizeof(T) * count && count <= 32,
                "tessera: all members of a system's struct have the type of the Views' values, at most 32");

  KOKKOS_FORCEINLINE_FUNCTION static constexpr Array split(S const& value) {
    return same_bytes<Array>(value);
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr S join(Array const& values) { return same_bytes<S>(values); }
};

/// The members that a pointer names, a bit for each value of the struct.
template <class S, class T, auto Pointer>
constexpr unsigned bits_of_member() {
  using Named = StructOfMember<decltype(Pointer)>;
  using Value = std::remove_all_extents_t<typename Named::type>;
  static_assert(std::is_same_v<typename Named::of, S>,
                "tessera::members<...>: the member belongs to another struct than the system's");
  static_assert(std::is_same_v<Value, T> || sizeof(typename Named::type) % sizeof(T) == 0,
                "tessera::members<...>: the member has another type than the Views' values");
  using Own = Parts<T, static_cast<int>(sizeof(typename Named::type) / sizeof(T))>;
  unsigned bits = 0;
  for (int m = 0; m < Apart<S, T>::count; ++m) {
    typename Apart<S, T>::Array values{};
    values.v[m] = T(1);
    Own const own = std::bit_cast<Own>(std::bit_cast<S>(values).*Pointer);
    for (T const& value : own.v)
      if (value != T(0)) bits |= 1u << m;
  }
  return bits;
}

template <class S, class T, auto... Pointers>
constexpr unsigned bits_of(Members<Pointers...>) {
  return (0u | ... | bits_of_member<S, T, Pointers>());
}

/// What a read gives that the formula did not declare.
template <class T>
inline constexpr T undeclared = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                                      : std::numeric_limits<T>::max();

} // namespace tessera::detail

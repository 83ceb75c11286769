// SPDX-License-Identifier: Apache-2.0
// Memory for one of several types, and which one lies there: what std::variant does, for devices too.
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <new>
#include <type_traits>

namespace tessera::detail {

/// Where T stands among the types.
template <class T, class First, class... Rest>
inline constexpr int place_among = 1 + place_among<T, Rest...>;
template <class T, class... Rest>
inline constexpr int place_among<T, T, Rest...> = 0;

/// Of types that are trivially copyable, which makes this one so: copying it copies bytes.
template <class... Types>
class HeldBytes {
public:
  template <class T>
  KOKKOS_FUNCTION explicit HeldBytes(T const& value) {
    begin(value);
  }

  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION bool holds() const {
    return place_ == place_among<T, Types...>;
  }

  /// use(value) of the value held. It gives the same type for all.
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION auto visit(Use const& use) const {
    return visit_first<Use, Types...>(use);
  }

  /// use(value) of the value held if it is of one of the types for which Among<T> is true, else instead().
  /// Code is made for those types alone.
  template <template <class> class Among, class Use, class Instead>
  KOKKOS_FORCEINLINE_FUNCTION auto visit_among(Use const& use, Instead const& instead) const {
    return visit_next<Among, Use, Instead, Types...>(use, instead);
  }

protected:
  HeldBytes() = default;

  template <class T>
  KOKKOS_FUNCTION void begin(T const& value) {
    place_ = place_among<T, Types...>;
    ::new (static_cast<void*>(bytes_)) T(value);
  }

private:
  template <class Use, class First, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto visit_first(Use const& use) const {
    if constexpr (sizeof...(Rest) == 0)
      return use(value_as<First>());
    else
      return holds<First>() ? use(value_as<First>()) : visit_first<Use, Rest...>(use);
  }
  template <template <class> class Among, class Use, class Instead>
  KOKKOS_FORCEINLINE_FUNCTION auto visit_next(Use const&, Instead const& instead) const {
    return instead();
  }
  template <template <class> class Among, class Use, class Instead, class First, class... Rest>
  KOKKOS_FORCEINLINE_FUNCTION auto visit_next(Use const& use, Instead const& instead) const {
    if constexpr (Among<First>::value)
      return holds<First>() ? use(value_as<First>()) : visit_next<Among, Use, Instead, Rest...>(use, instead);
    else
      return visit_next<Among, Use, Instead, Rest...>(use, instead);
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T const& value_as() const {
    return *static_cast<T const*>(static_cast<void const*>(bytes_));
  }

  int place_ = 0;
  alignas(Types...) unsigned char bytes_[std::max({sizeof(Types)...})] = {};
};

/// Of other types, such as those that hold Views: copying this one copies the value that is held as its type
/// does.
template <class... Types>
class HeldValue : public HeldBytes<Types...> {
public:
  using HeldBytes<Types...>::HeldBytes;
  KOKKOS_FUNCTION HeldValue(HeldValue const& other) : HeldBytes<Types...>() { begin_as(other); }
  KOKKOS_FUNCTION HeldValue& operator=(HeldValue const& other) {
    if (this != &other) {
      end();
      begin_as(other);
    }
    return *this;
  }
  KOKKOS_FUNCTION ~HeldValue() { end(); }

private:
  KOKKOS_FUNCTION void begin_as(HeldValue const& other) {
    other.visit([this](auto const& value) { this->begin(value); });
  }
  KOKKOS_FUNCTION void end() const {
    this->visit([]<class T>(T const& value) { value.~T(); });
  }
};

template <class... Types>
using Held = std::conditional_t<(... && std::is_trivially_copyable_v<Types>), HeldBytes<Types...>,
                                HeldValue<Types...>>;

} // namespace tessera::detail

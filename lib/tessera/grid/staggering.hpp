// SPDX-License-Identifier: Apache-2.0
// Staggered members: those that lie half a spacing beyond their node along some axes.
//
//     Hx .          struct Em {
//     Ez Hy           double ez, hx, hy;
//                     static constexpr double staggering[3][2] = {{0, 0}, {0, 0.5}, {0.5, 0}};
//                   };
//
// A struct of a system says by `staggering` where its members lie: a row for each member in the order of the
// struct (an array counts as many members as it has values), a column for each axis, in spacings. A struct
// without it has all members on the nodes.
#pragma once

#include <tessera/grid/members.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>

namespace tessera::detail {

template <class V>
concept says_staggering = requires {
  V::staggering[0][0];
};

/// The table of a struct as bits: bit d of half[m] is set where member m lies half a spacing beyond its node
/// along axis d of the grid.
template <class V>
struct StaggeringOf {
  static constexpr std::size_t members = sizeof(V::staggering) / sizeof(V::staggering[0]),
                               axes = sizeof(V::staggering[0]) / sizeof(V::staggering[0][0]);

private:
  static constexpr bool valid = [] {
    for (auto const& member : V::staggering)
      for (auto const& offset : member)
        if (!(offset == 0) && !(offset == 0.5)) return false;
    return true;
  }();
  static_assert(valid,
                "tessera: `staggering` of a system's struct: a member lies on its node or half a spacing "
                "beyond it along an axis (give 0 or 0.5 for each)");
  static_assert(sizeof(V) % members == 0,
                "tessera: `staggering` of a system's struct has a row for each member, an array counting as "
                "many members as it has values");

public:
  static constexpr std::array<unsigned, members> half = [] {
    std::array<unsigned, members> bits{};
    for (std::size_t m = 0; m < members; ++m)
      for (std::size_t d = 0; d < axes; ++d)
        if (V::staggering[m][d] != 0) bits[m] |= 1u << d;
    return bits;
  }();
};

/// The axes, a bit each, along which member M of a struct lies half a spacing beyond its node.
template <class V, int M>
inline constexpr unsigned half_axes = 0;
template <says_staggering V, int M>
inline constexpr unsigned half_axes<V, M> = StaggeringOf<V>::half[static_cast<std::size_t>(M)];

/// The members, a bit each, that lie half a spacing beyond their nodes along some of the axes in `among`.
template <class V>
constexpr unsigned staggered_members([[maybe_unused]] unsigned among = ~0u) {
  unsigned bits = 0;
  if constexpr (says_staggering<V>)
    for (std::size_t m = 0; m < StaggeringOf<V>::members; ++m)
      if ((StaggeringOf<V>::half[m] & among) != 0) bits |= 1u << m;
  return bits;
}

/// Whether a struct's table has a row for each of Count members and a column for each of D axes.
template <class V, int Count, int D>
constexpr bool staggering_fits() {
  if constexpr (says_staggering<V>)
    return StaggeringOf<V>::members == Count && StaggeringOf<V>::axes == D;
  else
    return true;
}

template <class>
struct StructOfMember;
template <class Struct, class Member>
struct StructOfMember<Member Struct::*> {
  using of = Struct;
  using type = Member;
};

/// What is found in place of axes where the values of a member lie at different places.
inline constexpr unsigned no_place = ~0u;

/// The axes along which the member that a pointer names lies half a spacing beyond its node.
template <auto Pointer>
constexpr unsigned make_half_axes() {
  using V = typename StructOfMember<decltype(Pointer)>::of;
  if constexpr (says_staggering<V>) {
    constexpr std::size_t members = StaggeringOf<V>::members, size = sizeof(V) / members;
    using Own = std::array<std::byte, sizeof(typename StructOfMember<decltype(Pointer)>::type)>;
    constexpr unsigned found = [] {
      unsigned axes = no_place;
      for (std::size_t m = 0; m < members; ++m) {
        std::array<std::byte, sizeof(V)> bytes{};
        bytes[m * size] = std::byte{1};
        for (std::byte const byte : std::bit_cast<Own>(std::bit_cast<V>(bytes).*Pointer)) {
          if (byte == std::byte{0}) continue;
          if (axes != no_place && axes != StaggeringOf<V>::half[m]) return no_place;
          axes = StaggeringOf<V>::half[m];
        }
      }
      return axes;
    }();
    static_assert(found != no_place,
                  "tessera: the values of this array lie at different places, so it has no position");
    return found;
  } else {
    return 0;
  }
}
template <auto Pointer>
inline constexpr unsigned half_axes_of_member = make_half_axes<Pointer>();

} // namespace tessera::detail

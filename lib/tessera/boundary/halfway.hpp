// SPDX-License-Identifier: Apache-2.0
// Conditions of a member that is staggered across their face. Its values lie half a spacing off the wall, the
// last one of an upper face beyond it:
//
//        wall                        wall
//     x1 | 0   1   2   ...    n-2   | n-1
//
// No value lies on the wall. So a condition that speaks of the wall gives the value m nodes beyond it as an
// image of the one at the same distance inside, u(-m) of u(m - 1). Staggered grids are used in this way since
// F. H. Harlow and J. E. Welch, Physics of Fluids 8 (1965) 2182, where the value outside is
// 2 u(wall) - u(inside). Other conditions (Fixed, ZeroGradient, HalfMirrored, the user's own) speak of nodes.
// They mean the member's values there, and the last one is among them.
#pragma once

#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/one_of.hpp>

namespace tessera::detail {

/// What the condition C means for a staggered member. Of a condition that speaks of nodes there is none.
template <class C>
struct Halfway;

template <class C>
inline constexpr bool has_halfway = requires {
  sizeof(Halfway<C>);
};

/// Value n - 1 of an upper face lies beyond the wall; images are counted from there on, the first is its own.
struct BeyondHalfway : ExtendsField {
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m - 1; }
  KOKKOS_FUNCTION constexpr int values_outside() const { return 1; }
};

/// The image of a value whose mean with it, on the wall, is `wall`.
template <class T, class Wall>
KOKKOS_FORCEINLINE_FUNCTION T image_about(Wall const& wall, T inside) {
  static_assert(!std::is_unsigned_v<T>,
                "tessera: the image of a staggered member beyond a wall with a given "
                "value is 2 wall - inside, and an unsigned type has no negative values");
  T const value = converted<T>(wall);
  return (value + value) - inside;
}

/// The wall has the value, as the mean of image and inside.
template <class V>
struct Halfway<Dirichlet<V>> : BeyondHalfway {
  Dirichlet<V> const& own;
  KOKKOS_FUNCTION explicit Halfway(Dirichlet<V> const& condition) : own(condition) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return image_about(own.constant, inside);
  }
};

/// The same with g(at), the wall's value at the old level.
template <class G>
struct Halfway<Prescribed<G>> : BeyondHalfway {
  Prescribed<G> const& own;
  KOKKOS_FUNCTION explicit Halfway(Prescribed<G> const& condition) : own(condition) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const& at) const {
    return image_about(own.g(at), inside);
  }
};

template <>
struct Halfway<Mirrored> : BeyondHalfway {
  KOKKOS_FUNCTION explicit Halfway(Mirrored const&) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
};

template <>
struct Halfway<Antisymmetric> : BeyondHalfway {
  KOKKOS_FUNCTION explicit Halfway(Antisymmetric const&) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    return Antisymmetric{}.beyond(inside, m, h, at);
  }
};

/// The two values lie (2 m - 1) h apart: (u(-m) - u(m - 1)) / ((2 m - 1) h) = flux.
template <class Q>
struct Halfway<Neumann<Q>> : BeyondHalfway {
  Neumann<Q> const& own;
  KOKKOS_FUNCTION explicit Halfway(Neumann<Q> const& condition) : own(condition) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const&) const {
    return inside + converted<T>(((2.0 * m - 1) * h) * own.flux);
  }
};

template <class G>
struct Halfway<PrescribedFlux<G>> : BeyondHalfway {
  PrescribedFlux<G> const& own;
  KOKKOS_FUNCTION explicit Halfway(PrescribedFlux<G> const& condition) : own(condition) {}
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    Neumann const neumann(own.g(at));
    return Halfway<std::remove_const_t<decltype(neumann)>>(neumann).beyond(inside, m, h, at);
  }
};

/// What a condition means for a member that is staggered across its face.
template <class C>
KOKKOS_FORCEINLINE_FUNCTION decltype(auto) halfway(C const& condition) {
  if constexpr (has_halfway<C>)
    return Halfway<C>(condition);
  else
    return (condition);
}

/// A condition of a kind known at run time does what that kind does.
template <class... C>
requires(has_halfway<C> || ...) struct Halfway<OneOf<C...>> : ExtendsField {
  OneOf<C...> const& own;
  KOKKOS_FUNCTION explicit Halfway(OneOf<C...> const& condition) : own(condition) {}

  KOKKOS_FUNCTION Role role() const {
    return own.visit([](auto const& c) { return halfway(c).role(); });
  }
  KOKKOS_FUNCTION int precedence() const { return own.precedence(); }
  KOKKOS_FUNCTION bool frozen() const { return own.frozen(); }
  KOKKOS_FUNCTION bool constant_in_time() const { return own.constant_in_time(); }
  KOKKOS_FUNCTION bool copies_interior() const { return own.copies_interior(); }
  KOKKOS_FUNCTION int depth(int m) const {
    return own.visit([=](auto const& c) { return halfway(c).depth(m); });
  }
  KOKKOS_FUNCTION int values_outside() const {
    return own.visit([](auto const& c) { return outside_of(halfway(c)); });
  }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const& at, FaceTag face) const {
    return own.value(u, at, face);
  }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int m, double h, At const& at) const {
    return own.visit([&](auto const& c) -> T { return converted<T>(halfway(c).beyond(inside, m, h, at)); });
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// What a face condition is. There are two kinds, and each consists of one pointwise device function:
//
//   sets     the nodes within the stencil's radius of the face get a value of their own (fixed, prescribed):
//
//              face -> | S S | . . . . .          S: value(u, at, face)
//
//   extends  those nodes follow the formula; a read m nodes beyond the face is an image of a node inside:
//
//            x2 x1 | 0 1 2 . . . .                x_m = beyond(u(depth(m)), m, h, at)
//
// A new condition derives from SetsNodes or ExtendsField and defines that one function; every scheme then
// supports it.
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>

namespace tessera {

/// What a condition does: it sets nodes, it extends the field beyond the face, or it wraps a periodic axis.
enum class Role { sets, extends, wraps };

/// The members that schemes ask of every condition; the two bases below define them.
template <class C>
concept BoundaryCondition = requires(C const& condition) {
  { condition.role() } -> std::same_as<Role>;
  { condition.precedence() } -> std::convertible_to<int>;
};

/// Base of conditions that give nodes a value of their own. A derived condition defines
///
///     KOKKOS_FUNCTION auto value(auto const& u, auto const& at, auto face) const;
///
/// `u` reads the old time level (at most the stencil's pattern; a read beyond a face is answered as for the
/// formula), `at` is the node at the new time level. Schemes call it for all nodes within the stencil's
/// radius of the face. A condition whose value does not depend on `u` may say so by
/// `static constexpr bool pointwise = true`; systems of fields then need not keep the old level for it.
struct SetsNodes {
  KOKKOS_FUNCTION constexpr Role role() const { return Role::sets; }
  /// Where faces that set nodes meet, the face with the higher precedence (0 or more) wins; between equals
  /// the face of the lower axis wins.
  KOKKOS_FUNCTION constexpr int precedence() const { return 2; }
  /// Three promises by which schemes may save work. frozen: the nodes never change their value.
  /// constant_in_time: a node that was set once would be set to the same value at all later levels.
  /// copies_interior: a node takes the old value of its neighbour one node inside.
  KOKKOS_FUNCTION constexpr bool frozen() const { return false; }
  KOKKOS_FUNCTION constexpr bool constant_in_time() const { return false; }
  KOKKOS_FUNCTION constexpr bool copies_interior() const { return false; }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m; }
};

/// Base of conditions that answer reads beyond the face. A derived condition defines
///
///     template <class T> KOKKOS_FUNCTION T beyond(T inside, int m, double h, auto const& at) const;
///
/// `inside` is the value depth(m) nodes inside the edge node, `h` the spacing, `at` the edge node at the old
/// level.
struct ExtendsField {
  KOKKOS_FUNCTION constexpr Role role() const { return Role::extends; }
  KOKKOS_FUNCTION constexpr int precedence() const { return 0; }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m; }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const&, FaceTag) const {
    return u.here();
  }
};

namespace detail {

/// Whether the values that a condition sets are known to depend on no other node.
template <class C>
inline constexpr bool sets_pointwise = std::derived_from<C, ExtendsField> || requires {
  requires bool(C::pointwise);
};

/// The values of a member that lie beyond an upper face with this condition: 1 where it is staggered across
/// it (boundary/halfway.hpp), else 0.
template <class C>
KOKKOS_FORCEINLINE_FUNCTION constexpr int outside_of([[maybe_unused]] C const& condition) {
  if constexpr (requires { condition.values_outside(); })
    return condition.values_outside();
  else
    return 0;
}
/// The most that this can be.
template <class C>
inline constexpr int most_outside = 0;
template <class C>
requires requires(C const& condition) { condition.values_outside(); }
inline constexpr int most_outside<C> = 1;

} // namespace detail

} // namespace tessera

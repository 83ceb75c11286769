// SPDX-License-Identifier: Apache-2.0
// What a face condition is. There are two ways to be one, and each is a single pointwise device function:
//
//   sets     the nodes within the stencil's radius of the face get a value of their own (fixed, prescribed):
//
//              face -> | S S | . . . . .          S: value(u, at, face)
//
//   extends  those nodes follow the formula; a read m nodes beyond the face is an image of a node inside:
//
//            x2 x1 | 0 1 2 . . . .                x_m = beyond(u(depth(m)), m, h, at)
//
// A new kind derives from SetsNodes or ExtendsField and writes that one function; every scheme then has it.
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>

namespace tessera {

enum class Role { sets, extends, wraps };

/// What schemes ask of a condition first; the two bases below answer it.
template <class C>
concept BoundaryCondition = requires(C const& condition) {
  { condition.role() } -> std::same_as<Role>;
  { condition.precedence() } -> std::convertible_to<int>;
};

/// Base of conditions that give nodes a value: write
///     KOKKOS_FUNCTION auto value(auto const& u, auto const& at, auto face) const;
/// `u` reads the old time level (the stencil's pattern at most; beyond a face it is answered as for the formula),
/// `at` is the node at the new time level. All nodes within the stencil's radius of the face are asked.
struct SetsNodes {
  KOKKOS_FUNCTION constexpr Role role() const { return Role::sets; }
  /// Where faces that set nodes meet, the higher precedence (0 or more) wins; between equals the lower axis.
  KOKKOS_FUNCTION constexpr int precedence() const { return 2; }
  /// Whether nodes keep the value they have; whether a node that was set once would be set to the same at all later
  /// levels; whether nodes take the old value of their neighbour one node inside. Saying so is a promise that schemes may
  /// save work by.
  KOKKOS_FUNCTION constexpr bool frozen() const { return false; }
  KOKKOS_FUNCTION constexpr bool constant_in_time() const { return false; }
  KOKKOS_FUNCTION constexpr bool copies_interior() const { return false; }
  template <class T, class At>
  KOKKOS_FUNCTION T beyond(T inside, int, double, At const&) const {
    return inside;
  }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m; }
};

/// Base of conditions that answer reads beyond the face: write
///     template <class T> KOKKOS_FUNCTION T beyond(T inside, int m, double h, auto const& at) const;
/// `inside` is the value depth(m) nodes inside the edge node, `h` the spacing, `at` the edge node at the old level.
struct ExtendsField {
  KOKKOS_FUNCTION constexpr Role role() const { return Role::extends; }
  KOKKOS_FUNCTION constexpr int precedence() const { return 0; }
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m; }
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION auto value(Reads const& u, At const&, FaceTag) const {
    return u.here();
  }
};

} // namespace tessera

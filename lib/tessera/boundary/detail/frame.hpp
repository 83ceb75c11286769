// SPDX-License-Identifier: Apache-2.0
// Nodes near a face that a condition sets: which face sets them where several meet, and the value they get.
#pragma once

#include <tessera/boundary/boundary.hpp>
#include <tessera/core/compiler.hpp>
#include <tessera/core/converted.hpp>
#include <tessera/grid/node.hpp>

#include <type_traits>

namespace tessera::detail {

/// Calls body(Face<0>{}), body(Face<1>{}), ... for the 2 D faces.
TESSERA_CALLS_ANY_BODY
template <int D, class Body, int F = 0>
KOKKOS_FORCEINLINE_FUNCTION void for_each_face(Body const& body) {
  if constexpr (F < 2 * D) {
    body(Face<F>{});
    for_each_face<D, Body, F + 1>(body);
  }
}

/// Calls body(condition) with the condition of the lower or the upper face of a user's axis. Where both have
/// one type, the body is compiled once.
template <int UserAxis, class BoundaryType, class Body>
TESSERA_ALWAYS_INLINE inline void with_condition(BoundaryType const& boundary, bool upper, Body const& body) {
  decltype(auto) of_lower = boundary.template face<2 * UserAxis>();
  decltype(auto) of_upper = boundary.template face<2 * UserAxis + 1>();
  if constexpr (std::is_same_v<decltype(of_lower), decltype(of_upper)>) {
    body(upper ? of_upper : of_lower);
  } else if (upper) {
    body(of_upper);
  } else {
    body(of_lower);
  }
}

/// Number of the face that sets node i, or -1 where the formula holds. The face with the highest precedence
/// wins, then the face of the lowest axis: faces are visited in that order, and only a strictly higher
/// precedence replaces the winner so far.
template <class Order, int Radius, class BoundaryType>
KOKKOS_FORCEINLINE_FUNCTION int setting_face(Domain const& domain, BoundaryType const& boundary,
                                             Index3 const& i) {
  int winner = -1, best = -1;
  for_each_face<Order::dimension>([&](auto face) {
    constexpr int a = Order::memory_axis(face.axis);
    auto const& condition = boundary.template face<face.number>();
    Index const from_edge = face.upper ? domain.nodes[a] - 1 - i[a] : i[a];
    if (from_edge < Radius && !domain.open[a][face.upper] && condition.role() == Role::sets &&
        condition.precedence() > best) {
      best = condition.precedence();
      winner = face.number;
    }
  });
  return winner;
}

/// Whether the condition of a face sets nodes.
template <int D, class BoundaryType>
bool sets_nodes(BoundaryType const& boundary, int number) {
  bool sets = false;
  for_each_face<D>([&](auto face) {
    if (number == face.number) sets = boundary.template face<face.number>().role() == Role::sets;
  });
  return sets;
}

/// What a face's condition promises about the nodes that it sets (see SetsNodes).
struct FaceTraits {
  bool frozen = false, constant_in_time = false, copies_interior = false, pointwise = false;
};
template <int D, class BoundaryType>
KOKKOS_FORCEINLINE_FUNCTION FaceTraits traits_of(BoundaryType const& boundary, int number) {
  FaceTraits traits;
  for_each_face<D>([&](auto face) {
    auto const& condition = boundary.template face<face.number>();
    if (number == face.number && condition.role() == Role::sets) {
      if constexpr (requires { condition.frozen(); }) traits.frozen = condition.frozen();
      if constexpr (requires { condition.constant_in_time(); })
        traits.constant_in_time = traits.frozen || condition.constant_in_time();
      if constexpr (requires { condition.copies_interior(); })
        traits.copies_interior = condition.copies_interior();
      if constexpr (requires { condition.held_is_pointwise(); })
        traits.pointwise = condition.held_is_pointwise();
      else
        traits.pointwise = sets_pointwise<std::remove_cvref_t<decltype(condition)>>;
    }
  });
  return traits;
}

/// The value to which face `winner` sets node `at`; the condition reads the field through `u`, a Reader.
template <class T, class BoundaryType, class Reads, class At>
KOKKOS_FORCEINLINE_FUNCTION T set_value(BoundaryType const& boundary, int winner, Reads const& u,
                                        At const& at) {
  T value = u.here();
  for_each_face<At::dimension>([&](auto face) {
    if (winner == face.number) value = converted<T>(boundary.template face<face.number>().value(u, at, face));
  });
  return value;
}

} // namespace tessera::detail

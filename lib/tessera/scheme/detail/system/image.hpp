// SPDX-License-Identifier: Apache-2.0
// Images of members beyond a closed face, as Extended (boundary/detail/extended.hpp) gives them node by node,
// for whole rows and for the ends of rows.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// Calls body(face) with the tag of face `number`.
template <int D, class Body>
KOKKOS_FORCEINLINE_FUNCTION void with_face(int number, Body const& body) {
  for_each_face<D>([&](auto face) {
    if (face.number == number) body(face);
  });
}

/// The number of a member's image that many nodes beyond a side. Where a staggered member has values beyond
/// the upper side, its images begin there, for what the formula reads around. 0: no image.
template <class Rules, int M, class Condition>
TESSERA_ALWAYS_INLINE inline int number_of_image(Condition const& condition, int side, int beyond) {
  int const outside = side == 1 ? outside_of(condition) : 0;
  return beyond > 0 || (Rules::around >> M & 1u) != 0 ? beyond + outside : 0;
}

/// The images `beyond` nodes beyond side `side` of axis 1 of a plane, for columns [low, high), of the members
/// that the stage reads around: store(m, x, value). Returns the members that have images there.
template <class Rules, class Access, class Store>
TESSERA_ALWAYS_INLINE inline unsigned image_columns(Rules const& rules, Access const& access, int side,
                                                    int beyond, Index low, Index high, Index z, Index step,
                                                    Store const& store) {
  using Order = typename Rules::Order;
  using T = typename Rules::member_type;
  using apart = typename Rules::apart;
  constexpr int count = Rules::count;
  Index const edge = side == 0 ? 0 : rules.domain.nodes[1] - 1;
  auto const inner = [&](int depth) { return side == 0 ? Index{depth} : edge - depth; };
  auto const at = [&](Index x) {
    Index const on = rules.domain.around(0, x);
    return Index3{{on, edge, z}};
  };
  double const h = rules.domain.spacing[1];
  unsigned stored = 0;
  with_face<Rules::dimension>(2 * Order::memory_axis(1) + side, [&](auto face) {
    if constexpr (Rules::by_member) {
      for_members<Rules::near, count>([&](auto m) {
        using Own = MemberBoundary<typename Rules::boundary_type, typename Rules::value_type, m.number>;
        Own const own{rules.boundary};
        auto const& condition = own.template face<face.number>();
        using At = NodeOnFace<Order, face.axis, Own, std::remove_cvref_t<decltype(condition)>>;
        int const image = number_of_image<Rules, m.number>(condition, side, beyond);
        if (image <= 0) return;
        stored |= 1u << m.number;
        int const depth = condition.depth(image) + (side == 1 ? outside_of(condition) : 0);
        T const* const row = access.row(m.number, inner(depth), z);
        for (Index x = low; x < high; ++x)
          store(m.number, x, converted<T>(condition.beyond(row[x], image, h, At(rules.domain, at(x), step))));
      });
    } else {
      stored = Rules::near;
      auto const& condition = rules.boundary.template face<face.number>();
      T const* row[count];
      for (int m = 0; m < count; ++m) row[m] = access.row(m, inner(condition.depth(beyond)), z);
      for (Index x = low; x < high; ++x) {
        typename apart::Array inside;
        for (int m = 0; m < count; ++m) inside.v[m] = row[m][x];
        auto const image = apart::split(converted<typename Rules::value_type>(
            condition.beyond(apart::join(inside), beyond, h, Node<Order>(rules.domain, at(x), step))));
        for_members<Rules::near, count>([&](auto m) { store(m.number, x, image.v[m.number]); });
      }
    }
  });
  return stored;
}

/// The image `beyond` nodes beyond side `side` of axis 0, on the row p of `plane`, which lies `offset` rows
/// from row y: store(m, value) of the members that the stage reads around.
template <class Rules, class T, int Count, int Planes, class Store>
TESSERA_ALWAYS_INLINE inline void image_of_column(Rules const& rules, T const* const (&plane)[Count][Planes],
                                                  int p, int offset, int side, int beyond, Index y, Index z,
                                                  Index step, Store const& store) {
  using Order = typename Rules::Order;
  using apart = typename Rules::apart;
  Index const edge = side == 0 ? 0 : rules.domain.nodes[0] - 1;
  Index const row = y + (Rules::dimension == 2 ? offset : 0);
  Index3 const at{{edge, rules.domain.around(1, row), z}};
  double const h = rules.domain.spacing[0];
  with_face<Rules::dimension>(2 * Order::memory_axis(0) + side, [&](auto face) {
    if constexpr (Rules::by_member) {
      for_members<Rules::near, Count>([&](auto m) {
        using Own = MemberBoundary<typename Rules::boundary_type, typename Rules::value_type, m.number>;
        Own const own{rules.boundary};
        auto const& condition = own.template face<face.number>();
        using At = NodeOnFace<Order, face.axis, Own, std::remove_cvref_t<decltype(condition)>>;
        int const image = number_of_image<Rules, m.number>(condition, side, beyond);
        if (image <= 0) return;
        int const depth = condition.depth(image) + (side == 1 ? outside_of(condition) : 0);
        T const inside = plane[m.number][p][side == 0 ? depth : edge - depth];
        store(m.number, converted<T>(condition.beyond(inside, image, h, At(rules.domain, at, step))));
      });
    } else {
      auto const& condition = rules.boundary.template face<face.number>();
      int const depth = condition.depth(beyond);
      typename apart::Array inside;
      // Members that are not read around have their own row on every plane; their image is not used.
      for (int m = 0; m < Count; ++m) inside.v[m] = plane[m][p][side == 0 ? depth : edge - depth];
      auto const image = apart::split(converted<typename Rules::value_type>(
          condition.beyond(apart::join(inside), beyond, h, Node<Order>(rules.domain, at, step))));
      for_members<Rules::near, Count>([&](auto m) { store(m.number, image.v[m.number]); });
    }
  });
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Images of members beyond a closed face, as Extended (boundary/detail/extended.hpp) gives them node by node,
// for whole rows and for their ends.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// Calls body(m, condition) of each member that the stage reads around, with the condition of its face at the
/// end of a memory axis.
template <int Axis, class Rules, class Body>
TESSERA_ALWAYS_INLINE inline void with_condition_of_members(Rules const& rules, int side, Body const& body) {
  for_members<Rules::near, Rules::count>([&](auto m) {
    using Own = MemberBoundary<typename Rules::boundary_type, typename Rules::value_type, m.number>;
    with_condition<Rules::Order::memory_axis(Axis)>(Own{rules.boundary}, side == 1,
                                                    [&](auto const& condition) { body(m, condition); });
  });
}

/// The `at` of a member's condition on a face of a memory axis.
template <int Axis, int M, class Rules, class Condition>
using NodeOfImage =
    NodeOnFace<typename Rules::Order, Rules::Order::memory_axis(Axis),
               MemberBoundary<typename Rules::boundary_type, typename Rules::value_type, M>, Condition>;

/// The number of a member's image that many nodes beyond a side. Where a staggered member has values beyond
/// the upper side, its images begin there, for what the formula reads around. 0: no image.
template <class Rules, int M, class Condition>
TESSERA_ALWAYS_INLINE inline int number_of_image(Condition const& condition, int side, int beyond) {
  int const outside = side == 1 ? outside_of(condition) : 0;
  return beyond > 0 || (Rules::around >> M & 1u) != 0 ? beyond + outside : 0;
}

/// The images `beyond` nodes beyond side `side` of axis `Axis`, 1 or 2, for columns [low, high) of row (y,
/// z), whose index along that axis does not matter; of the members that the stage reads around: store(m, x,
/// value). Returns the members that have images there.
template <int Axis, class Rules, class Access, class Store>
TESSERA_ALWAYS_INLINE inline unsigned images_of_row(Rules const& rules, Access const& access, int side,
                                                    int beyond, Index low, Index high, Index y, Index z,
                                                    Index step, Store const& store) {
  using Order = typename Rules::Order;
  using T = typename Rules::member_type;
  using apart = typename Rules::apart;
  constexpr int count = Rules::count;
  Domain const& d = rules.domain;
  Index const edge = side == 0 ? 0 : d.nodes[Axis] - 1;
  auto const row_inside = [&](int m, int depth) {
    Index const inner = side == 0 ? Index{depth} : edge - depth;
    return Axis == 1 ? access.row(m, inner, z) : access.row(m, y, inner);
  };
  Index const y_at = Axis == 1 ? edge : d.around(1, y), z_at = Axis == 2 ? edge : d.around(2, z);
  auto const at = [&](Index x) { return Index3{{d.around(0, x), y_at, z_at}}; };
  double const h = d.spacing[Axis];
  unsigned stored = 0;
  if constexpr (Rules::by_member) {
    with_condition_of_members<Axis>(rules, side, [&](auto m, auto const& condition) {
      using At = NodeOfImage<Axis, m.number, Rules, std::remove_cvref_t<decltype(condition)>>;
      int const image = number_of_image<Rules, m.number>(condition, side, beyond);
      if (image <= 0) return;
      stored |= 1u << m.number;
      int const depth = condition.depth(image) + (side == 1 ? outside_of(condition) : 0);
      T const* const row = row_inside(m.number, depth);
      for (Index x = low; x < high; ++x)
        store(m.number, x, converted<T>(condition.beyond(row[x], image, h, At(d, at(x), step))));
    });
  } else {
    stored = Rules::near;
    with_condition<Order::memory_axis(Axis)>(rules.boundary, side == 1, [&](auto const& condition) {
      T const* row[count];
      for (int m = 0; m < count; ++m) row[m] = row_inside(m, condition.depth(beyond));
      for (Index x = low; x < high; ++x) {
        typename apart::Array inside;
        for (int m = 0; m < count; ++m) inside.v[m] = row[m][x];
        auto const image = apart::split(converted<typename Rules::value_type>(
            condition.beyond(apart::join(inside), beyond, h, Node<Order>(d, at(x), step))));
        for_members<Rules::near, count>([&](auto m) { store(m.number, x, image.v[m.number]); });
      }
    });
  }
  return stored;
}

/// The image `beyond` nodes beyond side `side` of axis 0 on row (y, z), whose values are line(m)[x]:
/// store(m, value) of the members that the stage reads around.
template <class Rules, class Line, class Store>
TESSERA_ALWAYS_INLINE inline void image_at_end(Rules const& rules, Line const& line, int side, int beyond,
                                               Index y, Index z, Index step, Store const& store) {
  using Order = typename Rules::Order;
  using T = typename Rules::member_type;
  using apart = typename Rules::apart;
  constexpr int count = Rules::count;
  Domain const& d = rules.domain;
  Index const edge = side == 0 ? 0 : d.nodes[0] - 1;
  auto const inner = [&](int depth) { return side == 0 ? Index{depth} : edge - depth; };
  Index3 const at{{edge, d.around(1, y), d.around(2, z)}};
  double const h = d.spacing[0];
  if constexpr (Rules::by_member) {
    with_condition_of_members<0>(rules, side, [&](auto m, auto const& condition) {
      using At = NodeOfImage<0, m.number, Rules, std::remove_cvref_t<decltype(condition)>>;
      int const image = number_of_image<Rules, m.number>(condition, side, beyond);
      if (image <= 0) return;
      int const depth = condition.depth(image) + (side == 1 ? outside_of(condition) : 0);
      T const inside = line(m.number)[inner(depth)];
      store(m.number, converted<T>(condition.beyond(inside, image, h, At(d, at, step))));
    });
  } else {
    with_condition<Order::memory_axis(0)>(rules.boundary, side == 1, [&](auto const& condition) {
      typename apart::Array inside;
      // Members that are not read around have the node's own row everywhere; their image is not used.
      for (int m = 0; m < count; ++m) inside.v[m] = line(m)[inner(condition.depth(beyond))];
      auto const image = apart::split(converted<typename Rules::value_type>(
          condition.beyond(apart::join(inside), beyond, h, Node<Order>(d, at, step))));
      for_members<Rules::near, count>([&](auto m) { store(m.number, image.v[m.number]); });
    });
  }
}

/// The same, or on a periodic axis the values of the other end: what a row reads there.
template <class Rules, class Line, class Store>
TESSERA_ALWAYS_INLINE inline void value_beyond_end(Rules const& rules, Line const& line, int side, int beyond,
                                                   Index y, Index z, Index step, Store const& store) {
  Domain const& d = rules.domain;
  if (!d.wraps[0]) return image_at_end(rules, line, side, beyond, y, z, step, store);
  Index const same = d.in_domain(0, side == 0 ? -beyond : d.nodes[0] - 1 + beyond);
  for_members<Rules::near, Rules::count>([&](auto m) { store(m.number, line(m.number)[same]); });
}

} // namespace tessera::detail

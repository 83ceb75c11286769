// SPDX-License-Identifier: Apache-2.0
// Ghost nodes of a small grid on a host: the nodes beyond its faces. They are filled once a step, so that the
// formula reads them like all other nodes. Their values are those that Extended
// (boundary/detail/extended.hpp) gives to reads beyond a face, with the axes in the same order:
//
//      g | 0 1 2 . . . n-1 | g        g: image of a node inside, or the other end of a period
#pragma once

#include <tessera/boundary/detail/extended.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

template <class Rules>
struct HostGhosts {
  using T = typename Rules::value_type;
  using Order = typename Rules::Order;
  static constexpr int D = Rules::dimension, R = Rules::radius, slow = D - 1;

  Rules const& rules;
  Data<T> level;
  Index begin, end; // planes along the slow axis (rows in 2D) whose images are filled
  Index step;       // time step of the level
  bool whole_grid;  // whether this memory has the whole grid, with both ends of a period along the slow axis

  void fill() const { fill<D - 1>(); }

private:
  // Goes from the last axis to the first: beyond two faces, the condition of the first axis is applied last,
  // as in Extended.
  template <int UserAxis>
  void fill() const {
    for_side<UserAxis, 0>();
    for_side<UserAxis, 1>();
    if constexpr (UserAxis > 0) fill<UserAxis - 1>();
  }

  template <int UserAxis, int Side>
  void for_side() const {
    constexpr int a = Order::memory_axis(UserAxis);
    Domain const& d = rules.domain;
    auto const& condition = rules.boundary.template face<2 * UserAxis + Side>();
    if (!d.wraps[a] && condition.role() != Role::extends) return;
    if (d.wraps[a] && a == slow && !whole_grid) return;
    Index const last = d.nodes[a] - 1;
    for (int m = 1; m <= R; ++m) {
      Index const ghost = Side == 0 ? -m : last + m;
      if (d.wraps[a]) {
        Index const source = d.in_domain(a, ghost);
        if (a == slow && D > 1 && (source < begin || source >= end)) continue;
        for_layer<UserAxis>(ghost, [&](Index3 to) {
          Index3 from = to;
          from[a] = source;
          *at(to) = *at(from);
        });
      } else {
        if (a == slow && D > 1 && !owns_face(Side)) continue;
        for_layer<UserAxis>(ghost, [&](Index3 to) {
          Index3 from = to, edge = to;
          from[a] = Side == 0 ? condition.depth(m) : last - condition.depth(m);
          for (int b = 0; b < 3; ++b)
            edge[b] = d.wraps[b] ? d.in_domain(b, to[b]) : max(0, min(to[b], d.nodes[b] - 1));
          edge[a] = Side == 0 ? 0 : last;
          *at(to) = converted<T>(condition.beyond(*at(from), m, d.spacing[a], Node<Order>(d, edge, step)));
        });
      }
    }
  }

  T* at(Index3 const& i) const { return level.at(i[0], i[1], i[2]); }

  bool owns_face(int side) const { return side == 0 ? begin == 0 : end == rules.domain.nodes[slow]; }

  // Calls body(node) for the nodes of a layer across this axis. Ghost nodes of axes that are filled already
  // are among them.
  template <int UserAxis, class Body>
  void for_layer(Index ghost, Body const& body) const {
    constexpr int a = Order::memory_axis(UserAxis);
    Box3 box = rules.domain.whole();
    box.lower[slow] = begin;
    box.upper[slow] = end;
    for (int user = UserAxis + 1; user < D; ++user) {
      int const b = Order::memory_axis(user);
      if (b == slow) continue;
      box.lower[b] -= R;
      box.upper[b] += R;
    }
    box.lower[a] = ghost;
    box.upper[a] = ghost + 1;
    over(box, body);
    // Corners beyond faces of the slow axis, which a star never reads.
    if constexpr (!Rules::star && a != slow && first_user_axis(slow) > UserAxis)
      for (int m = 1; m <= R; ++m)
        for (int side = 0; side < 2; ++side) {
          Index const plane = side == 0 ? -m : rules.domain.nodes[slow] - 1 + m;
          if (!fills_plane(plane, side)) continue;
          box.lower[slow] = plane;
          box.upper[slow] = plane + 1;
          over(box, body);
        }
  }

  static constexpr int first_user_axis(int axis) { return Order::memory_axis(axis); }

  bool fills_plane(Index plane, int side) const {
    if (!rules.domain.wraps[slow]) return owns_face(side);
    if (!whole_grid) return false;
    Index const source = rules.domain.in_domain(slow, plane);
    return source >= begin && source < end;
  }

  template <class Body>
  static void over(Box3 const& box, Body const& body) {
    for (Index z = box.lower[2]; z < box.upper[2]; ++z)
      for (Index y = box.lower[1]; y < box.upper[1]; ++y)
        for (Index x = box.lower[0]; x < box.upper[0]; ++x) body(Index3{{x, y, z}});
  }
};

} // namespace tessera::detail

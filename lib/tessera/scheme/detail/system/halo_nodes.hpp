// SPDX-License-Identifier: Apache-2.0
// The nodes of a halo that stages update: a stage makes as many nodes beyond the block as later stages of the
// sweep read there, so that one exchange a sweep is enough.
//
//      nodes ->            halo | block
//      filled              o o o| . . .       by the exchange
//      stage 1, reads 1    . o o| . . .
//      stage 2, reads 2    . . .| o o o
#pragma once

#include <tessera/grid/detail/domain.hpp>

namespace tessera::detail {

/// Whether a halo supplies the nodes beyond a side.
KOKKOS_FORCEINLINE_FUNCTION bool has_halo(Domain const& domain, int axis, int side) {
  return domain.open[axis][side] && !domain.wraps[axis];
}

/// The part of a box in which nodes exist, and of a halo no more than so many nodes.
inline Box3 clip_to_halo(Domain const& domain, Box3 box, Index const (&below)[3], Index const (&above)[3]) {
  box = domain.clip(box);
  for (int a = 0; a < 3; ++a) {
    if (has_halo(domain, a, 0)) box.lower[a] = max(box.lower[a], -below[a]);
    if (has_halo(domain, a, 1)) box.upper[a] = min(box.upper[a], domain.nodes[a] + above[a]);
  }
  return box;
}

/// The domain's nodes and so many of its halo.
inline Box3 with_halo_nodes(Domain const& domain, Index const (&below)[3], Index const (&above)[3]) {
  Box3 box = domain.whole();
  for (int a = 0; a < 3; ++a) {
    if (has_halo(domain, a, 0)) box.lower[a] -= below[a];
    if (has_halo(domain, a, 1)) box.upper[a] += above[a];
  }
  return box;
}

/// The part of a box whose nodes lie in the whole grid's period once they are turned by so many periods.
inline Box3 turned_part(Domain const& d, Box3 box, Index3 const& turn) {
  for (int a = 0; a < 3; ++a) {
    if (d.period[a] == 0) continue;
    if (turn[a] >= 0) box.upper[a] = min(box.upper[a], turn[a] > 0 ? d.straight_begin(a) : d.straight_end(a));
    if (turn[a] <= 0) box.lower[a] = max(box.lower[a], turn[a] < 0 ? d.straight_end(a) : d.straight_begin(a));
  }
  return box;
}

/// Whether all nodes of a box lie in the whole grid's period as they are.
inline bool is_straight(Domain const& d, Box3 const& box) {
  for (int a = 0; a < 3; ++a)
    if (d.period[a] > 0 && (box.lower[a] < d.straight_begin(a) || box.upper[a] > d.straight_end(a)))
      return false;
  return true;
}

/// Calls body(rules, part) for the parts of a box by the period in which their nodes lie. Nodes beyond the
/// end of a period, which a halo holds, are known to their `rules` by the indices of the other end.
template <class Rules, class Body>
void for_each_period(Rules const& rules, Box3 const& box, Body const& body) {
  Domain const& d = rules.domain;
  if (is_straight(d, box)) return body(rules, box);
  auto const most = [&](int axis) { return d.period[axis] > 0 ? Index{1} : Index{0}; };
  for (Index z = -most(2); z <= most(2); ++z)
    for (Index y = -most(1); y <= most(1); ++y)
      for (Index x = -most(0); x <= most(0); ++x) {
        Box3 const part = turned_part(d, box, {{x, y, z}});
        if (part.size() == 0) continue;
        Rules turned = rules;
        turned.domain = d.turned(0, x).turned(1, y).turned(2, z);
        body(turned, part);
      }
}

} // namespace tessera::detail

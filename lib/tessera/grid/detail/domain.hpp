// SPDX-License-Identifier: Apache-2.0
// The grid and the clock as kernels see them: three axes, the unit-stride axis first.
#pragma once

#include <tessera/grid/field.hpp>

namespace tessera::detail {

struct Domain {
  Index nodes[3] = {1, 1, 1};
  double spacing[3] = {1, 1, 1}, origin[3] = {0, 0, 0};
  Index first[3] = {0, 0, 0};          // index in the whole grid of node (0, 0, 0)
  Index offset[3] = {0, 0, 0};         // index in the field's own grid of node (0, 0, 0): not 0 in part()
  Index whole_nodes[3] = {1, 1, 1};    // nodes of the whole grid
  Index period[3] = {0, 0, 0};         // whole_nodes of a periodic axis whose other end a halo holds, else 0
  bool wraps[3] = {};                  // periodic, and no halo holds the other end
  bool open[3][2] = {};                // nodes exist beyond this side: a period's other end, or a halo
  Box3 readable{{0, 0, 0}, {1, 1, 1}}; // the nodes that memory holds: grid and halo
  double start = 0, dt = 1;            // time of step 0, time between steps

  KOKKOS_FORCEINLINE_FUNCTION double time(Index step) const { return start + static_cast<double>(step) * dt; }
  KOKKOS_FORCEINLINE_FUNCTION Index in_domain(int axis, Index i) const { return wrapped(i, nodes[axis]); }

  /// The index of node i along an axis, around the period if the axis wraps.
  KOKKOS_FORCEINLINE_FUNCTION Index around(int axis, Index i) const {
    return wraps[axis] ? in_domain(axis, i) : i;
  }
  /// The same for the node at an offset from one of the domain. Most offsets have one axis, and the others no
  /// questions.
  KOKKOS_FORCEINLINE_FUNCTION Index around(int axis, Index i, int offset) const {
    return offset == 0 ? i : around(axis, i + offset);
  }
  /// The index along an axis of a node that stands for node i: the same one around a period that wraps, else
  /// the nearest that memory holds. `may_wrap`: whether some axis may; in kernels for many nodes it takes
  /// registers even to ask.
  template <bool may_wrap = true>
  KOKKOS_FORCEINLINE_FUNCTION Index existing_index(int axis, Index i) const {
    if constexpr (may_wrap)
      if (wraps[axis]) return in_domain(axis, i);
    return max(readable.lower[axis], min(i, readable.upper[axis] - 1));
  }

  /// The index in the whole grid of node i of this one. On a periodic axis whose other end a halo holds, halo
  /// nodes have the index of the node that they are images of; halos are no wider than the period.
  KOKKOS_FORCEINLINE_FUNCTION Index in_whole(int axis, Index i) const {
    Index const n = first[axis] + i, turn = period[axis];
    return n < 0 ? n + turn : turn > 0 && n >= turn ? n - turn : n;
  }
  /// The nodes along an axis whose index in the whole grid is first + i, without a turn around the period.
  KOKKOS_FORCEINLINE_FUNCTION Index straight_begin(int axis) const {
    return period[axis] > 0 ? -first[axis] : readable.lower[axis];
  }
  KOKKOS_FORCEINLINE_FUNCTION Index straight_end(int axis) const {
    return period[axis] > 0 ? period[axis] - first[axis] : readable.upper[axis];
  }
  bool is_straight(int axis, Index i) const { return i >= straight_begin(axis) && i < straight_end(axis); }
  /// The same domain for nodes whose index along an axis is turned by so many periods.
  Domain turned(int axis, Index periods) const {
    Domain domain = *this;
    domain.first[axis] += periods * period[axis];
    return domain;
  }

  /// A box of this domain as a domain of its own, whose halo is what lies around it. Along a periodic axis
  /// that wraps, the box is as wide as the domain.
  Domain part(Box3 const& box) const {
    Domain domain = *this;
    for (int a = 0; a < 3; ++a) {
      domain.nodes[a] = box.extent(a);
      domain.first[a] += box.lower[a];
      domain.offset[a] += box.lower[a];
      domain.open[a][0] |= box.lower[a] > 0;
      domain.open[a][1] |= box.upper[a] < nodes[a];
      domain.readable.lower[a] -= box.lower[a];
      domain.readable.upper[a] -= box.lower[a];
    }
    return domain;
  }

  /// Whether some face has a halo, which then supplies the values beyond that face.
  bool reads_halo() const {
    for (int a = 0; a < 3; ++a)
      if (!wraps[a] && (open[a][0] || open[a][1])) return true;
    return false;
  }

  /// The part of a box in which nodes exist: it may reach beyond an open side of the domain, not beyond a
  /// closed one.
  KOKKOS_FORCEINLINE_FUNCTION Box3 clip(Box3 box) const {
    for (int a = 0; a < 3; ++a) {
      if (!open[a][0]) box.lower[a] = max(box.lower[a], 0);
      if (!open[a][1]) box.upper[a] = min(box.upper[a], nodes[a]);
    }
    return box;
  }
  KOKKOS_FORCEINLINE_FUNCTION Box3 whole() const { return {{0, 0, 0}, {nodes[0], nodes[1], nodes[2]}}; }

  /// The value of a node; indices on periodic axes are wrapped to where memory holds it.
  template <class DataType>
  KOKKOS_FORCEINLINE_FUNCTION auto load(DataType const& data, Index x, Index y, Index z) const {
    return *data.at(around(0, x), around(1, y), around(2, z));
  }
};

template <class Order, class ViewType>
Domain domain_of(Field<ViewType> const& field, double start, double dt) {
  Domain domain;
  domain.start = start;
  domain.dt = dt;
  auto const& grid = field.grid();
  for (int d = 0; d < Order::dimension; ++d) {
    int const a = Order::memory_axis(d);
    domain.nodes[a] = grid.nodes[d];
    domain.spacing[a] = grid.spacing[d];
    domain.origin[a] = grid.origin[d];
    domain.first[a] = grid.first[d];
    domain.whole_nodes[a] = grid.whole_nodes(d);
    domain.open[a][0] = field.halo().lower[d] > 0;
    domain.open[a][1] = field.halo().upper[d] > 0;
    domain.readable.lower[a] = -field.halo().lower[d];
    domain.readable.upper[a] = grid.nodes[d] + field.halo().upper[d];
  }
  return domain;
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Small kernels over all nodes of a NodeView, numbered in memory order.
#pragma once

#include <tessera/solver/poisson/detail/rows.hpp>
#include <tessera/solver/poisson/ends.hpp>

namespace tessera::detail {

/// The ends of three axes, in the order of padded_nodes.
template <int D>
Kokkos::Array<PoissonEnd, 6> padded_ends(PoissonEnds<D> const& ends) {
  Kokkos::Array<PoissonEnd, 6> padded{};
  for (int face = 0; face < 2 * D; ++face) padded[6 - 2 * D + face] = ends[face];
  return padded;
}

/// A zero-initialised View of the grid's nodes.
template <class T, class Exec, int D>
NodeView<T, D, typename Exec::memory_space> node_view(Exec const& exec, Grid<D> const& grid,
                                                      std::string const& what) {
  Kokkos::LayoutRight layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(grid.nodes[d]);
  return NodeView<T, D, typename Exec::memory_space>(Kokkos::view_alloc(exec, "tessera::poisson::" + what),
                                                     layout);
}

/// \throws InvalidInput where a View has no memory, or extents other than the grid's. `what` names it in the
/// message, for example "the right side".
template <int D, class ViewType>
void check_extents(char const* what, Grid<D> const& grid, ViewType const& view) {
  for (int d = 0; d < D; ++d)
    if (static_cast<Index>(view.extent(d)) != grid.nodes[d])
      throw InvalidInput(text(what, " '", view.label(), "' has ", view.extent(d), " values along axis ", d,
                              ", the grid ", grid.nodes[d], " nodes (give one a node)"));
  check_given(what, view);
}

/// Checks the same, and that the rows of a NodeView have no gaps between them: kernels number nodes in memory
/// order.
/// \throws InvalidInput
template <int D, class ViewType>
void check_nodes(char const* what, Grid<D> const& grid, ViewType const& view) {
  check_extents(what, grid, view);
  if (!view.span_is_contiguous())
    throw InvalidInput(text(what, " '", view.label(),
                            "' has gaps between its rows (give a View that is no part of a "
                            "larger one, or a copy)"));
}

/// Index of node `number` along an axis of padded_nodes.
KOKKOS_FORCEINLINE_FUNCTION Index along(Index3 const& nodes, int axis, Index number) {
  if (axis == 2) return number % nodes[2];
  if (axis == 1) return number / nodes[2] % nodes[1];
  return number / nodes[2] / nodes[1];
}

/// Calls body(face) for every face that a node lies on.
template <int D, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_faces_of(Index3 const& nodes, Index number, Body const& body) {
  for (int axis = 3 - D; axis < 3; ++axis) {
    Index const i = along(nodes, axis, number);
    if (i == 0) body(2 * axis);
    if (i == nodes[axis] - 1) body(2 * axis + 1);
  }
}

template <int D>
struct MarkKnown {
  Index3 nodes;
  Kokkos::Array<PoissonEnd, 6> ends;
  std::uint8_t const* obstacle; // null: no obstacle
  std::uint8_t const* others;   // nodes of other ranks; null: none
  std::uint8_t* known;

  /// Counts the nodes that are sought.
  KOKKOS_FUNCTION void operator()(Index number, Index& count) const {
    bool is = (obstacle != nullptr && obstacle[number] != 0) || (others != nullptr && others[number] != 0);
    for_faces_of<D>(nodes, number, [&](int face) { is |= ends[face] == PoissonEnd::fixed; });
    known[number] = is;
    count += !is;
  }
};

struct CountMarked {
  std::uint8_t const* mark;
  KOKKOS_FUNCTION void operator()(Index number, Index& count) const { count += mark[number] != 0; }
};

/// The largest magnitude at nodes that are not skipped; values that are no numbers are left out.
template <class T>
struct LargestMagnitude {
  T const* values;
  std::uint8_t const* skip; // null: none
  KOKKOS_FUNCTION void operator()(Index number, T& most) const {
    T const size = Kokkos::abs(values[number]);
    if ((skip == nullptr || skip[number] == 0) && size > most) most = size;
  }
};

template <class T, int D>
struct Measure {
  Index3 nodes;
  Kokkos::Array<PoissonEnd, 6> ends;
  T* measure;

  KOKKOS_FUNCTION void operator()(Index number) const {
    T part = 1;
    for_faces_of<D>(nodes, number, [&](int face) {
      if (ends[face] == PoissonEnd::mirrored) part *= T(0.5);
    });
    measure[number] = part;
  }
};

template <class T>
struct Subtract {
  T value;
  T* from;
  KOKKOS_FUNCTION void operator()(Index number) const { from[number] -= value; }
};

/// Copies known nodes and sets the others to zero.
template <class T>
struct CopyKnown {
  std::uint8_t const* known;
  T const* from;
  T* to;
  KOKKOS_FUNCTION void operator()(Index number) const { to[number] = known[number] ? from[number] : T(0); }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// A step of a linear stencil as a sparse matrix: an independent check of the sweep, and what a user would
// need without it.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/poisson/ends.hpp>
#include <tessera/stencil/stencil.hpp>

#include <KokkosSparse_CrsMatrix.hpp>

#include <map>
#include <vector>

namespace tessera {

namespace detail {

/// The `u` of a formula for a field that is 1 at one offset from the node and 0 at all others.
template <class T, int D>
struct UnitReads {
  Kokkos::Array<int, D> one;

  template <class... Offsets>
  KOKKOS_FUNCTION T operator()(Offsets... offsets) const {
    int const at[] = {static_cast<int>(offsets)...};
    for (int d = 0; d < D; ++d)
      if (at[d] != one[d]) return T(0);
    return T(1);
  }
  KOKKOS_FUNCTION T here() const {
    for (int d = 0; d < D; ++d)
      if (one[d] != 0) return T(0);
    return T(1);
  }
};

/// The `at` for a formula whose coefficients do not depend on it.
struct NoNode {
  KOKKOS_FUNCTION Index index(int) const { return 0; }
  KOKKOS_FUNCTION Index local_index(int) const { return 0; }
  KOKKOS_FUNCTION Index step() const { return 0; }
};

template <class T, int D>
struct MatrixWeight {
  Kokkos::Array<int, D> offset;
  T value;
};

/// The factor of each read in the formula, which is the formula's value for a unit field. Zeros are left out.
template <class T, int D, class StencilType>
std::vector<MatrixWeight<T, D>> coefficients(StencilType const& stencil) {
  std::vector<MatrixWeight<T, D>> found;
  constexpr int R = StencilType::reads.radius, width = 2 * R + 1;
  int count = 1;
  for (int d = 0; d < D; ++d) count *= width;
  for (int number = 0; number < count; ++number) {
    Kokkos::Array<int, D> offset{};
    for (int d = D - 1, rest = number; d >= 0; --d, rest /= width) offset[d] = rest % width - R;
    if (T const value = stencil(UnitReads<T, D>{offset}, NoNode{}); value != T(0))
      found.push_back({offset, value});
  }
  return found;
}

/// For any index, also beyond the grid's edges, the node that it stands for; and the nodes that a face sets
/// to another node's value.
template <int D>
struct NodeMap {
  Extents<D> nodes;
  PoissonEnds<D> ends;

  Index image(int d, Index i) const {
    Index const n = nodes[d];
    if (i >= 0 && i < n) return i;
    Index const m = i < 0 ? -i : i - (n - 1); // nodes beyond the edge
    PoissonEnd const end = ends[2 * d + (i < 0 ? 0 : 1)];
    if (end == PoissonEnd::periodic) return wrapped(i, n);
    Index const inside = end == PoissonEnd::half_mirrored ? m - 1 : m;
    return i < 0 ? inside : n - 1 - inside;
  }
  Index number(Extents<D> const& node) const {
    Index number = 0;
    for (int d = 0; d < D; ++d) number = number * nodes[d] + image(d, node[d]);
    return number;
  }
  /// Sets `node` to the node whose value a face within `radius` gives it; where the formula holds it does not
  /// change.
  /// \returns whether a face sets the node
  bool set_to(Extents<D>& node, int radius) const {
    int outflow = -1;
    for (int face = 0; face < 2 * D; ++face) {
      Index const from_edge = face % 2 ? nodes[face / 2] - 1 - node[face / 2] : node[face / 2];
      if (from_edge >= radius) continue;
      if (ends[face] == PoissonEnd::fixed) return true;
      if (ends[face] == PoissonEnd::zero_gradient && outflow < 0) outflow = face;
    }
    if (outflow < 0) return false;
    node[outflow / 2] += outflow % 2 ? -1 : 1;
    return true;
  }
};

} // namespace detail

/// One step of a linear stencil with constant coefficients as a KokkosSparse::CrsMatrix over the grid's
/// nodes, in the order of a NodeView. The coefficients come from the formula itself, the edges from the
/// meaning of the ends; both are computed on the host. `obstacle` has a byte per node on the host, in that
/// order; empty: no obstacle. The stencil must not have a right side.
/// \throws InvalidInput for grids with more entries than an int can count.
template <class T, class Exec, int D, class StencilType>
auto step_matrix(Exec const&, Grid<D> const& grid, StencilType const& stencil, PoissonEnds<D> const& ends,
                 std::vector<std::uint8_t> const& obstacle = {}) {
  using Memory = typename Exec::memory_space;
  using Matrix = KokkosSparse::CrsMatrix<T, int, Kokkos::Device<Exec, Memory>, void, int>;
  detail::validate_whole("step_matrix", grid);
  if (grid.size() > 2147483647 / StencilType::reads.points())
    throw InvalidInput(detail::text("a matrix of ", grid.size(),
                                    " rows has too many entries for an int (give a "
                                    "smaller grid)"));
  auto const coefficients = detail::coefficients<T, D>(stencil);
  detail::NodeMap<D> const map{grid.nodes, ends};
  std::vector<int> rows{0}, columns;
  std::vector<T> values;
  for (Index number = 0; number < grid.size(); ++number) {
    Extents<D> node{};
    Index rest = number;
    for (int d = D - 1; d >= 0; --d) {
      node[d] = rest % grid.nodes[d];
      rest /= grid.nodes[d];
    }
    std::map<int, T> row; // a map, since several images may fall on one node
    bool const frozen = !obstacle.empty() && obstacle[static_cast<std::size_t>(number)] != 0;
    if (frozen || map.set_to(node, StencilType::reads.radius)) {
      row[static_cast<int>(frozen ? number : map.number(node))] = T(1);
    } else {
      for (auto const& c : coefficients) {
        Extents<D> read = node;
        for (int d = 0; d < D; ++d) read[d] += c.offset[d];
        row[static_cast<int>(map.number(read))] += c.value;
      }
    }
    for (auto const& [column, value] : row) {
      columns.push_back(column);
      values.push_back(value);
    }
    rows.push_back(static_cast<int>(columns.size()));
  }
  auto const copied = []<class V>(std::vector<V> const& from, char const* label) {
    Kokkos::View<V*, Memory> const to(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing),
                                      from.size());
    Kokkos::deep_copy(to, Kokkos::View<V const*, Kokkos::HostSpace>(from.data(), from.size()));
    return to;
  };
  auto const n = static_cast<int>(grid.size());
  return Matrix("tessera::poisson::matrix", n, n, static_cast<int>(values.size()), copied(values, "values"),
                copied(rows, "rows"), copied(columns, "columns"));
}

} // namespace tessera

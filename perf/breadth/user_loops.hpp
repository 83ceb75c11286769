// SPDX-License-Identifier: Apache-2.0
// The plain loops over a user's formula: OpenMP threads over rows and a vector loop along them on a host; on
// a device Kokkos' MDRangePolicy, and a thread a node. They evaluate the same formula with pointers, so the
// bits are the same. Nodes near the edges stay as they are, or read through indices that are mirrored or
// wrapped, in the same loop: on a host the indices of rows once a row, those along it at its ends.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "members_apart.hpp"
#include "user_stencil.hpp"

namespace tessera::perf {

/// What a formula is given as `at`. Three numbers rather than an array, which compilers would keep in memory.
template <int D>
struct NodeIndex {
  std::int64_t k, j, i; // those of the last axes count
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t index(int axis) const {
    return axis == D - 1 ? i : axis == D - 2 ? j : k;
  }
};

/// What a formula is given as `u` at a node whose neighbours all exist. `From` and `To` are pointers to it,
/// or are used as such (members_apart.hpp).
template <class T, int D, class From, class To>
struct Neighbours {
  From node;
  To older;
  std::int64_t n;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(int i) const { return node[i]; }
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int j, int i) const { return node[j * n + i]; }
  KOKKOS_FORCEINLINE_FUNCTION T operator()(int k, int j, int i) const { return node[(k * n + j) * n + i]; }
  KOKKOS_FORCEINLINE_FUNCTION T here() const { return *node; }
  KOKKOS_FORCEINLINE_FUNCTION T previous() const { return *older; }
  KOKKOS_FORCEINLINE_FUNCTION T along(int axis, int m) const {
    std::int64_t const stride = axis == D - 1 ? 1 : axis == D - 2 ? n : n * n;
    return node[m * stride];
  }
};

/// The index of the node that stands for one beyond the edges.
template <Edges edges>
KOKKOS_FORCEINLINE_FUNCTION std::int64_t index_inside(std::int64_t i, std::int64_t n) {
  if constexpr (edges == Edges::periodic)
    return i < 0 ? i + n : i >= n ? i - n : i;
  else
    return i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i;
}

/// The rows around a row near an edge, and what a formula is given as `u` at one of its nodes whose
/// neighbours along the row all exist.
template <class T, int D, int R, Edges edges, class From>
struct EdgeRows {
  static_assert(D > 1);
  static constexpr int planes = D == 3 ? R : 0;
  From row[2 * planes + 1][2 * R + 1];

  template <class Nodes>
  EdgeRows(Nodes const& u, std::int64_t n, std::int64_t k, std::int64_t j) {
    for (int b = -planes; b <= planes; ++b)
      for (int a = -R; a <= R; ++a)
        row[b + planes][a + R] =
            u + ((D == 3 ? index_inside<edges>(k + b, n) : 0) * n + index_inside<edges>(j + a, n)) * n;
  }

  struct Node {
    EdgeRows const& rows;
    std::int64_t x;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int j, int i) const { return rows.row[0][j + R][x + i]; }
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int k, int j, int i) const {
      return rows.row[k + planes][j + R][x + i];
    }
    KOKKOS_FORCEINLINE_FUNCTION T here() const { return rows.row[planes][R][x]; }
  };
};

/// The same at a node any of whose neighbours may not exist.
template <class T, int D, Edges edges, class From>
struct EdgeNeighbours {
  From u;
  std::int64_t n;
  NodeIndex<D> at;

  KOKKOS_FORCEINLINE_FUNCTION T operator()(auto... offsets) const {
    int const offset[] = {offsets...};
    std::int64_t x = 0;
    for (int d = 0; d < D; ++d) x = x * n + index_inside<edges>(at.index(d) + offset[d], n);
    return u[x];
  }
  KOKKOS_FORCEINLINE_FUNCTION T here() const {
    std::int64_t x = 0;
    for (int d = 0; d < D; ++d) x = x * n + at.index(d);
    return u[x];
  }
};

/// One step of n^D nodes from `from` to `to`, pointers or MembersApart. `to` holds the level before `from` if
/// the formula reads it.
template <class Stencil, class Formula, class To = typename Stencil::Value*,
          class From = typename Stencil::Value const*>
struct UserLoop {
  using T = typename Stencil::Value;
  static constexpr int D = Stencil::dimension;
  using FromNode = decltype(std::declval<From const&>() + 0);
  using At = Neighbours<T, D, FromNode, decltype(std::declval<To const&>() + 0)>;
  using AtEdge = EdgeNeighbours<T, D, Stencil::edges, FromNode>;
  static constexpr std::int64_t radius = Formula::reads.radius;
  static constexpr bool keeps = Stencil::edges == Edges::kept;
  static_assert(!Stencil::has_edge_value || radius == 1, "Dirichlet sets the nodes on the faces alone");

  To to;
  From from;
  std::int64_t n;
  Formula formula;

  /// The nodes [begin, end) of the row (k, j), whose first node lies at x in memory.
  TESSERA_FLATTEN void row(std::int64_t x, std::int64_t k, std::int64_t j, std::int64_t begin,
                           std::int64_t end) const {
    Formula const own = formula; // local copies stay in registers, since no store can alias them
    std::int64_t const nodes = n;
    To const out = to;
    From const in = from;
    // A function of its own: of a struct that is made in the loop itself g++ makes no vectors.
    auto const node = [&](std::int64_t i) TESSERA_ALWAYS_INLINE {
      write_node(out, x + i, own(At{in + (x + i), out + (x + i), nodes}, NodeIndex<D>{k, j, i}));
    };
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) node(i);
  }

  /// The same for a row near an edge.
  TESSERA_FLATTEN void edge_row(std::int64_t x, std::int64_t k, std::int64_t j, std::int64_t begin,
                                std::int64_t end) const {
    if constexpr (D > 1) {
      using Rows = EdgeRows<T, D, radius, Stencil::edges, FromNode>;
      Formula const own = formula;
      Rows const rows(from, n, k, j);
      To const out = to;
      auto const node = [&](std::int64_t i) TESSERA_ALWAYS_INLINE {
        write_node(out, x + i, own(typename Rows::Node{rows, i}, NodeIndex<D>{k, j, i}));
      };
#pragma omp simd
      for (std::int64_t i = begin; i < end; ++i) node(i);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void interior_node(std::int64_t x, NodeIndex<D> const& at) const {
    write_node(to, x, formula(At{from + x, to + x, n}, at));
  }
  KOKKOS_FORCEINLINE_FUNCTION void edge_node(std::int64_t x, NodeIndex<D> const& at) const {
    write_node(to, x, formula(AtEdge{from + 0, n, at}, at));
  }
  KOKKOS_FORCEINLINE_FUNCTION bool near_edge(std::int64_t i) const { return i < radius || i >= n - radius; }

  KOKKOS_FORCEINLINE_FUNCTION void any_node(std::int64_t x, NodeIndex<D> const& at) const {
    if (!near_edge(at.i) && (D < 2 || !near_edge(at.j)) && (D < 3 || !near_edge(at.k)))
      interior_node(x, at);
    else if constexpr (!keeps)
      edge_node(x, at);
  }

  /// The same, near edges as well.
  void whole_row(std::int64_t x, std::int64_t k, std::int64_t j, std::int64_t begin, std::int64_t end) const {
    bool const edge = (D > 1 && near_edge(j)) || (D > 2 && near_edge(k));
    if (keeps && edge) return;
    std::int64_t const low = std::min(end, std::max(begin, radius)),
                       high = std::max(low, std::min(end, n - radius));
    if (!edge) row(x, k, j, low, high);
    if constexpr (!keeps) {
      if (edge) edge_row(x, k, j, low, high);
      for (std::int64_t i = begin; i < low; ++i) edge_node(x + i, {k, j, i});
      for (std::int64_t i = high; i < end; ++i) edge_node(x + i, {k, j, i});
    }
  }

  void on_host(int threads) const {
    if constexpr (D == 1) {
#pragma omp parallel for schedule(static)
      for (int part = 0; part < threads; ++part)
        whole_row(0, 0, 0, n * part / threads, n * (part + 1) / threads);
    } else if constexpr (D == 2) {
#pragma omp parallel for schedule(static)
      for (std::int64_t j = 0; j < n; ++j) whole_row(j * n, 0, j, 0, n);
    } else {
#pragma omp parallel for collapse(2) schedule(static)
      for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t j = 0; j < n; ++j) whole_row((k * n + j) * n, k, j, 0, n);
    }
  }
};

/// The first thing to write with Kokkos.
template <class Loop>
struct MdRangeLoop {
  Loop loop;
  KOKKOS_FUNCTION void operator()(int i) const { loop.any_node(i, {0, 0, i}); }
  KOKKOS_FUNCTION void operator()(int j, int i) const { loop.any_node(j * loop.n + i, {0, j, i}); }
  KOKKOS_FUNCTION void operator()(int k, int j, int i) const {
    loop.any_node((k * loop.n + j) * loop.n + i, {k, j, i});
  }

  template <class Exec>
  void launch(Exec const& exec) const {
    int const first = Loop::keeps ? static_cast<int>(Loop::radius) : 0,
              end = static_cast<int>(loop.n) - first;
    if constexpr (Loop::D == 1) {
      Kokkos::parallel_for("perf::kokkos_loop",
                           Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, first, end), *this);
    } else {
      using Policy =
          Kokkos::MDRangePolicy<Exec, Kokkos::Rank<Loop::D, Kokkos::Iterate::Right, Kokkos::Iterate::Right>,
                                Kokkos::IndexType<int>>;
      typename Policy::point_type lower, upper;
      for (int d = 0; d < Loop::D; ++d) {
        lower[d] = first;
        upper[d] = end;
      }
      Kokkos::parallel_for("perf::kokkos_loop", Policy(exec, lower, upper), *this);
    }
  }
};

/// A thread a node, numbered as the nodes lie in memory.
template <class Loop>
struct ThreadLoop {
  Loop loop;
  KOKKOS_FUNCTION void operator()(int x) const {
    auto const n = static_cast<int>(loop.n);
    if constexpr (Loop::D == 1) loop.any_node(x, {0, 0, x});
    if constexpr (Loop::D == 2) loop.any_node(x, {0, x / n, x % n});
    if constexpr (Loop::D == 3) loop.any_node(x, {x / (n * n), x / n % n, x % n});
  }

  template <class Exec>
  void launch(Exec const& exec) const {
    int nodes = 1;
    for (int d = 0; d < Loop::D; ++d) nodes *= static_cast<int>(loop.n);
    Kokkos::parallel_for("perf::thread_a_node",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, nodes), *this);
  }
};

} // namespace tessera::perf

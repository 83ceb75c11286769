// SPDX-License-Identifier: Apache-2.0
// The benchmark of Jacobi's iteration for Poisson's equation as Perezhogin has it: a channel with a square
// body, 512 x 256 nodes, inflow and walls fixed, outflow at the end, a right side that is read at every node.
#pragma once

#include <tessera/equation/poisson.hpp>
#include <tessera/solver/poisson/matrix.hpp>
#include <tessera/solver/poisson/vectors.hpp>

#include <KokkosSparse_spmv.hpp>

#include <string>

#include "stepped.hpp"

namespace tessera::perf {

/// What one would first write for a device: a node an index, a question for every special case, as in the
/// paper's kernel without shared memory.
template <class View, class T>
struct JacobiLoop {
  View to, from;
  NodeView<T const, 2> rhs;
  NodeView<std::uint8_t const, 2> body;
  JacobiWeights<T, 2> weights;

  KOKKOS_FUNCTION void operator()(Index i, Index j) const {
    Index const last = static_cast<Index>(from.extent(1)) - 1;
    if (body(i, j) || i == 0 || i == static_cast<Index>(from.extent(0)) - 1 || j == 0)
      to(i, j) = from(i, j);
    else if (j == last)
      to(i, j) = from(i, j - 1);
    else
      to(i, j) = Kokkos::fma(
          weights.neighbour[0], from(i - 1, j) + from(i + 1, j),
          Kokkos::fma(weights.neighbour[1], from(i, j - 1) + from(i, j + 1), weights.rhs * rhs(i, j)));
  }
};

/// The same by hand on a host: threads take rows, a vector loop their nodes. Edges that are fixed are equal
/// in both fields. Without threads: on one, with the same vector loop.
template <class View, class T>
void openmp_jacobi_loop(JacobiLoop<View, T> const& loop, bool threads) {
  auto const rows = static_cast<std::int64_t>(loop.from.extent(0));
  auto const columns = static_cast<std::int64_t>(loop.from.extent(1));
  T* const __restrict__ to = loop.to.data();
  T const* const __restrict__ from = loop.from.data();
  T const* const __restrict__ rhs = loop.rhs.data();
  std::uint8_t const* const __restrict__ body = loop.body.data();
  auto const weights = loop.weights;
#pragma omp parallel for schedule(static) if (threads)
  for (std::int64_t i = 1; i < rows - 1; ++i) {
    std::int64_t const end = (i + 1) * columns - 1;
#pragma omp simd
    for (std::int64_t j = i * columns + 1; j < end; ++j) {
      T const next =
          Kokkos::fma(weights.neighbour[0], from[j - columns] + from[j + columns],
                      Kokkos::fma(weights.neighbour[1], from[j - 1] + from[j + 1], weights.rhs * rhs[j]));
      to[j] = body[j] ? from[j] : next;
    }
    to[end] = body[end] ? from[end] : from[end - 1];
  }
}

template <class T>
struct SquareBody {
  NodeView<std::uint8_t, 2> mask;
  KOKKOS_FUNCTION void operator()(Index i, Index j) const {
    Index const n = static_cast<Index>(mask.extent(0)), m = static_cast<Index>(mask.extent(1));
    bool const in = 8 * i >= 3 * n && 8 * i < 5 * n && 2 * j >= m - n / 4 && 2 * j < m + n / 4;
    mask(i, j) = in;
  }
};

/// One problem: n nodes along the stream, which are contiguous, n / 2 across.
template <class T>
class Poisson : public SteppedProblem<Poisson<T>, NodeView<T, 2>> {
  using Base = SteppedProblem<Poisson<T>, NodeView<T, 2>>;
  using typename Base::View;

public:
  static std::string name(std::int64_t n) {
    return detail::text("poisson/", n, "x", n / 2, "/", type_name<T>);
  }
  static Grid<2> grid_of(std::int64_t n) {
    return {.nodes = {n / 2, n},
            .spacing = {1. / static_cast<double>(n / 2 - 1), 2. / static_cast<double>(n - 1)}};
  }

  static typename Base::Plan plan(std::int64_t, Options const& options) {
    auto plan = Base::loops(options);
    plan.push_back({"spmv", [](Poisson& poisson, Row& row) { poisson.add_spmv(row); }});
    auto const add = [&](std::string const& name, AnyScheme const& scheme) {
      plan.push_back(Base::by_scheme(name, scheme));
    };
    for (auto const& scheme : wanted_schemes<AroundBody<Jacobi<T, 2>, 2>, T>(options)) {
      if (scheme == Temporal::name) continue; // last
      add(scheme, {scheme});
      if (scheme == Tiled::name)
        for (auto const& tile : paper_tiles)
          add(detail::text("tiled/tile:", tile[0], "x", tile[1]), {"tiled", {tile[0] + 2, tile[1] + 2, 0}});
    }
    if (!options.wants_scheme("temporal")) return plan;
    add("temporal", {"temporal"});
    for (auto const& tile : options.tiles)
      for (int fused : options.fused)
        add(detail::text("temporal/tile:", tile[0], "x", tile[1], "/fused:", fused),
            {"temporal", tile, fused});
    if (options.tiles.empty())
      for (int fused : options.fused)
        add(detail::text("temporal/fused:", fused), {.name = "temporal", .fused_steps = fused});
    return plan;
  }

  Poisson(std::int64_t n, Options const& options)
      : Base(n, options, Base::host ? 1e8 : 1e9), rhs_(this->make_view("perf::rhs")),
        body_("perf::body", n / 2, n), weights_(jacobi_weights<T>(this->grid_)) {
    Kokkos::parallel_for("perf::body", planes(), SquareBody<T>{body_});
    this->make_rows(options);
  }

  static constexpr double bytes_moved = 3. * sizeof(T) + 1;
  static constexpr int check_steps = 70;
  auto boundary() const { return poisson_boundary<2>(ends); }
  auto stencil() const { return AroundBody<Jacobi<T, 2>, 2>{{weights_, rhs_}, body_}; }
  void loop(View const& to, View const& from, bool threads) const {
    JacobiLoop<View, T> const step{to, from, rhs_, body_, weights_};
    if constexpr (Base::host)
      openmp_jacobi_loop(step, threads);
    else
      Kokkos::parallel_for("perf::jacobi", planes(), step);
  }

private:
  /// Tiles of the paper (writable nodes along the stream and across); ours come with a halo of one node a
  /// side.
  static constexpr int paper_tiles[4][2] = {{32, 32}, {32, 16}, {32, 8}, {32, 4}};
  static constexpr PoissonEnds<2> ends{PoissonEnd::fixed, PoissonEnd::fixed, PoissonEnd::fixed,
                                       PoissonEnd::zero_gradient};

  auto planes() const {
    return Kokkos::MDRangePolicy<typename Base::Exec, Kokkos::Rank<2>, Kokkos::IndexType<Index>>(
        this->exec_, {0, 0}, {this->grid_.nodes[0], this->grid_.nodes[1]});
  }

  /// The matrix alone: without right side, so its field is not compared here; tests/solver/poisson_matrix.cpp
  /// does that.
  void add_spmv(Row& row) {
    auto const mask = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), body_);
    auto const matrix = step_matrix<T>(this->exec_, this->grid_, Jacobi<T, 2>{weights_}, ends,
                                       {mask.data(), mask.data() + mask.size()});
    auto const x = detail::as_vector(this->u_), y = detail::as_vector(this->v_);
    row.run = [exec = this->exec_, matrix, x, y, count = this->count(row, 1)] {
      for (int i = 0; i < count; i += 2) {
        KokkosSparse::spmv(exec, "N", T(1), matrix, x, T(0), y);
        KokkosSparse::spmv(exec, "N", T(1), matrix, y, T(0), x);
      }
      exec.fence();
    };
    row.note = detail::text("CSR, ", matrix.nnz(), " entries, no right side");
  }

  View rhs_;
  NodeView<std::uint8_t, 2> body_;
  JacobiWeights<T, 2> weights_;
};

} // namespace tessera::perf

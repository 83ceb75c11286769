// SPDX-License-Identifier: Apache-2.0
// The benchmark of Jacobi's iteration for Poisson's equation as Perezhogin has it: a channel with a square body, 512 x 256
// nodes, inflow and walls fixed, outflow at the end, a right side that is read at every node.
#pragma once

#include <tessera/equation/poisson.hpp>
#include <tessera/solver/poisson/matrix.hpp>
#include <tessera/solver/poisson/vectors.hpp>
#include <tessera/tessera.hpp>

#include <KokkosSparse_spmv.hpp>

#include <memory>
#include <string>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "problem.hpp"
#include "redundancy.hpp"

namespace tessera::perf {

/// What one would first write for a device: a node an index, a question for every special case, as in the paper's kernel
/// without shared memory.
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

/// The same by hand on a host: threads take rows, a vector loop their nodes. Edges that are fixed are equal in both
/// fields. Without threads: on one, with the same vector loop.
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
class Poisson {
  using Exec = Kokkos::DefaultExecutionSpace;
  using View = NodeView<T, 2>;
  static constexpr bool host = detail::on_host<Exec>;

public:
  static std::string name(std::int64_t n) {
    return detail::text("poisson/", n, "x", n / 2, "/", type_name<T>);
  }

  Poisson(std::int64_t n, Options const& options)
      : grid_{.nodes = {n / 2, n},
              .spacing = {1. / static_cast<double>(n / 2 - 1), 2. / static_cast<double>(n - 1)}},
        u_(view("perf::u")), v_(view("perf::v")), rhs_(view("perf::rhs")), body_("perf::body", n / 2, n),
        weights_(jacobi_weights<T>(grid_)) {
    updates_ = options.updates > 0 ? options.updates : host ? 1e8 : 1e9;
    fill_random(exec_, rhs_);
    Kokkos::parallel_for("perf::body", planes(), SquareBody<T>{body_});
    auto const bytes = static_cast<std::int64_t>(u_.size() * sizeof(T));
    rows_ = limits(exec_, {v_.data(), u_.data(), bytes, sweeps(1), nodes() * sweeps(1)});
    for_each_row(options, [&](std::string const& row, auto const& add) {
      rows_.emplace_back().name = row;
      add(*this, rows_.back());
    });
  }

  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    for_each_row(options, [&](std::string const& row, auto const&) { names.push_back(row); });
    return names;
  }

  std::vector<Row> const& rows() const { return rows_; }

  void prepare() {
    fill_random(exec_, u_);
    fill_random(exec_, v_);
    exec_.fence();
  }

private:
  /// Tiles of the paper (writable nodes along the stream and across); ours come with a halo of one node a side.
  static constexpr int paper_tiles[4][2] = {{32, 32}, {32, 16}, {32, 8}, {32, 4}};

  template <class Body>
  static void for_each_row(Options const& options, Body const& body) {
    body("loop", [](Poisson& p, Row& row) { p.add_loop(row, true); });
    if (host && options.serial) body("loop_serial", [](Poisson& p, Row& row) { p.add_loop(row, false); });
    body("spmv", [](Poisson& p, Row& row) { p.add_spmv(row); });
    auto const scheme = [&](std::string const& name, AnyScheme const& chosen) {
      body(name, [chosen](Poisson& p, Row& row) { p.add_scheme(row, chosen); });
    };
    if (options.wants_scheme("direct")) scheme("direct", {"direct"});
    if (options.wants_scheme("tiled")) {
      scheme("tiled", {"tiled"});
      for (auto const& tile : paper_tiles)
        scheme(detail::text("tiled/tile:", tile[0], "x", tile[1]), {"tiled", {tile[0] + 2, tile[1] + 2, 0}});
    }
    if (options.wants_scheme("streaming")) scheme("streaming", {"streaming"});
    if (!options.wants_scheme("temporal")) return;
    scheme("temporal", {"temporal"});
    for (auto const& tile : options.tiles)
      for (int fused : options.fused)
        scheme(detail::text("temporal/tile:", tile[0], "x", tile[1], "/fused:", fused),
               {"temporal", tile, fused});
    if (options.tiles.empty())
      for (int fused : options.fused)
        scheme(detail::text("temporal/fused:", fused), {.name = "temporal", .fused_steps = fused});
  }

  View view(char const* label) const {
    return View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), grid_.nodes[0],
                grid_.nodes[1]);
  }
  auto planes() const {
    return Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<Index>>(
        exec_, {0, 0}, {grid_.nodes[0], grid_.nodes[1]});
  }
  double nodes() const { return static_cast<double>(grid_.size()); }
  int sweeps(int fused) const { return even_sweeps(updates_, nodes(), fused); }
  int counted(Row& row, int fused) const {
    int const count = sweeps(fused);
    row.steps = static_cast<double>(count) * fused;
    row.updates = nodes() * row.steps;
    row.ideal_bytes = (3. * sizeof(T) + 1) * nodes() * count;
    return count;
  }

  void step_by_hand(View const& to, View const& from, bool threads) const {
    JacobiLoop<View, T> const loop{to, from, rhs_, body_, weights_};
    if constexpr (host)
      openmp_jacobi_loop(loop, threads);
    else
      Kokkos::parallel_for("perf::jacobi", planes(), loop);
  }

  void add_loop(Row& row, bool threads) {
    int const count = counted(row, 1);
    auto const steps = [this, threads](int n) {
      for (int i = 0; i < n; i += 2) {
        step_by_hand(v_, u_, threads);
        step_by_hand(u_, v_, threads);
      }
      exec_.fence();
    };
    row.run = [steps, count] { steps(count); };
    prepare();
    steps(check_steps);
    row.checksum = checksum(exec_, u_);
  }

  /// The matrix alone: without right side, so its field is not compared here (tests/solver/poisson_matrix.cpp does).
  void add_spmv(Row& row) {
    int const count = counted(row, 1);
    auto const mask = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), body_);
    auto const matrix =
        step_matrix<T>(exec_, grid_, Jacobi<T, 2>{weights_}, ends, {mask.data(), mask.data() + mask.size()});
    auto const x = detail::as_vector(u_), y = detail::as_vector(v_);
    row.run = [this, matrix, x, y, count] {
      for (int i = 0; i < count; i += 2) {
        KokkosSparse::spmv(exec_, "N", T(1), matrix, x, T(0), y);
        KokkosSparse::spmv(exec_, "N", T(1), matrix, y, T(0), x);
      }
      exec_.fence();
    };
    row.note = detail::text("CSR, ", matrix.nnz(), " entries, no right side");
  }

  void add_scheme(Row& row, AnyScheme const& scheme) {
    auto const field = make_field(grid_, u_);
    auto const boundary = poisson_boundary<2>(ends);
    using Body = AroundBody<Jacobi<T, 2>, 2>;
    Body const stencil{{weights_, rhs_}, body_};
    std::shared_ptr<AnyStepper<Field<View>>> const stepper =
        make_stepper(scheme, exec_, field, stencil, boundary);
    auto const report = stepper->report();
    int const steps = counted(row, report.fused_steps) * report.fused_steps;
    row.run = [this, stepper, field, steps] {
      stepper->advance(field, steps);
      exec_.fence();
    };
    describe_tiles(row, report, 1,
                   {static_cast<double>(grid_.nodes[1]), static_cast<double>(grid_.nodes[0])});
    fill_random(exec_, u_);
    stepper->advance(field, check_steps);
    row.checksum = checksum(exec_, u_);
  }

  static constexpr int check_steps = 70;
  static constexpr PoissonEnds<2> ends{PoissonEnd::fixed, PoissonEnd::fixed, PoissonEnd::fixed,
                                       PoissonEnd::zero_gradient};
  Exec exec_;
  Grid<2> grid_;
  View u_, v_, rhs_;
  NodeView<std::uint8_t, 2> body_;
  JacobiWeights<T, 2> weights_;
  double updates_ = 0;
  std::vector<Row> rows_;
};

} // namespace tessera::perf

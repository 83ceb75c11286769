// SPDX-License-Identifier: Apache-2.0
// The operators that have a term for each axis, against the copy limit: periodic, 3D, axis x contiguous. What
// a good user writes by hand is of order 8; it adds in the library's order, so that the bits are the same.
#pragma once

#include <tessera/operator/vector_calculus.hpp>

#include <string>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "stencils.hpp"

namespace tessera::perf {

/// The terms of a node by formulas of order 8, of fields with n nodes along every axis. There is one field,
/// or one for each axis.
template <class View, int fields, int derivative>
struct TermsByHand {
  using T = typename View::non_const_value_type;
  static constexpr int R = 4;

  View field[fields];
  T weights[3][R + 1]; // by axis, of the centre and what follows

  TermsByHand(Kokkos::Array<View, fields> const& of, Grid<3> const& grid) {
    for (int f = 0; f < fields; ++f) field[f] = of[f];
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k <= R; ++k)
        weights[d][k] =
            static_cast<T>(central_weights<derivative, 2 * R>()[k] /
                           (derivative == 1 ? grid.spacing[d] : grid.spacing[d] * grid.spacing[d]));
  }

  /// Term `axis` of values at(-R) ... at(R).
  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T term(int axis, At const& at) const {
    T sum = weights[axis][0] * at(0);
    for (int k = R; k > 0; --k)
      sum = Kokkos::fma(weights[axis][k], derivative == 1 ? at(k) - at(-k) : at(k) + at(-k), sum);
    return sum;
  }

  template <int axis>
  KOKKOS_FORCEINLINE_FUNCTION T term_at(int i, int j, int k) const {
    View const& u = field[fields == 1 ? 0 : axis];
    int const n = static_cast<int>(u.extent(0));
    return term(axis, [&](int o) {
      int x[3] = {i, j, k};
      x[axis] += o;
      x[axis] += x[axis] < 0 ? n : x[axis] >= n ? -n : 0;
      return u(x[0], x[1], x[2]);
    });
  }

  /// The rows around one, along y or z, whose terms a vector loop reads.
  struct Rows {
    T const* row[2 * R + 1];
    template <class Index>
    T operator()(int o, Index i) const {
      return row[R + o][i];
    }
  };
  Rows rows(int axis, std::int64_t j, std::int64_t k) const {
    View const& u = field[fields == 1 ? 0 : axis];
    auto const n = static_cast<std::int64_t>(u.extent(0));
    Rows rows;
    for (int o = -R; o <= R; ++o) {
      std::int64_t const y = axis == 1 ? (j + o + n) % n : j, z = axis == 2 ? (k + o + n) % n : k;
      rows.row[R + o] = u.data() + (z * n + y) * n;
    }
    return rows;
  }
};

/// One thread's node of the loop on a GPU.
template <class Terms, class Put>
struct NodeByHand {
  Terms terms;
  Put put;
  KOKKOS_FUNCTION void operator()(int i, int j, int k) const {
    std::int64_t const n = terms.field[0].extent_int(0);
    put((k * n + j) * n + i, terms.template term_at<0>(i, j, k), terms.template term_at<1>(i, j, k),
        terms.template term_at<2>(i, j, k));
  }
};

/// Calls put(node, x, y, z) with the terms along x, y and z at each node.
template <class Exec, class Terms, class Put>
void loop_by_hand(Exec const& exec, Terms const& terms, Put const& put) {
  using T = typename Terms::T;
  int const n = static_cast<int>(terms.field[0].extent(0));
  if constexpr (detail::on_host<Exec>) {
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) {
        auto const x_rows = terms.rows(0, j, k), y_rows = terms.rows(1, j, k), z_rows = terms.rows(2, j, k);
        std::int64_t const first = (std::int64_t{k} * n + j) * n;
        NodeByHand<Terms, Put> const near_end{terms, put};
        for (int i = 0; i < Terms::R; ++i) near_end(i, j, k);
#pragma omp simd
        for (int i = Terms::R; i < n - Terms::R; ++i) {
          T const x = terms.term(0, [&](int o) { return x_rows.row[Terms::R][i + o]; });
          T const y = terms.term(1, [&](int o) { return y_rows(o, i); });
          T const z = terms.term(2, [&](int o) { return z_rows(o, i); });
          put(first + i, x, y, z);
        }
        for (int i = n - Terms::R; i < n; ++i) near_end(i, j, k);
      }
  } else {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
    Kokkos::parallel_for("perf::vector_calculus_loop", Policy(exec, {0, 0, 0}, {n, n, n}),
                         NodeByHand<Terms, Put>{terms, put});
  }
}

/// What `loop_by_hand` puts into the results: the sum of the terms, or the terms.
template <class T, int results>
struct Put {
  T* to[results];
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t node, T x, T y, T z) const {
    if constexpr (results == 1)
      to[0][node] = (x + y) + z;
    else
      to[0][node] = x, to[1][node] = y, to[2][node] = z;
  }
};

/// `Case` is an operator: its name, numbers of fields and results, derivative, and a call.
template <class Case, class T>
class VectorCalculus {
  using Exec = Kokkos::DefaultExecutionSpace;
  using View = Kokkos::View<T***, Kokkos::LayoutLeft, Exec::memory_space>;
  static constexpr int fields = Case::fields, results = Case::results;
  using Terms = TermsByHand<View, fields, Case::derivative>;

public:
  static std::string name(std::int64_t n) { return detail::text(Case::name, "/", n, "/", type_name<T>); }

  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    names.push_back("loop");
    for (int const order : options.orders) names.push_back(row_name(order));
    return names;
  }

  VectorCalculus(std::int64_t n, Options const& options) : grid_{.nodes = {n, n, n}, .spacing = {1, 0.5, 2}} {
    for (View& u : u_) u = make("perf::u", n);
    for (View& v : v_) v = make("perf::v", n);
    auto const nodes = static_cast<double>(grid_.size());
    double const wanted = options.updates > 0 ? options.updates : detail::on_host<Exec> ? 2e8 : 4e9;
    count_ = std::max(1, static_cast<int>(wanted / nodes + 0.5));
    auto const bytes = grid_.size() * static_cast<std::int64_t>(sizeof(T));
    // A copy reads one value and writes one.
    double const copied = 2.0 / (fields + results) * nodes * count_;
    rows_ = limits(exec_, {v_[0].data(), u_[0].data(), bytes, count_, copied});
    Put<T, results> put;
    for (int r = 0; r < results; ++r) put.to[r] = v_[r].data();
    add("loop", true, [=, exec = exec_, terms = Terms(u_, grid_)] { loop_by_hand(exec, terms, put); });
    for (int const order : options.orders) {
      typename Case::template Operator<Exec> const evaluate(exec_, grid_, {.order = order});
      add(row_name(order), order == 2 * Terms::R, [=, u = u_, v = v_] { Case::call(evaluate, u, v); });
    }
  }

  std::vector<Row> const& rows() const { return rows_; }
  void prepare() {}

private:
  static std::string row_name(int order) { return detail::text(Case::name, "/order:", order); }

  View make(std::string const& label, std::int64_t n) {
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), n, n, n);
    fill_random(exec_, view);
    exec_.fence();
    return view;
  }

  /// `compared`: of the loop's order, so that the bits have to be the same.
  template <class Evaluate>
  void add(std::string const& name, bool compared, Evaluate const& evaluate) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.steps = count_;
    row.updates = static_cast<double>(grid_.size()) * count_;
    row.ideal_bytes = static_cast<double>(fields + results) * sizeof(T) * row.updates;
    row.run = [evaluate, exec = exec_, count = count_] {
      for (int i = 0; i < count; ++i) evaluate();
      exec.fence();
    };
    if (!compared) return;
    evaluate();
    row.checksum = 0;
    for (int r = 0; r < results; ++r)
      row.checksum += mixed(checksum(exec_, v_[r]) + static_cast<std::uint64_t>(r));
  }

  Exec exec_;
  Grid<3> grid_;
  Kokkos::Array<View, fields> u_;
  Kokkos::Array<View, results> v_;
  int count_ = 1;
  std::vector<Row> rows_;
};

} // namespace tessera::perf

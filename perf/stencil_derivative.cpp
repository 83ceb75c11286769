// SPDX-License-Identifier: Apache-2.0
// Derivatives along each axis against the copy limit: periodic, 3D. Axis x is the contiguous one.
#include <tessera/operator/derivative.hpp>

#include <string>
#include <vector>

#include "field.hpp"
#include "limits.hpp"
#include "stencils.hpp"

namespace tessera::perf {

using Exec = Kokkos::DefaultExecutionSpace;

namespace {

struct What {
  int axis;
  int order;
  std::int64_t pencils;
  std::string name() const {
    return detail::text("d_d", "xyz"[axis], "/order:", order,
                        pencils > 0 ? detail::text("/pencils:", pencils) : "");
  }
};

std::vector<What> every(Options const& options) {
  std::vector<What> all;
  for (int order : options.orders)
    for (int axis = 0; axis < 3; ++axis)
      for (auto const pencils : options.pencils) all.push_back({axis, order, pencils});
  return all;
}

/// What a user would first write: order 8 along the slowest axis z, with the library's order of additions.
template <class View>
struct Loop {
  using T = typename View::non_const_value_type;
  View to, u;
  T w[5];

  KOKKOS_FUNCTION void operator()(int i, int j, int k) const {
    int const n = static_cast<int>(u.extent(2));
    T sum = 0;
    for (int o = 4; o > 0; --o)
      sum = Kokkos::fma(
          w[o], u(i, j, k + o < n ? k + o : k + o - n) - u(i, j, k - o >= 0 ? k - o : k - o + n), sum);
    to(i, j, k) = sum;
  }
};

template <class View>
void run_loop(Exec const& exec, Loop<View> const& loop) {
  int const n = static_cast<int>(loop.u.extent(0));
  if constexpr (detail::on_host<Exec>) {
    auto* const to = loop.to.data();
    auto const* const u = loop.u.data();
    auto const w = loop.w;
#pragma omp parallel for collapse(2) schedule(static)
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t j = 0; j < n; ++j) {
        auto const row = [=](std::int64_t plane) { return u + ((plane + n) % n * n + j) * n; };
        auto const *a1 = row(k - 1), *a2 = row(k - 2), *a3 = row(k - 3), *a4 = row(k - 4);
        auto const *b1 = row(k + 1), *b2 = row(k + 2), *b3 = row(k + 3), *b4 = row(k + 4);
        auto* const out = to + (k * n + j) * n;
#pragma omp simd
        for (std::int64_t i = 0; i < n; ++i)
          out[i] = Kokkos::fma(
              w[1], b1[i] - a1[i],
              Kokkos::fma(w[2], b2[i] - a2[i], Kokkos::fma(w[3], b3[i] - a3[i], w[4] * (b4[i] - a4[i]))));
      }
  } else {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
    Kokkos::parallel_for("perf::derivative_loop", Policy(exec, {0, 0, 0}, {n, n, n}), loop);
  }
}

template <class T>
class Derivatives {
  using View = Kokkos::View<T***, Kokkos::LayoutLeft, Exec::memory_space>;

public:
  static std::string name(std::int64_t n) { return detail::text("derivative/", n, "/", type_name<T>); }

  static std::vector<std::string> row_names(std::int64_t, Options const& options) {
    auto names = limit_names<Exec>();
    names.push_back("loop");
    for (What const& what : every(options)) names.push_back(what.name());
    return names;
  }

  Derivatives(std::int64_t n, Options const& options)
      : grid_{.nodes = {n, n, n}, .spacing = {1, 1, 1}}, u_(make("perf::u", n)), du_(make("perf::du", n)) {
    double const wanted = options.updates > 0 ? options.updates : detail::on_host<Exec> ? 2e8 : 4e9;
    count_ = std::max(1, static_cast<int>(wanted / static_cast<double>(u_.size()) + 0.5));
    auto const bytes = static_cast<std::int64_t>(u_.size() * sizeof(T));
    rows_ = limits(exec_, {du_.data(), u_.data(), bytes, count_, static_cast<double>(u_.size()) * count_});
    Loop<View> loop{du_, u_, {}};
    for (int k = 1; k < 5; ++k) loop.w[k] = static_cast<T>(central_weights<1, 8>()[k]);
    add_repeated("loop", true, [=, exec = exec_] { run_loop(exec, loop); });
    for (What const& what : every(options)) {
      Derivative const along(exec_, grid_, {.axis = what.axis, .order = what.order, .pencils = what.pencils});
      add_repeated(what.name(), what.axis == 2 && what.order == 8, [=, u = u_, du = du_] { along(u, du); });
    }
  }

  std::vector<Row> const& rows() const { return rows_; }
  void prepare() {}

private:
  View make(std::string const& label, std::int64_t n) {
    View const view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing), n, n, n);
    fill_random(exec_, view);
    exec_.fence();
    return view;
  }

  Row& add(std::string const& name) {
    Row& row = rows_.emplace_back();
    row.name = name;
    row.steps = count_;
    row.updates = static_cast<double>(u_.size()) * count_;
    row.ideal_bytes = 2.0 * sizeof(T) * row.updates;
    return row;
  }

  /// `compared`: of the same derivative as the loop by hand, so that the bits have to be the same.
  template <class Evaluate>
  void add_repeated(std::string const& name, bool compared, Evaluate const& evaluate) {
    Row& row = add(name);
    row.run = [evaluate, exec = exec_, count = count_] {
      for (int i = 0; i < count; ++i) evaluate();
      exec.fence();
    };
    if (!compared) return;
    evaluate();
    row.checksum = checksum(exec_, du_);
  }

  Exec exec_;
  Grid<3> grid_;
  View u_, du_;
  int count_ = 1;
  std::vector<Row> rows_;
};

} // namespace

StencilEntry stencil_derivative() {
  return {"derivative", 512, 512, register_types<Derivatives, float>, takes_operators()};
}

} // namespace tessera::perf

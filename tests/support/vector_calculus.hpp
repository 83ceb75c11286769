// SPDX-License-Identifier: Apache-2.0
// Gradient, divergence and Laplacian of random fields against plain loops. Each takes so many kernels on a
// device that its tests are several sources.
#pragma once

#include <tessera/operator/vector_calculus.hpp>

#include <gtest/gtest.h>
#include <limits>

#include "support/derivative_reference.hpp"
#include "support/memory.hpp"
#include "support/small_cache.hpp"

namespace tessera::test {

template <class T, int D, class Layout>
struct VectorCalculus {
  using Field = Memory<T, D, Layout>;
  using View = typename Field::view_type;
  static constexpr double eps = std::numeric_limits<T>::epsilon();

  Grid<D> grid;
  OperatorSpec<D> spec;
  std::vector<Field> fields = {};
  std::vector<std::vector<double>> values = {};
  Field result{grid.nodes};

  VectorCalculus(Grid<D> const& on, OperatorSpec<D> const& wanted) : grid(on), spec(wanted) {
    for (int d = 0; d < D; ++d) {
      auto const random = random_values<T>(static_cast<std::size_t>(grid.size()), 20 + d);
      values.emplace_back(random.begin(), random.end());
      fields.emplace_back(grid.nodes);
      fields[d].fill(random);
      gradient_.emplace_back(grid.nodes);
      gradient_[d].fill(random);
    }
    result.fill(random_values<T>(static_cast<std::size_t>(grid.size()), 30));
  }

  Derived sum(int derivative, bool own_field) const {
    Derived expected;
    for (int d = 0; d < D; ++d)
      add_derivative<D>(expected, grid, values[own_field ? d : 0], d, derivative, spec.order, spec.ends[d]);
    return expected;
  }

  void expect_close(std::vector<T> const& found, Derived const& expected, std::string const& what) const {
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_LE(std::fabs(found[i] - expected.value[i]), 8 * eps * expected.size[i])
          << what << " of order " << spec.order << ", node " << i;
  }

  Kokkos::Array<View, D> views() const {
    Kokkos::Array<View, D> all;
    for (int d = 0; d < D; ++d) all[d] = fields[d].view();
    return all;
  }

  /// On a host in both ways: for grids in the last cache, and for larger ones.
  void check() {
    check_operators();
    if (!detail::runs_on_host<Exec>) return;
    SmallCache const small(detail::last_cache_size(), 0);
    check_operators();
  }

private:
  void check_operators() {
    auto const u = views();
    Laplacian(Exec(), grid, spec)(u[0], result.view());
    expect_close(result.read(), sum(2, false), "laplacian");
    Divergence(Exec(), grid, spec)(u, result.view());
    expect_close(result.read(), sum(1, true), "divergence");
    EXPECT_TRUE(result.canaries_intact());
    Kokkos::Array<View, D> gradient;
    for (int d = 0; d < D; ++d) gradient[d] = gradient_[d].view();
    Gradient(Exec(), grid, spec)(u[0], gradient);
    for (int d = 0; d < D; ++d) {
      Derived expected;
      add_derivative<D>(expected, grid, values[0], d, 1, spec.order, spec.ends[d]);
      expect_close(gradient_[d].read(), expected, "gradient");
      EXPECT_TRUE(gradient_[d].canaries_intact());
    }
  }

  std::vector<Field> gradient_ = {};
};

template <class T, int D, class Layout>
void expect_operators(Grid<D> const& grid, Kokkos::Array<Ends, D> const& ends) {
  for (int order = 2; order <= 16; order += 2)
    VectorCalculus<T, D, Layout>(grid, {.order = order, .ends = ends}).check();
}

inline constexpr Ends bounded = Ends::bounded, periodic = Ends::periodic, repeated = Ends::end_repeated;

// On a device these grids have enough nodes for a march; a host takes fewer, since it has none.
inline constexpr bool fewer_nodes = detail::runs_on_host<Exec>;

template <class T, class Layout>
void expect_large_volume(int order, Kokkos::Array<Ends, 3> const& ends) {
  SmallCache const small(detail::device_cache_size(), std::size_t{1} << 20); // so that marches go in bands
  Grid<3> const volume{.nodes = {67, fewer_nodes ? 12 : 130, 136}, .spacing = {0.5, 0.1, 0.25}};
  VectorCalculus<T, 3, Layout>(volume, {order, ends}).check();
}

template <class T, class Layout>
void expect_large_plane(int order, Kokkos::Array<Ends, 2> const& ends) {
  Grid<2> const plane{.nodes = {fewer_nodes ? 40 : 1030, 1100}, .spacing = {0.3, 2.}};
  VectorCalculus<T, 2, Layout>(plane, {order, ends}).check();
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The sweep against a sparse matrix that is assembled on the host from the formula and the meaning of the
// ends.
#include <tessera/equation/poisson.hpp>
#include <tessera/solver/poisson/matrix.hpp>
#include <tessera/solver/poisson/operator.hpp>
#include <tessera/tessera.hpp>

#include <KokkosSparse_spmv.hpp>

#include <gtest/gtest.h>

#include "support/poisson.hpp"

namespace tessera::test {

/// Ends drawn so that every kind meets every other; an axis is periodic on both sides.
template <int D>
PoissonEnds<D> drawn_ends(Random& random) {
  PoissonEnds<D> ends{};
  for (auto& end : ends) end = static_cast<PoissonEnd>(random.below(4));
  for (int d = 0; d < D; ++d)
    if (random.below(4) == 0) ends[2 * d] = ends[2 * d + 1] = PoissonEnd::periodic;
  return ends;
}

template <class T, int D>
void expect_sweep_equals_matrix(Extents<D> const& nodes, std::uint64_t seed) {
  Random random(seed);
  auto const ends = drawn_ends<D>(random);
  SCOPED_TRACE(text<D>(ends));
  Grid<D> grid{.nodes = nodes, .spacing = {}};
  for (int d = 0; d < D; ++d) grid.spacing[d] = 0.1 + 0.03 * d;
  auto const size = static_cast<std::size_t>(grid.size());
  std::vector<std::uint8_t> mask(size);
  for (auto& byte : mask) byte = random.below(9) == 0;
  auto const start = random_values<T>(size, seed + 1), f = random_values<T>(size, seed + 2);
  auto const weights = jacobi_weights<T>(grid);

  auto const u = make_field(grid, node_view<T, D>(nodes, start));
  Stepper stepper(Exec(), u, Jacobi<T, D>{weights, node_view<T, D>(nodes, f)}, poisson_boundary<D>(ends),
                  Direct{}, node_view<std::uint8_t, D>(nodes, mask));
  stepper.advance(u, 1);

  auto const matrix = step_matrix<T>(Exec(), grid, Jacobi<T, D>{weights}, ends, mask);
  auto const x = node_view<T, D>(nodes, start), y = node_view<T, D>(nodes, start);
  KokkosSparse::spmv(Exec(), "N", T(1), matrix, detail::as_vector(x), T(0), detail::as_vector(y));
  auto const product = values_of(y), stepped = values_of(u.view());
  // Sought nodes get c f besides: those whose row is not a single one.
  auto const rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.graph.row_map);
  for (std::size_t i = 0; i < size; ++i) {
    bool const formula = rows(i + 1) - rows(i) > 1;
    double const expected =
        static_cast<double>(product[i]) + (formula ? static_cast<double>(weights.rhs * f[i]) : 0.);
    ASSERT_NEAR(static_cast<double>(stepped[i]), expected,
                8 * static_cast<double>(std::numeric_limits<T>::epsilon()))
        << "node " << i;
  }
}

TEST(PoissonMatrix, DoubleInAPlane) {
  for (std::uint64_t seed = 1; seed < 25; ++seed) expect_sweep_equals_matrix<double, 2>({37, 53}, seed);
}
TEST(PoissonMatrix, FloatInAPlane) {
  for (std::uint64_t seed = 30; seed < 40; ++seed) expect_sweep_equals_matrix<float, 2>({16, 21}, seed);
}
TEST(PoissonMatrix, DoubleInABox) {
  for (std::uint64_t seed = 50; seed < 60; ++seed) expect_sweep_equals_matrix<double, 3>({12, 33, 7}, seed);
}

// The defect that the solvers use is a third implementation.
TEST(PoissonMatrix, OperatorEqualsTheMatrix) {
  Grid<3> const grid{.nodes = {9, 14, 11}, .spacing = {0.1, 0.2, 0.15}};
  Random random(5);
  for (int turn = 0; turn < 12; ++turn) {
    auto ends = drawn_ends<3>(random);
    for (auto& end : ends)
      if (end == PoissonEnd::zero_gradient) end = PoissonEnd::half_mirrored;
    SCOPED_TRACE(text<3>(ends));
    auto const size = static_cast<std::size_t>(grid.size());
    std::vector<std::uint8_t> mask(size);
    for (auto& byte : mask) byte = random.below(9) == 0;
    PoissonOperator<Exec, double, 3> const poisson(Exec(), grid, ends,
                                                   node_view<std::uint8_t, 3>(grid.nodes, mask));
    auto const x = node_view<double, 3>(grid.nodes, random_values<double>(size, 8)),
               y = poisson.make(Exec(), "y"), defect = poisson.make(Exec(), "defect");
    auto const matrix = step_matrix<double>(Exec(), grid, Jacobi<double, 3>{poisson.weights()}, ends, mask);
    KokkosSparse::spmv(Exec(), "N", 1., matrix, detail::as_vector(x), 0., detail::as_vector(y));
    poisson.defect(Exec(), x, {}, 0, 1, defect);
    auto const start = values_of(x), product = values_of(y), found = values_of(defect);
    for (std::size_t i = 0; i < size; ++i)
      ASSERT_NEAR(found[i], product[i] - start[i], 2e-15) << "node " << i;
  }
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Derivatives of random fields against plain loops in long double: orders, axes, ends, and grids barely as
// large as the formula.
#include <tessera/operator/derivative.hpp>

#include <gtest/gtest.h>
#include <limits>

#include "support/derivative_reference.hpp"
#include "support/memory.hpp"
#include "support/small_cache.hpp"

namespace tessera::test {

constexpr Ends every_end[] = {Ends::bounded, Ends::periodic, Ends::end_repeated};

/// The addends are rounded, weighted and summed: a few epsilon of the sum of their magnitudes.
template <class T>
void expect_close(std::vector<T> const& found, Derived const& expected, std::string const& what) {
  constexpr double eps = std::numeric_limits<T>::epsilon();
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_LE(std::fabs(found[i] - expected.value[i]), 8 * eps * expected.size[i]) << what << ", node " << i;
}

template <class T, int D>
void expect_derivative(Grid<D> const& grid, DerivativeSpec const& spec) {
  auto const values = random_values<T>(static_cast<std::size_t>(grid.size()), 11);
  Memory<T, D, Kokkos::LayoutRight> u(grid.nodes), du(grid.nodes);
  u.fill(values);
  Derived expected;
  add_derivative<D>(expected, grid, {values.begin(), values.end()}, spec.axis, spec.derivative, spec.order,
                    spec.ends);
  auto const check = [&] {
    du.fill(values); // nothing that was there may stay
    Derivative(Exec(), grid, spec)(u.view(), du.view());
    expect_close(du.read(), expected,
                 detail::text("axis ", spec.axis, ", derivative ", spec.derivative, " of order ", spec.order,
                              ", ", name_of(spec.ends), ", ", spec.pencils, " pencils"));
    EXPECT_TRUE(du.canaries_intact());
  };
  check();
  if (!detail::runs_on_host<Exec>) return;
  SmallCache const small(detail::last_cache_size(), 0); // as of a grid that is larger than the caches
  check();
}

template <class T, int D>
void expect_every_derivative(Grid<D> const& grid) {
  for (int axis = 0; axis < D; ++axis)
    for (int derivative : {1, 2})
      for (int order = 2; order <= 16; order += 2)
        for (Ends ends : every_end) {
          Index const needed =
              ends == Ends::bounded ? derivative + order : order + 1 + (ends != Ends::periodic);
          if (grid.nodes[axis] >= needed)
            expect_derivative<T, D>(grid,
                                    {.axis = axis, .derivative = derivative, .order = order, .ends = ends});
        }
}

TEST(Derivative, OfARandomFieldInDouble) {
  expect_every_derivative<double, 3>({.nodes = {12, 33, 61}, .spacing = {0.5, 0.1, 0.02}});
}
TEST(Derivative, OfARandomFieldInFloat) {
  expect_every_derivative<float, 3>({.nodes = {33, 20, 40}, .spacing = {0.5, 0.1, 0.02}});
}
TEST(Derivative, InOneAndTwoDimensions) {
  expect_every_derivative<double, 1>({.nodes = {97}, .spacing = {0.3}});
  expect_every_derivative<float, 1>({.nodes = {64}, .spacing = {0.3}});
  expect_every_derivative<double, 2>({.nodes = {37, 53}, .spacing = {0.3, 2.}});
}

// On host cores a row of so many nodes is shared out between them.
TEST(Derivative, OfLongRows) {
  for (Ends ends : every_end)
    for (int order : {2, 8, 16}) {
      expect_derivative<float, 1>({.nodes = {9001}, .spacing = {0.3}}, {.order = order, .ends = ends});
      for (int axis : {0, 1})
        expect_derivative<double, 2>({.nodes = {20, 5003}, .spacing = {0.3, 2.}},
                                     {.axis = axis, .order = order, .ends = ends});
    }
}

// One node less is refused, see DerivativeRefuses.
TEST(Derivative, OfGridsBarelyAsLargeAsTheFormula) {
  for (int order = 2; order <= 16; order += 2)
    for (int derivative : {1, 2})
      for (Ends ends : every_end)
        for (int axis = 0; axis < 3; ++axis) {
          Grid<3> grid{.nodes = {3, 5, 2}, .spacing = {1, 1, 1}};
          grid.nodes[axis] =
              ends == Ends::bounded ? derivative + order : order + 1 + (ends != Ends::periodic);
          expect_derivative<double, 3>(
              grid, {.axis = axis, .derivative = derivative, .order = order, .ends = ends});
        }
}

TEST(Derivative, WithPencilsOfEveryNumber) {
  Grid<3> const grid{.nodes = {29, 31, 36}, .spacing = {1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis)
    for (Index pencils : {1, 3, 4, 36, 100, 100000})
      for (Ends ends : every_end) {
        expect_derivative<float, 3>(grid, {.axis = axis, .ends = ends, .pencils = pencils});
        expect_derivative<double, 3>(grid, {.axis = axis, .derivative = 2, .ends = ends, .pencils = pencils});
      }
}

TEST(Derivative, LeavesAMirroredFieldMirrored) {
  Grid<1> const grid{.nodes = {45}, .spacing = {0.25}};
  auto const values = random_values<float>(45, 3);
  std::vector<float> const mirrored(values.rbegin(), values.rend());
  auto const derivative_of = [&](std::vector<float> const& field, DerivativeSpec const& spec) {
    Memory<float, 1, Kokkos::LayoutRight> u(grid.nodes), du(grid.nodes);
    u.fill(field);
    Derivative(Exec(), grid, spec)(u.view(), du.view());
    return du.read();
  };
  for (int order = 2; order <= 16; order += 2)
    for (int derivative : {1, 2})
      for (Ends ends : every_end) {
        DerivativeSpec const spec{.derivative = derivative, .order = order, .ends = ends};
        auto const plain = derivative_of(values, spec), turned = derivative_of(mirrored, spec);
        for (std::size_t i = 0; i < 45; ++i)
          EXPECT_EQ(plain[i], derivative == 1 ? -turned[44 - i] : turned[44 - i]) << order << ", node " << i;
      }
}

} // namespace tessera::test

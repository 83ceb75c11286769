// SPDX-License-Identifier: Apache-2.0
// Every pair of layouts gives the bits that LayoutRight gives: subviews in any order of axes, without a unit
// stride too.
#include <tessera/operator/derivative.hpp>

#include "support/memory.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

constexpr Extents<3> nodes = {12, 33, 21};
Grid<3> const box{.nodes = nodes, .spacing = {0.5, 0.25, 2.}};

template <class T>
struct Specimen {
  DerivativeSpec spec;
  std::vector<T> values = random_values<T>(12 * 33 * 21, 5), expected{};

  explicit Specimen(DerivativeSpec const& wanted) : spec(wanted) {
    Memory<T, 3, Kokkos::LayoutRight> u(nodes), du(nodes);
    u.fill(values);
    Derivative(Exec(), box, spec)(u.view(), du.view());
    expected = du.read();
  }

  template <class In, class Out>
  void expect_same(In u, Out du, char const* what) const {
    u.fill(values);
    du.fill(values); // nothing that was there may stay, nothing around it may go
    Derivative(Exec(), box, spec)(u.view(), du.view());
    EXPECT_TRUE((same_bits<T, 3>(nodes, expected, du.read())))
        << what << ", axis " << spec.axis << ", order " << spec.order;
    EXPECT_TRUE(du.canaries_intact()) << what;
  }

  void expect_same_in_every_layout() const {
    using Left = Memory<T, 3, Kokkos::LayoutLeft>;
    using Right = Memory<T, 3, Kokkos::LayoutRight>;
    using Stride = Memory<T, 3, Kokkos::LayoutStride>;
    expect_same(Left(nodes), Left(nodes), "left");
    expect_same(Left(nodes), Right(nodes), "left to right");
    expect_same(Right(nodes), Left(nodes), "right to left");
    expect_same(Stride(nodes, {{2, 1, 0}}, 3), Stride(nodes, {{2, 1, 0}}, 5), "subviews");
    expect_same(Right(nodes), Stride(nodes, {{2, 0, 1}}, 1), "slow axes swapped");
    expect_same(Stride(nodes, {{1, 0, 2}}, 2), Stride(nodes, {{1, 2, 0}}, 2), "the middle axis fastest");
    expect_same(Stride(nodes, {{2, 1, 0}, 2}, 2), Right(nodes), "every other value");
    expect_same(Right(nodes), Stride(nodes, {{0, 1, 2}, 3}, 2), "every third value");
  }
};

template <class T>
void expect_same_bits() {
  for (int axis = 0; axis < 3; ++axis)
    for (Ends ends : {Ends::bounded, Ends::periodic, Ends::end_repeated})
      for (int derivative : {1, 2})
        for (int order : {4, 10})
          Specimen<T>({.axis = axis, .derivative = derivative, .order = order, .ends = ends})
              .expect_same_in_every_layout();
}

TEST(DerivativeLayouts, GiveTheSameBitsInFloat) { expect_same_bits<float>(); }
TEST(DerivativeLayouts, GiveTheSameBitsInDouble) { expect_same_bits<double>(); }

} // namespace tessera::test

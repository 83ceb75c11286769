// SPDX-License-Identifier: Apache-2.0
// What derivatives refuse, in words.
#include <tessera/operator/vector_calculus.hpp>

#include "support/refusal.hpp"

namespace tessera::test {

std::string refusal_of(DerivativeSpec const& spec, Extents<3> const& nodes = {20, 21, 22}) {
  return refusal([&] { Derivative(Exec(), Grid<3>{.nodes = nodes, .spacing = {1, 1, 1}}, spec); });
}

TEST(DerivativeRefuses, OrdersThatAreNotThere) {
  for (int order : {-2, 0, 1, 7, 18})
    expect_in(refusal_of({.order = order}),
              detail::text("a derivative of order ", order, " is not there (give an even order of 2 to 16)"));
}

TEST(DerivativeRefuses, OtherDerivativesAndAxes) {
  expect_in(refusal_of({.derivative = 3}), "derivative 3 is not there (give 1 or 2)");
  expect_in(refusal_of({.axis = 3}), "axis 3 is none of the grid's 3 (give 0 to 2)");
  expect_in(refusal_of({.axis = -1}), "axis -1 is none of the grid's 3 (give 0 to 2)");
  expect_in(refusal_of({.pencils = -4}),
            "-4 pencils (give 1 or more, or 0 to leave the choice to the library)");
}

TEST(DerivativeRefuses, GridsSmallerThanTheFormula) {
  for (int order = 2; order <= 16; order += 2) {
    auto const needs = [order](Index nodes, char const* ends) {
      return detail::text("of order ", order, " needs ", nodes, " nodes along axis 1 with ", ends,
                          " ends, the grid has ", nodes - 1, " (give more nodes, or a lower order)");
    };
    expect_in(refusal_of({.axis = 1, .order = order}, {40, order, 40}), needs(order + 1, "periodic"));
    expect_in(refusal_of({.axis = 1, .order = order, .ends = Ends::end_repeated}, {40, order + 1, 40}),
              needs(order + 2, "repeated"));
    expect_in(refusal_of({.axis = 1, .order = order, .ends = Ends::bounded}, {40, order, 40}),
              needs(order + 1, "bounded"));
    expect_in(
        refusal_of({.axis = 1, .derivative = 2, .order = order, .ends = Ends::bounded}, {40, order + 1, 40}),
        needs(order + 2, "bounded"));
  }
}

TEST(DerivativeRefuses, ViewsThatDoNotFit) {
  Grid<2> const on = grid(20, 24);
  Derivative const d_dx(Exec(), on, {});
  auto const u = view(20, 24);
  expect_in(refusal([&] { d_dx(view(20, 23), u); }),
            "the View 'temperature' has 23 values along axis 1, the grid 24 nodes (make them equal)");
  expect_in(refusal([&] { d_dx(u, view(21, 24)); }), "has 21 values along axis 0, the grid 20 nodes");
  expect_in(refusal([&] { d_dx(u, u); }), "the View 'temperature' can't hold its own derivative");
}

TEST(DerivativeRefuses, ViewsThatShareMemory) {
  Derivative const d_dx(Exec(), grid(20, 24), {});
  Kokkos::View<double***, Right, Exec::memory_space> const rows("rows", 30, 24, 2);
  auto const part = [&](int first, int component) {
    return Kokkos::subview(rows, std::pair(first, first + 20), Kokkos::ALL, component);
  };
  auto const said = [](std::string const& out, std::string const& in) {
    return "the View '" + out + "' shares memory with '" + in +
           "', whose derivative it is to hold (give another View)";
  };
  EXPECT_EQ(refusal([&] { d_dx(part(0, 0), part(10, 0)); }), said("rows", "rows"));
  EXPECT_EQ(refusal([&] { d_dx(part(10, 1), part(0, 1)); }), said("rows", "rows"));
  EXPECT_EQ(refusal([&] { d_dx(part(0, 0), part(0, 1)); }), "nothing was refused")
      << "components lie between each other";
  auto const u = view(20, 24);
  using Left = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;
  EXPECT_EQ(refusal([&] { d_dx(u, Left(u.data() + 1, 20, 24)); }), said("", "temperature"))
      << "of another layout";
}

TEST(DerivativeRefuses, ViewsWithoutAPlaceForEveryValue) {
  Derivative const d_dx(Exec(), grid(20, 24), {});
  auto const u = view(20, 24);
  Kokkos::View<double**, Right, Exec::memory_space> const nowhere(static_cast<double*>(nullptr), 20, 24);
  auto const said = "the View '' has 20 x 24 values and no memory for them (give a View that is allocated)";
  EXPECT_EQ(refusal([&] { d_dx(u, nowhere); }), said);
  EXPECT_EQ(refusal([&] { d_dx(nowhere, u); }), said);
  Kokkos::View<double*, Exec::memory_space> const memory("memory", 24);
  Kokkos::View<double**, Kokkos::LayoutStride, Exec::memory_space> const repeated(
      memory.data(), Kokkos::LayoutStride(20, 0, 24, 1));
  EXPECT_EQ(refusal([&] { d_dx(u, repeated); }),
            "the View '' has 20 x 24 values with strides of 0 x 1: some share their "
            "memory (give a View with a place for every value)");
  EXPECT_EQ(refusal([&] { d_dx(repeated, u); }), "nothing was refused")
      << "a row that is only read may stand for all";
}

TEST(DerivativeRefuses, TheSameOfOtherOperators) {
  Grid<2> const small = grid(20, 8);
  expect_in(refusal([&] { Laplacian(Exec(), small, OperatorSpec<2>{}); }), "needs 9 nodes along axis 1");
  expect_in(refusal([&] { Divergence(Exec(), small, OperatorSpec<2>{}); }), "needs 9 nodes along axis 1");
  expect_in(refusal([&] { Gradient(Exec(), small, OperatorSpec<2>{.order = 5}); }), "order 5 is not there");
  Divergence const divergence(Exec(), grid(20, 24), OperatorSpec<2>{});
  auto const u = view(20, 24), v = view(20, 24);
  expect_in(refusal([&] {
              divergence(Kokkos::Array<decltype(view(1, 1)), 2>{u, v}, v);
            }),
            "can't hold its own derivative");
  Gradient const gradient(Exec(), grid(20, 24), OperatorSpec<2>{});
  EXPECT_EQ(refusal([&] {
              gradient(view(20, 24), Kokkos::Array<decltype(view(1, 1)), 2>{u, u});
            }),
            "components 0 and 1 of a gradient share memory (give a View for each axis)");
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Programs with systems of fields that must not compile, one for each value of TESSERA_REFUSED; the program
// for 0 must compile.
#include <tessera/system.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using View = Kokkos::View<double**, Kokkos::LayoutRight, Exec::memory_space>;

struct Pair {
  double a, b;
};
struct Other {
  double a, b;
};
struct Mixed {
  double a;
  float b, c; // together as large as a double
};

/// Both members relax to the mean of their neighbours.
struct Relax {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) const {
    Pair const west = u(-1, 0), east = u(1, 0);
    return {0.5 * (west.a + east.a), 0.5 * (west.b + east.b)};
  }
};
struct OfAnotherStruct : Relax {
  static constexpr auto writes = tessera::members<&Other::a>;
};
struct WritesNothing : Relax {
  static constexpr auto writes = tessera::members<>;
};
struct Previous : Relax {
  static constexpr bool previous = true;
};
struct OneAxis {
  static constexpr auto reads = tessera::forward<1>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) const { return u(1); }
};
struct NotConst {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) { return u(1, 0); }
};
struct WithoutAt {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u) const { return u(1, 0); }
};
struct WithoutFormula {
  static constexpr auto reads = tessera::star<2>(1);
};
struct ReadsPrevious {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) const { return u.previous(); }
};
struct OneOffset {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const&) const { return u(1); }
};
struct AtAThird {
  double a, b;
  static constexpr double staggering[2][2] = {{0, 0}, {0, 1. / 3}};
};
struct WithoutARow {
  double a, b;
  static constexpr double staggering[1][2] = {{0, 0.5}};
};
struct WithAThirdAxis {
  double a, b;
  static constexpr double staggering[2][3] = {{0, 0, 0}, {0, 0, 0.5}};
};
/// An exchange, and what is watched with it.
struct Fills {
  void begin(auto const&...) const {}
  void finish(auto const&...) const {}
  template <class Reduction>
  void combine(auto const&...) const {}
};
struct FirstMember {
  KOKKOS_FUNCTION double operator()(Pair const& q) const { return q.a; }
};
struct GivesNumber {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const&, auto const&) const { return 0; }
};

void program() {
  using namespace tessera;
  Grid<2> const grid{.nodes = {8, 8}, .spacing = {1, 1}};
  View const a("a", 8, 8), b("b", 8, 8);
  auto const fixed = everywhere(Fixed{});
  auto const u = make_system<Pair>(grid, a, b);
  [[maybe_unused]] auto const step = [&](auto const& stages, auto const& boundary) {
    Stepper(Exec(), u, stages, boundary, Direct{}).advance(u, 1);
  };
#if TESSERA_REFUSED == 0
  Stepper(Exec(), u, Relax{}, fixed, AnyScheme{"temporal"}).advance(u, 1);
  Kokkos::View<double, Exec::memory_space> const largest("largest");
  Stepper(Exec(), u, Relax{}, fixed, Direct{}).advance(u, 1, Fills{}, watch(Max{}, FirstMember{}, largest));
  step(stages(Relax{}, Relax{}), fixed.on(west, by_member(Dirichlet{0.}, Mirrored{})));
  step(Relax{}, fixed.on(north, Periodic{}).on(south, Periodic{}));
#elif TESSERA_REFUSED == 1
  make_system<Pair>(grid, a);
#elif TESSERA_REFUSED == 2
  make_system<Pair>(grid, a, Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>("left", 8, 8));
#elif TESSERA_REFUSED == 3
  using Const = Kokkos::View<double const**, Kokkos::LayoutRight, Exec::memory_space>;
  make_system<Pair>(grid, Const(a), Const(b));
#elif TESSERA_REFUSED == 4
  Kokkos::View<double*, Exec::memory_space> const row("row", 8);
  make_system<Pair>(grid, row, row);
#elif TESSERA_REFUSED == 5
  make_system<Mixed>(grid, a, b);
#elif TESSERA_REFUSED == 6
  make_system<Mixed, double>(Exec(), grid);
#elif TESSERA_REFUSED == 7
  step(OfAnotherStruct{}, fixed);
#elif TESSERA_REFUSED == 8
  step(WritesNothing{}, fixed);
#elif TESSERA_REFUSED == 9
  step(OneAxis{}, fixed);
#elif TESSERA_REFUSED == 10
  step(stages(Relax{}, OneAxis{}), fixed);
#elif TESSERA_REFUSED == 11
  step(stages(Relax{}, 3.0), fixed);
#elif TESSERA_REFUSED == 12
  step(Previous{}, fixed);
#elif TESSERA_REFUSED == 13
  Stepper(Exec(), u, Relax{}, fixed, TwoPass{});
#elif TESSERA_REFUSED == 15
  step(Relax{}, fixed.on(west, by_member(Dirichlet{0.})));
#elif TESSERA_REFUSED == 16
  step(Relax{}, fixed.on(top, Fixed{}));
#elif TESSERA_REFUSED == 17
  auto const field = make_field(grid, a);
  Stepper(Exec(), field, GivesNumber{}, everywhere(by_member(Fixed{})), Direct{}).advance(field, 1);
#elif TESSERA_REFUSED == 18
  step(Relax{}, everywhere(by_member(Periodic{}, Mirrored{})));
#elif TESSERA_REFUSED == 19
  step(Relax{}, everywhere(Dirichlet{0.}));
#elif TESSERA_REFUSED == 20
  step(GivesNumber{}, fixed);
#elif TESSERA_REFUSED == 21
  step(Relax{}, Fixed{});
#elif TESSERA_REFUSED == 22
  Stepper(1, u, Relax{}, fixed, Direct{});
#elif TESSERA_REFUSED == 23
  make_system<AtAThird>(grid, a, b);
#elif TESSERA_REFUSED == 24
  make_system<WithoutARow>(grid, a, b);
#elif TESSERA_REFUSED == 25
  make_system<WithAThirdAxis>(grid, a, b);
#elif TESSERA_REFUSED == 26
  step(NotConst{}, fixed);
#elif TESSERA_REFUSED == 27
  step(WithoutAt{}, fixed);
#elif TESSERA_REFUSED == 28
  step(WithoutFormula{}, fixed);
#elif TESSERA_REFUSED == 29
  step(stages(Relax{}, ReadsPrevious{}), fixed);
#elif TESSERA_REFUSED == 30
  step(OneOffset{}, fixed);
#elif TESSERA_REFUSED == 31
  Kokkos::View<double, Exec::memory_space> const sum("sum");
  Stepper(Exec(), u, Relax{}, fixed, Direct{}).advance(u, 1, Fills{}, watch(Sum{}, FirstMember{}, sum));
#elif TESSERA_REFUSED == 32
  Stepper(Exec(), u, Relax{}, fixed, Direct{}).advance(u, 1, 3);
#endif
  (void)fixed;
}

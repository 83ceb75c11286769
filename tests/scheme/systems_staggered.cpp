// SPDX-License-Identifier: Apache-2.0
// Members that lie half a spacing beyond their nodes: where fills, formulas and watchers see them, and walls
// that they straddle, against exact solutions of the difference equation.
#include <tessera/system.hpp>

#include <cmath>
#include <gtest/gtest.h>

namespace tessera::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
constexpr double pi = 3.14159265358979323846;

struct Rods {
  double node, half; // two rods along axis 0, the second one staggered
  static constexpr double staggering[2][2] = {{0, 0}, {0.5, 0}};
};

/// u_t = u_xx by the explicit scheme.
struct Diffusion {
  static constexpr auto reads = star<2>(1);
  double ratio; // dt / h^2
  KOKKOS_FUNCTION Rods operator()(auto const& u, auto const& /*at*/) const {
    Rods const c = u.here(), w = u(-1, 0), e = u(1, 0);
    return {c.node + ratio * (w.node + e.node - 2 * c.node), c.half + ratio * (w.half + e.half - 2 * c.half)};
  }
};

struct Function {
  double factor, slope, half_waves;
  bool cosine;
  KOKKOS_INLINE_FUNCTION double operator()(double x) const {
    double const angle = half_waves * pi * x;
    return factor * (cosine ? Kokkos::cos(angle) : Kokkos::sin(angle)) + slope * x;
  }
  KOKKOS_FUNCTION Rods operator()(auto const& at) const {
    return {(*this)(at.position(member<&Rods::node>, 0)), (*this)(at.position(member<&Rods::half>, 0))};
  }
};
struct OfOneMember {
  Function f;
  KOKKOS_FUNCTION double operator()(auto const& at) const { return f(at.position(0)); }
};
/// How far a node of the grid is from the function; what lies beyond the walls at 0 and 1 does not count.
struct Distance {
  Function f;
  KOKKOS_FUNCTION double operator()(Rods const& q, auto const& at) const {
    double const x = at.position(0), of_half = at.position(member<&Rods::half>, 0);
    return Kokkos::max(Kokkos::abs(q.node - f(x)), of_half < 1 ? Kokkos::abs(q.half - f(of_half)) : 0.);
  }
};

constexpr int cells = 24, steps = 50;
Grid<2> const grid{.nodes = {cells + 1, 7}, .spacing = {1. / cells, 1}};

/// Steps from `first` and returns the distance to `last`.
template <class BoundaryType>
double distance(char const* scheme, BoundaryType const& boundary, Function const& first,
                Function const& last) {
  Exec const exec;
  auto const u = make_system<Rods, double>(exec, grid, "rods");
  fill(exec, u, first);
  Kokkos::View<double, Exec::memory_space> const most("most");
  Stepper stepper(exec, u, Diffusion{0.2}, boundary, AnyScheme{scheme});
  stepper.advance(u, steps, watch(Max{}, Distance{last}, most));
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, most)();
}
/// What is left of a mode after the steps: one of sines or cosines with that many half waves between the
/// walls loses the factor 1 - 4 ratio sin^2(half_waves pi h / 2) in each step.
double left_of_mode(double half_waves) {
  return std::pow(1 - 0.8 * std::pow(std::sin(half_waves * pi / 2 / cells), 2), steps);
}

using Side = OneOf<Fixed, Dirichlet<double>, Neumann<double>, Mirrored>;
/// Both members have the condition at the walls, and the planes are periodic across them.
template <class C, class E>
auto walls(C const& lower, E const& upper) {
  return everywhere(Periodic{}).on(west, by_member(lower, lower)).on(east, by_member(upper, upper));
}

TEST(StaggeredMembers, AreFilledAndWatchedWhereTheyLie) {
  Exec const exec;
  Function const f{1, 0.5, 3, false};
  auto const u = make_system<Rods, double>(exec, grid, "rods"),
             v = make_system<Rods, double>(exec, grid, "v");
  fill(exec, u, f);
  for (int m = 0; m < 2; ++m) fill(exec, v.field(m), OfOneMember{f});
  exec.fence();
  EXPECT_EQ(u.grid(0).origin[0], 0);
  EXPECT_EQ(u.grid(1).origin[0], 0.5 / cells);
  EXPECT_EQ(u.grid(1).origin[1], 0);
  for (int m = 0; m < 2; ++m) {
    auto const by_struct = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, u.view(m)),
               alone = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, v.view(m));
    for (int i = 0; i <= cells; ++i) {
      EXPECT_EQ(by_struct(i, 3), alone(i, 3));
      EXPECT_NEAR(alone(i, 3), f((i + (m == 1 ? 0.5 : 0)) / cells), 1e-14);
    }
  }
}

TEST(StaggeredMembers, KeepTheModesOfWallsThatTheyStraddle) {
  for (char const* scheme : {"direct", "tiled", "temporal"}) {
    SCOPED_TRACE(scheme);
    double const left = left_of_mode(3);
    auto const zero = walls(Dirichlet{0.}, Dirichlet{0.});
    EXPECT_LT(distance(scheme, zero, {1, 0, 3, false}, {left, 0, 3, false}), 1e-14);
    auto const insulated = walls(Side(Mirrored{}), Side(Neumann{0.}));
    EXPECT_LT(distance(scheme, insulated, {1, 0, 3, true}, {left, 0, 3, true}), 1e-14);
    // A quarter of a wave more: 0 at the lower wall, at rest at the upper one.
    auto const mixed = walls(Side(Dirichlet{0.}), Side(Mirrored{}));
    EXPECT_LT(distance(scheme, mixed, {1, 0, 2.5, false}, {left_of_mode(2.5), 0, 2.5, false}), 1e-14);
  }
}

TEST(StaggeredMembers, KeepALineBetweenWallsOfGivenValueAndFlux) {
  Function const line{0, 2, 0, false};
  for (char const* scheme : {"direct", "tiled", "temporal"}) {
    SCOPED_TRACE(scheme);
    auto const values = walls(Side(Dirichlet{0.}), Side(Dirichlet{2.}));
    EXPECT_LT(distance(scheme, values, line, line), 1e-14);
    auto const fluxes = walls(Side(Neumann{-2.}), Side(Neumann{2.}));
    EXPECT_LT(distance(scheme, fluxes, line, line), 1e-14);
    // A kind that speaks of nodes means the member's values at both ends.
    auto const fixed = walls(Side(Fixed{}), Side(Fixed{}));
    EXPECT_LT(distance(scheme, fixed, line, line), 1e-14);
  }
}

} // namespace
} // namespace tessera::test

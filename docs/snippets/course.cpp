// SPDX-License-Identifier: Apache-2.0
// The program of docs/course.md: a pulse goes once round a ring, by three formulas.
#include <tessera/tessera.hpp>

#include <algorithm>
#include <cstdio>

namespace {

// snippet: formulas
// u_t + c u_x = 0, c > 0; courant = c dt / h
struct Upwind {
  static constexpr auto reads = tessera::star<1>(1);
  double courant;
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0) - courant * (u(0) - u(-1));
  }
};

struct Central {
  static constexpr auto reads = tessera::star<1>(1);
  double courant;
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0) - courant * (u(1) - u(-1)) / 2;
  }
};

struct LaxWendroff {
  static constexpr auto reads = tessera::star<1>(1);
  double courant;
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0) - courant * (u(1) - u(-1)) / 2 + courant * courant * (u(1) - 2 * u(0) + u(-1)) / 2;
  }
};
// snippet end

struct Plateau {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return at.index(0) >= 40 && at.index(0) < 80 ? 1. : 0.;
  }
};

// snippet: round
/// Once round: the exact solution is the start again. Returns the least and the largest value.
template <class Formula>
std::pair<double, double> once_round(char const* name, Formula formula) {
  constexpr int n = 200;
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<1> const grid{.nodes = {n}, .spacing = {1. / n}};
  auto const u = tessera::make_field<double>(exec, grid, "plateau");
  tessera::fill(exec, u, Plateau{});
  tessera::Stepper stepper(exec, u, formula, tessera::everywhere(tessera::Periodic{}), tessera::Direct{});
  stepper.advance(u, static_cast<int>(n / formula.courant));
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
  auto const [least, largest] = std::minmax_element(host.data(), host.data() + n);
  std::printf("%-12s courant %.1f: from %.3g to %.3g\n", name, formula.courant, *least, *largest);
  return {*least, *largest};
}
// snippet end

} // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // snippet: runs
  auto const upwind = once_round("upwind", Upwind{0.5});
  auto const exact = once_round("upwind", Upwind{1.0});
  auto const central = once_round("central", Central{0.5});
  auto const wiggles = once_round("Lax-Wendroff", LaxWendroff{0.5});
  // snippet end
  bool const as_told = upwind.first >= 0 && upwind.second < 1 && exact == std::pair(0., 1.) &&
                       central.second > 1e3 && wiggles.first < -0.05 && wiggles.second > 1.05;
  return as_told ? 0 : 1;
}

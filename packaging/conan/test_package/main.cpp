// SPDX-License-Identifier: Apache-2.0
// Steps a small field, to see that the package compiles and links.
#include <tessera/tessera.hpp>

#include <cstdio>

struct Diffusion {
  static constexpr auto reads = tessera::star<1>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0) + 0.25 * (u(-1) - 2 * u(0) + u(1));
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<1> const grid{.nodes = {9}, .spacing = {1.}};
  auto const u = tessera::make_field<double>(exec, grid);
  auto const boundary = tessera::everywhere(tessera::Dirichlet{1.});
  tessera::Stepper stepper(exec, u, Diffusion{}, boundary, tessera::Direct{});
  stepper.advance(u, 1000);
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
  std::printf("%.6f\n", host(4)); // the walls' value, in the end
  return host(4) > 0.999999 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// snippet: program
#include <tessera/tessera.hpp>

#include <cmath>
#include <cstdio>

// u_t + c u_x = 0 by the upwind scheme of first order, c > 0.
struct Advection {
  static constexpr auto reads = tessera::star<1>(1);
  double courant; // c dt / h

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0) - courant * (u(0) - u(-1));
  }
};

struct Pulse {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - 0.25;
    return Kokkos::exp(-800 * x * x);
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<1> const grid{.nodes = {200}, .spacing = {0.005}};
  auto const u = tessera::make_field<double>(exec, grid, "pulse");

  tessera::fill(exec, u, Pulse{});

  tessera::Stepper stepper(exec, u, Advection{0.5}, tessera::everywhere(tessera::Periodic{}),
                           tessera::Direct{});
  for (int shown = 0; shown <= 3; ++shown) {
    exec.fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
    int top = 0;
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
      sum += host(i);
      if (host(i) > host(top)) top = i;
    }
    std::printf("step %3d: sum %.6f, largest value %.4f at node %d\n", static_cast<int>(stepper.step()), sum,
                host(top), top);
    stepper.advance(u, 100);
  }
}
// snippet end

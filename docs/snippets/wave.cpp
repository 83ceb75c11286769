// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/wave.md in one program, which checks what the page says.
#include <tessera/equation/wave.hpp>
#include <tessera/exact/wave.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <cstdio>

struct Bump {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - 0.5, y = at.position(1) - 0.5;
    return Kokkos::exp(-200 * (x * x + y * y));
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  // snippet: stencil
  constexpr int order = 8;
  double const h = 1. / 200, v = 1.5;
  double const dt = 0.9 * tessera::stable_wave_step(order, {h, h}, v);

  tessera::Grid<2> const grid{.nodes = {201, 201}, .spacing = {h, h}};
  auto const u = tessera::make_field<double>(exec, grid);
  tessera::fill(exec, u, Bump{});
  using Medium = tessera::UniformMedium<double>;
  tessera::Wave<double, 2, order, Medium> const wave{.inverse_h2 = {1 / (h * h), 1 / (h * h)},
                                                     .ratio = {v * v * dt * dt}};
  auto const sides = tessera::everywhere(tessera::Antisymmetric{}); // rigid: u = 0
  // snippet end
  // snippet: run
  tessera::Stepper stepper(exec, u, wave, sides, tessera::Direct{});
  auto const previous = stepper.previous(); // the level before u's; at first a copy of u
  tessera::Stepper first(exec, previous, wave.from_rest(), sides, tessera::Direct{});
  first.advance(previous, 1);
  stepper.advance(u, 400);
  // snippet end
  exec.fence();
  double largest = 0;
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
  for (int i = 0; i < 201; ++i)
    for (int j = 0; j < 201; ++j) largest = std::max(largest, std::abs(host(i, j)));
  std::printf("largest deflection %.3f\n", largest);
  return largest > 0.05 && largest < 1 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// The code of docs/flow.md: a box whose northern wall moves.
#include <tessera/solver/flow/flow.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  // snippet: cavity
  tessera::FlowProblem problem{.grid = {.nodes = {41, 41}, .spacing = {0.025, 0.025}}, .viscosity = 0.01};
  problem.wall_speed[3] = 1; // west, east, south, north: all are walls, the last one moves

  tessera::Flow<Exec, double> flow(exec, problem, /*body*/ {}, tessera::Direct{}); // allocates all it needs
  flow.begin(exec); // from the vorticity that flow.vorticity() holds: none
  double time = 0;
  while (time < 2) {
    double const dt = std::fmin(0.8 / flow.courant_rate(exec),
                                0.8 * tessera::diffusion_limit(problem.grid, problem.viscosity));
    auto const step = flow.step(exec, dt);
    time += dt;
    if (!(step.change < 1e6)) return 1;
  }
  auto const psi = flow.psi(); // a View of the stream function
  // snippet end
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), psi);
  double strongest = 0;
  for (int i = 0; i < 41; ++i)
    for (int j = 0; j < 41; ++j) strongest = std::fmax(strongest, std::fabs(host(i, j)));
  std::printf("the strongest stream at t = 2: %.4f\n", strongest);
  return strongest > 0.05 && strongest < 0.15 ? 0 : 1; // at rest it is 0.1034 (Ghia, Ghia and Shin 1982)
}

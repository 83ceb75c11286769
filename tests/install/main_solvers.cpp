// SPDX-License-Identifier: Apache-2.0
// An application that uses Tessera's vectors by Kokkos Kernels: a Poisson operator applied to a constant
// between insulated walls is zero, and the measure of the box is its number of cells.
#include <tessera/solver/poisson/operator.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  using Operator = tessera::PoissonOperator<Kokkos::DefaultExecutionSpace, double, 2>;
  using enum tessera::PoissonEnd;
  Operator const poisson(exec, {.nodes = {9, 5}, .spacing = {0.5, 0.25}},
                         {mirrored, mirrored, mirrored, mirrored});
  auto const one = poisson.make(exec, "one"), out = poisson.make(exec, "out"),
             scratch = poisson.make(exec, "scratch");
  Kokkos::deep_copy(exec, one, 1.);
  poisson.defect(exec, one, {}, 0, -1, out);
  double const largest = poisson.norm_max(exec, out), cells = poisson.inner(exec, one, one, scratch);
  std::printf("K 1 = %g, %g cells\n", largest, cells);
  return largest < 1e-15 && cells == 32 ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// An application that owns its Kokkos and uses Tessera inside. The three embeddings build this file.
#include <tessera/config.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  int const nodes = 1000;
  Kokkos::View<double*> u("u", nodes);
  Kokkos::deep_copy(u, 1.);
  double sum = 0;
  Kokkos::parallel_reduce(
      "sum", nodes, KOKKOS_LAMBDA(int i, double& partial) { partial += u(i); }, sum);
  std::printf("Tessera %s on %s: %g\n", TESSERA_VERSION_STRING, Kokkos::DefaultExecutionSpace::name(), sum);
  return sum == nodes ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// Runs the pieces of the pages in docs/guide.
#include <cstdio>
#include <cstdlib>

#include "guide.hpp"

void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "guide: not so: %s\n", what);
  std::exit(1);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  views(exec);
  instances(exec);
  boundaries(exec);
  time_dependent(exec);
  own_kind(exec);
  accuracy(exec);
  obstacles(exec);
  coefficients(exec);
  upwind(exec);
  varying(exec);
  at_run_time(exec);
  halos(exec);
  systems(exec);
  points(exec);
  errors(exec);
}

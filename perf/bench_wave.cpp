// SPDX-License-Identifier: Apache-2.0
// The wave update of order 8 in 3D: copy limit, loop by hand, and every scheme.
#include <cstdio>

#include "wave.hpp"

int main(int argc, char** argv) {
  using namespace tessera::perf;
  Options options = parse_options(argc, argv, "Measures the update of the wave equation, order 8 in 3D");
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (options.sizes.empty()) options.sizes = {512};
  try {
    std::vector<std::shared_ptr<Group>> groups;
    for (auto const n : options.sizes) {
      register_wave<float>(n, options, groups);
      register_wave<double>(n, options, groups);
    }
    run_registered(argc, argv);
    for (auto const& group : groups)
      if (!group->rows.empty()) print_table(*group);
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "wave: error: %s\n", error.what());
    return 1;
  }
}

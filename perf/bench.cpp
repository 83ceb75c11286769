// SPDX-License-Identifier: Apache-2.0
// The benchmark: which stencils, in which sizes and types.
#include <tessera/scheme/schemes.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

#include "stencils.hpp"

namespace {

using namespace tessera::perf;

void add(StencilEntry const& stencil, Options const& options, Groups& groups) {
  constexpr bool host = tessera::detail::on_host<Kokkos::DefaultExecutionSpace>;
  auto sizes = options.sizes;
  if (sizes.empty()) sizes = {host ? stencil.host_size : stencil.device_size};
  for (auto const size : sizes) stencil.add(size, options, groups);
}

} // namespace

int main(int argc, char** argv) {
  Options const options = parse_options(argc, argv, known_stencils(),
                                        {tessera::scheme_names.begin(), tessera::scheme_names.end()});
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    Groups groups;
    for (auto const& wanted : options.stencils)
      for (auto const& stencil : stencils())
        if (wanted == stencil.name) add(stencil, options, groups);
    if (!options.profile.empty()) return 0; // done while they were added
    run_registered(argc, argv);
    for (auto const& group : groups)
      if (!group->rows.empty()) print_table(*group);
    return 0;
  } catch (tessera::InvalidInput const& error) {
    std::fprintf(stderr, "bench: error: %s\n", error.what());
    return 2;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench: error: %s\n", error.what());
    return 1;
  }
}

// SPDX-License-Identifier: Apache-2.0
// The stencils that are measured. Each is a source of its own, so that they compile side by side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "options.hpp"
#include "problem.hpp"

namespace tessera::perf {

using Add = void(std::int64_t size, Options const& options, Groups& groups);

Add add_heat2d, add_heat3d, add_star3d, add_wave, add_derivative;
Add add_maxwell2d, add_shallow_water, add_elastic2d, add_lattice_d2q9, add_gray_scott; // systems of fields
#ifdef TESSERA_PERF_SOLVERS
Add add_poisson;
#endif

struct StencilEntry {
  char const* name;
  std::int64_t host_size, device_size; // nodes along every axis, unless given
  Add* add;
  std::vector<std::string> takes; // options that not all stencils take
};

inline std::vector<StencilEntry> const& stencils() {
  static std::vector<std::string> const schemes = {"--schemes", "--no-serial"},
                                        tiles = {"--schemes", "--no-serial", "--tiles", "--fused"},
                                        operators = {"--orders", "--pencils"};
  static std::vector<StencilEntry> const all = {
      {"heat2d", 8192, 16384, add_heat2d, tiles},
      {"heat3d", 512, 512, add_heat3d, tiles},
      {"star3d-order8", 512, 512, add_star3d, schemes},
      {"wave", 512, 512, add_wave, schemes},
      {"derivative", 512, 512, add_derivative, operators},
      {"maxwell2d", 4000, 8192, add_maxwell2d, tiles},
      {"shallow-water", 4000, 8192, add_shallow_water, tiles},
      {"elastic2d", 4000, 8192, add_elastic2d, tiles},
      {"lattice-d2q9", 4000, 8192, add_lattice_d2q9, tiles},
      {"gray-scott", 4000, 8192, add_gray_scott, tiles},
#ifdef TESSERA_PERF_SOLVERS
      {"poisson", 512, 512, add_poisson, tiles},
#endif
  };
  return all;
}

/// The stencils for the command line.
inline std::vector<KnownStencil> known_stencils() {
  std::vector<KnownStencil> known;
  for (auto const& stencil : stencils()) known.push_back({stencil.name, stencil.takes});
  return known;
}

} // namespace tessera::perf

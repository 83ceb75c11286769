// SPDX-License-Identifier: Apache-2.0
// The stencils that are measured. Each is a source of its own, so that they compile side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "options.hpp"
#include "problem.hpp"

namespace tessera::perf {

using Add = void(std::int64_t size, Options const& options, Groups& groups);

Add add_heat2d, add_heat3d, add_star3d, add_wave, add_derivative;
#ifdef TESSERA_PERF_SOLVERS
Add add_poisson;
#endif

struct StencilEntry {
  char const* name;
  std::int64_t host_size, device_size; // nodes along every axis, unless given
  Add* add;
};

inline std::vector<StencilEntry> const& stencils() {
  static std::vector<StencilEntry> const all = {
      {"heat2d", 8192, 16384, add_heat2d},      {"heat3d", 512, 512, add_heat3d},
      {"star3d-order8", 512, 512, add_star3d},  {"wave", 512, 512, add_wave},
      {"derivative", 512, 512, add_derivative},
#ifdef TESSERA_PERF_SOLVERS
      {"poisson", 512, 512, add_poisson},
#endif
  };
  return all;
}

} // namespace tessera::perf

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

struct StencilEntry {
  char const* name;
  std::int64_t host_size, device_size; // nodes along every axis, unless given
  Add* add;
  std::vector<std::string> takes; // options that not all stencils take
};

inline std::vector<std::string> takes_schemes() { return {"--schemes", "--no-serial"}; }
inline std::vector<std::string> takes_tiles() { return {"--schemes", "--no-serial", "--tiles", "--fused"}; }
inline std::vector<std::string> takes_operators() { return {"--orders", "--pencils"}; }

/// Those that this program was built with, in the order of CMakeLists.txt: of each stencil_<name>.cpp its
/// stencil_<name>(). CMake writes this function.
std::vector<StencilEntry> const& stencils();

/// The stencils for the command line.
inline std::vector<KnownStencil> known_stencils() {
  std::vector<KnownStencil> known;
  for (auto const& stencil : stencils()) known.push_back({stencil.name, stencil.takes});
  return known;
}

} // namespace tessera::perf

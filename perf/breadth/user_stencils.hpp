// SPDX-License-Identifier: Apache-2.0
// The stencils of the breadth benchmark. Each source adds some of them, so that they compile side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../problem.hpp"
#include "user_rows.hpp"

namespace tessera::perf {

/// A stencil and a type for which it is compiled.
struct UserEntry {
  std::string name; // "box27"
  std::string type; // "double"
  int dimension;
  std::function<std::unique_ptr<UserRows>(std::int64_t n, Options const& options)> make;
  std::function<std::vector<std::string>(Options const& options)> schemes;
};

using UserEntries = std::vector<UserEntry>;

/// These append to the list.
void add_bodies(UserEntries& all);
void add_boxes(UserEntries& all);
void add_bytes(UserEntries& all);
void add_heated(UserEntries& all);
void add_reactions(UserEntries& all);
void add_transport(UserEntries& all);
void add_fronts(UserEntries& all);
void add_volumes(UserEntries& all);
void add_waves(UserEntries& all);

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tessera::perf {

struct AutotuneCase {
  int dimension = 2;
  std::int64_t nodes = 2048; ///< along every axis
  int rows = 10;             ///< of the table, the fastest first; 0: all
};

/// Prints the comparison.
template <class T>
void compare_autotune(AutotuneCase const& which);

} // namespace tessera::perf

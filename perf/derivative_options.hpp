// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::perf {

/// What the command line of bench_derivative chooses.
struct DerivativeOptions {
  std::vector<std::int64_t> sizes = {}; // nodes along every axis
  std::vector<std::string> types = {"float", "double"};
  std::vector<int> orders = {2, 8, 16};
  std::vector<std::int64_t> pencils = {0}; // 0: the library's choice
  int repetitions = 21;
  double updates = 0; // node updates of a repetition, at least; 0: enough for the device
};

/// Takes its own arguments out of argc, argv and leaves the others. Exits after --help and on bad arguments.
DerivativeOptions parse_derivative_options(int& argc, char** argv);

} // namespace tessera::perf

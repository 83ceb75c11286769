// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::perf {

/// What the command line chooses.
struct Options {
  std::vector<std::int64_t> sizes = {}; // nodes along every axis
  std::vector<std::string> types = {"float", "double"};
  std::vector<std::string> schemes = {"direct", "tiled", "streaming", "temporal"};
  std::vector<std::array<int, 3>> tiles =
      {}; // unit-stride axis first; of the temporal scheme, beside its default
  std::vector<int> fused = {};
  int repetitions = 21;
  double updates = 0; // node updates of a repetition, at least; 0: enough for the device
  bool serial = true; // measure the serial loop as well

  bool wants_type(std::string const& name) const;
  bool wants_scheme(std::string const& name) const;
};

/// Takes its own arguments out of argc, argv and leaves the others. Exits after --help and on bad arguments.
Options parse_options(int& argc, char** argv, std::string const& description);

} // namespace tessera::perf

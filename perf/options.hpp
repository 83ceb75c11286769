// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::perf {

/// What the command line chooses.
struct Options {
  std::vector<std::string> stencils = {};
  std::vector<std::int64_t> sizes = {}; // nodes along every axis; none: the stencil's own
  std::vector<std::string> types = {"float", "double"};
  std::vector<std::string> schemes = {};
  std::vector<std::array<int, 3>> tiles =
      {}; // unit-stride axis first; of the temporal scheme, beside its default
  std::vector<int> fused = {};
  std::vector<int> orders = {2, 8, 16};    // of derivatives
  std::vector<std::int64_t> pencils = {0}; // of derivatives; 0: the library's choice
  int repetitions = 21;
  double updates = 0;        // node updates of a repetition, at least; 0: enough for the device
  double energy_seconds = 1; // how long a row runs for its energy; 0: not at all
  double milliseconds = 20;  // of a repetition, about; of the breadth benchmark
  bool serial = true;        // measure the serial loop as well
  std::string profile = {};  // a row to run once for a profiler, instead of all measurements

  std::vector<std::string> size_names = {"small", "middle",
                                         "large"}; // of the breadth benchmark, see breadth/sizes.hpp

  bool wants_type(std::string const& name) const;
  bool wants_scheme(std::string const& name) const;
};

/// A stencil as the command line sees it.
struct KnownStencil {
  std::string name;
  std::vector<std::string> takes; // options that not all stencils take
};

/// Takes its own arguments out of argc, argv and leaves the others. Exits after --help, and with 2 on bad
/// arguments.
/// \param known   stencils, one of which has to be given
/// \param schemes that may be given; without a choice all of them
Options parse_options(int& argc, char** argv, std::vector<KnownStencil> const& known,
                      std::vector<std::string> const& schemes);

/// The same for the breadth benchmark, which measures all stencils unless some are chosen.
/// \param stencils all that there are, \param schemes all that the library has
Options parse_breadth_options(int& argc, char** argv, std::vector<std::string> const& stencils,
                              std::vector<std::string> const& schemes);

} // namespace tessera::perf

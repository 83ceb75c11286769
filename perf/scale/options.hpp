// SPDX-License-Identifier: Apache-2.0
// What the command line of bench_scale chooses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::perf {

struct ScaleOptions {
  std::vector<std::string> cases = {}; ///< heat2d, heat3d, wave3d; none: all
  std::vector<std::string> transports =
      {};                               ///< mpi, nccl, peer; none: all that this build and these GPUs have
  std::vector<std::int64_t> nodes = {}; ///< along each axis: of a rank's block, with `strong` of the whole
  std::vector<std::int64_t> parts = {}; ///< blocks along each axis; none: along the slowest
  bool strong = false;
  int fused_steps = 0;  ///< 0: as many as a case has by itself
  double seconds = 0.1; ///< of a measurement, about
  int repetitions = 7;
  std::string json = {}; ///< a file for the rows
};

/// Exits after --help, and with 2 on bad arguments; only one rank writes.
ScaleOptions parse_scale_options(int argc, char** argv, bool speaks);

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// One repetition of one row between the marks of a profiler, which then sees nothing else: perf/traffic
// counts its bytes.
#pragma once

#include "measure.hpp"

namespace tessera::perf {

/// Runs the row once, not timed, and prints what the repetition was, for whoever reads the counters. On a GPU
/// its kernels lie between cudaProfilerStart and cudaProfilerStop.
void profile_row(std::string const& group, Row const& row);

} // namespace tessera::perf

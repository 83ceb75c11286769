// SPDX-License-Identifier: Apache-2.0
// PVD files: lists by which ParaView opens VTK files as a time series.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {

/// One output of a time series: a file (relative to the folder of the list) and its time.
struct PvdStep {
  std::string file;
  double time;
};

/// Writes the list (.pvd) by which ParaView opens VTK files as one time series.
/// \throws RunFailure if the file can't be written
void write_pvd(std::filesystem::path const& path, std::vector<PvdStep> const& steps);

} // namespace tessera::io

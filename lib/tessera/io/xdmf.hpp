// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/shape.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {

/// One output of a time series: an HDF5 file (relative to the sidecar's folder) and its time.
struct XdmfStep {
  std::string file;
  double time;
};

/// What the files of a series have in common: a uniform grid of 1 to 3 axes with node-centred values.
struct XdmfSeries {
  Shape nodes;
  std::vector<double> origin;
  std::vector<double> spacing;
  std::string dataset; ///< without slash: "u"
  std::size_t bytes;   ///< of one element: 4 or 8
};

/// Writes the sidecar that lets ParaView open the HDF5 files as a time series.
/// XDMF names axes slowest first: ParaView's x is the last axis of ours.
/// \throws RunFailure if the file can't be written
void write_xdmf(std::filesystem::path const& path, XdmfSeries const& series,
                std::vector<XdmfStep> const& steps);

} // namespace tessera::io

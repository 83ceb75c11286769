// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/shape.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tessera::io {

/// A uniform grid of 1 to 3 axes with values at its nodes: node i of axis d lies at origin[d] + i spacing[d].
struct VtiGrid {
  Shape nodes;
  std::vector<double> origin;
  std::vector<double> spacing;
};

/// Values of logical row-major order, and what they are called.
template <class T>
struct VtiField {
  std::string name;
  std::span<const T> values;
};

/// Writes a VTK image (.vti), which ParaView shows as it is: axis 0 is x, axis 1 y, axis 2 z; a plane lies at z = 0, a
/// line at y = z = 0. T: float or double.
///
/// VTK's images are stored with x fastest, our fields with the last axis fastest, so the values are written in the
/// other order. A header on the values as they lie in HDF5 is not enough: it makes cells whose corners turn the wrong
/// way, and ParaView then integrates a volume to zero or to its negative.
/// \throws InvalidInput if grid and fields disagree
/// \throws RunFailure if the file can't be written
template <class T>
void write_vti(std::filesystem::path const& path, VtiGrid const& grid, double time,
               std::vector<VtiField<T>> const& fields);

} // namespace tessera::io

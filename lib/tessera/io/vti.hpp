// SPDX-License-Identifier: Apache-2.0
// VTI files: fields on a uniform grid as ParaView reads them.
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

/// The values of a field in logical row-major order, and its name.
template <class T>
struct VtiField {
  std::string name;
  std::span<const T> values;
};

/// Writes a VTK image (.vti), which ParaView shows directly: axis 0 is x, axis 1 is y, axis 2 is z; a plane
/// lies at z = 0, a line at y = z = 0. T: float or double.
///
/// VTK images are stored with x fastest, Tessera's fields with the last axis fastest, so the values are
/// written in the other order. A header with swapped axes on the values as they lie in HDF5 is not enough:
/// its cells have corners of the wrong orientation, and ParaView then integrates a volume to zero or to its
/// negative.
/// \throws InvalidInput if grid and fields disagree
/// \throws RunFailure if the file can't be written
template <class T>
void write_vti(std::filesystem::path const& path, VtiGrid const& grid, double time,
               std::vector<VtiField<T>> const& fields);

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
// VTI files: fields on a uniform grid as ParaView reads them.
#pragma once

#include <tessera/io/pieces.hpp>
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

/// The same of a tessera::Grid. That of a member of a system, vti_grid(system.grid(m)), begins half a spacing
/// further along the axes on which the member is staggered; members that lie at different places have files
/// of their own.
template <class GridType>
VtiGrid vti_grid(GridType const& grid) {
  VtiGrid image;
  for (int d = 0; d < GridType::dimension; ++d) {
    auto const axis = static_cast<std::size_t>(d);
    image.nodes.push_back(static_cast<std::size_t>(grid.nodes[axis]));
    image.origin.push_back(grid.origin[axis]);
    image.spacing.push_back(grid.spacing[axis]);
  }
  return image;
}

/// The values of a field in logical row-major order, and its name.
template <class T>
struct VtiField {
  std::string name;
  std::span<const T> values;
};

/// A field that is not there at once. Pieces of many planes are written faster, for in the file their values
/// lie apart.
template <class T>
struct VtiPieces {
  std::string name;
  Pieces<T> values;
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
/// The same of fields that come in pieces, for which the file is gone through once a piece.
template <class T>
void write_vti(std::filesystem::path const& path, VtiGrid const& grid, double time,
               std::vector<VtiPieces<T>> const& fields);

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
// A dataset that the user names, and the grid that its file says it is on.
#pragma once

#include <tessera/io/hdf5.hpp>

#include <optional>

#include "geometry.hpp"

namespace tessera::app {

/// What the attributes `spacing` and `origin` of a dataset, or of its file, say: one number an axis.
struct FileGrid {
  std::vector<double> spacing;
  std::vector<double> origin; ///< empty: not said
};

class Dataset {
public:
  /// \throws InvalidInput if there is no such dataset, or none is named and there are several
  explicit Dataset(ValueSpec const& spec);

  io::DatasetInfo info() const { return file_.info(name_); }
  /// Checks that it holds floating-point values of this shape. \throws InvalidInput
  void require_values(io::Shape const& shape) const { file_.require_values(name_, shape); }
  /// A part of its values. \throws InvalidInput if it has another shape
  std::vector<double> read(io::Shape const& shape, io::Slab const& part) const {
    return file_.read<double>(name_, shape, part);
  }
  std::vector<std::uint8_t> read_mask(io::Shape const& shape, io::Slab const& part) const {
    return file_.read_mask(name_, shape, part);
  }

  /// Nothing if the file does not say it for so many axes.
  std::optional<FileGrid> grid(std::size_t axes) const;

  /// \param axes of the grid, in the order of the dataset's
  /// \throws InvalidInput with both grids if the file says another one, rounding aside
  void require_grid(Geometry const& geometry, std::vector<std::size_t> const& axes) const;

private:
  std::string path_;
  io::Hdf5Reader file_;
  std::string name_;
};

/// Whether nodes lie at the same places, rounding aside.
bool agrees(FileGrid const& file, Geometry const& geometry, std::vector<std::size_t> const& axes);

/// "0.1 x 0.2 from (0, 0)"
std::string grid_text(std::vector<double> const& spacing, std::vector<double> const& origin);

} // namespace tessera::app

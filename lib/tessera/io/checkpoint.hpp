// SPDX-License-Identifier: Apache-2.0
// Checkpoints: HDF5 files from which a run continues with the same bits.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/io/hdf5.hpp>
#include <tessera/io/shape.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {

/// One property that defines a problem, in words, for example {"nodes", "37 x 53"}. The application prints
/// numbers with all their digits, and gives data by their hash.
struct Parameter {
  std::string name;
  std::string value;
  bool operator==(Parameter const&) const = default;
};

/// A field of the state: "u", and for stencils with two time levels also "previous".
template <class T>
struct NamedField {
  std::string name;
  std::vector<T> values; ///< logical row-major order
};

/// Everything that a bitwise restart needs. T is float or double, the precision of the run.
template <class T>
struct Checkpoint {
  std::int64_t step = 0;
  double time = 0.; ///< at `step`, in the application's unit
  double dt = 0.;
  Shape shape; ///< of every field
  std::vector<NamedField<T>> fields;
  std::vector<Parameter> problem;

  /// The values of the field with this name.
  /// \throws InvalidInput if there is none.
  std::vector<T> const& field(std::string const& name) const {
    for (auto const& candidate : fields)
      if (candidate.name == name) return candidate.values;
    throw InvalidInput("the checkpoint holds no field /" + name + " (name one of another run)");
  }
};

/// Writes `path` as one HDF5 file (see AtomicFile). Its first 512 bytes, HDF5's user block, hold a hash of
/// all other bytes, so reading detects a change of any byte of the file.
/// \throws RunFailure
template <class T>
void write_checkpoint(std::filesystem::path const& path, Checkpoint<T> const& checkpoint);

/// The same for fields that are not all there at once: `values` has one entry for each of checkpoint.fields,
/// whose own values are not used. \throws RunFailure
template <class T>
void write_checkpoint(std::filesystem::path const& path, Checkpoint<T> const& checkpoint,
                      std::vector<Pieces<T>> const& values);

/// Reads and verifies a checkpoint.
/// \param problem what this run computes: a checkpoint of another problem is refused, naming the parameters
/// that differ
/// \throws InvalidInput if the file is missing, foreign, damaged, or belongs to another problem
template <class T>
Checkpoint<T> read_checkpoint(std::filesystem::path const& path, std::vector<Parameter> const& problem);

/// A verified checkpoint whose fields are read part by part, for ranks that need no more than theirs.
template <class T>
class CheckpointFile {
public:
  /// \throws InvalidInput as read_checkpoint does
  CheckpointFile(std::filesystem::path const& path, std::vector<Parameter> const& problem);

  /// All but the fields' values.
  Checkpoint<T> const& head() const { return head_; }
  /// Of the field with this name, which head() has.
  std::vector<T> read(std::string const& name, Slab const& part) const {
    return file_.read<T>("/" + name, head_.shape, part);
  }

private:
  Hdf5Reader file_;
  Checkpoint<T> head_;
};

} // namespace tessera::io

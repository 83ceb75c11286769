// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/io/shape.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::io {

/// One thing that makes a problem what it is, in words: {"nodes", "37 x 53"}. Numbers are to be printed with all
/// their digits, data to be given by their hash.
struct Parameter {
  std::string name;
  std::string value;
  bool operator==(Parameter const&) const = default;
};

/// A field of the state: "u", or for schemes with two time levels also "previous".
template <class T>
struct NamedField {
  std::string name;
  std::vector<T> values; ///< logical row-major order
};

/// Everything that a bitwise restart needs. T: float or double, the precision of the run.
template <class T>
struct Checkpoint {
  std::int64_t step = 0;
  double time = 0.; ///< at `step`; the application's unit
  double dt = 0.;
  Shape shape; ///< of every field
  std::vector<NamedField<T>> fields;
  std::vector<Parameter> problem;

  /// The values of the field with this name; throws InvalidInput if there is none.
  std::vector<T> const& field(std::string const& name) const {
    for (auto const& candidate : fields)
      if (candidate.name == name) return candidate.values;
    throw InvalidInput("the checkpoint holds no field /" + name + " (name one of another run)");
  }
};

/// Writes `path` as one HDF5 file (see AtomicFile) whose first 512 bytes, HDF5's user block, carry a hash of all the
/// rest: whichever byte of the file changes, reading finds out.
/// \throws RunFailure
template <class T>
void write_checkpoint(std::filesystem::path const& path, Checkpoint<T> const& checkpoint);

/// Reads and verifies a checkpoint.
/// \param problem what this run computes: another one is refused, naming the parameters that differ
/// \throws InvalidInput if the file is missing, foreign, damaged, or belongs to another problem
template <class T>
Checkpoint<T> read_checkpoint(std::filesystem::path const& path, std::vector<Parameter> const& problem);

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/io/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tessera::io {

/// What a file says beside its arrays.
using Attribute =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>>;

/// The kinds of element that matter here; the width in bytes is told separately.
enum class ElementKind { floating, integer, other };

struct DatasetInfo {
  Shape shape;
  ElementKind kind;
  std::size_t bytes; ///< of one element
};

/// "float64", "int8", "an 8-byte element that is no number".
std::string element_name(DatasetInfo const& info);

/// Writes one HDF5 file that appears complete or not at all (see AtomicFile).
/// Every failure, of the disk too, is a RunFailure naming file, object and cause.
class Hdf5Writer {
public:
  /// \param expected_bytes of all datasets together: set aside at once, so that a full disk shows before hours of
  ///        computing are written half; 0 if unknown
  /// \param user_block bytes to leave free in front of the HDF5 data: 0, or a power of two from 512 on
  Hdf5Writer(std::filesystem::path path, std::size_t expected_bytes, std::size_t user_block = 0);
  ~Hdf5Writer();
  Hdf5Writer(Hdf5Writer const&) = delete;
  Hdf5Writer& operator=(Hdf5Writer const&) = delete;

  void group(std::string const& name);

  /// Writes values of logical row-major order. T: float, double, std::uint8_t, std::int64_t.
  /// \throws InvalidInput if `values` and `shape` disagree
  template <class T>
  void dataset(std::string const& name, Shape const& shape, std::span<const T> values);

  /// Says what the axes of a dataset are: `scales` names a dataset of one axis for each, already written, with the
  /// positions along it. They become HDF5's dimension scales, which xarray and netCDF read as coordinates.
  void axes(std::string const& dataset, std::vector<std::string> const& scales);

  /// \param object a dataset or group; "/" is the file itself
  void attribute(std::string const& object, std::string const& name, Attribute const& value);

  /// Closes the HDF5 file, which stays under its temporary name; returns that name.
  std::filesystem::path const& close();
  /// Closes, brings to the disk and renames.
  void commit();

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads an HDF5 file. Everything wrong with the file or with what is asked of it is an InvalidInput naming file,
/// object, what was expected and what was found.
class Hdf5Reader {
public:
  explicit Hdf5Reader(std::filesystem::path path);
  ~Hdf5Reader();
  Hdf5Reader(Hdf5Reader const&) = delete;
  Hdf5Reader& operator=(Hdf5Reader const&) = delete;

  bool has(std::string const& object) const;
  /// Names of the datasets at the top of the file, as "/u"; for messages.
  std::vector<std::string> datasets() const;
  DatasetInfo info(std::string const& dataset) const;

  /// A floating-point dataset, converted to T (float or double).
  /// \param expected the shape it must have; empty: any
  template <class T>
  std::vector<T> read(std::string const& dataset, Shape const& expected) const;

  /// An integer or boolean (h5py) dataset: one byte an element, 1 where the element is not zero.
  std::vector<std::uint8_t> read_mask(std::string const& dataset, Shape const& expected) const;

  bool has_attribute(std::string const& object, std::string const& name) const;
  /// \throws InvalidInput also if the attribute has another type than asked for
  template <class T>
  T attribute(std::string const& object, std::string const& name) const;
  /// An attribute of one number or several; nothing if there is none, or it is no number.
  std::vector<double> numbers(std::string const& object, std::string const& name) const;
  std::vector<std::string> attribute_names(std::string const& object) const;

private:
  Attribute any_attribute(std::string const& object, std::string const& name) const;

  struct State;
  std::unique_ptr<State> state_;
};

} // namespace tessera::io

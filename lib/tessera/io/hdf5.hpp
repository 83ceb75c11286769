// SPDX-License-Identifier: Apache-2.0
// Hdf5Writer, Hdf5Reader: arrays and attributes in HDF5 files.
#pragma once

#include <tessera/io/pieces.hpp>
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

/// The value of an attribute, which describes a file or one of its arrays.
using Attribute =
    std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>>;

/// The kinds of element that Tessera distinguishes; the width in bytes is stored separately.
enum class ElementKind { floating, integer, other };

/// A part of a dataset: `count` elements along each axis, from `first`.
struct Slab {
  Shape first, count;
};

/// What a dataset holds: its shape and the type of its elements.
struct DatasetInfo {
  Shape shape;
  ElementKind kind;
  std::size_t bytes; ///< of one element
};

/// The type of the elements in words: "float64", "int8", "an 8-byte element that is no number".
std::string element_name(DatasetInfo const& info);

/// Writes one HDF5 file that appears complete or not at all (see AtomicFile). Every failure, including those
/// of the disk, throws a RunFailure that names file, object and cause.
class Hdf5Writer {
public:
  /// \param expected_bytes size of all datasets together. The space is reserved at once, so that a full disk
  /// is reported before hours of computing are written half; 0 if unknown
  /// \param user_block bytes to leave free in front of the HDF5 data: 0, or a power of two from 512 on
  Hdf5Writer(std::filesystem::path path, std::size_t expected_bytes, std::size_t user_block = 0);
  ~Hdf5Writer();
  Hdf5Writer(Hdf5Writer const&) = delete;
  Hdf5Writer& operator=(Hdf5Writer const&) = delete;

  void group(std::string const& name);

  /// Writes values in logical row-major order. T: float, double, std::uint8_t, std::int64_t.
  /// \throws InvalidInput if `values` and `shape` disagree
  template <class T>
  void dataset(std::string const& name, Shape const& shape, std::span<const T> values);
  /// The same for values that are not all there at once. The file is the same, to the last byte.
  template <class T>
  void dataset(std::string const& name, Shape const& shape, Pieces<T> const& values);

  /// Describes the axes of a dataset: for each axis `scales` names a dataset of one axis, already written,
  /// with the positions along it. They become HDF5's dimension scales, which xarray and netCDF read as
  /// coordinates.
  void axes(std::string const& dataset, std::vector<std::string> const& scales);

  /// \param object a dataset or group; "/" is the file itself
  void attribute(std::string const& object, std::string const& name, Attribute const& value);

  /// Closes the HDF5 file, which stays under its temporary name; returns that name.
  std::filesystem::path const& close();
  /// Closes the HDF5 file, brings it to the disk and renames it.
  void commit();

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads an HDF5 file. Whatever is wrong with the file or with a request throws an InvalidInput that names
/// file, object, what was expected and what was found.
class Hdf5Reader {
public:
  explicit Hdf5Reader(std::filesystem::path path);
  ~Hdf5Reader();
  Hdf5Reader(Hdf5Reader const&) = delete;
  Hdf5Reader& operator=(Hdf5Reader const&) = delete;

  bool has(std::string const& object) const;
  /// Names of the datasets at the top of the file, such as "/u"; for messages.
  std::vector<std::string> datasets() const;
  DatasetInfo info(std::string const& dataset) const;

  /// The values of a floating-point dataset, converted to T (float or double).
  /// \param expected the shape that the dataset must have; empty: any shape
  template <class T>
  std::vector<T> read(std::string const& dataset, Shape const& expected) const;
  /// A part of them; no more is read of the file.
  template <class T>
  std::vector<T> read(std::string const& dataset, Shape const& expected, Slab const& part) const;
  /// Checks that a dataset holds floating-point values of this shape.
  void require_values(std::string const& dataset, Shape const& expected) const;

  /// The values of an integer or boolean (h5py) dataset: one byte per element, 1 where the element is not
  /// zero.
  std::vector<std::uint8_t> read_mask(std::string const& dataset, Shape const& expected) const;
  /// A part of them.
  std::vector<std::uint8_t> read_mask(std::string const& dataset, Shape const& expected,
                                      Slab const& part) const;

  bool has_attribute(std::string const& object, std::string const& name) const;
  /// \throws InvalidInput also if the attribute has another type than T
  template <class T>
  T attribute(std::string const& object, std::string const& name) const;
  /// The values of an attribute of one number or several; empty if there is no such attribute, or it is not
  /// numeric.
  std::vector<double> numbers(std::string const& object, std::string const& name) const;
  std::vector<std::string> attribute_names(std::string const& object) const;

private:
  Attribute any_attribute(std::string const& object, std::string const& name) const;

  struct State;
  std::unique_ptr<State> state_;
};

} // namespace tessera::io

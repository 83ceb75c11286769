// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/detail/hdf5_handle.hpp>
#include <tessera/io/hdf5.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace tessera::io {

using detail::Handle;

struct Hdf5Reader::State {
  std::filesystem::path path;
  Handle file;

  Handle open(std::string const& name) const {
    Handle set(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
    if (set.valid()) return set;
    auto const cause = detail::last_cause();
    if (auto const why = detail::why_no_dataset(file, name); !why.empty())
      throw InvalidInput(fmt::format("{} of {} {}", name, path.string(), why));
    throw InvalidInput(
        fmt::format("cannot open dataset {} of {}: {} (the file's checks failed: use another copy)", name,
                    path.string(), cause));
  }

  void read(hid_t set, std::string const& name, Slab const& part, hid_t type, void* values) const {
    if (part.count.empty() && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0)
      return; // one number
    std::vector<hsize_t> const first(part.first.begin(), part.first.end()),
        count(part.count.begin(), part.count.end());
    Handle const there(H5Dget_space(set), H5Sclose);
    Handle const here(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose);
    if (H5Sselect_hyperslab(there, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr) >= 0 &&
        H5Dread(set, type, here, there, H5P_DEFAULT, values) >= 0)
      return;
    auto const cause = detail::last_cause();
    if (auto const filter = detail::missing_filter(set); !filter.empty())
      throw InvalidInput(fmt::format(
          "dataset {} of {} is stored with the filter {}, which this HDF5 does not have (store it "
          "without, or with gzip: h5repack -f GZIP=6 where the filter is known)",
          name, path.string(), filter));
    throw InvalidInput(fmt::format("cannot read dataset {} of {}: {} (the file is damaged: use another copy)",
                                   name, path.string(), cause));
  }
};

std::string element_name(DatasetInfo const& info) {
  switch (info.kind) {
  case ElementKind::floating:
    return fmt::format("float{}", 8 * info.bytes);
  case ElementKind::integer:
    return fmt::format("{}-bit integer", 8 * info.bytes);
  case ElementKind::other:
    break;
  }
  return "something that is no number";
}

Hdf5Reader::Hdf5Reader(std::filesystem::path path) : state_(std::make_unique<State>()) {
  detail::QuietErrors quiet;
  std::error_code error;
  auto const name = path.string();
  auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InvalidInput(fmt::format("cannot read {}: no such file (check the path)", name));
  if (!std::filesystem::is_regular_file(status))
    throw InvalidInput(fmt::format("cannot read {}: not a regular file (name an HDF5 file)", name));
  auto const known = H5Fis_hdf5(name.c_str());
  if (known < 0)
    throw InvalidInput(fmt::format("cannot read {}: {} (check its permissions)", name, detail::last_cause()));
  if (known == 0)
    throw InvalidInput(fmt::format("{} ({} bytes) is not an HDF5 file (name one)", name,
                                   std::filesystem::file_size(path, error)));
  state_->file = Handle(H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!state_->file.valid())
    throw InvalidInput(fmt::format("cannot open {}: {}", name, detail::why_not_opened()));
  state_->path = std::move(path);
}

Hdf5Reader::~Hdf5Reader() = default;

bool Hdf5Reader::has(std::string const& object) const {
  detail::QuietErrors quiet;
  if (object == "/") return true;
  // H5Lexists fails unless every intermediate group exists.
  for (auto slash = object.find('/', 1); slash != std::string::npos; slash = object.find('/', slash + 1))
    if (H5Lexists(state_->file, object.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(state_->file, object.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Reader::datasets() const {
  detail::QuietErrors quiet;
  return detail::datasets_below(state_->file, "/", detail::Groups::skipped);
}

DatasetInfo Hdf5Reader::info(std::string const& dataset) const {
  if (!has(dataset)) {
    detail::QuietErrors quiet;
    auto const present = detail::datasets_below(state_->file, "/");
    throw InvalidInput(
        fmt::format("{} has no dataset {} ({})", state_->path.string(), dataset,
                    present.empty() ? "it has none" : fmt::format("it has {}", fmt::join(present, ", "))));
  }
  detail::QuietErrors quiet;
  auto set = state_->open(dataset);
  Handle space(H5Dget_space(set), H5Sclose);
  Handle type(H5Dget_type(set), H5Tclose);
  auto const rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(rank, 0)));
  H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  auto const type_class = H5Tget_class(type);
  auto const kind = type_class == H5T_FLOAT                               ? ElementKind::floating
                    : type_class == H5T_INTEGER || type_class == H5T_ENUM ? ElementKind::integer
                                                                          : ElementKind::other;
  return {Shape(extents.begin(), extents.end()), kind, H5Tget_size(type)};
}

namespace {

void check_shape(std::filesystem::path const& path, std::string const& name, Shape const& expected,
                 Shape const& found) {
  if (!expected.empty() && expected != found)
    throw InvalidInput(
        fmt::format("dataset {} of {} has shape {}, expected {} (give a dataset of that shape)", name,
                    path.string(), to_string(found), to_string(expected)));
}

} // namespace

void Hdf5Reader::require_values(std::string const& dataset, Shape const& expected) const {
  auto const found = info(dataset);
  check_shape(state_->path, dataset, expected, found.shape);
  if (found.kind != ElementKind::floating)
    throw InvalidInput(
        fmt::format("dataset {} of {} holds {}, expected floating point (store it as float32 or float64)",
                    dataset, state_->path.string(), element_name(found)));
}

template <class T>
std::vector<T> Hdf5Reader::read(std::string const& dataset, Shape const& expected) const {
  auto const shape = info(dataset).shape;
  return read<T>(dataset, expected, {Shape(shape.size(), 0), shape});
}

template <class T>
std::vector<T> Hdf5Reader::read(std::string const& dataset, Shape const& expected, Slab const& part) const {
  require_values(dataset, expected);
  detail::QuietErrors quiet;
  std::vector<T> values(element_count(part.count));
  auto set = state_->open(dataset);
  state_->read(set, dataset, part, detail::native_type<T>(), values.data());
  return values;
}

template std::vector<float> Hdf5Reader::read(std::string const&, Shape const&) const;
template std::vector<double> Hdf5Reader::read(std::string const&, Shape const&) const;
template std::vector<float> Hdf5Reader::read(std::string const&, Shape const&, Slab const&) const;
template std::vector<double> Hdf5Reader::read(std::string const&, Shape const&, Slab const&) const;

std::vector<std::uint8_t> Hdf5Reader::read_mask(std::string const& dataset, Shape const& expected) const {
  auto const shape = info(dataset).shape;
  return read_mask(dataset, expected, {Shape(shape.size(), 0), shape});
}

std::vector<std::uint8_t> Hdf5Reader::read_mask(std::string const& dataset, Shape const& expected,
                                                Slab const& part) const {
  auto const found = info(dataset);
  detail::QuietErrors quiet;
  check_shape(state_->path, dataset, expected, found.shape);
  if (found.kind != ElementKind::integer || found.bytes > 8)
    throw InvalidInput(
        fmt::format("dataset {} of {} holds {}, expected integers or booleans (store the mask as uint8)",
                    dataset, state_->path.string(), element_name(found)));
  auto set = state_->open(dataset);
  Handle type(H5Dget_type(set), H5Tclose);
  std::vector<std::uint8_t> mask(element_count(part.count));
  std::vector<std::byte> raw(mask.size() * found.bytes);
  // The elements are read as stored, since the conversion of an enumeration (h5py's booleans) to an integer
  // is not defined on every platform.
  state_->read(set, dataset, part, type, raw.data());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    auto const* element = raw.data() + i * found.bytes;
    mask[i] = std::any_of(element, element + found.bytes, [](std::byte b) { return b != std::byte{0}; });
  }
  return mask;
}

bool Hdf5Reader::has_attribute(std::string const& object, std::string const& name) const {
  if (!has(object)) return false;
  detail::QuietErrors quiet;
  return H5Aexists_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Reader::attribute_names(std::string const& object) const {
  detail::QuietErrors quiet;
  std::vector<std::string> names;
  auto visit = [](hid_t, char const* name, H5A_info_t const*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->push_back(name);
    return 0;
  };
  hsize_t index = 0;
  H5Aiterate_by_name(state_->file, object.c_str(), H5_INDEX_NAME, H5_ITER_INC, &index, visit, &names,
                     H5P_DEFAULT);
  return names;
}

Attribute Hdf5Reader::any_attribute(std::string const& object, std::string const& name) const {
  if (!has_attribute(object, name))
    throw InvalidInput(
        fmt::format("{} has no attribute {} at {} (it was not written by this program, or damaged)",
                    state_->path.string(), name, object));
  detail::QuietErrors quiet;
  Handle attribute(H5Aopen_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
  Handle type(H5Aget_type(attribute), H5Tclose);
  Handle space(H5Aget_space(attribute), H5Sclose);
  auto const count = static_cast<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0));
  auto const scalar = H5Sget_simple_extent_type(space) == H5S_SCALAR;
  auto const kind = H5Tget_class(type);
  herr_t status = -1;
  Attribute value;
  if (kind == H5T_STRING && scalar && H5Tis_variable_str(type) == 0) {
    std::string text(H5Tget_size(type), '\0');
    status = H5Aread(attribute, type, text.data());
    text.resize(std::min(text.size(), text.find('\0')));
    value = text;
  } else if (kind == H5T_INTEGER) {
    std::vector<std::int64_t> values(count);
    status = H5Aread(attribute, H5T_NATIVE_INT64, values.data());
    value = scalar ? Attribute(values[0]) : Attribute(values);
  } else if (kind == H5T_FLOAT) {
    std::vector<double> values(count);
    status = H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data());
    value = scalar ? Attribute(values[0]) : Attribute(values);
  }
  if (status < 0)
    throw InvalidInput(
        fmt::format("cannot read attribute {} at {} of {} (the file is damaged, or not by this program)",
                    name, object, state_->path.string()));
  return value;
}

std::vector<double> Hdf5Reader::numbers(std::string const& object, std::string const& name) const {
  if (!has_attribute(object, name)) return {};
  detail::QuietErrors quiet;
  Handle attribute(H5Aopen_by_name(state_->file, object.c_str(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
                   H5Aclose);
  Handle type(H5Aget_type(attribute), H5Tclose);
  Handle space(H5Aget_space(attribute), H5Sclose);
  auto const kind = H5Tget_class(type);
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) return {};
  std::vector<double> values(
      static_cast<std::size_t>(std::max<hssize_t>(H5Sget_simple_extent_npoints(space), 0)));
  if (values.empty() || H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()) < 0) return {};
  return values;
}

template <class T>
T Hdf5Reader::attribute(std::string const& object, std::string const& name) const {
  auto value = any_attribute(object, name);
  if (auto* found = std::get_if<T>(&value)) return *found;
  throw InvalidInput(
      fmt::format("attribute {} at {} of {} has another type than expected (not by this program?)", name,
                  object, state_->path.string()));
}

template std::int64_t Hdf5Reader::attribute(std::string const&, std::string const&) const;
template double Hdf5Reader::attribute(std::string const&, std::string const&) const;
template std::string Hdf5Reader::attribute(std::string const&, std::string const&) const;
template std::vector<std::int64_t> Hdf5Reader::attribute(std::string const&, std::string const&) const;
template std::vector<double> Hdf5Reader::attribute(std::string const&, std::string const&) const;

} // namespace tessera::io

// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/detail/hdf5_handle.hpp>
#include <tessera/io/detail/posix_file.hpp>
#include <tessera/io/hdf5.hpp>

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tessera::io {

using detail::Handle;

struct Hdf5Writer::State {
  explicit State(std::filesystem::path path) : output(std::move(path)) {}
  ~State() { abandon(); }

  [[noreturn]] void fail(std::string const& doing) {
    auto cause = detail::last_cause();
    abandon();
    auto full = cause.find("No space left") != std::string::npos;
    throw RunFailure(fmt::format("cannot {} {}: {} ({})", doing, output.target().string(), cause,
                                 detail::advice(full ? ENOSPC : EIO, output.target())));
  }
  /// HDF5 can't abandon a file: it must write what it still holds in memory before it can close the file,
  /// tries again when the process ends, and crashes if that fails. So this function redirects an abandoned
  /// file to memory first.
  void abandon() {
    void* descriptor = nullptr;
    if (!file.valid() || H5Fget_vfd_handle(file, H5P_DEFAULT, &descriptor) < 0 || !descriptor) return;
    auto const memory = ::memfd_create("tessera", MFD_CLOEXEC);
    if (memory < 0) return;
    ::dup2(memory, *static_cast<int*>(descriptor));
    ::close(memory);
  }
  void check(herr_t status, std::string const& doing) {
    if (status < 0) fail(doing);
  }
  Handle checked(hid_t id, Handle::Closer closer, std::string const& doing) {
    if (id < 0) fail(doing);
    return {id, closer};
  }

  AtomicFile output; // outlives the handle: the file is closed before its temporary is removed
  Handle file;
};

Hdf5Writer::Hdf5Writer(std::filesystem::path path, std::size_t expected_bytes, std::size_t user_block)
    : state_(std::make_unique<State>(std::move(path))) {
  detail::QuietErrors quiet;
  auto& s = *state_;
  // The file is created without HDF5 first: the system's message about a folder is clearer than HDF5's.
  detail::PosixFile reserved(s.output.temporary(), O_RDWR | O_CREAT | O_TRUNC, s.output.target());
  auto create = s.checked(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "set up");
  s.check(H5Pset_userblock(create, user_block), "set up the user block of");
  s.file = s.checked(H5Fcreate(s.output.temporary().c_str(), H5F_ACC_TRUNC, create, H5P_DEFAULT), H5Fclose,
                     "create");
  constexpr std::size_t metadata = 64 * 1024;
  if (expected_bytes > 0) reserved.reserve(user_block + expected_bytes + metadata);
}

Hdf5Writer::~Hdf5Writer() {
  detail::QuietErrors quiet; // after a failed write, closing fails too
  state_.reset();
}

void Hdf5Writer::group(std::string const& name) {
  detail::QuietErrors quiet;
  auto& s = *state_;
  s.checked(H5Gcreate2(s.file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
            fmt::format("create group {} in", name));
}

template <class T>
void Hdf5Writer::dataset(std::string const& name, Shape const& shape, std::span<const T> values) {
  dataset<T>(name, shape, [&](auto const& put) { put(values); });
}

template <class T>
void Hdf5Writer::dataset(std::string const& name, Shape const& shape, Pieces<T> const& values) {
  detail::QuietErrors quiet;
  auto& s = *state_;
  auto const doing = fmt::format("write dataset {} of", name);
  std::vector<hsize_t> extents(shape.begin(), shape.end());
  auto const dimensions = static_cast<int>(extents.size());
  auto space = s.checked(H5Screate_simple(dimensions, extents.data(), nullptr), H5Sclose, doing);
  auto create = s.checked(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, doing);
  // Two runs with the same result give the same file: it has no creation times, and no fill values, which
  // would be overwritten anyway.
  s.check(H5Pset_obj_track_times(create, false), doing);
  s.check(H5Pset_fill_time(create, H5D_FILL_TIME_NEVER), doing);
  auto const type = detail::native_type<T>();
  auto set = s.checked(H5Dcreate2(s.file, name.c_str(), type, space, H5P_DEFAULT, create, H5P_DEFAULT),
                       H5Dclose, doing);
  auto const all = element_count(shape), plane = shape.empty() || all == 0 ? 1 : all / shape[0];
  std::size_t written = 0;
  values([&](std::span<const T> piece) {
    written += piece.size();
    if (written > all || piece.size() % plane != 0) return; // said below
    std::vector<hsize_t> first(extents.size(), 0), count = extents;
    first[0] = (written - piece.size()) / plane;
    count[0] = piece.size() / plane;
    auto here = s.checked(H5Screate_simple(dimensions, count.data(), nullptr), H5Sclose, doing);
    s.check(H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr), doing);
    s.check(H5Dwrite(set, type, here, space, H5P_DEFAULT, piece.data()), doing);
  });
  if (written != all)
    throw InvalidInput(fmt::format("dataset {} has {} values, its shape {} wants {} (pass all of them)", name,
                                   written, to_string(shape), all));
  s.check(set.close(), doing);
}

template void Hdf5Writer::dataset(std::string const&, Shape const&, std::span<const float>);
template void Hdf5Writer::dataset(std::string const&, Shape const&, std::span<const double>);
template void Hdf5Writer::dataset(std::string const&, Shape const&, std::span<const std::uint8_t>);
template void Hdf5Writer::dataset(std::string const&, Shape const&, std::span<const std::int64_t>);
template void Hdf5Writer::dataset(std::string const&, Shape const&, Pieces<float> const&);
template void Hdf5Writer::dataset(std::string const&, Shape const&, Pieces<double> const&);

void Hdf5Writer::axes(std::string const& dataset, std::vector<std::string> const& scales) {
  detail::QuietErrors quiet;
  auto& s = *state_;
  auto const doing = fmt::format("write the axes of dataset {} in", dataset);
  auto const open = [&](std::string const& name) {
    return s.checked(H5Dopen2(s.file, name.c_str(), H5P_DEFAULT), H5Dclose, doing);
  };
  auto set = open(dataset);
  for (unsigned axis = 0; axis < scales.size(); ++axis) {
    auto scale = open(scales[axis]);
    auto const is_scale = H5DSis_scale(scale);
    s.check(is_scale, doing);
    if (is_scale == 0) {
      auto const name = scales[axis].substr(scales[axis].rfind('/') + 1);
      s.check(H5DSset_scale(scale, name.c_str()), doing);
    }
    s.check(H5DSattach_scale(set, scale, axis), doing);
  }
}

void Hdf5Writer::attribute(std::string const& object, std::string const& name, Attribute const& value) {
  detail::QuietErrors quiet;
  auto& s = *state_;
  auto const doing = fmt::format("write attribute {} of {} in", name, object);
  auto write = [&](hid_t type, hid_t space, void const* data) {
    auto owner = s.checked(H5Oopen(s.file, object.c_str(), H5P_DEFAULT), H5Oclose, doing);
    auto attribute =
        s.checked(H5Acreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, doing);
    s.check(H5Awrite(attribute, type, data), doing);
    s.check(attribute.close(), doing);
  };
  auto one = s.checked(H5Screate(H5S_SCALAR), H5Sclose, doing);
  if (auto* integer = std::get_if<std::int64_t>(&value)) {
    write(H5T_NATIVE_INT64, one, integer);
  } else if (auto* real = std::get_if<double>(&value)) {
    write(H5T_NATIVE_DOUBLE, one, real);
  } else if (auto* text = std::get_if<std::string>(&value)) {
    auto type = s.checked(H5Tcopy(H5T_C_S1), H5Tclose, doing);
    s.check(H5Tset_size(type, text->size() + 1), doing);
    s.check(H5Tset_cset(type, H5T_CSET_UTF8), doing);
    write(type, one, text->c_str());
  } else if (auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
    hsize_t count = integers->size();
    write(H5T_NATIVE_INT64, s.checked(H5Screate_simple(1, &count, nullptr), H5Sclose, doing),
          integers->data());
  } else if (auto* reals = std::get_if<std::vector<double>>(&value)) {
    hsize_t count = reals->size();
    write(H5T_NATIVE_DOUBLE, s.checked(H5Screate_simple(1, &count, nullptr), H5Sclose, doing), reals->data());
  }
}

std::filesystem::path const& Hdf5Writer::close() {
  detail::QuietErrors quiet;
  auto& s = *state_;
  if (s.file.valid()) {
    s.check(H5Fflush(s.file, H5F_SCOPE_LOCAL), "write");
    s.check(s.file.close(), "close");
  }
  return s.output.temporary();
}

void Hdf5Writer::commit() {
  close();
  state_->output.commit();
}

} // namespace tessera::io

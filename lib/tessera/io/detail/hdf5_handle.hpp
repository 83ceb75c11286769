// SPDX-License-Identifier: Apache-2.0
// HDF5 identifiers that close themselves, and the causes of HDF5's failures in words.
#pragma once

#include <concepts>
#include <hdf5.h>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera::io::detail {

/// An HDF5 identifier that is closed once. The destructor can't report errors; where the result of closing
/// matters (files, datasets that were written), call `close` and check its result.
class Handle {
public:
  using Closer = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Closer closer) : id_(id), closer_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), closer_(other.closer_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(closer_, other.closer_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) closer_(id_);
  }

  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }
  herr_t close() { return id_ < 0 ? 0 : closer_(std::exchange(id_, -1)); }

private:
  hid_t id_ = -1;
  Closer closer_ = nullptr;
};

/// Silences HDF5, which prints its error stack by default. Tessera puts the errors into exceptions instead,
/// and restores the application's own setting at the end of each call.
class QuietErrors {
public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  QuietErrors(QuietErrors const&) = delete;
  QuietErrors& operator=(QuietErrors const&) = delete;

private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// The innermost message on HDF5's error stack; for a failed system call, only the system's message.
std::string last_cause();

/// Why a file with the signature of HDF5 does not open, and what to do, from the error stack: for example "it
/// is open in another program (...)".
std::string why_not_opened();

/// What a name refers to that exists but is no dataset, and what to do: a group with its datasets, or a
/// broken link. The result is empty if the name is neither.
std::string why_no_dataset(hid_t file, std::string const& name);

/// The filter that a dataset is stored with and this HDF5 lacks, such as "'lzf' (number 32000)"; empty if
/// none is missing.
std::string missing_filter(hid_t dataset);

/// Whether a walk also goes into the groups of a group.
enum class Groups { skipped, entered };

/// Names of the datasets below a group, as "/group/u".
std::vector<std::string> datasets_below(hid_t file, std::string const& group,
                                        Groups groups = Groups::entered);

/// The memory type of T as HDF5 names it.
template <class T>
hid_t native_type() {
  if constexpr (std::same_as<T, float>)
    return H5T_NATIVE_FLOAT;
  else if constexpr (std::same_as<T, double>)
    return H5T_NATIVE_DOUBLE;
  else if constexpr (std::is_unsigned_v<T> && sizeof(T) == 1)
    return H5T_NATIVE_UINT8;
  else
    return H5T_NATIVE_INT64;
}

} // namespace tessera::io::detail

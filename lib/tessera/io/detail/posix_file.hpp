// SPDX-License-Identifier: Apache-2.0
// PosixFile: a file descriptor whose every call is checked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace tessera::io::detail {

/// A file descriptor that is closed on every path. Every call is checked, since a full disk may show at
/// write, at fsync, or only at close.
class PosixFile {
public:
  /// \param flags as of open(2)
  /// \param shown the name in error messages: for a temporary file, the name of its target; empty: its own
  /// name
  /// \throws RunFailure
  PosixFile(std::filesystem::path const& path, int flags, std::filesystem::path shown = {});
  ~PosixFile();
  PosixFile(PosixFile const&) = delete;
  PosixFile& operator=(PosixFile const&) = delete;

  void write(std::span<const std::byte> bytes, std::size_t offset);
  /// Writes to files that have no position: pipes and devices.
  void append(std::span<const std::byte> bytes);
  /// Fills `bytes` from `offset`; returns the number of bytes read.
  std::size_t read(std::span<std::byte> bytes, std::size_t offset) const;
  /// Asks the file system to reserve `size` bytes. If it can't reserve, this is not an error; a full disk is
  /// one.
  void reserve(std::size_t size);
  void sync();
  void close();

private:
  [[noreturn]] void fail(char const* doing, int error) const;

  std::filesystem::path shown_;
  int descriptor_;
};

/// Advice to the user about an errno.
std::string advice(int error, std::filesystem::path const& path);

} // namespace tessera::io::detail

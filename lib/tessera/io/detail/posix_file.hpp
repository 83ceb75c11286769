// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace tessera::io::detail {

/// A file descriptor that is closed on every path, and whose every call is checked: a full disk may show at
/// write, at fsync, or only at close.
class PosixFile {
public:
  /// \param flags as of open(2)
  /// \param shown the name that errors give: of a temporary, the file that it is to become; empty: its own
  /// \throws RunFailure
  PosixFile(std::filesystem::path const& path, int flags, std::filesystem::path shown = {});
  ~PosixFile();
  PosixFile(PosixFile const&) = delete;
  PosixFile& operator=(PosixFile const&) = delete;

  void write(std::span<const std::byte> bytes, std::size_t offset);
  /// For what can't be positioned: pipes and devices.
  void append(std::span<const std::byte> bytes);
  /// Fills `bytes` from `offset`; returns how many there were.
  std::size_t read(std::span<std::byte> bytes, std::size_t offset) const;
  /// Asks the file system to set aside `size` bytes, where it can; what it can't do is not an error, a full disk is.
  void reserve(std::size_t size);
  void sync();
  void close();

private:
  [[noreturn]] void fail(char const* doing, int error) const;

  std::filesystem::path shown_;
  int descriptor_;
};

/// What the user can do about an errno.
std::string advice(int error, std::filesystem::path const& path);

} // namespace tessera::io::detail

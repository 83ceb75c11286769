// SPDX-License-Identifier: Apache-2.0
// AtomicFile, write_file(): files that appear complete or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tessera::io {

/// A file that appears complete or not at all. It is written under a temporary name in the folder of its
/// target. `commit` brings it to the disk and renames it in one step, so that the last good file stays until
/// then. Without `commit`, the destructor removes the temporary file.
class AtomicFile {
public:
  /// The constructor creates nothing yet. If the target is a symbolic link, the file that the link points to
  /// is replaced.
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  /// The path to write to until `commit`.
  std::filesystem::path const& temporary() const { return temporary_; }
  std::filesystem::path const& target() const { return target_; }

  /// \throws RunFailure if the file can't be brought to the disk or renamed; the target has then not changed
  void commit();

private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool committed_ = false;
};

/// Writes a whole file as an AtomicFile. A target that is not a regular file (a pipe, a terminal, /dev/null)
/// has no name to protect, so it is written to directly.
/// \throws RunFailure naming the file, the cause and how much was to be written
void write_file(std::filesystem::path const& path, std::span<const std::byte> bytes);
/// The same for text.
void write_file(std::filesystem::path const& path, std::string_view text);

} // namespace tessera::io

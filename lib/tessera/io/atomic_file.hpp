// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace tessera::io {

/// A file that appears complete or not at all. It is written under a temporary name in the folder of its target;
/// `commit` brings it to the disk and gives it its name in one step, so that the last good file stays until then.
/// Without `commit`, the destructor removes the temporary.
class AtomicFile {
public:
  /// Nothing is created yet. A target that is a symbolic link is replaced where the link points to.
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  /// Where to write until `commit`.
  std::filesystem::path const& temporary() const { return temporary_; }
  std::filesystem::path const& target() const { return target_; }

  /// \throws RunFailure if the file can't be brought to the disk or renamed; the target is then what it was
  void commit();

private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool committed_ = false;
};

/// Writes a whole file as above. Something that is not a regular file (a pipe, a terminal, /dev/null) has no
/// name to protect and is written to directly.
/// \throws RunFailure naming the file, the cause and how much was to be written
void write_file(std::filesystem::path const& path, std::span<const std::byte> bytes);
void write_file(std::filesystem::path const& path, std::string_view text);

} // namespace tessera::io

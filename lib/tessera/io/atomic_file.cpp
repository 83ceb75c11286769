// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>
#include <tessera/io/detail/posix_file.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace tessera::io {

namespace fs = std::filesystem;

namespace {

fs::path resolved(fs::path const& target) {
  std::error_code ignored;
  if (!fs::is_symlink(target, ignored)) return target;
  auto real = fs::weakly_canonical(target, ignored);
  return ignored ? target : real;
}

fs::path folder_of(fs::path const& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

} // namespace

AtomicFile::AtomicFile(fs::path target) : target_(resolved(target)) {
  // The name is hidden and contains the process id, so that two runs in one folder never share a temporary
  // file.
  temporary_ = folder_of(target_) / fmt::format(".{}.{}.tmp", target_.filename().string(), ::getpid());
}

AtomicFile::~AtomicFile() {
  if (!committed_) {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
  }
}

void AtomicFile::commit() {
  {
    detail::PosixFile file(temporary_, O_RDWR, target_);
    file.sync();
    file.close();
  }
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    auto error = errno;
    throw RunFailure(fmt::format("cannot rename {} to {}: {} ({})", temporary_.string(), target_.string(),
                                 std::strerror(error), detail::advice(error, target_)));
  }
  committed_ = true;
  // The new name is stored in the folder. File systems that can't sync a folder order the two writes
  // themselves.
  detail::PosixFile folder(folder_of(target_), O_RDONLY | O_DIRECTORY);
  folder.sync();
}

void write_file(fs::path const& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  auto status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    detail::PosixFile file(path, O_WRONLY);
    file.append(bytes);
    file.sync();
    file.close();
    return;
  }
  AtomicFile atomic(path);
  {
    detail::PosixFile file(atomic.temporary(), O_WRONLY | O_CREAT | O_TRUNC, atomic.target());
    file.write(bytes, 0);
    file.close();
  }
  atomic.commit();
}

void write_file(fs::path const& path, std::string_view text) {
  write_file(path, std::as_bytes(std::span(text.data(), text.size())));
}

} // namespace tessera::io

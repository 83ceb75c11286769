// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/detail/posix_file.hpp>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace tessera::io::detail {

std::string advice(int error, std::filesystem::path const& path) {
  switch (error) {
  case ENOSPC:
  case EDQUOT: {
    std::error_code ignored;
    auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    auto free = std::filesystem::space(folder, ignored).available;
    return ignored ? std::string("free some space, or write elsewhere")
                   : fmt::format("{:.1f} MB are free in {}: free some space, or write elsewhere",
                                 static_cast<double>(free) * 1e-6, folder.string());
  }
  case EACCES:
  case EPERM:
  case EROFS:
    return "choose a place you may write to";
  case ENOENT:
  case ENOTDIR:
    return "check that the folder exists";
  default:
    return "check the file system";
  }
}

PosixFile::PosixFile(std::filesystem::path const& path, int flags, std::filesystem::path shown)
    : shown_(shown.empty() ? path : std::move(shown)) {
  do {
    descriptor_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EINTR);
  if (descriptor_ < 0) fail("open", errno);
}

PosixFile::~PosixFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PosixFile::fail(char const* doing, int error) const {
  throw RunFailure(fmt::format("cannot {} {}: {} ({})", doing, shown_.string(), std::strerror(error),
                               advice(error, shown_)));
}

void PosixFile::write(std::span<const std::byte> bytes, std::size_t offset) {
  while (!bytes.empty()) {
    auto done = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("write", done < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::size_t>(done);
  }
}

void PosixFile::append(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    auto done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("write", done < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

std::size_t PosixFile::read(std::span<std::byte> bytes, std::size_t offset) const {
  std::size_t total = 0;
  while (total < bytes.size()) {
    auto got =
        ::pread(descriptor_, bytes.data() + total, bytes.size() - total, static_cast<off_t>(offset + total));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", errno);
    if (got == 0) break;
    total += static_cast<std::size_t>(got);
  }
  return total;
}

void PosixFile::reserve(std::size_t size) {
#ifdef FALLOC_FL_KEEP_SIZE
  if (::fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)) != 0 &&
      (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
    fail(fmt::format("reserve {:.1f} MB for", static_cast<double>(size) * 1e-6).c_str(), errno);
#else
  static_cast<void>(size);
#endif
}

void PosixFile::sync() {
  // EINVAL and EROFS mean that there is no disk behind the descriptor, for example a pipe.
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("bring to the disk", errno);
}

void PosixFile::close() {
  auto descriptor = descriptor_;
  descriptor_ = -1;
  // After EINTR the descriptor is closed on Linux, and the data have been synced before.
  if (descriptor >= 0 && ::close(descriptor) != 0 && errno != EINTR) fail("close", errno);
}

} // namespace tessera::io::detail

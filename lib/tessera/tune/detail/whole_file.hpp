// SPDX-License-Identifier: Apache-2.0
// Files that several processes read and replace. A reader sees the old file or the new one, but always a
// whole one.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace tessera::detail {

/// The bytes of a file; nothing if there is no file, or none that can be read.
inline std::optional<std::string> file_content(std::filesystem::path const& path) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) return {};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

/// Holds the lock `path` + ".lock" while it lives, so that no other process changes the file between reading
/// it and writing it back. If there can be no lock (the folder can't be written, or the file system has no
/// locks), files stay whole all the same, since they are replaced by renaming.
class FileLock {
public:
  /// \param patience how long to wait for another process that holds the lock, since it may be stopped or
  /// hang
  explicit FileLock(std::filesystem::path const& path,
                    std::chrono::milliseconds patience = std::chrono::seconds(2))
      : file_(::open((path.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    constexpr std::chrono::milliseconds pause(5);
    auto const end = std::chrono::steady_clock::now() + patience;
    while (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return; // the file system has no locks
      refused_ = std::chrono::steady_clock::now() >= end;
      if (refused_) return;
      std::this_thread::sleep_for(pause);
    }
  }
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  FileLock(FileLock const&) = delete;
  FileLock& operator=(FileLock const&) = delete;

  /// Whether another process still holds the lock after that time.
  bool refused() const { return refused_; }

private:
  int file_;
  bool refused_ = false;
};

/// Writes the content under a temporary name of this process, then renames the file.
/// \return what went wrong; empty if nothing did
inline std::string replace_file(std::filesystem::path const& path, std::string const& content) {
  auto const temporary = path.string() + "." + std::to_string(::getpid()) + ".new";
  int const file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return std::strerror(errno);
  std::string problem;
  for (std::size_t done = 0; problem.empty() && done < content.size();) {
    auto const wrote = ::write(file, content.data() + done, content.size() - done);
    if (wrote > 0)
      done += static_cast<std::size_t>(wrote);
    else if (errno != EINTR)
      problem = std::strerror(errno);
  }
  if (::close(file) != 0 && problem.empty()) problem = std::strerror(errno);
  if (problem.empty() && std::rename(temporary.c_str(), path.c_str()) != 0) problem = std::strerror(errno);
  if (!problem.empty()) ::unlink(temporary.c_str());
  return problem;
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Folders that tests write to, and what they look at.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/mount.h>

namespace tessera::test {

/// A new empty folder, removed at the end.
class Folder {
public:
  Folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "tessera-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Folder() {
    if (mounted_) umount(path_.c_str());
    std::filesystem::remove_all(path_);
  }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  /// Makes it a file system of its own that is soon full. False where mounting is not allowed.
  bool limit(std::string const& size) {
    mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    return mounted_;
  }

  std::filesystem::path operator/(std::string const& name) const { return path_ / name; }
  std::size_t entries() const {
    auto folder = std::filesystem::directory_iterator(path_);
    return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
  }

private:
  std::filesystem::path path_;
  bool mounted_ = false;
};

inline std::string content(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void replace_content(std::filesystem::path const& path, std::string const& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// The message of the E that `action` throws; the test fails if it throws none.
template <class E, class Action>
std::string message_of(Action const& action) {
  try {
    action();
  } catch (E const& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

} // namespace tessera::test

/// That a message holds a text.
#define EXPECT_SAYS(message, text)                                                                           \
  EXPECT_NE((message).find(text), std::string::npos) << "message: " << (message) << "\nlacks:   " << (text)

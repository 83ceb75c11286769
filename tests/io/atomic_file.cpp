// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/atomic_file.hpp>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::RunFailure;
using tessera::test::content;
using tessera::test::Folder;
using tessera::test::message_of;

TEST(AtomicFile, WritesAndReplaces) {
  Folder folder;
  io::write_file(folder / "a.txt", "first");
  EXPECT_EQ(content(folder / "a.txt"), "first");
  io::write_file(folder / "a.txt", "second");
  EXPECT_EQ(content(folder / "a.txt"), "second");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(AtomicFile, WithoutCommitNothingAppears) {
  Folder folder;
  io::write_file(folder / "a.txt", "good");
  {
    io::AtomicFile file(folder / "a.txt");
    tessera::test::replace_content(file.temporary(), "half");
  }
  EXPECT_EQ(content(folder / "a.txt"), "good");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(AtomicFile, ReplacesWhereALinkPointsTo) {
  Folder folder;
  io::write_file(folder / "real.txt", "old");
  std::filesystem::create_symlink(folder / "real.txt", folder / "link.txt");
  io::write_file(folder / "link.txt", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.txt"));
  EXPECT_EQ(content(folder / "real.txt"), "new");
}

TEST(AtomicFile, LeavesDevicesInPlace) {
  io::write_file("/dev/null", "text");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, SaysWhatIsWrong) {
  Folder folder;
  auto missing = message_of<RunFailure>([&] { io::write_file(folder / "no/such/a.txt", "text"); });
  EXPECT_SAYS(missing, "no/such");
  EXPECT_SAYS(missing, "No such file or directory");
  EXPECT_SAYS(missing, "check that the folder exists");
  auto full = message_of<RunFailure>([] { io::write_file("/dev/full", "text"); });
  EXPECT_SAYS(full, "/dev/full");
  EXPECT_SAYS(full, "No space left on device");
  EXPECT_SAYS(full, "free some space");
}

TEST(AtomicFile, AFullDiskKeepsTheLastGoodFile) {
  Folder folder;
  if (!folder.limit("64k"))
    GTEST_SKIP() << "mounting a small file system takes rights this user does not have";
  io::write_file(folder / "a.txt", "good");
  auto message = message_of<RunFailure>([&] { io::write_file(folder / "a.txt", std::string(100'000, 'x')); });
  EXPECT_SAYS(message, "No space left on device");
  EXPECT_SAYS(message, "MB are free");
  EXPECT_EQ(content(folder / "a.txt"), "good");
  EXPECT_EQ(folder.entries(), 1u);
}

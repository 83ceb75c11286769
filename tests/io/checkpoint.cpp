// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/error.hpp>
#include <tessera/io/checkpoint.hpp>
#include <tessera/io/hdf5.hpp>

#include <cmath>
#include <fstream>

#include "folder.hpp"

namespace io = tessera::io;
using tessera::InvalidInput;
using tessera::test::content;
using tessera::test::Folder;
using tessera::test::message_of;
using tessera::test::replace_content;

namespace {

template <class T>
io::Checkpoint<T> sample() {
  io::Checkpoint<T> checkpoint;
  checkpoint.step = 250;
  checkpoint.dt = 0.1;
  checkpoint.time = 250 * 0.1;
  checkpoint.shape = {5, 7};
  std::vector<T> u(35), v(35);
  for (std::size_t i = 0; i < 35; ++i) {
    u[i] = std::sin(T(1) * static_cast<T>(i));
    v[i] = -u[i];
  }
  checkpoint.fields = {{"previous", v}, {"u", u}};
  checkpoint.problem = {{"nodes", "5 x 7"}, {"dt", "0.1"}, {"boundary west", "fixed"}};
  return checkpoint;
}

} // namespace

template <class T>
class CheckpointOf : public testing::Test {};
using Precisions = testing::Types<float, double>;

TYPED_TEST_SUITE(CheckpointOf, Precisions);

TYPED_TEST(CheckpointOf, RoundTripsToTheBit) {
  Folder folder;
  auto const written = sample<TypeParam>();
  io::write_checkpoint(folder / "c.h5", written);
  auto const read = io::read_checkpoint<TypeParam>(folder / "c.h5", written.problem);
  EXPECT_EQ(read.step, written.step);
  EXPECT_EQ(read.time, written.time);
  EXPECT_EQ(read.dt, written.dt);
  EXPECT_EQ(read.shape, written.shape);
  ASSERT_EQ(read.fields.size(), 2u);
  for (std::size_t f = 0; f < 2; ++f) {
    EXPECT_EQ(read.fields[f].name, written.fields[f].name);
    EXPECT_EQ(read.fields[f].values, written.fields[f].values);
  }
}

TEST(Checkpoint, RemainsAnHdf5File) {
  Folder folder;
  auto const written = sample<double>();
  io::write_checkpoint(folder / "c.h5", written);
  EXPECT_EQ(io::Hdf5Reader(folder / "c.h5").read<double>("/u", {5, 7}), written.fields[1].values);
}

// Not a sample of bytes: all of them, the padding too.
TEST(Checkpoint, EveryFlippedByteIsDetected) {
  Folder folder;
  auto const written = sample<float>();
  io::write_checkpoint(folder / "c.h5", written);
  auto const bytes = content(folder / "c.h5");
  std::fstream file(folder / "c.h5", std::ios::in | std::ios::out | std::ios::binary);
  auto const put = [&](std::size_t at, char byte) {
    file.seekp(static_cast<std::streamoff>(at)).put(byte).flush();
    ASSERT_TRUE(file.good());
  };
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    put(i, static_cast<char>(bytes[i] ^ 0x10));
    auto const message =
        message_of<InvalidInput>([&] { io::read_checkpoint<float>(folder / "c.h5", written.problem); });
    ASSERT_NE(message.find("is damaged"), std::string::npos) << "byte " << i << ": " << message;
    put(i, bytes[i]);
  }
  EXPECT_EQ(content(folder / "c.h5"), bytes);
}

TEST(Checkpoint, TruncatedForeignAndMissingFiles) {
  Folder folder;
  auto const written = sample<float>();
  io::write_checkpoint(folder / "c.h5", written);
  auto read = [&](char const* name) {
    return message_of<InvalidInput>([&] { io::read_checkpoint<float>(folder / name, written.problem); });
  };
  auto const bytes = content(folder / "c.h5");
  replace_content(folder / "cut.h5", bytes.substr(0, bytes.size() - 5));
  EXPECT_SAYS(read("cut.h5"), "is damaged");
  replace_content(folder / "short.h5", bytes.substr(0, 300));
  EXPECT_SAYS(read("short.h5"), "is damaged");
  replace_content(folder / "text.h5", "hello");
  EXPECT_SAYS(read("text.h5"), "is not a checkpoint");
  replace_content(folder / "empty.h5", "");
  EXPECT_SAYS(read("empty.h5"), "is not a checkpoint");
  EXPECT_SAYS(read("absent.h5"), "no such file");
}

TEST(Checkpoint, AnotherProblemIsRefusedByName) {
  Folder folder;
  auto const written = sample<double>();
  io::write_checkpoint(folder / "c.h5", written);
  auto ours = written.problem;
  ours[1].value = "0.2";
  ours.push_back({"obstacle", "mask"});
  auto message = message_of<InvalidInput>([&] { io::read_checkpoint<double>(folder / "c.h5", ours); });
  EXPECT_SAYS(message, "another problem");
  EXPECT_SAYS(message, "dt is 0.1 there, 0.2 here");
  EXPECT_SAYS(message, "obstacle is nothing there, mask here");
  EXPECT_EQ(message.find("nodes is"), std::string::npos);
  ours = written.problem;
  ours.pop_back();
  message = message_of<InvalidInput>([&] { io::read_checkpoint<double>(folder / "c.h5", ours); });
  EXPECT_SAYS(message, "boundary west is fixed there, nothing here");
}

TEST(Checkpoint, AnotherPrecisionIsRefused) {
  Folder folder;
  auto const written = sample<double>();
  io::write_checkpoint(folder / "c.h5", written);
  auto message =
      message_of<InvalidInput>([&] { io::read_checkpoint<float>(folder / "c.h5", written.problem); });
  EXPECT_SAYS(message, "holds float64");
  EXPECT_SAYS(message, "computes with float32");
}

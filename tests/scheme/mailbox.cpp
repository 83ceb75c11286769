// SPDX-License-Identifier: Apache-2.0
// How members of a host team wait for each other's messages.
#include <tessera/scheme/detail/temporal/host/mailbox.hpp>

#include <atomic>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace tessera::test {
namespace {

using detail::HostShare;
using detail::Mailbox;

constexpr Index length = 8;
constexpr int members = 2;

/// The number of times that a thread of this process has slept so far.
long sleeps_of(long thread) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  std::string const name = "voluntary_ctxt_switches:";
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name)) return std::stol(line.substr(name.size()));
  return -1;
}

HostShare share_of(int rank) { return {rank, members, 16, false}; }

} // namespace

// The operating system counts sleeps: a thread that only polls, or yields between its polls, never sleeps.
TEST(Mailbox, WhoWaitsLongSleepsUntilTheMessageIsThere) {
  constexpr Index messages = 5;
  alignas(64) char memory[4096] = {};
  ASSERT_LE(Mailbox<double>::bytes(members, length), sizeof memory);
  Mailbox<double> const late(memory, share_of(0), length), waiting(memory, share_of(1), length);

  std::atomic<long> thread = 0;
  double found[messages] = {};
  std::thread waits([&] {
    thread = syscall(SYS_gettid);
    for (Index n = 0; n < messages; ++n)
      waiting.receive(n, [&](int, double const* message) { found[n] = message[length - 1]; });
  });
  while (thread == 0) std::this_thread::yield();
  int looks = 0; // at most as many as a busy machine may need
  long slept = 0;
  for (Index n = 0; n < messages; ++n) {
    for (long const before = slept; (slept = sleeps_of(thread)) <= before && looks < 2000; ++looks)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    late.send(n, [&](int, double* message) { message[length - 1] = static_cast<double>(n + 1); });
  }
  waits.join();
  EXPECT_GE(slept, static_cast<long>(messages)) << "sleeps of a thread that waited so many times";
  for (Index n = 0; n < messages; ++n) EXPECT_EQ(found[n], static_cast<double>(n + 1));
}

TEST(Mailbox, MessagesComeInTurn) {
  alignas(64) char memory[4096] = {};
  Mailbox<double> const mailboxes[] = {{memory, share_of(0), length}, {memory, share_of(1), length}};
  constexpr Index messages = 2000;
  auto const talk = [&](int rank) {
    for (Index n = 0; n < messages; ++n) {
      mailboxes[rank].send(n, [&](int, double* message) { message[0] = static_cast<double>(2 * n + rank); });
      mailboxes[rank].receive(n, [&](int, double const* message) {
        ASSERT_EQ(message[0], static_cast<double>(2 * n + 1 - rank));
      });
    }
  };
  std::thread other([&] { talk(1); });
  talk(0);
  other.join();
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// What goes wrong at run time: exit code 1, and the last good files stay.
#include <tessera/core/device.hpp>

#include <sys/resource.h>
#include <sys/statfs.h>

#include "heat_program.hpp"

using namespace tessera::test;
namespace io = tessera::io;

namespace {

std::uint64_t free_bytes(Folder const& folder) {
  struct statfs state {};
  statfs((folder / "").c_str(), &state);
  return state.f_bavail * static_cast<std::uint64_t>(state.f_bsize);
}

} // namespace

TEST(Failures, AllocationLargerThanMemory) {
  Folder const folder;
  expect_error(heat(folder, "--nodes 1000000,1000000 --steps 1 --dt 1e-20"), 1,
               {"1000000 x 1000000 nodes needs ", "TB of memory", "free", "fewer nodes"});
}

TEST(Failures, DivergenceIsReportedWithTheStep) {
  Folder const folder;
  auto const outcome =
      heat(folder, "--initial hot-spot --nodes 33,33 --steps 5000 --dt 0.01 --allow-unstable --output out "
                   "--quiet --scheme direct");
  expect_error(outcome, 1, {"the field is not finite at step ", "it still was", "smaller dt"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out/final.h5"));
}

TEST(Failures, ADiskFullInMidRunKeepsTheLastGoodFiles) {
  Folder folder;
  if (!folder.limit("2m"))
    GTEST_SKIP() << "mounting a small file system takes rights this user does not have";
  auto const run = std::string("--initial sine --nodes 129,129 --dt 1e-4 --output out --quiet ");
  ASSERT_EQ(heat(folder, run + "--steps 10 --checkpoint-every 10").code, 0);
  auto const good = content(folder / "out/final.h5");
  // 133 kB a field: some outputs fit, then the disk is full.
  auto const outcome = heat(folder, run + "--steps 100 --output-every 2 --restart out/checkpoint-10.h5");
  expect_error(outcome, 1, {"out/u-", "No space left on device", "MB are free", "free some space"});
  EXPECT_EQ(content(folder / "out/final.h5"), good);
  EXPECT_LT(free_bytes(folder), 2u << 20);
  for (auto const& entry : std::filesystem::directory_iterator(folder / "out")) {
    auto const name = entry.path().filename().string();
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
    if (!name.ends_with(".h5") || name.starts_with("checkpoint")) continue;
    EXPECT_EQ(io::Hdf5Reader(entry.path()).read<double>("/u", {129, 129}).size(), 129u * 129u);
  }
}

TEST(Failures, ADiskFullAtTheResultRecord) {
  Folder const folder;
  expect_error(heat(folder, "--initial sine --quiet --json /dev/full"), 1,
               {"/dev/full", "No space left on device"});
}

/// Lowers the address space of processes started while it lives.
class AddressSpace {
public:
  explicit AddressSpace(rlim_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit lower = before_;
    lower.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &lower);
  }
  ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }
  AddressSpace(AddressSpace const&) = delete;
  AddressSpace& operator=(AddressSpace const&) = delete;

private:
  rlimit before_{};
};

TEST(Failures, NoMemoryForTheCopyRateLeavesItOut) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs more address space than this test leaves";
#endif
  if (!tessera::detail::on_host<Kokkos::DefaultExecutionSpace>)
    GTEST_SKIP() << "a device's driver needs more address space than this test leaves";
  Folder const folder;
  Outcome outcome;
  {
    AddressSpace const little(rlim_t{400} << 20);
    outcome = heat(folder, "--initial sine --threads 1 --quiet --json -");
  }
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.json().at("copy_gb_per_s").is_null());
  EXPECT_TRUE(outcome.json().at("fraction_of_copy").is_null());
  EXPECT_EQ(outcome.json().at("steps"), 1000);
}

TEST(Failures, SigtermWritesACheckpointAndTheRestartEndsTheSame) {
  Folder const folder;
  auto const run =
      std::string("--initial sine --nodes 65,65 --steps 20000 --dt 2e-5 --threads 1 --quiet --scheme direct "
                  "--output out --checkpoint-every 100");
  auto const stopped = heat(folder, words(run), [&](pid_t child) {
    EXPECT_TRUE(appears(folder / "out/checkpoint-100.h5"));
    kill(child, SIGTERM);
  });
  expect_error(stopped, 1,
               {"stopped by SIGTERM at step ", "of 20000", "continue with --restart out/checkpoint-"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out/final.h5"));
  auto const begin = stopped.err.find("--restart ") + 10;
  auto const checkpoint = stopped.err.substr(begin, stopped.err.find(')', begin) - begin);
  EXPECT_TRUE(std::filesystem::exists(folder / checkpoint)) << checkpoint;
  auto const continued =
      checksum(folder, run + " --restart " + checkpoint); // before its checkpoint is removed
  EXPECT_EQ(continued, checksum(folder, run + " --overwrite"));
}

/// SIGHUP comes when a terminal is closed, and more than once; the others are what batch systems send before
/// the end.
TEST(Failures, SignalsOfTerminalsAndBatchSystemsWriteACheckpoint) {
  for (auto const& [signal, name] :
       {std::pair{SIGHUP, "SIGHUP"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"}, {SIGXCPU, "SIGXCPU"}}) {
    Folder const folder;
    auto const stopped =
        heat(folder,
             words("--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --threads 1 --quiet --scheme "
                   "direct --output out --checkpoint-every 100"),
             [&, number = signal](pid_t child) {
               EXPECT_TRUE(appears(folder / "out/checkpoint-100.h5"));
               kill(child, number);
               kill(child, number);
             });
    expect_error(
        stopped, 1,
        {std::string("stopped by ") + name + " at step ", "continue with --restart out/checkpoint-"});
  }
}

TEST(Failures, ASignalThatWasIgnoredStaysIgnored) {
  Folder const folder;
  auto const outcome = heat(
      folder,
      words("--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --threads 1 --quiet --scheme direct "
            "--output out --output-every 100"),
      [&](pid_t child) {
        EXPECT_TRUE(appears(folder / "out/u-100.h5"));
        kill(child, SIGINT);
        kill(child, SIGHUP);
        kill(child, SIGTERM);
      },
      [] {
        std::signal(SIGINT, SIG_IGN); // a background job
        std::signal(SIGHUP, SIG_IGN); // nohup
      });
  expect_error(outcome, 1, {"stopped by SIGTERM at step "});
}

TEST(Failures, SigtermWhileTheRunIsTunedSaysSo) {
  Folder const folder, cache;
  setenv("XDG_CACHE_HOME", (cache / "").c_str(), 1);
  auto const outcome =
      heat(folder, words("--initial sine --nodes 1025,1025 --steps 20000000 --dt 1e-9 --quiet --output out"),
           [&](pid_t child) {
             EXPECT_TRUE(appears(folder / "out")); // it is made before the search
             kill(child, SIGTERM);
           });
  expect_error(outcome, 1, {"stopped by SIGTERM", "start it again"});
}

TEST(Failures, SigintWithoutCheckpointsSaysSo) {
  Folder const folder;
  auto const outcome = heat(folder,
                            words("--initial sine --nodes 257,257 --steps 20000000 --dt 2e-9 --threads 1 "
                                  "--quiet --scheme direct --output out --output-every 100"),
                            [&](pid_t child) {
                              EXPECT_TRUE(appears(folder / "out/u-100.h5"));
                              kill(child, SIGINT);
                            });
  expect_error(outcome, 1, {"stopped by SIGINT at step ", "checkpoints are off"});
}

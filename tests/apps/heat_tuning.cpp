// SPDX-License-Identifier: Apache-2.0
// Scheme auto: what is tuned changes no bit, short runs leave nothing behind, and a bad cache stops nobody.
#include <tessera/io/hdf5.hpp>

#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "heat_program.hpp"

namespace tessera::test {

struct OwnCache {
  Folder folder;
  std::filesystem::path file = folder / "tessera/tuning.txt";
  OwnCache() { setenv("XDG_CACHE_HOME", (folder / "").c_str(), 1); }
};

/// The values after 500 steps of a run that may be stopped then: what is worth tuning takes half a minute if
/// few optimizations were compiled.
std::vector<double> after_500(Folder const& folder, std::string const& arguments, int code,
                              std::function<void(pid_t)> const& meanwhile = {}) {
  auto const outcome = heat(
      folder, words("--nodes 129,121 --initial x*x-y --dt 1e-6 --output out --output-every 500 " + arguments),
      meanwhile);
  EXPECT_EQ(outcome.code, code) << outcome.err;
  return io::Hdf5Reader(folder / "out/u-500.h5").read<double>("/u", {129, 121});
}

TEST(HeatTuning, ChangesNoBit) {
  OwnCache const cache;
  Folder const tuned, not_tuned;
  // So many steps are tuned on any machine.
  auto const values = after_500(tuned, "--steps 20000000", 1, [&](pid_t child) {
    EXPECT_TRUE(appears(tuned / "out/u-500.h5"));
    kill(child, SIGTERM);
  });
  EXPECT_EQ(values, after_500(not_tuned, "--steps 500 --scheme temporal --fused-steps 5", 0));
}

TEST(HeatTuning, OfShortRunsWritesNothing) {
  OwnCache const cache;
  Folder const folder;
  checksum(folder, "--nodes 41,37 --initial x*x-y --dt 1e-5 --steps 100");
  EXPECT_EQ(cache.folder.entries(), 0u);
}

TEST(HeatTuning, GoesOnWithABadCache) {
  OwnCache const cache;
  Folder const folder;
  std::string const run = "--nodes 41,37 --initial x*x-y --dt 1e-5 --steps 100";
  auto const expected = checksum(folder, run);
  std::filesystem::create_directories(cache.file.parent_path());
  replace_content(cache.file, "a shopping list\n");
  auto const outcome = heat(folder, run);
  EXPECT_EQ(checksum_of(outcome, run), expected);
  EXPECT_SAYS(outcome.err,
              "tessera: warning: tuning cache '" + cache.file.string() + "' is something else: ignored");
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

} // namespace tessera::test

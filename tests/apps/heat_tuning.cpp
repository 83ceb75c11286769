// SPDX-License-Identifier: Apache-2.0
// Scheme auto: what is tuned changes no bit, short runs leave nothing behind, and a bad cache stops nobody.
#include <gtest/gtest.h>

#include "heat_program.hpp"

namespace tessera::test {

struct OwnCache {
  Folder folder;
  std::filesystem::path file = folder / "tessera/tuning.txt";
  OwnCache() { setenv("XDG_CACHE_HOME", (folder / "").c_str(), 1); }
};

TEST(HeatTuning, ChangesNoBit) {
  OwnCache const cache;
  Folder const folder;
  // Long enough to be tuned: about a second on a machine that is not busy, some with sanitizers.
#ifdef __SANITIZE_ADDRESS__
  std::string const steps = "2000";
#else
  std::string const steps = "350000";
#endif
  std::string const run = "--nodes 129,121 --initial x*x-y --dt 1e-6 --steps " + steps + " ";
  EXPECT_EQ(checksum(folder, run), checksum(folder, run + "--scheme temporal --fused-steps 5"));
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

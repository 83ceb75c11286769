// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/caches.hpp>

#include <gtest/gtest.h>

namespace tessera::test {

TEST(Caches, CoresTogetherCountOnNoMoreThanTheSystemHas) {
  std::size_t const all = detail::cache_bytes(detail::last_cache, std::size_t{32} << 20);
  for (int cores = 1; cores < 1024; cores *= 2) {
    EXPECT_LE(detail::last_cache_bytes(cores), all);
    EXPECT_LE(detail::last_cache_bytes(cores), detail::last_cache_bytes(2 * cores));
    EXPECT_GT(detail::bytes_found_in_last_cache(cores), 0U);
    EXPECT_LE(detail::bytes_found_in_last_cache(cores), all);
    EXPECT_LE(detail::bytes_found_in_last_cache(cores), detail::bytes_found_in_last_cache(2 * cores));
  }
  EXPECT_EQ(detail::last_cache_bytes(4096), all);
}

TEST(Caches, WhereTheSystemSaysNothingTheDefaultCounts) { EXPECT_EQ(detail::cache_bytes(-1, 12345), 12345U); }

} // namespace tessera::test

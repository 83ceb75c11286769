// SPDX-License-Identifier: Apache-2.0
#include <tessera/core/divisor.hpp>

#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

namespace tessera::test {

// Quotients change at multiples: at those, before them, and at both ends of the range.
TEST(Divisor, DividesAsTheProcessorDoes) {
  constexpr int most = std::numeric_limits<int>::max();
  for (int d : {1, 2, 3, 5, 7, 31, 32, 33, 640, 641, 65535, 65536, 65537, 1000003, 1 << 30, most - 1, most}) {
    detail::Divisor const divisor(d);
    EXPECT_EQ(divisor.number(), d);
    for (int q : {0, 1, 2, 3, most / d / 2, most / d - 1, most / d}) {
      if (q < 0 || q > most / d) continue;
      auto const multiple = std::int64_t{q} * d;
      for (auto const wide : {multiple, multiple - 1, multiple + (d - 1) / 2}) {
        if (wide < 0 || wide > most) continue;
        auto const n = static_cast<int>(wide);
        ASSERT_EQ(divisor.quotient(n), n / d) << n << " / " << d;
      }
    }
    for (int n : {most, most - 1, most / 2, most / 3})
      ASSERT_EQ(divisor.quotient(n), n / d) << n << " / " << d;
  }
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The probe of a host's operations executes the whole update that it counts: its rows are compared with a
// plain loop.
#include <tessera/tune/detail/probe_kernels.hpp>

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace tessera::detail {

template <class T, int Count>
void expect_the_update(Index row, Index repeats) {
  using Probe = HostIssueProbe<T, Count>;
  Index const apart = Probe::stride(row), first = values_in_line<T>, half = Probe::values_for(row) / 2;
  std::mt19937 random(7);
  std::uniform_real_distribution<T> between(1, 2);
  std::vector<T> expected(static_cast<std::size_t>(2 * Probe::values_for(row))); // two items
  for (T& value : expected) value = between(random);
  auto values = expected;
  for (Index item = 0; item < 2; ++item) {
    Probe{values.data(), row, repeats}(item);
    T* in = expected.data() + item * Probe::values_for(row) + first;
    T* out = in + half;
    for (Index r = 0; r < repeats; ++r, std::swap(in, out))
      for (Index y = 1; y <= Count; ++y)
        for (Index x = 0; x < row; ++x) {
          T const* const u = in + y * apart + x;
          out[y * apart + x] = u[0] + T(0.2) * (u[-1] + u[1] + u[-apart] + u[apart] - T(4) * u[0]);
        }
  }
  EXPECT_EQ(values, expected);
}

TEST(IssueProbe, UpdatesRowsSideBySide) {
  for (Index repeats : {1, 2, 5}) {
    expect_the_update<float, 4>(512, repeats);
    expect_the_update<double, 4>(256, repeats);
    expect_the_update<float, 1>(32, repeats);
    expect_the_update<double, 1>(32, repeats);
  }
}

} // namespace tessera::detail

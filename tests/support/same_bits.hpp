// SPDX-License-Identifier: Apache-2.0
// same_bits(): compares fields bit for bit; its report names the first node that differs.
#pragma once

#include <cstring>
#include <gtest/gtest.h>
#include <iomanip>

#include "support/problem.hpp"

namespace tessera::test {

template <class T, int D>
testing::AssertionResult same_bits(Extents<D> const& nodes, std::vector<T> const& expected,
                                   std::vector<T> const& found) {
  if (expected.size() != found.size()) return testing::AssertionFailure() << "sizes differ";
  if (std::memcmp(expected.data(), found.data(), expected.size() * sizeof(T)) == 0)
    return testing::AssertionSuccess();
  std::ostringstream report;
  Index number = 0, differing = 0;
  for_each_node<D>(nodes, [&](Extents<D> const& node) {
    Index const n = number++;
    if (std::memcmp(&expected[n], &found[n], sizeof(T)) == 0 || differing++ > 0) return;
    report << "first differing node (";
    for (int d = 0; d < D; ++d) report << (d ? ", " : "") << node[d];
    report << "): expected " << std::hexfloat << expected[n] << ", found " << found[n] << std::defaultfloat
           << " (" << expected[n] << ", " << found[n] << ")";
  });
  return testing::AssertionFailure() << report.str() << "; " << differing << " of " << number
                                     << " nodes differ";
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Runs tessera-maxwell as a user does.
#pragma once

#include <cmath>
#include <numbers>

#include "any_program.hpp"

namespace tessera::test {

inline Program const maxwell{TESSERA_MAXWELL};

inline std::string checksum(Folder const& folder, std::string const& line) {
  return checksum_of(maxwell(folder, line), line);
}

/// The wavelet of sources: Ricker's, of frequency `f`.
inline double ricker(double t, double f) {
  double const a = std::numbers::pi * f * (t - 1.5 / f);
  return (1 - 2 * a * a) * std::exp(-a * a);
}

/// Whether the numbers are equal to rounding, and not all of them small.
inline void expect_near(std::vector<double> const& found, std::vector<double> const& expected,
                        char const* what) {
  ASSERT_EQ(found.size(), expected.size());
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(found[i] - expected[i]));
  }
  EXPECT_GT(largest, 1e-3) << what;
  EXPECT_LT(difference, 1e-13 * (1 + largest)) << what;
}

} // namespace tessera::test

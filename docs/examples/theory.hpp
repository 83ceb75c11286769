// SPDX-License-Identifier: Apache-2.0
// What the examples of systems share: values on the host, and checks against theory.
#pragma once

#include <tessera/system.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace example {

/// Ends the program unless the condition holds.
inline void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "error: not so: %s\n", what);
  std::exit(1);
}

/// The larger of two numbers; NaN if one is, so that no comparison with a bound holds.
inline double larger(double a, double b) { return a > b || std::isnan(a) ? a : b; }

/// All values of all members on the host, member by member, each in row-major order; waits for the Views.
template <class SystemType>
std::vector<double> values_of(SystemType const& u) {
  std::vector<double> values;
  for (int m = 0; m < SystemType::count; ++m) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view(m));
    for (std::size_t i = 0; i < host.extent(0); ++i)
      if constexpr (SystemType::dimension == 1)
        values.push_back(host(i));
      else
        for (std::size_t j = 0; j < host.extent(1); ++j)
          if constexpr (SystemType::dimension == 2)
            values.push_back(host(i, j));
          else
            for (std::size_t k = 0; k < host.extent(2); ++k) values.push_back(host(i, j, k));
  }
  return values;
}

/// The value of a View of rank 0 on the host; waits for it.
template <class NumberView>
auto number(NumberView const& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view)();
}

/// The order with which an error falls from a grid to one twice as fine.
inline double order(double coarse, double fine) { return std::log2(coarse / fine); }

} // namespace example

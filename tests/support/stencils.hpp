// SPDX-License-Identifier: Apache-2.0
// Formulas in which every read has a weight of its own, so that a test sees when two reads are mixed up. The
// magnitudes of the weights sum to less than one: fields stay of order one for any number of steps.
#pragma once

#include <tessera/stencil/stencil.hpp>

namespace tessera::test {

/// Reads all 1 + 2 D R points of a star.
template <int D, int R>
struct StarSum {
  static constexpr auto reads = star<D>(R);
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const&) const {
    using T = decltype(u.here());
    T sum = static_cast<T>(0.3) * u.here();
    for (int d = 0; d < D; ++d)
      for (int o = 1; o <= R; ++o) {
        sum += static_cast<T>(0.31 / (D * R) / (1 + 0.1 * d + 0.2 * o)) * u.along(d, -o);
        sum += static_cast<T>(0.37 / (D * R) / (1 + 0.1 * d + 0.2 * o)) * u.along(d, o);
      }
    return sum;
  }
};

/// Reads a star, and the node's value one level earlier, as a wave equation does.
template <int D, int R>
struct TwoLevelSum {
  static constexpr auto reads = star<D>(R);
  static constexpr bool previous = true;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    using T = decltype(u.here());
    return StarSum<D, R>{}(u, at) * T(0.8) - T(0.19) * u.previous();
  }
};

/// Reads a star in two parts, within the slices across axis 0 and along axis 0, and the value one level
/// earlier.
template <int D, int R>
struct TwoPartSum {
  static constexpr auto reads = star<D>(R);
  static constexpr bool previous = true, two_pass = true;

  template <class Reads, class At>
  KOKKOS_FUNCTION auto in_slice(Reads const& u, At const&) const {
    using T = decltype(u.here());
    T sum = static_cast<T>(0.2) * u.here();
    for (int d = 1; d < D; ++d) sum = pairs(u, d, sum);
    return sum;
  }
  template <class Reads, class T, class At>
  KOKKOS_FUNCTION T across(Reads const& u, T slice, At const& at) const {
    return pairs(u, 0, slice) - T(0.19) * u.previous() + static_cast<T>(0.01 * at.position(0));
  }
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    return across(u, in_slice(u, at), at);
  }

private:
  template <class Reads, class T>
  KOKKOS_FUNCTION static T pairs(Reads const& u, int axis, T sum) {
    for (int o = 1; o <= R; ++o)
      sum += static_cast<T>(0.3 / (D * R) / (1 + 0.1 * axis + 0.2 * o)) *
             (u.along(axis, -o) + T(1.25) * u.along(axis, o));
    return sum;
  }
};

/// A star of radius 1 as a user writes it: offsets are literals, the coefficient is a number.
template <int D>
struct Literal {
  static constexpr auto reads = star<D>(1);
  double ratio = 0.11;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const&) const {
    using T = decltype(u.here());
    T const r = static_cast<T>(ratio);
    if constexpr (D == 1) return u(0) + r * (u(-1) - T(2) * u(0) + T(1.5) * u(1));
    if constexpr (D == 2)
      return u(0, 0) +
             r * (u(-1, 0) + T(1.25) * u(1, 0) + T(0.75) * u(0, -1) + T(1.5) * u(0, 1) - T(5) * u(0, 0));
    if constexpr (D == 3)
      return u(0, 0, 0) +
             r * (u(-1, 0, 0) + T(1.25) * u(1, 0, 0) + T(0.75) * u(0, -1, 0) + T(1.5) * u(0, 1, 0) +
                  T(0.5) * u(0, 0, -1) + T(0.625) * u(0, 0, 1) - T(6) * u(0, 0, 0));
  }
};

/// Reads all points of a cube.
template <int D, int R = 1>
struct BoxSum {
  static constexpr auto reads = box<D>(R);
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const&) const {
    using T = decltype(u.here());
    T sum = 0;
    int number = 0;
    for (int i = -R; i <= R; ++i)
      for (int j = D > 1 ? -R : 0; j <= (D > 1 ? R : 0); ++j)
        for (int k = D > 2 ? -R : 0; k <= (D > 2 ? R : 0); ++k) {
          T const weight = static_cast<T>(1.8 / (reads.points() + 1.0) / (1.0 + 0.07 * number++));
          if constexpr (D == 1) sum += weight * u(i);
          if constexpr (D == 2) sum += weight * u(i, j);
          if constexpr (D == 3) sum += weight * u(i, j, k);
        }
    return sum;
  }
};

/// Uses everything that `at` offers, and a coefficient per node in a View. It stops the program if it is
/// evaluated at an index that the grid does not have.
template <int D, class Coefficient>
struct Everything {
  static constexpr auto reads = star<D>(1);
  Coefficient k;
  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    using T = decltype(u.here());
    double where = 0.01 * at.time() + 0.001 * static_cast<double>(at.step() % 7);
    T sum = 0;
    for (int d = 0; d < D; ++d) {
      if (at.index(d) < 0 || at.index(d) >= static_cast<Index>(k.extent(d)))
        Kokkos::abort("a formula is evaluated beyond the grid");
      where += (0.02 + 0.01 * d) * at.position(d) + 0.003 * static_cast<double>(at.index(d) % 5);
      sum += u.along(d, 1) - T(2) * u.here() + T(0.875) * u.along(d, -1);
    }
    T coefficient;
    if constexpr (D == 1) coefficient = k(at.index(0));
    if constexpr (D == 2) coefficient = k(at.index(0), at.index(1));
    if constexpr (D == 3) coefficient = k(at.index(0), at.index(1), at.index(2));
    return T(0.9) * u.here() + T(0.1) * coefficient * sum + static_cast<T>(0.01 * where);
  }
};

} // namespace tessera::test

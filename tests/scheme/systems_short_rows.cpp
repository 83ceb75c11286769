// SPDX-License-Identifier: Apache-2.0
// Stages that write in place and read far on both sides, on rows so short that the nodes at both ends are the
// same ones, and on longer rows: bits of plain loops.
#include <tessera/system.hpp>
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>
#include <vector>

#include "support/memory.hpp"
#include "support/random.hpp"

namespace tessera::test {
namespace {

template <class T>
struct Two {
  T a, b;
};

/// Adds R values on each side of member `from` to member `to`; `side` is 1, or -1 for the mirrored formula.
template <class T, int R, T Two<T>::*from, T Two<T>::*to, int side>
struct Far {
  static constexpr auto reads = star<2>(R);
  static constexpr auto around = members<from>;
  static constexpr auto writes = members<to>;
  KOKKOS_FUNCTION Two<T> operator()(auto const& u, auto const&) const {
    Two<T> q = u.here();
    for (int k = 1; k <= R; ++k)
      q.*to += T(0.01) * (u(0, side * k).*from - u(side * k, 0).*from + u(0, -side * k).*from);
    return q;
  }
};

/// Adds what the two stages add, on n x m nodes, periodic.
template <class T, int R>
void add_by_hand(std::vector<T>& to, std::vector<T> const& from, int n, int m, int side) {
  auto const at = [&](int i, int j) { return from[static_cast<std::size_t>((i + n) % n * m + (j + m) % m)]; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 1; k <= R; ++k)
        to[static_cast<std::size_t>(i * m + j)] +=
            T(0.01) * (at(i, j + side * k) - at(i + side * k, j) + at(i, j - side * k));
}

template <class T, int R>
void expect_bits_by_hand(int n, int m) {
  auto const size = static_cast<std::size_t>(n * m);
  std::vector<T> a = random_values<T>(size, 1), b = random_values<T>(size, 2);
  using View = Kokkos::View<T**, Kokkos::LayoutRight, Exec::memory_space>;
  View const first("a", static_cast<std::size_t>(n), static_cast<std::size_t>(m)),
      second("b", static_cast<std::size_t>(n), static_cast<std::size_t>(m));
  auto const host_first = Kokkos::create_mirror_view(first), host_second = Kokkos::create_mirror_view(second);
  std::copy(a.begin(), a.end(), host_first.data());
  std::copy(b.begin(), b.end(), host_second.data());
  Kokkos::deep_copy(first, host_first);
  Kokkos::deep_copy(second, host_second);
  System<Two<T>, View> const system(Grid<2>{.nodes = {n, m}, .spacing = {1., 1.}}, {first, second});
  Stepper stepper(Exec(), system,
                  stages(Far<T, R, &Two<T>::b, &Two<T>::a, 1>{}, Far<T, R, &Two<T>::a, &Two<T>::b, -1>{}),
                  everywhere(Periodic{}), Direct{});
  int const steps = 3;
  stepper.advance(system, steps);
  Exec().fence();
  Kokkos::deep_copy(host_first, first);
  Kokkos::deep_copy(host_second, second);
  for (int s = 0; s < steps; ++s) {
    add_by_hand<T, R>(a, b, n, m, 1);
    add_by_hand<T, R>(b, a, n, m, -1);
  }
  EXPECT_EQ(a, std::vector<T>(host_first.data(), host_first.data() + size)) << n << " x " << m;
  EXPECT_EQ(b, std::vector<T>(host_second.data(), host_second.data() + size)) << n << " x " << m;
}

TEST(SystemsShortRows, OfStagesInPlace) {
  for (int m = 8; m < 45; m += m < 20 ? 1 : 7) {
    expect_bits_by_hand<double, 8>(20, m);
    expect_bits_by_hand<float, 8>(20, m);
  }
}

} // namespace
} // namespace tessera::test

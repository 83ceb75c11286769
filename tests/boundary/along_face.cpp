// SPDX-License-Identifier: Apache-2.0
// A condition may read along its face. At a corner such a read crosses another face, whose condition answers
// it as it answers the formula. A Robin condition of second order does this: it is the formula at the face's
// node with the image eliminated.
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace tessera::test {

constexpr double ratio = 0.2, spacing = 0.1, transfer = 1.5;

/// u_n + transfer u = 0: the image beyond the face is u(inside) - 2 h transfer u.
struct Robin : SetsNodes {
  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION double value(Reads const& u, At const&, FaceTag face) const {
    double const here = u.here(), inside = u.along(face.axis, face.inward);
    double const image = inside - 2 * spacing * transfer * here;
    double const low = u.along(1 - face.axis, -1), high = u.along(1 - face.axis, 1);
    return here + ratio * (inside + image + low + high - 4 * here);
  }
};

struct FivePoint {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

constexpr int n = 23, m = 31;

/// One step by hand: Robin on the first row, mirrored reads (no flux) on the other sides.
std::vector<double> by_hand(std::vector<double> const& u) {
  std::vector<double> next(u.size());
  auto const at = [&](int i, int j) {
    j = j < 0 ? -j : j >= m ? 2 * (m - 1) - j : j;
    i = i >= n ? 2 * (n - 1) - i : i;
    return u[static_cast<std::size_t>(i * m + j)];
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double const west_read = i > 0 ? at(i - 1, j) : at(1, j) - 2 * spacing * transfer * at(0, j);
      double const sum = i > 0 ? west_read + at(i + 1, j) : at(i + 1, j) + west_read;
      next[static_cast<std::size_t>(i * m + j)] =
          at(i, j) + ratio * (sum + at(i, j - 1) + at(i, j + 1) - 4 * at(i, j));
    }
  return next;
}

struct Start {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return Kokkos::sin(3. * static_cast<double>(at.index(0))) + 0.01 * static_cast<double>(at.index(1) % 7);
  }
};

template <class SchemeType>
void expect_by_hand(SchemeType const& scheme) {
  Kokkos::DefaultExecutionSpace const exec;
  Grid<2> const grid{.nodes = {n, m}, .spacing = {spacing, spacing}};
  auto const u = make_field<double>(exec, grid);
  fill(exec, u, Start{});
  auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
  std::vector<double> expected;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) expected.push_back(host(i, j));

  Stepper stepper(exec, u, FivePoint{}, everywhere(Neumann{0.}).on(west, Robin{}), scheme);
  stepper.advance(u, 9);
  for (int s = 0; s < 9; ++s) expected = by_hand(expected);

  Kokkos::deep_copy(exec, host, u.view());
  exec.fence();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      ASSERT_EQ(host(i, j), expected[static_cast<std::size_t>(i * m + j)])
          << SchemeType::name << " at " << i << ", " << j;
}

TEST(AlongFace, CornersAreAnsweredByTheOtherFace) {
  expect_by_hand(Direct{});
  expect_by_hand(Tiled{.tile = {9, 8}});
  expect_by_hand(Temporal{.tile = {17, 15}, .fused_steps = 3});
}

} // namespace tessera::test

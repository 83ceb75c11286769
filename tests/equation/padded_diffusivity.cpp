// SPDX-License-Identifier: Apache-2.0
#include <tessera/equation/padded_diffusivity.hpp>
#include <tessera/tessera.hpp>

#include <gtest/gtest.h>

#include "support/memory.hpp"

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;

/// Values 0, 1, 2, ... in row-major order, padded and brought home.
template <class ViewType, class BoundaryType>
auto padded(ViewType const& kappa, BoundaryType const& boundary) {
  auto const host = Kokkos::create_mirror_view(kappa);
  typename ViewType::non_const_value_type number = 0;
  for (std::size_t i = 0; i < kappa.extent(0); ++i)
    for (std::size_t j = 0; j < kappa.extent(1); ++j)
      for (std::size_t k = 0; k < kappa.extent(2); ++k) host.access(i, j, k) = number++;
  copy_nodes(kappa, host);
  auto const view = padded_diffusivity(Exec(), kappa, boundary);
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

template <class ViewType>
std::vector<double> row(ViewType const& view, std::size_t i) {
  std::vector<double> values;
  for (std::size_t j = 0; j < view.extent(1); ++j) values.push_back(view(i, j));
  return values;
}

TEST(PaddedDiffusivity, Line) {
  Kokkos::View<double*, Exec> const kappa("kappa", 4);
  auto const values = [](auto const& view) {
    return std::vector<double>(view.data(), view.data() + view.size());
  };
  EXPECT_EQ(values(padded(kappa, everywhere(Fixed{}))), (std::vector<double>{1, 0, 1, 2, 3, 2}));
  EXPECT_EQ(values(padded(kappa, everywhere(Periodic{}))), (std::vector<double>{3, 0, 1, 2, 3, 0}));
}

TEST(PaddedDiffusivity, PlaneOfAnyLayoutPeriodicAlongOneAxis) {
  auto const boundary = everywhere(Neumann{0.}).on(south, Periodic{}).on(north, Periodic{});
  //  0 1 2   mirrored up and down, wrapped to the left and right
  //  3 4 5
  auto const check = [&](auto const& found) {
    ASSERT_EQ(found.extent(0), 4u);
    EXPECT_EQ(row(found, 0), (std::vector<double>{5, 3, 4, 5, 3}));
    EXPECT_EQ(row(found, 1), (std::vector<double>{2, 0, 1, 2, 0}));
    EXPECT_EQ(row(found, 2), (std::vector<double>{5, 3, 4, 5, 3}));
    EXPECT_EQ(row(found, 3), (std::vector<double>{2, 0, 1, 2, 0}));
  };
  check(padded(Kokkos::View<double**, Kokkos::LayoutRight, Exec>("kappa", 2, 3), boundary));
  check(padded(Kokkos::View<float**, Kokkos::LayoutLeft, Exec>("kappa", 2, 3), boundary));
}

TEST(PaddedDiffusivity, Box) {
  // Node (i, j, k) holds 12 i + 4 j + k.
  auto const found = padded(Kokkos::View<double***, Exec>("kappa", 2, 3, 4),
                            everywhere(Fixed{}).on(bottom, Periodic{}).on(top, Periodic{}));
  EXPECT_EQ(found(1, 1, 1), 0);
  EXPECT_EQ(found(2, 3, 4), 12 + 8 + 3);
  EXPECT_EQ(found(0, 1, 1), 12);
  EXPECT_EQ(found(3, 3, 4), 8 + 3);
  EXPECT_EQ(found(1, 0, 1), 4);
  EXPECT_EQ(found(1, 4, 1), 4);
  EXPECT_EQ(found(1, 1, 0), 3);
  EXPECT_EQ(found(1, 1, 5), 0);
  EXPECT_EQ(found(0, 4, 5), 12 + 4);
}

TEST(PaddedDiffusivity, RefusesAnAxisWithNothingToMirror) {
  Kokkos::View<double**, Exec> const kappa("kappa", 1, 3);
  EXPECT_NO_THROW(padded(kappa, everywhere(Periodic{})));
  try {
    padded(kappa, everywhere(Fixed{}));
    ADD_FAILURE() << "nothing was refused";
  } catch (InvalidInput const& refused) {
    EXPECT_STREQ(refused.what(),
                 "diffusivity 'kappa' has 1 values along axis 0 (give one a node, two at least)");
  }
}

} // namespace tessera::test

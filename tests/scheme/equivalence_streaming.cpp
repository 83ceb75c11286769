// SPDX-License-Identifier: Apache-2.0
// Streaming against the reference: stars of radius 1 to 3 in 3D; one and two time levels; every kind of
// boundary, obstacles, odd sizes, grids smaller than a slice.
#include "support/refusal.hpp"
#include "support/streaming.hpp"

namespace tessera::test {

TEST(EquivalenceStreaming, Radius1) {
  std::vector<Extents<3>> const sizes = {{12, 33, 61}, {3, 3, 3}, {8, 1, 9}, {21, 18, wide}};
  expect_streaming<double, Right>(StarSum<3, 1>{}, sizes, slices<double>(1));
  expect_streaming<float, Left>(TwoLevelSum<3, 1>{}, {{61, 33, 12}, {wide, 18, 21}, {3, 3, 3}},
                                slices<float>(1));
}
TEST(EquivalenceStreaming, Radius2And3) {
  expect_streaming<float, Right>(StarSum<3, 2>{}, {{12, 33, 61}, {5, 5, 5}, {8, 3, 9}}, slices<float>(2));
  expect_streaming<double, Left>(TwoLevelSum<3, 3>{}, {{61, 33, 12}, {7, 7, 7}, {wide, 19, 16}},
                                 slices<double>(3));
}
TEST(Streaming, RefusesWhatItCannotDo) {
  Kokkos::View<double*, Exec::memory_space> const line("line", 40);
  auto const field = make_field(Grid<1>{.nodes = {40}, .spacing = {1.}}, line);
  expect_in(refusal([&] { Stepper(Exec(), field, StarSum<1, 1>{}, everywhere(Fixed{}), Streaming{}); }),
            "a field of one axis has no slow axis to march along (take direct, tiled or temporal)");
}

} // namespace tessera::test

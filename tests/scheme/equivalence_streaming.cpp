// SPDX-License-Identifier: Apache-2.0
// Streaming against the reference: stars of radius 1 to 8 in 3D and in 2D; one and two time levels; every
// kind of boundary, obstacles, odd sizes, grids smaller than a slice.
#include "support/every_scheme.hpp"
#include "support/problems.hpp"
#include "support/refusal.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

template <class T, class Layout, class StencilType>
void expect_streaming(StencilType const& stencil,
                      std::vector<Extents<StencilType::reads.dimension>> const& sizes,
                      std::vector<Tile> const& tiles) {
  constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  for (auto const& problem : pairwise_problems<D>(sizes, R, 12)) {
    SCOPED_TRACE(problem.text());
    Memory<T, D, Layout> memory(problem.nodes);
    auto const trajectory = reference_trajectory<T>(problem, stencil, {1, 0, 4, 3}, 7);
    expect_same_trajectory(trajectory, problem, memory, stencil, Streaming{});
    for (Tile const& tile : tiles) {
      SCOPED_TRACE("tile " + text(tile));
      expect_same_trajectory(trajectory, problem, memory, stencil, Streaming{.tile = tile});
    }
  }
}

constexpr bool host = detail::on_host<Exec>;

/// Tiles whose core has the nodes of a slice: on a device slices are 16 packs of 16 bytes wide and 8, 16 or
/// 32 rows high.
template <class T>
std::vector<Tile> slices(int R) {
  int const width = host ? 19 : 16 * 16 / static_cast<int>(sizeof(T));
  return {{width + 2 * R, 8 + 2 * R, 5 + 2 * R}, {width + 2 * R, 8 + 2 * R, 200 + 2 * R}};
}

// Rows of two slices or more.
constexpr Index wide = host ? 50 : 140;

using Left = Kokkos::LayoutLeft;
using Right = Kokkos::LayoutRight;

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
TEST(EquivalenceStreaming, Radius4) {
  auto tiles = slices<float>(4);
  if (!host) tiles.insert(tiles.end(), {{64 + 8, 16 + 8, 9 + 8}, {64 + 8, 32 + 8, 9 + 8}});
  expect_streaming<float, Right>(TwoLevelSum<3, 4>{}, {{12, 33, 61}, {9, 9, 9}, {26, 40, wide}}, tiles);
}
TEST(EquivalenceStreaming, Radius8) {
  expect_streaming<double, Right>(StarSum<3, 8>{}, {{17, 33, 61}, {17, 17, 17}, {18, 3, 19}},
                                  slices<double>(8));
  expect_streaming<float, Left>(TwoLevelSum<3, 8>{}, {{61, 33, 17}, {host ? 50 : 150, 25, 24}},
                                slices<float>(8));
}
TEST(EquivalenceStreaming, InThePlane) {
  std::vector<Extents<2>> const sizes = {{37, 53}, {5, 5}, {1, 60}, large_plane()};
  std::vector<Tile> const tiles = host ? std::vector<Tile>{{19, 16, 0}} : std::vector<Tile>{{64, 33, 0}};
  expect_streaming<double, Right>(StarSum<2, 1>{}, sizes, tiles);
  expect_streaming<double, Right>(TwoLevelSum<2, 2>{}, sizes, tiles);
}

TEST(Streaming, RefusesWhatItCannotDo) {
  Kokkos::View<double*, Exec::memory_space> const line("line", 40);
  auto const field = make_field(Grid<1>{.nodes = {40}, .spacing = {1.}}, line);
  expect_in(refusal([&] { Stepper(Exec(), field, StarSum<1, 1>{}, everywhere(Fixed{}), Streaming{}); }),
            "a field of one axis has no slow axis to march along (take direct, tiled or temporal)");
}

} // namespace tessera::test

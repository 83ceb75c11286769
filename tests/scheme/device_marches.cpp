// SPDX-License-Identifier: Apache-2.0
// The one-step kernels that devices use for stars, here run on the host: member after member where members do
// not wait for each other, in a thread per member where they do. Every node has to have the reference's
// value. This shows all errors that can be found on a machine without a device.
#include <tessera/equation/medium.hpp>

#include "support/host_only.hpp"
#include "support/node_views.hpp"
#include "support/sweep.hpp"
#include "support/teams.hpp"

namespace tessera::test {

// Runs the kernel with as few launches as possible, and with slabs in a launch of their own; with many rows a
// member, and with few.
template <class T, class StencilType>
void direct_in_planes(Problem<StencilType::reads.dimension> const& problem, StencilType const& stencil) {
  using SweepType = Sweep<T, StencilType>;
  auto const reference = reference_of_sweeps<T>(problem, stencil, 1);
  for (bool slabs_apart : {false, true})
    for (Index few_teams : {Index{0}, Index{1} << 40}) {
      SweepType sweep(problem, stencil, reference, 1);
      auto const rules = sweep.rules();
      detail::DirectPlane<Exec, typename SweepType::Rules> const plane(Exec(), rules);
      plane.launches(
          rules, sweep.over_previous(), problem.first_step, {slabs_apart, few_teams},
          [](auto const& kernel, Index teams, int members) { run_together(kernel, teams, members, 0); });
      sweep.expect_done("direct in planes: ");
    }
}

/// A thread makes a node, or a run of them, in a row or along the slowest axis.
template <class T, class StencilType>
void direct_by_nodes(Problem<StencilType::reads.dimension> const& problem, StencilType const& stencil) {
  using SweepType = Sweep<T, StencilType>;
  auto const reference = reference_of_sweeps<T>(problem, stencil, 1);
  auto const with_runs = [&]<int columns, int along>(std::integral_constant<int, columns>,
                                                     std::integral_constant<int, along>) {
    SweepType sweep(problem, stencil, reference, 1);
    auto const rules = sweep.rules();
    using Nodes = detail::DirectNodes<Exec, typename SweepType::Rules, columns, along>;
    using Kernel = typename Nodes::Run;
    Nodes const nodes(Exec(), rules);
    run_one_by_one(nodes.template kernel<Kernel>(rules, sweep.over_previous(), problem.first_step), 0,
                   nodes.template number_of_teams<Kernel>(), Kernel::team_size);
    sweep.expect_done("direct by nodes: ");
  };
  std::integral_constant<int, 1> const one;
  std::integral_constant<int, 4> const four;
  with_runs(one, one);
  with_runs(one, four);
  if constexpr (StencilType::reads.dimension == 2) with_runs(four, one);
}

/// The third sweep finds in both levels what faces set that does not change in time.
constexpr int sweeps = 3;

template <class T>
using Expected = std::shared_ptr<Trajectory<T> const>; // of so many sweeps

/// With large teams and with the small ones of devices that have more threads than the grid fills.
template <class T, class StencilType>
void direct(Problem<3> const& problem, StencilType const& stencil, Expected<T> const& reference) {
  using SweepType = Sweep<T, StencilType>;
  for (Index threads : {Index{1}, Index{132} * 2048}) {
    SweepType sweep(problem, stencil, reference, sweeps);
    auto const rules = sweep.rules();
    detail::DirectMarch<Exec, typename SweepType::Rules> const march(rules, threads);
    for (int s = 0; s < sweeps; ++s) {
      auto const levels = sweep.back_and_forth(s);
      run_one_by_one(march.kernel(rules, levels, problem.first_step + s), 0, march.tiles(levels).teams(),
                     march.team_size);
    }
    sweep.expect_done("direct, " + std::to_string(march.team_size) + " members: ");
  }
}

template <int Each, class T, class StencilType>
void streaming_rows(Problem<StencilType::reads.dimension> const& problem, StencilType const& stencil,
                    Expected<T> const& reference) {
  constexpr bool volume = StencilType::reads.dimension == 3;
  using SweepType = Sweep<T, StencilType>;
  using Kernel = detail::StreamingDeviceKernel<Exec, typename SweepType::Rules, Each>;
  if constexpr (Kernel::Shape::fits_registers) {
    constexpr int made = Each == 1 ? sweeps : 1;
    SweepType sweep(problem, stencil, reference, made);
    auto const rules = sweep.rules();
    for (int s = 0; s < made; ++s) {
      auto const levels = sweep.back_and_forth(s);
      auto const tiles = detail::make_interior_tiles<Kernel::C>(
          rules, {{Kernel::Shape::width, volume ? Kernel::rows : 7, volume ? 7 : 1}}, levels.holds_constants);
      if (Each > 1 && tiles.size() == 0) return; // all slabs, which do not depend on Each
      Kernel const kernel(rules, tiles, levels, problem.first_step + s,
                          detail::wide_march<Kernel::C>(rules, levels));
      run_together(kernel, tiles.size(), Kernel::team_size, Kernel::scratch_bytes);
      run_one_by_one(kernel, tiles.size(), tiles.teams(), Kernel::team_size);
    }
    sweep.expect_done("streaming: ");
  }
}

/// Runs the kernel with one, two and four rows per member.
template <class T, class StencilType>
void streaming(Problem<3> const& problem, StencilType const& stencil, Expected<T> const& reference) {
  streaming_rows<1>(problem, stencil, reference);
  streaming_rows<2>(problem, stencil, reference);
  streaming_rows<4>(problem, stencil, reference);
}

template <class T, class StencilType>
void direct_and_streaming(Problem<3> const& problem, StencilType const& stencil) {
  auto const reference = reference_of_sweeps<T>(problem, stencil, sweeps);
  direct(problem, stencil, reference);
  streaming(problem, stencil, reference);
}

/// TwoLevelSum with a coefficient in memory, and the place of that coefficient.
template <int D, int R>
struct Scaled {
  static constexpr auto reads = star<D>(R);
  static constexpr bool previous = true;
  MediumAtNodes<float, D, Kokkos::HostSpace> factor;

  auto coefficient() const { return factor.values(); }
  template <class Medium>
  struct Formula {
    Medium factor;
    template <class Reads, class At>
    float operator()(Reads const& u, At const& at) const {
      return factor(at) * TwoLevelSum<D, R>{}(u, at);
    }
  };
  auto with_coefficient(float value) const { return Formula<UniformMedium<float>>{{value}}; }
  template <class Reads, class At>
  float operator()(Reads const& u, At const& at) const {
    return Formula<decltype(factor)>{factor}(u, at);
  }
};

/// Every second problem, from the first or from the second on: where two sizes, or two stencils, take turns
/// so, they have every kind of boundary together.
template <int D>
std::vector<Problem<D>> every_second(std::vector<Problem<D>> const& problems, std::size_t first) {
  std::vector<Problem<D>> half;
  for (std::size_t n = first % 2; n < problems.size(); n += 2) half.push_back(problems[n]);
  return half;
}

template <class T, class StencilType>
void expect_kernels(StencilType const& stencil, std::vector<Extents<3>> const& sizes) {
  for (auto const& problem : pairwise_problems<3>(sizes, StencilType::reads.radius, 4))
    direct_and_streaming<T>(problem, stencil);
}

class DeviceMarches : public HostOnly {};

// Rows of whole packs and others; rows shorter than a tile, as long as one, and a little longer.
TEST_F(DeviceMarches, Radius1) {
  expect_kernels<float>(StarSum<3, 1>{},
                        {{9, 8, 131}, {12, 11, 132}, {3, 3, 3}, {7, 9, 260}, {5, 14, 16}, {25, 37, 131}});
  expect_kernels<double>(TwoLevelSum<3, 1>{}, {{9, 8, 67}, {12, 11, 64}, {8, 1, 9}, {7, 33, 37}});
}
TEST_F(DeviceMarches, Radius2And3) {
  expect_kernels<float>(TwoLevelSum<3, 2>{}, {{9, 10, 132}, {12, 35, 71}, {5, 5, 5}});
  expect_kernels<double>(StarSum<3, 3>{}, {{9, 12, 66}, {16, 33, 37}, {7, 7, 7}});
}
TEST_F(DeviceMarches, Radius4) {
  expect_kernels<float>(TwoLevelSum<3, 4>{}, {{12, 14, 136}, {19, 37, 75}, {9, 9, 9}, {10, 35, 140}});
}
TEST_F(DeviceMarches, Radius7And8) {
  std::size_t turn = 0;
  for (Extents<3> const& size : {Extents<3>{17, 21, 144}, Extents<3>{16, 19, 147}})
    for (auto const& problem : every_second(pairwise_problems<3>({size}, 7, 2), turn++))
      direct_and_streaming<float>(problem, StarSum<3, 7>{});
  for (Extents<3> const& size : {Extents<3>{19, 22, 82}, Extents<3>{18, 3, 75}})
    for (auto const& problem : every_second(pairwise_problems<3>({size}, 8, 2), turn++))
      direct_and_streaming<double>(problem, TwoLevelSum<3, 8>{});
}

// A coefficient that the march prefetches: rows of whole packs and others, one row for all, obstacles.
template <int R>
void expect_loaded_ahead(Extents<3> const& size, std::size_t turn) {
  auto const problems = pairwise_problems<3>({size}, R, 2);
  for (bool one_row : {false, true}) {
    for (auto const& problem : every_second(problems, turn + (one_row ? 1 : 0))) {
      auto const& n = problem.nodes;
      Kokkos::View<float***, Kokkos::LayoutRight, Kokkos::HostSpace> values("factor", n[0],
                                                                            one_row ? 1 : n[1], n[2]);
      Random random(7);
      for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = static_cast<float>(random.value());
      Scaled<3, R> const stencil{{n, values}};
      static_assert(detail::Coefficient<typename Sweep<float, Scaled<3, R>>::Rules>::ahead);
      direct_and_streaming<float>(problem, stencil);
    }
  }
}
TEST_F(DeviceMarches, CoefficientAhead) {
  expect_loaded_ahead<1>({9, 8, 132}, 0);
  expect_loaded_ahead<4>({12, 34, 73}, 0);
  expect_loaded_ahead<4>({12, 32, 68}, 1);
}

// Frozen faces, which the march handles itself, next to faces of every other kind. Two sizes take turns.
TEST_F(DeviceMarches, FrozenFacesNextToOthers) {
  std::array<Extents<3>, 2> const sizes = {{{9, 11, 140}, {8, 10, 133}}};
  for (std::size_t size = 0; size < 2; ++size) {
    std::size_t turn = size;
    for (auto problem : pairwise_problems<3>({sizes[size]}, 2, 0)) {
      auto const faces = problem.faces;
      ++turn;
      for (unsigned frozen : {0x03u, 0x0cu, 0x30u, 0x15u, 0x2au, 0x3eu}) { // a bit for each face
        if (turn++ % 2 != 0) continue;                                     // the other size has it
        problem.faces = faces;
        for (unsigned f = 0; f < 6; ++f)
          if ((frozen >> f & 1u) && faces[f ^ 1u].kind != Kind::periodic)
            problem.faces[f] = {Kind::fixed};
          else if ((frozen >> f & 1u) && (frozen >> (f ^ 1u) & 1u))
            problem.faces[f] = {Kind::fixed};
        direct_and_streaming<float>(problem, TwoLevelSum<3, 2>{});
      }
    }
  }
}

template <class T, class StencilType>
void expect_direct_in_planes(StencilType const& stencil,
                             std::vector<Extents<StencilType::reads.dimension>> const& sizes) {
  constexpr int D = StencilType::reads.dimension;
  std::size_t turn = 0;
  for (auto const& size : sizes)
    for (auto const& problem :
         every_second(pairwise_problems<D>({size}, StencilType::reads.radius, 4), turn++))
      direct_in_planes<T>(problem, stencil);
}

/// A star whose sum is weighted by a View that the formula holds: all rows of a member are updated before one
/// is stored.
template <class T, int R>
struct WeightedSum {
  static constexpr auto reads = star<2>(R);
  NodeView<T, 1> weight; // of eight rows in turn
  KOKKOS_FUNCTION T operator()(auto const& u, auto const& at) const {
    return weight(at.index(0) & 7) * StarSum<2, R>{}(u, at);
  }
};

template <class T, int R>
WeightedSum<T, R> weighted_sum() {
  static_assert(!std::is_trivially_copyable_v<WeightedSum<T, R>>);
  return {node_view<T, 1>({8}, std::vector<T>{0.3f, 0.9f, 0.7f, 1.1f, 0.5f, 0.8f, 1.2f, 0.6f})};
}

// Rows of whole packs and others; rows narrower than a warp, narrower than a team, and a little wider; fewer
// rows than a member has.
TEST_F(DeviceMarches, DirectInPlanes) {
  expect_direct_in_planes<float>(StarSum<2, 1>{}, {{37, 261}, {9, 516}, {40, 35}, {5, 7}, {70, 3}});
  expect_direct_in_planes<double>(StarSum<2, 1>{}, {{37, 131}, {40, 35}, {70, 3}});
  expect_direct_in_planes<float>(weighted_sum<float, 1>(), {{37, 261}, {5, 7}});
  expect_direct_in_planes<double>(weighted_sum<double, 1>(), {{37, 131}});
  expect_direct_in_planes<double>(TwoLevelSum<2, 2>{}, {{37, 129}, {16, 258}, {6, 8}});
  expect_direct_in_planes<float>(BoxSum<2>{}, {{19, 140}, {33, 64}});
}
TEST_F(DeviceMarches, DirectInPlanesOfWideStars) {
  expect_direct_in_planes<float>(TwoLevelSum<2, 4>{}, {{21, 140}, {30, 270}});
  expect_direct_in_planes<double>(StarSum<2, 4>{}, {{21, 70}}); // neighbours lie in two packs
  expect_direct_in_planes<float>(BoxSum<2, 3>{}, {{21, 140}});
}

template <class T, class StencilType>
void expect_streaming_in_planes(StencilType const& stencil, std::vector<Extents<2>> const& sizes) {
  for (auto const& problem : pairwise_problems<2>(sizes, StencilType::reads.radius, 4))
    streaming_rows<1>(problem, stencil, reference_of_sweeps<T>(problem, stencil, sweeps));
}

// A row of a tile is 512 or 256 nodes wide: rows of whole packs and others, one tile and two, fewer rows than
// a tile has.
TEST_F(DeviceMarches, StreamingInPlanes) {
  expect_streaming_in_planes<float>(StarSum<2, 2>{}, {{17, 520}, {9, 1031}, {30, 513}, {5, 600}});
  expect_streaming_in_planes<double>(TwoLevelSum<2, 3>{}, {{23, 258}, {12, 517}});
  expect_streaming_in_planes<float>(TwoLevelSum<2, 4>{}, {{25, 516}, {16, 1025}});
  expect_streaming_in_planes<double>(StarSum<2, 8>{}, {{40, 270}, {33, 275}});
}
TEST_F(DeviceMarches, DirectByNodesOfPlanes) {
  for (Extents<2> const& size : {Extents<2>{37, 131}, {40, 136}, {5, 7}, {1, 130}})
    for (auto const& problem : pairwise_problems<2>({size}, 3, 3))
      direct_by_nodes<double>(problem, TwoLevelSum<2, 3>{});
}
TEST_F(DeviceMarches, DirectInLines) {
  expect_direct_in_planes<float>(StarSum<1, 1>{}, {{1030}, {1024}, {9}, {3}});
  expect_direct_in_planes<double>(TwoLevelSum<1, 2>{}, {{517}});
}
TEST_F(DeviceMarches, DirectInBlocks) {
  for (Extents<3> const& size : {Extents<3>{9, 8, 131}, Extents<3>{12, 11, 136}, Extents<3>{3, 4, 5}})
    for (auto const& problem : pairwise_problems<3>({size}, 1, 2))
      direct_by_nodes<float>(problem, BoxSum<3>{});
}

// Boxes of radius 1, whose corners are read around edges of tiles, of the domain and of periodic axes.
TEST_F(DeviceMarches, Boxes) {
  std::size_t turn = 0;
  for (Extents<3> const& size : {Extents<3>{9, 8, 131}, Extents<3>{12, 37, 136}, Extents<3>{55, 6, 40}})
    for (auto const& problem : every_second(pairwise_problems<3>({size}, 1, 4), turn++))
      direct(problem, BoxSum<3>{}, reference_of_sweeps<float>(problem, BoxSum<3>{}, sweeps));
  for (auto const& problem : pairwise_problems<3>({{9, 11, 70}, {8, 9, 67}}, 1, 3))
    direct(problem, BoxSum<3>{}, reference_of_sweeps<double>(problem, BoxSum<3>{}, sweeps));
}

} // namespace tessera::test

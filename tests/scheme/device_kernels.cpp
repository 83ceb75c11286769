// SPDX-License-Identifier: Apache-2.0
// The kernels of stars that devices run, run on the host: member after member where they do not wait for each other,
// a thread a member where they do. Every node has to come out as the reference says, whatever a machine without a
// device can show of it.
#include <tessera/solver/medium.hpp>
#include <tessera/solver/poisson.hpp>

#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"
#include "support/teams.hpp"

namespace tessera::test {

/// A problem's levels in memory, and its rules, as a plan has them; the reference tells what comes of `steps` steps.
template <class T, class StencilType>
class Sweep {
public:
  static constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  using Order = detail::AxisOrder<D, true>;
  using BoundaryType = decltype(any_boundary<D>(std::declval<Problem<D>>().faces));
  using Rules = detail::Rules<T, Order, StencilType, BoundaryType>;
  using Field = Memory<T, D, Kokkos::LayoutRight>;

  Sweep(Problem<D> const& problem, StencilType const& stencil, int steps)
      : problem_(problem), stencil_(stencil), steps_(steps),
        story_(told_by_reference<T>(problem, stencil, {steps}, 5)) {
    in_.fill(story_.initial);
    before_.fill(story_.before);
    out_.fill(story_.before);
    before_out_.fill(story_.initial);
  }

  Rules rules() {
    auto const field = alias(problem_.grid(), in_.view());
    auto const boundary = any_boundary<D>(problem_.faces);
    auto domain = detail::domain_of<Order>(field, problem_.start, problem_.dt);
    detail::apply_boundary<Order, R>(domain, boundary);
    detail::ObstacleData mask;
    if (!problem_.obstacle.empty()) {
      mask_ = obstacle_view(problem_);
      mask = detail::obstacle_data<Order>(problem_.grid(), mask_);
    }
    return {stencil_, boundary, domain, mask};
  }

  /// The new level is written over the one before, as one-step schemes do.
  detail::Levels<T> over_previous() { return {read(in_), data(out_), read(out_)}; }
  detail::Levels<T> apart() { return {read(in_), data(out_), read(before_), data(before_out_)}; }

  void expect_done(std::string const& what, bool both = false) {
    EXPECT_TRUE((same_bits<T, D>(problem_.nodes, story_.after[0], out_.read()))) << what << problem_.text();
    EXPECT_TRUE(out_.guards_intact()) << what;
    if (both && Rules::two_levels) {
      EXPECT_TRUE((same_bits<T, D>(problem_.nodes, story_.after_before[0], before_out_.read())))
          << what << problem_.text();
    }
  }

private:
  detail::Data<T> data(Field& field) { return detail::data_of<Order>(alias(problem_.grid(), field.view())); }
  detail::Data<T const> read(Field& field) {
    auto const d = data(field);
    return {d.origin, d.stride_y, d.stride_z};
  }

  Problem<D> problem_;
  StencilType stencil_;
  int steps_;
  Story<T> story_;
  Field in_{problem_.nodes}, before_{problem_.nodes}, out_{problem_.nodes}, before_out_{problem_.nodes};
  decltype(obstacle_view(std::declval<Problem<D>>())) mask_;
};

// In one launch, and in two.
template <class T, class StencilType>
void direct_in_blocks(Problem<StencilType::reads.dimension> const& problem, StencilType const& stencil) {
  using S = Sweep<T, StencilType>;
  S whole(problem, stencil, 1), parts(problem, stencil, 1);
  auto const rules = whole.rules(), rules_of_parts = parts.rules();
  auto const run = [&]<detail::DirectPart part>(std::integral_constant<detail::DirectPart, part>,
                                                auto const& r, S& sweep) {
    auto const [kernel, teams] =
        detail::make_direct<part, Exec>(r, sweep.over_previous(), problem.first_step);
    run_one_by_one(kernel, 0, teams, kernel.team_size);
  };
  using detail::DirectPart;
  run(std::integral_constant<DirectPart, DirectPart::all>{}, rules, whole);
  whole.expect_done("direct in blocks ");
  run(std::integral_constant<DirectPart, DirectPart::middle>{}, rules_of_parts, parts);
  run(std::integral_constant<DirectPart, DirectPart::edge>{}, rules_of_parts, parts);
  parts.expect_done("direct in blocks, edges apart ");
}

template <class T, class StencilType>
void direct(Problem<3> const& problem, StencilType const& stencil) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, 1);
  auto const rules = sweep.rules();
  auto const levels = sweep.over_previous();
  detail::DirectMarch<Exec, typename S::Rules> const march(Exec(), rules);
  run_one_by_one(march.kernel(rules, levels, problem.first_step), 0, march.tiles.teams(), march.team_size);
  sweep.expect_done("direct: ");
}

template <class T, class StencilType>
void streaming(Problem<3> const& problem, StencilType const& stencil) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, 1);
  auto const rules = sweep.rules();
  auto const levels = sweep.over_previous();
  using Kernel = detail::StreamingDeviceKernel<Exec, typename S::Rules, 4>;
  auto const tiles = detail::make_middle_tiles<Kernel::C, true>(rules, {{Kernel::lanes * Kernel::C, 4, 7}});
  Kernel const kernel{rules, tiles, levels, problem.first_step, detail::wide_march<Kernel::C>(rules, levels)};
  run_together(kernel, tiles.size(), Kernel::team_size, Kernel::scratch_bytes);
  run_one_by_one(kernel, tiles.size(), tiles.teams(), Kernel::team_size);
  sweep.expect_done("streaming: ");
}

/// Temporal blocking in registers. Its slabs go through BlockKernel, which one member works off alone on a host.
template <class T, class StencilType>
void temporal(Problem<2> const& problem, StencilType const& stencil, int steps) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  constexpr int width = 32 * 16 / static_cast<int>(sizeof(T));
  Temporal const scheme{.tile = {width, 2 * S::R * steps + 9, 1}, .fused_steps = steps};
  detail::TemporalRegisterPlan<Exec, typename S::Rules> const plan(Exec(), rules, scheme);
  plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.tiles(), plan.team_size(), plan.report().scratch_bytes);
    std::vector<double> scratch(plan.report().scratch_bytes / sizeof(double) + 1);
    for (Index team = plan.tiles(); team < plan.teams(); ++team)
      kernel(Member{static_cast<int>(team), 0, 1, reinterpret_cast<char*>(scratch.data())});
  });
  sweep.expect_done(std::to_string(steps) + " fused steps: ", true);
}

/// Temporal blocking in registers in 3D, in tiles that are a warp high at least.
template <class T, class StencilType>
void temporal_volume(Problem<3> const& problem, StencilType const& stencil, int steps) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  using Plan = detail::TemporalVolumePlan<Exec, typename S::Rules>;
  Temporal const scheme{.tile = {0, 32 / Plan::Shape::lanes * Plan::Shape::rows + 4, 2 * steps + 5},
                        .fused_steps = steps};
  Plan const plan(Exec(), rules, scheme);
  plan.with_kernels(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.teams(), plan.team_size(), plan.report().scratch_bytes);
  });
  sweep.expect_done(std::to_string(steps) + " fused steps: ", true);
}

/// Small grids whose tiles stay in registers.
template <class T, class StencilType>
void temporal_resident(Problem<2> const& problem, StencilType const& stencil, int steps) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  using Plan = detail::TemporalResidentPlan<Exec, typename S::Rules>;
  Temporal const scheme{.tile = {64, 24, 1}, .fused_steps = steps};
  ASSERT_TRUE(Plan::offers(Exec(), rules, scheme));
  Plan const plan(Exec(), rules, scheme);
  plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.teams(), plan.team_size(), plan.report().scratch_bytes);
  });
  sweep.expect_done(std::to_string(steps) + " steps of a resident tile: ");
}

/// All teams at once, which wait for each other between rounds.
template <class T, class StencilType>
void resident_rounds(Problem<2> const& problem, StencilType const& stencil, int steps, int fused) {
  using S = Sweep<T, StencilType>;
  S sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  using Kernel = detail::ResidentKernel<Exec, typename S::Rules>;
  auto const& n = rules.domain.nodes;
  int const halo_x = (fused + 1) / 2 * 2; // whole packs
  detail::Index3 const halo{{halo_x, fused, 0}}, core{{64 - 2 * halo_x, 16 - 2 * fused, 1}};
  detail::ResidentTile const tile{
      halo, core, {{detail::divide_up(n[0], core[0]), detail::divide_up(n[1], core[1]), 1}}, 16};
  std::vector<int> arrived(static_cast<std::size_t>(tile.size()));
  auto const levels = sweep.apart();
  detail::Rounds<T> const rounds{detail::Rounds<T>::needed(steps, fused),
                                 arrived.data(),
                                 {const_cast<T*>(levels.in.origin), levels.in.stride_y, levels.in.stride_z},
                                 {rules.domain.wraps[0], rules.domain.wraps[1]}};
  run_all_together(
      Kernel{rules, tile, levels, problem.first_step, steps, rounds, Kernel::scratch_bytes(16), false},
      tile.size(), tile.team_size(), Kernel::scratch_bytes(16));
  sweep.expect_done(std::to_string(steps) + " steps of tiles that wait for each other: ");
}

/// TwoLevelSum with a coefficient in memory, and where that lies.
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

template <class T, class StencilType>
void expect_kernels(StencilType const& stencil, std::vector<Extents<3>> const& sizes) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (auto const& problem : covering_problems<3>(sizes, StencilType::reads.radius, 4)) {
    direct<T>(problem, stencil);
    streaming<T>(problem, stencil);
  }
}

template <class T, class StencilType>
void expect_register_kernels(StencilType const& stencil, std::vector<int> const& fused) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  auto problem = covering_problems<2>({{24, 150}}, StencilType::reads.radius, 1).back();
  problem.obstacle.clear(); // tiles that meet one go through BlockKernel, which has its own tests
  for (int steps : fused) temporal<T>(problem, stencil, steps);
}

// Rows of whole packs and others; shorter than a tile, as long, a little longer.
TEST(DeviceKernels, Radius1) {
  expect_kernels<float>(StarSum<3, 1>{},
                        {{9, 8, 131}, {12, 11, 132}, {3, 3, 3}, {7, 9, 260}, {5, 14, 16}, {25, 37, 131}});
  expect_kernels<double>(TwoLevelSum<3, 1>{}, {{9, 8, 67}, {12, 11, 64}, {8, 1, 9}});
}
TEST(DeviceKernels, Radius2And3) {
  expect_kernels<float>(TwoLevelSum<3, 2>{}, {{9, 10, 132}, {12, 11, 135}, {5, 5, 5}});
  expect_kernels<double>(StarSum<3, 3>{}, {{9, 12, 66}, {16, 11, 71}, {7, 7, 7}});
}
TEST(DeviceKernels, Radius4) {
  expect_kernels<float>(TwoLevelSum<3, 4>{}, {{12, 14, 136}, {19, 13, 270}, {9, 9, 9}, {10, 35, 140}});
}
TEST(DeviceKernels, Radius7And8) {
  expect_kernels<float>(StarSum<3, 7>{}, {{17, 21, 144}, {16, 19, 147}});
  expect_kernels<double>(TwoLevelSum<3, 8>{}, {{19, 22, 82}, {18, 3, 75}});
}

// A coefficient that the march loads ahead: rows of whole packs and others, a row for all, obstacles.
template <int R>
void expect_loaded_ahead(Extents<3> const& size) {
  for (auto const& problem : covering_problems<3>({size}, R, 2)) {
    for (bool one_row : {false, true}) {
      auto const& n = problem.nodes;
      Kokkos::View<float***, Kokkos::LayoutRight, Kokkos::HostSpace> values("factor", n[0],
                                                                            one_row ? 1 : n[1], n[2]);
      Random random(7);
      for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = static_cast<float>(random.value());
      Scaled<3, R> const stencil{{n, values}};
      static_assert(detail::Coefficient<typename Sweep<float, Scaled<3, R>>::Rules>::ahead);
      direct<float>(problem, stencil);
      streaming<float>(problem, stencil);
    }
  }
}
TEST(DeviceKernels, CoefficientAhead) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  expect_loaded_ahead<1>({9, 8, 132});
  expect_loaded_ahead<4>({12, 14, 137});
}

// Faces that keep their nodes, where the march does that itself, beside faces of every other kind.
TEST(DeviceKernels, KeptFacesBesideOthers) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (Extents<3> const& size : {Extents<3>{9, 11, 140}, {8, 10, 133}})
    for (auto problem : covering_problems<3>({size}, 2, 0)) {
      auto const faces = problem.faces;
      for (unsigned kept : {0x03u, 0x0cu, 0x30u, 0x15u, 0x2au, 0x3eu}) { // a bit for each face
        problem.faces = faces;
        for (unsigned f = 0; f < 6; ++f)
          if ((kept >> f & 1u) && faces[f ^ 1u].kind != Kind::periodic)
            problem.faces[f] = {Kind::fixed};
          else if ((kept >> f & 1u) && (kept >> (f ^ 1u) & 1u))
            problem.faces[f] = {Kind::fixed};
        direct<float>(problem, TwoLevelSum<3, 2>{});
        streaming<float>(problem, TwoLevelSum<3, 2>{});
      }
    }
}

TEST(DeviceKernels, FusedStepsInRegisters) {
  expect_register_kernels<double>(StarSum<2, 1>{}, {1, 4, 8});
  expect_register_kernels<float>(TwoLevelSum<2, 1>{}, {1, 2, 4, 10});
  expect_register_kernels<float>(TwoLevelSum<2, 2>{}, {1, 2, 4});
}

template <class T, class StencilType>
void expect_volume_kernels(StencilType const& stencil, Extents<3> const& size) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (auto const& problem : covering_problems<3>({size}, 1, 3))
    for (int steps : {1, 3}) temporal_volume<T>(problem, stencil, steps);
}

template <class T, class StencilType>
void expect_direct_in_blocks(StencilType const& stencil,
                             std::vector<Extents<StencilType::reads.dimension>> const& sizes) {
  constexpr int D = StencilType::reads.dimension;
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (auto const& size : sizes)
    for (auto const& problem : covering_problems<D>({size}, StencilType::reads.radius, 2))
      direct_in_blocks<T>(problem, stencil);
}

// Grids of several teams, whose last one holds a few nodes or all of its own, and smaller than one.
TEST(DeviceKernels, DirectInBlocks) {
  expect_direct_in_blocks<float>(StarSum<2, 1>{}, {{37, 261}, {40, 384}, {5, 7}});
  expect_direct_in_blocks<double>(TwoLevelSum<2, 2>{}, {{37, 129}, {6, 8}});
  expect_direct_in_blocks<float>(StarSum<1, 1>{}, {{1030}, {9}});
}

// Grids of several tiles, of one, and smaller than one.
TEST(DeviceKernels, StepsOfResidentTiles) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (auto const& problem : covering_problems<2>({{37, 70}, {23, 61}, {5, 4}}, 1, 3))
    for (int steps : {1, 6}) temporal_resident<float>(problem, StarSum<2, 1>{}, steps);
  for (auto const& problem : covering_problems<2>({{30, 65}}, 1, 2))
    temporal_resident<double>(problem, StarSum<2, 1>{}, 3);
}

// Of the rings some are so cut that a last tile has few nodes.
TEST(DeviceKernels, RoundsOfResidentTiles) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  for (Extents<2> const& size : {Extents<2>{{26, 61}}, Extents<2>{{12, 130}}})
    for (auto const& problem : covering_problems<2>({size}, 1, 2)) {
      resident_rounds<float>(problem, StarSum<2, 1>{}, 5, 2);
      resident_rounds<float>(problem, StarSum<2, 1>{}, 2, 1); // the last round has no step
    }
  // Cores as narrow as halos, and one tile across.
  for (auto const& problem : covering_problems<2>({{13, 40}}, 1, 1))
    resident_rounds<double>(problem, StarSum<2, 1>{}, 9, 4);
}

// What is looked up once for all steps of a tile: a right side, none, and nodes of a body, of which some lie on faces.
TEST(DeviceKernels, ResidentTilesAroundABody) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  using Host = Kokkos::HostSpace;
  for (auto const& problem : covering_problems<2>({{37, 70}}, 1, 3)) {
    auto const [n, m] = std::pair(problem.nodes[0], problem.nodes[1]);
    NodeView<float, 2, Host> const rhs("rhs", n, m);
    NodeView<std::uint8_t, 2, Host> const body("body", n, m);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j) {
        rhs(i, j) = 0.01f * static_cast<float>((7 * i + 3 * j) % 11 - 5);
        body(i, j) =
            (i > 4 && i < 9 && j > 6 && j < 12) || (i < 2 && j % 5 == 0) || i * j == (n - 1) * (m - 1);
      }
    Jacobi<float, 2, Host> const plain{jacobi_weights<float>(problem.grid())};
    Jacobi<float, 2, Host> const full{plain.weights, rhs};
    for (int steps : {1, 6}) {
      temporal_resident<float>(problem, full, steps);
      temporal_resident<float>(problem, AroundBody<Jacobi<float, 2, Host>, 2, Host>{plain, body}, steps);
      temporal_resident<float>(problem, AroundBody<Jacobi<float, 2, Host>, 2, Host>{full, body}, steps);
    }
  }
}

TEST(DeviceKernels, FusedStepsInRegistersInSpace) {
  expect_volume_kernels<float>(StarSum<3, 1>{}, {9, 7, 68}); // whole packs, several tiles
  expect_volume_kernels<float>(TwoLevelSum<3, 1>{}, {8, 9, 13});
  expect_volume_kernels<double>(StarSum<3, 1>{}, {26, 5, 6});
}

// Grids with tiles away from edges, which have a launch of their own: beside faces that keep their nodes, and others.
TEST(DeviceKernels, FusedStepsAwayFromEdges) {
  if (!detail::on_host<Exec>) GTEST_SKIP() << "here the device runs these kernels itself";
  auto problem = covering_problems<3>({{26, 24, 124}}, 1, 2).front();
  temporal_volume<float>(problem, StarSum<3, 1>{}, 1);
  problem.obstacle.clear();
  for (auto& face : problem.faces) face = {Kind::fixed};
  temporal_volume<float>(problem, StarSum<3, 1>{}, 3);
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The kernels that step systems through tiles and through rows in a device's registers, here run on the host
// by teams whose members take turns. Random systems have to have the reference's values.
#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/system_blocks.hpp>
#include <tessera/scheme/detail/system/device_streaming_plan.hpp>

#include "support/host_only.hpp"
#include "support/system_on_device.hpp"
#include "support/teams.hpp"

#ifndef TESSERA_SEEDS_2D
#define TESSERA_SEEDS_2D 16, 30, 820 // the last one has images in its tiles
#endif
#ifndef TESSERA_SEEDS_STAGES
#define TESSERA_SEEDS_STAGES 3, 8
#endif
#ifndef TESSERA_SEEDS_ROWS
#define TESSERA_SEEDS_ROWS 5, 15, 19
#endif
#ifndef TESSERA_SEEDS_MARCH
#define TESSERA_SEEDS_MARCH 5, 7, 30
#endif

namespace tessera::test {

/// Each way calls its plan's kernel on the host, where the plan takes it.
struct InTiles {
  template <class... Rules>
  using Plan = detail::SystemTilePlan<Exec, Rules...>;
  static constexpr char name[] = "tiles of a device";
  static bool takes(auto const& plan) { return plan.tiles_pay() && !plan.persistent(); }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    plan.with_kernel(state, state.stride_y, step, steps, [&](auto const& kernel) {
      run_together(kernel, kernel.tiles.size(), plan.members(), plan.scratch_bytes());
    });
  }
  static void turn(auto const& plan, auto& state, int) { state.turn(plan.second); }
};
/// Several steps in a march through the inside, and tiles around it.
struct InAMarch {
  template <class... Rules>
  using Plan = detail::SystemTilePlan<Exec, Rules...>;
  static constexpr char name[] = "a march and tiles of a device";
  static bool takes(auto const& plan) { return std::string(plan.report().way) == "registers"; }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    InTiles::run(plan, state, step, steps);
    if (plan.marches(state, state.stride_y, steps))
      plan.march().with_kernel(state.levels(plan.second), step, [&](auto const& kernel, Index teams) {
        run_together(kernel, teams, std::remove_cvref_t<decltype(kernel)>::Shape::members, 0);
      });
  }
  static void turn(auto const& plan, auto& state, int) { state.turn(plan.second); }
};
struct InRows {
  template <class... Rules>
  using Plan = detail::SystemDeviceStreamingPlan<Exec, Rules...>;
  static constexpr char name[] = "rows of a device";
  static bool takes(auto const& plan) { return plan.streams(); }
  static void run(auto const& plan, auto const& state, Index step, int) {
    plan.with_kernel(state, step, [&](auto const& kernel, Index teams) {
      run_together(kernel, teams, std::remove_cvref_t<decltype(kernel)>::Shape::members, 0);
    });
  }
  static void turn(auto const& plan, auto& state, int) { state.turn(plan.second); }
};

/// Stage by stage in a volume, the ends of rows together with the rows or with the nodes near other faces.
template <bool with_ends>
struct InStages {
  template <class... Rules>
  struct Plan {
    std::tuple<Rules...> rules;
    Plan(Exec const&, std::tuple<Rules...> const& given, detail::SystemRequest const&) : rules(given) {}
    static int steps_of_sweep(Index) { return 1; }
  };
  static bool takes(auto const&) { return true; }
  static void run(auto const& plan, auto const& state, Index step, int) {
    auto now = state;
    each_stage(plan, [&]<class Stage>(Stage const& stage) {
      detail::for_stage_kernels<detail::run_on_device<Stage>, Exec>(
          stage, now.levels(Stage::written_apart), step, stage.domain.whole(), with_ends,
          [&]<class Kernel>(Kernel const& kernel, Index teams) {
            run_one_by_one(kernel, 0, teams, Kernel::team_size);
          });
      now.turn(Stage::written_apart);
    });
  }
  static void turn(auto const& plan, auto& state, int) {
    each_stage(plan, [&]<class Stage>(Stage const&) { state.turn(Stage::written_apart); });
  }

private:
  static void each_stage(auto const& plan, auto const& body) {
    std::apply([&](auto const&... stage) { (body(stage), ...); }, plan.rules);
  }
};

template <bool with_ends, std::uint64_t seed>
void compare_stages() {
  for (std::uint64_t p = 0; p < 4; ++p) {
    RandomSystemProblem<3, seed> problem(p, {0, 0, p % 2 == 0 ? 40 : 0});
    problem.check("stages in a volume", [&](auto const& u, auto const& mask) {
      step_on_device<InStages<with_ends>>(problem, u, mask, 0);
    });
  }
}
template <std::uint64_t... seeds>
void compare_all_stages() {
  (compare_stages<false, seeds>(), ...);
  (compare_stages<true, seeds>(), ...);
}

template <class Way, std::uint64_t seed>
void compare_system() {
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int taken = 0;
  for (int p = 0; p < (given ? std::atoi(given) : std::is_same_v<Way, InAMarch> ? 3 : 5); ++p) {
    // Rows have code of their own far from faces, which takes strips of 128 columns to get there. Tiles take
    // what is around a march.
    constexpr bool right = std::is_same_v<typename RandomSystem<2, seed>::Layout, Kokkos::LayoutRight>,
                   rows = std::is_same_v<Way, InRows>, march = std::is_same_v<Way, InAMarch>;
    long const width = march ? 440 : rows && p == 0 ? 270 : 0, height = march ? 300 : rows && p == 0 ? 60 : 0;
    std::array<long, 3> const more = {right ? height : width, right ? width : height, 0};
    RandomSystemProblem<2, seed> problem(static_cast<std::uint64_t>(p), more);
    int const fused = march ? 0 : static_cast<int>(problem.random().below(rows ? 2 : 4));
    problem.check(Way::name + std::string(", ") + std::to_string(fused) + " fused steps",
                  [&](auto const& u, auto const& mask) {
                    if (step_on_device<Way>(problem, u, mask, fused)) {
                      ++taken;
                      return;
                    }
                    Stepper(Exec(), u, RandomSystem<2, seed>::step(), RandomSystem<2, seed>::boundary(),
                            Direct{}, problem.clock(), mask)
                        .advance(u, problem.steps());
                  });
  }
  EXPECT_GT(taken, 0) << Way::name << ", system " << seed;
}

template <class Way, std::uint64_t... seeds>
void compare_all() {
  (compare_system<Way, seeds>(), ...);
}

/// A sweep of one block of the grid, whose halo holds the neighbours' nodes.
template <std::uint64_t seed>
class BlockOfSystem {
  using Random = RandomSystem<2, seed>;
  using T = typename Random::T;
  using V = typename Random::Value;
  using Order = detail::AxisOrder<2, std::is_same_v<typename Random::Layout, Kokkos::LayoutRight>>;
  using View = Kokkos::View<T**, typename Random::Layout, Exec::memory_space>;
  using MaskView = Kokkos::View<std::uint8_t**, typename Random::Layout, Exec::memory_space>;
  using BoundaryType = decltype(Random::boundary());
  static constexpr int count = Random::M, radius = decltype(Random::step())::radius;

public:
  BlockOfSystem(RandomSystemProblem<2, seed>& problem, Blocks<2> const& blocks)
      : problem_(problem), blocks_(blocks), mask_(blocks.grid(), new_view<MaskView>(blocks), blocks.halo()) {
    for (int m = 0; m < count; ++m) {
      now_[m] = new_view<View>(blocks);
      other_[m] = new_view<View>(blocks);
      for_nodes(true, [&](Index x, Index y, auto const& there) { now_[m](x, y) = problem.start(m, there); });
      Kokkos::deep_copy(other_[m], std::numeric_limits<T>::quiet_NaN());
    }
    for_nodes(true,
              [&](Index x, Index y, auto const& there) { mask_.view()(x, y) = problem.is_frozen(there); });
  }

  /// sweep(rules of the stages, state): calls a kernel; false where there is none. Compares the block's nodes
  /// with the plain loops after so many steps.
  template <class Sweep>
  bool run(Sweep const& sweep) {
    tessera::System<V, View> const u(blocks_.grid(), now_, blocks_.halo());
    auto const clock = problem_.clock();
    detail::Domain domain =
        detail::domain_of<Order>(make_field(u.grid(), u.view(0), u.halo()), clock.start, clock.dt);
    detail::apply_boundary<Order, radius>(domain, Random::boundary());
    auto const obstacle =
        problem_.has_obstacle() ? detail::obstacle_data<Order>(u.grid(), mask_) : detail::ObstacleData{};
    detail::SystemState<T, count> state{};
    for (int m = 0; m < count; ++m) {
      auto const data = detail::data_of<Order>(make_field(u.grid(), now_[m], u.halo()));
      state.now[m] = data.origin;
      state.other[m] = detail::data_of<Order>(make_field(u.grid(), other_[m], u.halo())).origin;
      state.stride_y = data.stride_y;
      state.stride_z = data.stride_z;
    }
    bool const made = std::apply(
        [&]<class... Stage>(Stage const&... stage) {
          auto const boundary = Random::boundary();
          std::tuple<detail::StageRules<V, T, Order, Stage, BoundaryType, radius>...> const rules{
              {stage, boundary, domain, obstacle}...};
          return sweep(rules, state);
        },
        Random::step().stage);
    if (!made) return false;
    int different = 0;
    for (int m = 0; m < count; ++m) {
      bool const home =
          state.now[m] == detail::data_of<Order>(make_field(u.grid(), now_[m], u.halo())).origin;
      auto const& view = home ? now_[m] : other_[m];
      for_nodes(false, [&](Index x, Index y, auto const& there) {
        T const is = view(x, y), wanted = problem_.made(m, there);
        if (std::memcmp(&is, &wanted, sizeof is) != 0 && different++ == 0)
          ADD_FAILURE() << "system " << seed << ", member " << m << " at " << there[0] << ", " << there[1]
                        << ": " << is << ", not " << wanted;
      });
    }
    EXPECT_EQ(different, 0);
    return true;
  }

private:
  template <class SomeView>
  static SomeView new_view(Blocks<2> const& blocks) {
    auto const& halo = blocks.halo();
    auto const& nodes = blocks.grid().nodes;
    return SomeView("block", nodes[0] + halo.lower[0] + halo.upper[0],
                    nodes[1] + halo.lower[1] + halo.upper[1]);
  }
  /// Calls body(x, y, node of the whole grid) for the block's places in memory, those of its halo if asked
  /// for.
  template <class Body>
  void for_nodes(bool halo, Body const& body) const {
    auto const& h = blocks_.halo();
    auto const grid = blocks_.grid();
    for (Index x = halo ? 0 : h.lower[0]; x < grid.nodes[0] + h.lower[0] + (halo ? h.upper[0] : 0); ++x)
      for (Index y = halo ? 0 : h.lower[1]; y < grid.nodes[1] + h.lower[1] + (halo ? h.upper[1] : 0); ++y)
        body(x, y,
             std::array<long, 3>{detail::wrapped(grid.first[0] + x - h.lower[0], blocks_.whole().nodes[0]),
                                 detail::wrapped(grid.first[1] + y - h.lower[1], blocks_.whole().nodes[1]),
                                 0});
  }

  RandomSystemProblem<2, seed>& problem_;
  Blocks<2> blocks_;
  Field<MaskView> mask_;
  Kokkos::Array<View, count> now_, other_;
};

/// A sweep through tiles, and a step in memory by Direct's kernels.
template <class... Rules>
bool sweep_tiles(std::tuple<Rules...> const& rules, auto& state, int steps) {
  detail::SystemTilePlan<Exec, Rules...> const plan(Exec(), rules, {"temporal", {0, 0, 0}, steps});
  if (!plan.tiles_pay()) return false;
  InTiles::run(plan, state, 0, steps);
  state.turn(plan.second);
  return true;
}
template <class... Rules>
bool sweep_stages(std::tuple<Rules...> const& rules, auto& state) {
  using Schedule = detail::SystemSchedule<std::tuple_element_t<0, std::tuple<Rules...>>::count>;
  Schedule const schedule(detail::reaches_without_images(rules), 1, 1);
  auto const make = [&]<class Stage>(Stage const& stage, std::size_t k) {
    auto const& level = schedule.levels[k];
    detail::Box3 const nodes = detail::with_halo_nodes(stage.domain, level.halo_below, level.halo_above);
    constexpr int run = detail::run_on_device<Stage>;
    using Kernel = detail::StageDeviceKernel<Exec, Stage, run>;
    Kernel const kernel(stage, state.levels(Stage::written_apart), 0, nodes);
    run_one_by_one(kernel, 0, kernel.teams(), Kernel::team_size);
    state.turn(Stage::written_apart);
  };
  std::size_t k = 0;
  std::apply([&](auto const&... stage) { (make(stage, k++), ...); }, rules);
  return true;
}

template <std::uint64_t seed>
void compare_blocks() {
  using Random = RandomSystem<2, seed>;
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int tiles = 0;
  for (int p = 0; p < (given ? std::atoi(given) : 2) && !testing::Test::HasFailure(); ++p) {
    RandomSystemProblem<2, seed> problem(static_cast<std::uint64_t>(p), {20, 40, 0});
    for (int const steps : {0, 1, 1 + static_cast<int>(problem.random().below(3))}) { // 0: one by Direct
      SCOPED_TRACE("system " + std::to_string(seed) + ", problem " + std::to_string(p) + ", steps " +
                   std::to_string(steps));
      int const fused = steps > 0 ? steps : 1;
      problem.make_steps(fused);
      auto const depth = halo_depth_of<typename Random::Value, typename Random::T>(Random::step(),
                                                                                   Random::boundary(), fused);
      PeriodicAxes<2> const periodic{Random::plan.periodic[0], Random::plan.periodic[1]};
      int const ranks = 1 + static_cast<int>(problem.random().below(6));
      if (detail::CutProblem<2>{problem.grid().nodes, periodic, depth, 0}.best(ranks)[0] == 0) continue;
      auto const parts = cut(problem.grid(), periodic, depth, ranks);
      for (int rank = 0; rank < ranks; ++rank) {
        BlockOfSystem<seed> block(problem, Blocks<2>(problem.grid(), parts, depth, rank));
        bool const made = block.run([&](auto const& rules, auto& state) {
          return steps > 0 ? sweep_tiles(rules, state, steps) : sweep_stages(rules, state);
        });
        tiles += steps > 0 && made;
      }
    }
  }
  EXPECT_GT(tiles, 0);
}
template <std::uint64_t... seeds>
void compare_all_blocks() {
  (compare_blocks<seeds>(), ...);
}

using DeviceSystems = HostOnly;
TEST_F(DeviceSystems, BlocksOfRandomOnes) { compare_all_blocks<TESSERA_SEEDS_2D>(); }
TEST_F(DeviceSystems, RandomOnesInVolumes) { compare_all_stages<TESSERA_SEEDS_STAGES>(); }
TEST_F(DeviceSystems, RandomOnesInTiles) { compare_all<InTiles, TESSERA_SEEDS_2D>(); }
TEST_F(DeviceSystems, RandomOnesInAMarch) { compare_all<InAMarch, TESSERA_SEEDS_MARCH>(); }
TEST_F(DeviceSystems, RandomOnesInRows) { compare_all<InRows, TESSERA_SEEDS_ROWS>(); }

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// The kernels that make many steps of a small grid in one launch on a device, here run on the host by teams
// that wait for each other after each step. Fields and random systems have to have the reference's values.
#include <tessera/scheme/detail/direct/device_steps.hpp>
#include <tessera/scheme/detail/system/device_steps.hpp>
#include <tessera/scheme/detail/system/device_tile_steps.hpp>

#include <array>

#include "support/host_only.hpp"
#include "support/sweep.hpp"
#include "support/system_on_device.hpp"
#include "support/teams.hpp"
#include "support/yielding_fibers.hpp"

namespace tessera::test {

constexpr int teams = 2; // a thread has several nodes where these have fewer threads than the grid nodes

/// A launch of an odd number of steps, after a launch whose teams have been counted. A formula of two levels
/// writes over the older one.
template <class T, class StencilType>
void direct_steps(Problem<StencilType::reads.dimension> const& problem, StencilType const& stencil,
                  int steps) {
  using SweepType = Sweep<T, StencilType>;
  using Kernel = detail::DirectStepsKernel<Exec, typename SweepType::Rules>;
  SweepType sweep(problem, stencil, steps);
  auto const rules = sweep.rules();
  detail::GridBarrier::Count arrived = 7;
  run_all_together<Fibers>(
      Kernel{rules,
             sweep.over_previous(),
             problem.first_step,
             steps,
             {&arrived, arrived},
             detail::SharedNodes(rules.domain, Kernel::inside(rules), teams, Kernel::team_size)},
      teams, Kernel::team_size, 0);
  sweep.expect_done(std::to_string(steps) + " steps of one launch: ");
  EXPECT_EQ(arrived, static_cast<detail::GridBarrier::Count>(7 + teams * (steps - 1)));
}

template <class T, class StencilType>
void expect_steps(StencilType const& stencil,
                  std::vector<Extents<StencilType::reads.dimension>> const& sizes) {
  constexpr int D = StencilType::reads.dimension;
  for (auto const& problem : pairwise_problems<D>(sizes, StencilType::reads.radius, 2))
    for (int steps : {1, 3}) direct_steps<T>(problem, stencil, steps);
}

using DeviceSteps = HostOnly;
TEST_F(DeviceSteps, OfPlanes) {
  expect_steps<float>(StarSum<2, 1>{}, {{37, 61}, {5, 4}, {1, 9}});
  expect_steps<double>(BoxSum<2>{}, {{19, 64}});
  expect_steps<double>(TwoLevelSum<2, 4>{}, {{21, 40}});
}
TEST_F(DeviceSteps, OfVolumes) {
  expect_steps<float>(TwoLevelSum<3, 1>{}, {{9, 11, 13}, {3, 1, 8}});
  expect_steps<double>(StarSum<3, 2>{}, {{12, 10, 9}});
}

/// All stages of all steps of a problem in one launch.
struct InOneLaunch {
  template <class... Rules>
  struct Plan {
    using Kernel = detail::SystemStepsKernel<Exec, Rules...>;
    static constexpr std::array<unsigned, sizeof...(Rules)> to_other = {Rules::written_apart...};
    std::tuple<Rules...> rules;
    Plan(Exec const&, std::tuple<Rules...> const& given, detail::SystemRequest const&) : rules(given) {}
    static int steps_of_sweep(Index left) { return static_cast<int>(left); }
  };
  static bool takes(auto const&) { return true; }
  template <class... Rules>
  static void run(Plan<Rules...> const& plan, auto const& state, Index step, int steps) {
    using Kernel = typename Plan<Rules...>::Kernel;
    detail::GridBarrier::Count arrived = 0;
    run_all_together<Fibers>(
        Kernel{detail::StageList<Rules...>(plan.rules),
               state,
               step,
               steps,
               {&arrived, 0},
               detail::SharedNodes(std::get<0>(plan.rules).domain, Kernel::inside(plan.rules), teams,
                                   Kernel::team_size)},
        teams, Kernel::team_size, 0);
  }
  static void turn(auto const& plan, auto& state, int steps) {
    for (int s = 0; s < steps; ++s)
      for (unsigned const members : plan.to_other) state.turn(members);
  }
};

/// Sweeps of several steps in one launch, through tiles that wait for each other after each sweep.
struct InTilesOfOneLaunch {
  static constexpr Index most_tiles = 8;
  template <class... Rules>
  struct Plan : detail::SystemTileSteps<Exec, Rules...> {
    Plan(Exec const& exec, std::tuple<Rules...> const& rules, detail::SystemRequest const&)
        : detail::SystemTileSteps<Exec, Rules...>(exec, rules, most_tiles) {}
  };
  static bool takes(auto const& plan) { return plan.possible(); }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    plan.with_kernel(state, state.stride_y, step, steps, [&](auto const& kernel) {
      run_all_together<Fibers>(kernel, plan.tiles(), plan.members(), plan.report("").scratch_bytes);
    });
  }
  template <class... Rules>
  static void turn(Plan<Rules...> const&, auto& state, int) {
    state.turn(Plan<Rules...>::Kernel::Tile::written);
  }
};

/// Compares random systems after so many steps, or where it is 0 after as many as a problem has. Returns how
/// many the kernel has made; Direct makes the others.
template <class Way, std::uint64_t seed>
int made_by_kernel(std::array<long, 3> const& more, Index steps) {
  int made = 0;
  for (std::uint64_t p = 0; p < 4; ++p) {
    RandomSystemProblem<2, seed> problem(p, more, steps == 0);
    if (steps > 0) problem.make_steps(steps);
    problem.check("one launch", [&](auto const& u, auto const& mask) {
      if (step_on_device<Way>(problem, u, mask, 0))
        ++made;
      else
        Stepper(Exec(), u, RandomSystem<2, seed>::step(), RandomSystem<2, seed>::boundary(), Direct{},
                problem.clock(), mask)
            .advance(u, problem.steps());
    });
  }
  return made;
}
TEST_F(DeviceSteps, OfSystems) {
  EXPECT_EQ((made_by_kernel<InOneLaunch, 16>({10, 10, 0}, 0)), 4);
  EXPECT_EQ((made_by_kernel<InOneLaunch, 30>({10, 10, 0}, 0)), 4);
}
TEST_F(DeviceSteps, OfSystemsInTiles) {
  EXPECT_GT((made_by_kernel<InTilesOfOneLaunch, 16>({70, 20, 0}, 13)), 0);
  EXPECT_GT((made_by_kernel<InTilesOfOneLaunch, 5>({20, 60, 0}, 24)), 0);
  EXPECT_GT((made_by_kernel<InTilesOfOneLaunch, 19>({20, 60, 0}, 24)), 0);
}

} // namespace tessera::test

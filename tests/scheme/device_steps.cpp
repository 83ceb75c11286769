// SPDX-License-Identifier: Apache-2.0
// The kernels that make many steps of a small grid in one launch on a device, here run on the host by teams
// that wait for each other after each step. Fields and random systems have to have the reference's values.
#include <tessera/scheme/detail/direct/device_steps.hpp>
#include <tessera/scheme/detail/system/device_steps.hpp>

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
  run_all_together<Fibers>(Kernel{rules,
                                  sweep.over_previous(),
                                  problem.first_step,
                                  steps,
                                  {&arrived, arrived},
                                  detail::NodesInOrder(rules.domain)},
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
    static constexpr unsigned to_other[] = {Rules::written_apart...};
    std::tuple<Rules...> rules;
    Plan(Exec const&, std::tuple<Rules...> const& given, detail::SystemRequest const&) : rules(given) {}
    static int steps_of_sweep(Index left) { return static_cast<int>(left); }
  };
  static bool takes(auto const&) { return true; }
  template <class... Rules>
  static void run(Plan<Rules...> const& plan, auto const& state, Index step, int steps) {
    using Kernel = typename Plan<Rules...>::Kernel;
    detail::GridBarrier::Count arrived = 0;
    run_all_together<Fibers>(Kernel{detail::StageList<Rules...>(plan.rules),
                                    state,
                                    step,
                                    steps,
                                    {&arrived, 0},
                                    detail::NodesInOrder(std::get<0>(plan.rules).domain)},
                             teams, Kernel::team_size, 0);
  }
  static void turn(auto const& plan, auto& state, int steps) {
    for (int s = 0; s < steps; ++s)
      for (unsigned const members : plan.to_other) state.turn(members);
  }
};

template <std::uint64_t seed>
void expect_system() {
  for (std::uint64_t p = 0; p < 4; ++p) {
    RandomSystemProblem<2, seed> problem(p, {10, 10, 0});
    problem.check("one launch",
                  [&](auto const& u, auto const& mask) { step_on_device<InOneLaunch>(problem, u, mask, 0); });
  }
}
TEST_F(DeviceSteps, OfSystems) {
  expect_system<16>();
  expect_system<30>();
}

} // namespace tessera::test

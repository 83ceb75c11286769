// SPDX-License-Identifier: Apache-2.0
// The march that makes all stages of a step of a system in 3D from one load of planes on a device, here run
// on the host by teams whose members take turns. Random systems have to have the reference's values.
#include <tessera/scheme/detail/system/device_march_plan.hpp>

#include "support/host_only.hpp"
#include "support/system_on_device.hpp"
#include "support/teams.hpp"

#ifndef TESSERA_SEEDS_MARCH
// Two stages: faces that set values which do not change in time; other faces, periodic along one axis, two or
// none. Three stages of a grid that is periodic along all.
#define TESSERA_SEEDS_MARCH 137720, 102250, 509, 2644, 3079, 115
#endif

namespace tessera::test {

struct InMarch {
  template <class... Rules>
  using Plan = detail::SystemMarchPlan<Exec, Rules...>;
  static bool takes(auto const& plan) { return plan.streams(); }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    auto now = state;
    for (int s = 0; s < steps; ++s) {
      plan.with_kernels(now, step + s, s > 0, [&]<class Kernel>(Kernel const& kernel, Index teams) {
        if constexpr (requires { Kernel::team_size; })
          run_one_by_one(kernel, 0, teams, Kernel::team_size);
        else
          run_together(kernel, teams, Kernel::Shape::members, Kernel::Shape::scratch_bytes);
      });
      now.turn(plan.second);
    }
  }
  static void turn(auto const& plan, auto& state, int steps) {
    for (int s = 0; s < steps; ++s) state.turn(plan.second);
  }
};

template <std::uint64_t seed>
void compare_march() {
  using Random = RandomSystem<3, seed>;
  constexpr bool right = std::is_same_v<typename Random::Layout, Kokkos::LayoutRight>;
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int taken = 0;
  for (int p = 0; p < (given ? std::atoi(given) : 4); ++p) {
    // Tiles are 32 columns wide and 16 high.
    long const columns = p == 0 ? 35 : 0, rows = p == 1 ? 20 : 0;
    RandomSystemProblem<3, seed> problem(static_cast<std::uint64_t>(p),
                                         {right ? 0 : columns, rows, right ? columns : 0});
    problem.check("planes of a device", [&](auto const& u, auto const& mask) {
      if (step_on_device<InMarch>(problem, u, mask, 0)) {
        ++taken;
        return;
      }
      Stepper(Exec(), u, Random::step(), Random::boundary(), Direct{}, problem.clock(), mask)
          .advance(u, problem.steps());
    });
  }
  EXPECT_GT(taken, 0) << "system " << seed;
}
template <std::uint64_t... seeds>
void compare_marches() {
  (compare_march<seeds>(), ...);
}

using DeviceSystemMarch = HostOnly;
TEST_F(DeviceSystemMarch, RandomOnes) { compare_marches<TESSERA_SEEDS_MARCH>(); }

} // namespace tessera::test

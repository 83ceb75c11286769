// SPDX-License-Identifier: Apache-2.0
// The march that makes all stages of a step of a system in 3D from one load of planes on a device, here run
// on the host by teams whose members take turns. Random systems have to have the reference's values.
#include <tessera/scheme/detail/system/device_march_plan.hpp>

#include <functional>

#include "support/host_only.hpp"
#include "support/random.hpp"
#include "support/system_on_device.hpp"
#include "support/systems.hpp"
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
  static inline int beside_marches = 0; // kernels that may run beside a march
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    auto now = state;
    int const in_place = plan.steps_in_place(state);
    if (in_place > 0) plan.memory().sweep(Exec(), now, step, in_place);
    for (int s = in_place; s < steps; ++s) {
      std::function<void()> beside_march = [] {};
      plan.with_kernels(
          now, step + s, s > 0, [&]<class Kernel>(Kernel const& kernel, Index teams, bool beside) {
            if constexpr (requires { Kernel::team_size; }) {
              auto const make = [kernel, teams] { run_one_by_one(kernel, 0, teams, Kernel::team_size); };
              if (!beside) return make();
              // It is run after the march, not before: neither may need what the other makes.
              beside_march = make;
              ++beside_marches;
            } else {
              run_together(kernel, teams, Kernel::Shape::members, Kernel::Shape::scratch_bytes);
              beside_march();
            }
          });
      now.turn(plan.second);
    }
  }
  static void turn(auto const& plan, auto& state, int steps) {
    int const in_place = plan.steps_in_place(state);
    if (in_place > 0) state.turn(plan.memory().second);
    for (int s = in_place; s < steps; ++s) state.turn(plan.second);
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

// Between perfect conductors E is 0, and images extend it for H. Nothing that the march makes of E reads H
// where images made it, so that these nodes of H may be made at the same time.
TEST_F(DeviceSystemMarch, FacesBesideIt) {
  using Value = Yee3<float>::Value;
  using Volume = Kokkos::View<float***, Kokkos::LayoutRight, Exec::memory_space>;
  auto const conductors = everywhere(
      by_member(Dirichlet{0.f}, Dirichlet{0.f}, Dirichlet{0.f}, Mirrored{}, Mirrored{}, Mirrored{}));
  Grid<3> const grid{.nodes = {41, 26, 70}, .spacing = {1, 1, 1}};
  Kokkos::Array<Volume, 6> by_march, by_direct;
  Random random(53);
  for (int m = 0; m < 6; ++m) {
    by_march[m] = Volume("march", 41, 26, 70);
    by_direct[m] = Volume("direct", 41, 26, 70);
    for (std::size_t i = 0; i < by_march[m].size(); ++i)
      by_march[m].data()[i] = by_direct[m].data()[i] = static_cast<float>(random.value());
  }
  System<Value, Volume> const u(grid, by_march), direct(grid, by_direct);
  InMarch::beside_marches = 0;
  constexpr Index steps = 3;
  ASSERT_TRUE(step_on_device<InMarch>(
      u, Yee3<float>::step(), conductors, Clock{},
      Kokkos::View<std::uint8_t***, Kokkos::LayoutRight, Exec::memory_space>{}, steps, 0));
  EXPECT_EQ(InMarch::beside_marches, steps - 1); // the first of three steps is made in place
  Stepper(Exec(), direct, Yee3<float>::step(), conductors, Direct{}).advance(direct, steps);
  Exec().fence();
  for (int m = 0; m < 6; ++m) {
    Index different = 0;
    for (std::size_t i = 0; i < by_march[m].size(); ++i)
      different += by_march[m].data()[i] != by_direct[m].data()[i];
    EXPECT_EQ(different, 0) << "member " << m;
  }
}

} // namespace tessera::test

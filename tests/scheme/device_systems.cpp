// SPDX-License-Identifier: Apache-2.0
// The kernels that step systems through tiles and through rows in a device's registers, here run on the host
// by teams whose members take turns. Random systems have to have the reference's values.
#include <tessera/scheme/detail/system/device_streaming_plan.hpp>

#include "support/host_only.hpp"
#include "support/random_system_compare.hpp"
#include "support/teams.hpp"

#ifndef TESSERA_SEEDS_2D
#define TESSERA_SEEDS_2D 16, 30
#endif
#ifndef TESSERA_SEEDS_ROWS
#define TESSERA_SEEDS_ROWS 5, 15, 19
#endif

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;

/// Each way calls its plan's kernel on the host, where the plan takes it.
struct InTiles {
  template <class... Rules>
  using Plan = detail::SystemTilePlan<Exec, Rules...>;
  static constexpr char name[] = "tiles of a device";
  static bool takes(auto const& plan) { return plan.tiles_pay(); }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    plan.with_kernel(state, state.stride_y, step, steps, [&](auto const& kernel) {
      run_together(kernel, plan.tiles(), plan.members(), plan.report().scratch_bytes);
    });
  }
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
};

/// Makes the steps of a problem in this way; false where its plan leaves them to another.
template <class Way, std::uint64_t seed, class SystemType, class MaskView>
bool step_on_device(RandomSystemProblem<2, seed>& problem, SystemType const& u, MaskView const& mask,
                    int fused_steps) {
  using Random = RandomSystem<2, seed>;
  using T = typename Random::T;
  using Order = detail::AxisOrder<2, std::is_same_v<typename Random::Layout, Kokkos::LayoutRight>>;
  auto const boundary = Random::boundary();
  auto const clock = problem.clock();
  using StepType = decltype(Random::step());
  constexpr int count = SystemType::count, radius = StepType::radius;
  detail::Domain domain = detail::domain_of<Order>(make_field(u.grid(), u.view(0)), clock.start, clock.dt);
  detail::apply_boundary<Order, radius>(domain, boundary);
  auto const obstacle = detail::obstacle_data<Order>(u.grid(), mask);
  return std::apply(
      [&]<class... Stage>(Stage const&... stage) {
        using BoundaryType = std::remove_const_t<decltype(boundary)>;
        using Plan = typename Way::template Plan<
            detail::StageRules<typename Random::Value, T, Order, Stage, BoundaryType, radius>...>;
        Plan const plan(Exec(), {{stage, boundary, domain, obstacle}...},
                        {"temporal", {0, 0, 0}, fused_steps});
        if (!Way::takes(plan)) return false;
        detail::SystemState<T, count> state{};
        Kokkos::View<T*> const second("second", count * u.grid().size());
        for (int m = 0; m < count; ++m) {
          auto const data = detail::data_of<Order>(make_field(u.grid(), u.view(m)));
          state.now[m] = data.origin;
          state.other[m] = second.data() + m * u.grid().size();
          state.stride_y = data.stride_y;
          state.stride_z = data.stride_z;
        }
        for (Index done = 0; done < problem.steps();) {
          int const steps = plan.steps_of_sweep(problem.steps() - done);
          Way::run(plan, state, done, steps);
          state.turn(Plan::second);
          done += steps;
        }
        for (int m = 0; m < count; ++m)
          if (state.now[m] != u.view(m).data())
            std::copy(state.now[m], state.now[m] + u.grid().size(), u.view(m).data());
        return true;
      },
      Random::step().stage);
}

template <class Way, std::uint64_t seed>
void compare_system() {
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int taken = 0;
  for (int p = 0; p < (given ? std::atoi(given) : 5); ++p) {
    // Rows have code of their own far from faces, which takes strips of 128 columns to get there.
    constexpr bool right = std::is_same_v<typename RandomSystem<2, seed>::Layout, Kokkos::LayoutRight>;
    bool const large = std::is_same_v<Way, InRows> && p == 0;
    std::array<long, 3> const more = {large ? (right ? 60 : 270) : 0, large ? (right ? 270 : 60) : 0, 0};
    RandomSystemProblem<2, seed> problem(static_cast<std::uint64_t>(p), more);
    int const fused = static_cast<int>(problem.random().below(std::is_same_v<Way, InRows> ? 2 : 4));
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

using DeviceSystems = HostOnly;
TEST_F(DeviceSystems, RandomOnesInTiles) { compare_all<InTiles, TESSERA_SEEDS_2D>(); }
TEST_F(DeviceSystems, RandomOnesInRows) { compare_all<InRows, TESSERA_SEEDS_ROWS>(); }

} // namespace tessera::test

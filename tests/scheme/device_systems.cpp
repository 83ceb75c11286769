// SPDX-License-Identifier: Apache-2.0
// The kernel that steps systems through tiles in a device's registers, here run on the host by teams whose
// members take turns. Random systems have to have the reference's values.
#include "support/host_only.hpp"
#include "support/random_system_compare.hpp"
#include "support/teams.hpp"

#ifndef TESSERA_SEEDS_2D
#define TESSERA_SEEDS_2D 16, 30
#endif

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;

/// Makes the steps of a problem in tiles; false where the plan finds no room for them.
template <std::uint64_t seed, class SystemType, class MaskView>
bool step_in_tiles(RandomSystemProblem<2, seed>& problem, SystemType const& u, MaskView const& mask,
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
        using Plan = detail::SystemTilePlan<
            Exec, detail::StageRules<typename Random::Value, T, Order, Stage, BoundaryType, radius>...>;
        Plan const plan(Exec(), {{stage, boundary, domain, obstacle}...},
                        {"temporal", {0, 0, 0}, fused_steps});
        if (!plan.tiles_pay()) return false;
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
          plan.with_kernel(state, state.stride_y, done, steps, [&](auto const& kernel) {
            run_together(kernel, plan.tiles(), plan.members(), plan.report().scratch_bytes);
          });
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

template <std::uint64_t seed>
void compare_system_in_tiles() {
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int in_tiles = 0;
  for (int p = 0; p < (given ? std::atoi(given) : 5); ++p) {
    RandomSystemProblem<2, seed> problem(static_cast<std::uint64_t>(p));
    int const fused = static_cast<int>(problem.random().below(4));
    problem.check("tiles of a device, " + std::to_string(fused) + " fused steps",
                  [&](auto const& u, auto const& mask) {
                    if (step_in_tiles(problem, u, mask, fused)) {
                      ++in_tiles;
                      return;
                    }
                    Stepper(Exec(), u, RandomSystem<2, seed>::step(), RandomSystem<2, seed>::boundary(),
                            Direct{}, problem.clock(), mask)
                        .advance(u, problem.steps());
                  });
  }
  EXPECT_GT(in_tiles, 0) << "system " << seed;
}

template <std::uint64_t... seeds>
void compare_in_tiles() {
  (compare_system_in_tiles<seeds>(), ...);
}

using DeviceSystems = HostOnly;
TEST_F(DeviceSystems, RandomOnesInTiles) { compare_in_tiles<TESSERA_SEEDS_2D>(); }

} // namespace tessera::test

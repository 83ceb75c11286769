// SPDX-License-Identifier: Apache-2.0
// Steps of a random system by a kernel of a device that the test itself launches, on the host.
#pragma once

#include <tessera/scheme/detail/system/state.hpp>

#include <algorithm>
#include <tuple>

#include "support/random_system_compare.hpp"

namespace tessera::test {

using Exec = Kokkos::DefaultExecutionSpace;

/// Makes steps of a system in this way; false where its plan leaves them to another.
template <class Way, class SystemType, class StepType, class BoundaryType, class MaskView>
bool step_on_device(SystemType const& u, StepType const& step, BoundaryType const& boundary,
                    Clock const& clock, MaskView const& mask, Index all_steps, int fused_steps) {
  using Members = std::remove_cvref_t<decltype(u.view(0))>;
  using T = typename Members::value_type;
  constexpr int D = static_cast<int>(Members::rank()), count = SystemType::count, radius = StepType::radius;
  using Order = detail::AxisOrder<D, std::is_same_v<typename Members::array_layout, Kokkos::LayoutRight>>;
  detail::Domain domain = detail::domain_of<Order>(make_field(u.grid(), u.view(0)), clock.start, clock.dt);
  detail::apply_boundary<Order, radius>(domain, boundary);
  auto const obstacle = detail::obstacle_data<Order>(u.grid(), mask);
  return std::apply(
      [&]<class... Stage>(Stage const&... stage) {
        using Plan = typename Way::template Plan<
            detail::StageRules<typename SystemType::value_type, T, Order, Stage, BoundaryType, radius>...>;
        Tile tile = {0, 0, 0};
        if constexpr (requires { Way::template width<Plan>; }) tile[0] = Way::template width<Plan>;
        Plan const plan(Exec(), {{stage, boundary, domain, obstacle}...},
                        {"temporal", tile, fused_steps, fused_steps == 0});
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
        state.first_in_place = all_steps % 2 == 1;
        for (Index done = 0; done < all_steps;) {
          int const steps = plan.steps_of_sweep(all_steps - done);
          Way::run(plan, state, done, steps);
          Way::turn(plan, state, steps);
          done += steps;
          state.first_in_place = false;
        }
        for (int m = 0; m < count; ++m)
          if (state.now[m] != u.view(m).data())
            std::copy(state.now[m], state.now[m] + u.grid().size(), u.view(m).data());
        return true;
      },
      step.stage);
}

/// Makes the steps of a problem in this way; false where its plan leaves them to another.
template <class Way, int D, std::uint64_t seed, class SystemType, class MaskView>
bool step_on_device(RandomSystemProblem<D, seed>& problem, SystemType const& u, MaskView const& mask,
                    int fused_steps) {
  using Random = RandomSystem<D, seed>;
  return step_on_device<Way>(u, Random::step(), Random::boundary(), problem.clock(), mask, problem.steps(),
                             fused_steps);
}

} // namespace tessera::test

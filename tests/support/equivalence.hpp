// SPDX-License-Identifier: Apache-2.0
// Runs a problem with the library, in any layout and by any scheme, and compares it with the reference bit
// for bit.
#pragma once

#include <tessera/tessera.hpp>

#include <functional>

#include "support/any_condition.hpp"
#include "support/memory.hpp"
#include "support/reference.hpp"
#include "support/same_bits.hpp"

namespace tessera::test {

/// Nodes of a plane of several tiles. Devices update the interior of wide planes apart from what is around
/// it, and a host's only core does not keep such a plane in its caches; for several cores width adds no new
/// case.
inline Extents<2> large_plane() {
  return detail::on_host<Exec> && Exec().concurrency() > 1 ? Extents<2>{95, 142} : Extents<2>{200, 330};
}
inline Extents<2> large_plane_across() { return {large_plane()[1], large_plane()[0]}; }

/// A trajectory: the initial field, and the field after each of a few calls of advance(), each with the level
/// before it.
template <class T>
struct Trajectory {
  std::vector<T> initial, previous;
  std::vector<Index> steps;                              // per call
  std::vector<std::vector<T>> after{}, previous_after{}; // per call
};

template <class T, int D, class StencilType>
Trajectory<T> reference_trajectory(Problem<D> const& problem, StencilType const& stencil,
                                   std::vector<Index> const& steps, std::uint64_t seed) {
  auto const size = static_cast<std::size_t>(problem.grid().size());
  Trajectory<T> trajectory{random_values<T>(size, seed), random_values<T>(size, seed + 1), steps};
  Reference<T, D> reference(problem, trajectory.initial, trajectory.previous);
  for (Index s : steps) {
    reference.advance(stencil, s);
    trajectory.after.push_back(reference.values());
    trajectory.previous_after.push_back(reference.previous());
  }
  return trajectory;
}

/// The problem's obstacle on the device, in the given layout; a View without memory if the problem has none.
template <int D, class Layout = Kokkos::LayoutRight>
auto obstacle_view(Problem<D> const& problem) {
  using View = Kokkos::View<typename detail::ViewData<std::uint8_t, D>::type, Layout, Exec::memory_space>;
  if (problem.obstacle.empty()) return View();
  Layout layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(problem.nodes[d]);
  View const mask("mask", layout);
  fill_view(mask, problem.obstacle);
  return mask;
}

/// Makes the calls of a trajectory by `advance(steps)`. Every call's result has to be the same, and no canary
/// value may change. \param previous gives the level before the field's; empty for stencils of one level
template <class T, int D, class Layout, class PreviousView>
void expect_same_calls(Trajectory<T> const& trajectory, Problem<D> const& problem,
                       Memory<T, D, Layout>& memory, std::function<void(Index)> const& advance,
                       std::function<PreviousView()> const& previous) {
  memory.fill(trajectory.initial);
  if (previous) fill_view(previous(), trajectory.previous);
  for (std::size_t call = 0; call < trajectory.steps.size(); ++call) {
    advance(trajectory.steps[call]);
    ASSERT_TRUE((same_bits<T, D>(problem.nodes, trajectory.after[call], memory.read())))
        << "after call " << call;
    if (previous) {
      ASSERT_TRUE((same_bits<T, D>(problem.nodes, trajectory.previous_after[call], values_of(previous()))))
          << "the level before, after call " << call;
    }
    ASSERT_TRUE(memory.canaries_intact()) << "written outside the View, call " << call;
  }
}

/// Makes the calls of a trajectory on a stepper.
template <class T, int D, class Layout, class StepperType, class ViewType>
void expect_same_steps(Trajectory<T> const& trajectory, Problem<D> const& problem,
                       Memory<T, D, Layout>& memory, StepperType&& stepper, Field<ViewType> const& field) {
  std::function<detail::LevelViewOf<ViewType>()> previous;
  if constexpr (requires { stepper.previous(); }) previous = [&] { return stepper.previous().view(); };
  expect_same_calls(
      trajectory, problem, memory, [&](Index steps) { stepper.advance(field, steps); }, previous);
}

/// Compares the trajectory of a stepper with a boundary of any type.
template <class T, int D, class Layout, class StencilType, class BoundaryType, class SchemeType>
void expect_same_trajectory(Trajectory<T> const& trajectory, Problem<D> const& problem,
                            Memory<T, D, Layout>& memory, StencilType const& stencil,
                            BoundaryType const& boundary, SchemeType const& scheme) {
  auto const field = make_field(problem.grid(), memory.view());
  Clock const clock{.dt = problem.dt, .start = problem.start, .first_step = problem.first_step};
  expect_same_steps(trajectory, problem, memory,
                    Stepper(Exec(), field, stencil, boundary, scheme, clock, obstacle_view(problem)), field);
}

/// Compares the trajectory of a stepper with the problem's own boundary.
template <class T, int D, class Layout, class StencilType, class SchemeType>
void expect_same_trajectory(Trajectory<T> const& trajectory, Problem<D> const& problem,
                            Memory<T, D, Layout>& memory, StencilType const& stencil,
                            SchemeType const& scheme) {
  expect_same_trajectory(trajectory, problem, memory, stencil, any_boundary<D>(problem.faces), scheme);
}

} // namespace tessera::test

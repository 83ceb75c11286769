// SPDX-License-Identifier: Apache-2.0
// Sweep: one sweep of a kernel that the test itself launches, with the problem in memory as a plan has it,
// and the reference's result.
#pragma once

#include <memory>
#include <vector>

#include "support/equivalence.hpp"
#include "support/problems.hpp"
#include "support/stencils.hpp"

namespace tessera::test {

/// The levels after 1 to `steps` steps, which sweeps of the same problem share.
template <class T, int D, class StencilType>
std::shared_ptr<Trajectory<T> const> reference_of_sweeps(Problem<D> const& problem,
                                                         StencilType const& stencil, int steps) {
  return std::make_shared<Trajectory<T>>(
      reference_trajectory<T>(problem, stencil, std::vector<Index>(static_cast<std::size_t>(steps), 1), 5));
}

/// A problem's levels in memory and its rules, as a plan has them; the reference gives the result of `steps`
/// steps.
template <class T, class StencilType>
class Sweep {
public:
  static constexpr int D = StencilType::reads.dimension, R = StencilType::reads.radius;
  using Order = detail::AxisOrder<D, true>;
  using BoundaryType = decltype(any_boundary<D>(std::declval<Problem<D>>().faces));
  using Rules = detail::Rules<T, Order, StencilType, BoundaryType>;
  using Field = Memory<T, D, Kokkos::LayoutRight>;

  Sweep(Problem<D> const& problem, StencilType const& stencil, int steps)
      : Sweep(problem, stencil,
              std::make_shared<Trajectory<T>>(reference_trajectory<T>(problem, stencil, {steps}, 5)), 1) {}

  /// The result is that of the first `calls` calls of this trajectory.
  Sweep(Problem<D> const& problem, StencilType const& stencil,
        std::shared_ptr<Trajectory<T> const> const& trajectory, int calls)
      : problem_(problem), stencil_(stencil), last_(static_cast<std::size_t>(calls - 1)),
        trajectory_(trajectory) {
    in_.fill(trajectory_->initial);
    previous_.fill(trajectory_->previous);
    out_.fill(trajectory_->previous);
    previous_out_.fill(trajectory_->initial);
  }

  Rules rules() {
    auto const field = make_field(problem_.grid(), in_.view());
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

  /// The levels if the new level is written over the previous one, as one-step schemes do.
  detail::Levels<T> over_previous() { return {read(in_), data(out_), read(out_)}; }
  /// The same for sweep `number` of several that go back and forth between two levels, as a stepper makes
  /// them.
  detail::Levels<T> back_and_forth(int number) {
    auto levels = number % 2 == 0 ? over_previous() : detail::Levels<T>{read(out_), data(in_), read(in_)};
    levels.holds_constants = number >= 2;
    return levels;
  }
  detail::Levels<T> apart() { return {read(in_), data(out_), read(previous_), data(previous_out_)}; }

  void expect_done(std::string const& what, bool both = false) {
    EXPECT_TRUE((same_bits<T, D>(problem_.nodes, trajectory_->after[last_], out_.read())))
        << what << problem_.text();
    EXPECT_TRUE(out_.canaries_intact()) << what;
    if (both && Rules::two_levels) {
      EXPECT_TRUE((same_bits<T, D>(problem_.nodes, trajectory_->previous_after[last_], previous_out_.read())))
          << what << problem_.text();
    }
  }

private:
  detail::Data<T> data(Field& field) {
    return detail::data_of<Order>(make_field(problem_.grid(), field.view()));
  }
  detail::Data<T const> read(Field& field) {
    auto const d = data(field);
    return {d.origin, d.stride_y, d.stride_z};
  }

  Problem<D> problem_;
  StencilType stencil_;
  std::size_t last_; // call
  std::shared_ptr<Trajectory<T> const> trajectory_;
  Field in_{problem_.nodes}, previous_{problem_.nodes}, out_{problem_.nodes}, previous_out_{problem_.nodes};
  decltype(obstacle_view(std::declval<Problem<D>>())) mask_;
};

} // namespace tessera::test

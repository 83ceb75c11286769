// SPDX-License-Identifier: Apache-2.0
// The timing of one candidate: its stepper on a private field, or on a private system of fields.
#pragma once

#include <tessera/step/any_stepper.hpp>
#include <tessera/tune/problem.hpp>

#include <chrono>
#include <limits>

namespace tessera::detail {

/// `Private`: PrivateField or PrivateSystem.
template <class Exec, class Private>
class StepperTrial final : public Trial {
public:
  using AnyStepperType = AnyStepper<typename Private::Fields>;

  StepperTrial(Exec const& exec, Private const& field, std::unique_ptr<AnyStepperType> stepper,
               TrialLimits const& limits)
      : exec_(exec), field_(field), stepper_(std::move(stepper)), limits_(limits), unit_(unit()) {}

  double seconds_a_step(double about) override {
    double first = std::numeric_limits<double>::max();
    if (estimate_ == 0) estimate_ = first = run(unit_); // this also touches its memory for the first time
    Index const wanted = static_cast<Index>(about / estimate_ / static_cast<double>(unit_)) + 1;
    return estimate_ = std::max(std::min(first, run(wanted * unit_)), 1e-12);
  }

  int fused_steps() const override { return stepper_->report().fused_steps; }

private:
  // After this number of steps the field is filled again: values that die out become denormal numbers, which
  // are slow.
  static constexpr Index most_steps = 4096;

  Index unit() const {
    Index const pair =
        limits_.steps_per_call > 0 ? limits_.steps_per_call : 2 * stepper_->report().fused_steps;
    return limits_.last_step > 0 ? min(pair, limits_.last_step) : pair;
  }

  // The seconds per step over this many steps, a multiple of the unit: in a team those of the slowest
  // process, so that all make as many steps the next time.
  double run(Index steps) {
    Index const longest_run =
        max(unit_, (limits_.last_step > 0 ? min(most_steps, limits_.last_step) : most_steps) / unit_ * unit_);
    Index const call = limits_.steps_per_call > 0 ? unit_ : longest_run;
    double seconds = 0;
    for (Index done = 0; done < steps;) {
      Index const part = min(longest_run, steps - done);
      if ((since_filled_ += part) > most_steps) {
        field_.refill(exec_);
        since_filled_ = part;
      }
      auto const stepper = stepper_->clone();                // it starts at the first level
      if (limits_.team) stepper->advance(field_.field(), 0); // what a first sweep sets up for an exchange
      exec_.fence("tessera::tune: before timing");
      if (limits_.team) static_cast<void>(limits_.team->greatest(0)); // all begin at once
      auto const begin = std::chrono::steady_clock::now();
      for (Index made = 0; made < part; made += call)
        stepper->advance(field_.field(), min(call, part - made));
      exec_.fence("tessera::tune: timing");
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      done += part;
    }
    seconds /= static_cast<double>(steps);
    return limits_.team ? limits_.team->greatest(seconds) : seconds;
  }

  Exec exec_;
  Private const& field_;
  std::unique_ptr<AnyStepperType> stepper_;
  TrialLimits limits_;
  Index unit_, since_filled_ = 0;
  double estimate_ = 0;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Timing one candidate: its stepper on a private field.
#pragma once

#include <tessera/step/stepper.hpp>

#include <chrono>
#include <limits>

namespace tessera::detail {

/// A candidate that can be timed, its types hidden.
class Trial {
public:
  virtual ~Trial() = default;
  /// Seconds a step, of so many steps that they take about this long; a sweep back and forth at least.
  virtual double seconds_a_step(double about) = 0;
};

/// A halo that is filled by somebody else, whose time is not counted.
struct FilledHalo {
  template <class Exec, class FieldType>
  void begin(Exec const&, FieldType const&, int) const {}
  template <class Exec, class FieldType>
  void finish(Exec const&, FieldType const&, int) const {}
};

/// Smooth values between 1 and 2 with some noise: nothing that grows, dies out or is special.
template <class T>
struct SmoothValues {
  T* values;
  KOKKOS_FUNCTION void operator()(Index i) const {
    auto const noise =
        static_cast<double>((static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u) >> 40) * 0x1p-24;
    values[i] =
        static_cast<T>(1.5 + 0.45 * Kokkos::sin(0.01 * static_cast<double>(i)) + 0.05 * (noise - 0.5));
  }
};

/// A field with the shape, halo and strides of another, in memory of its own.
template <class Exec, class ViewType>
class PrivateField {
public:
  using T = typename ViewType::non_const_value_type;
  static constexpr int D = static_cast<int>(ViewType::rank());

  PrivateField(Exec const& exec, Field<ViewType> const& like)
      : memory_(Kokkos::view_alloc(exec, std::string("tessera::tune::field"), Kokkos::WithoutInitializing),
                like.view().span()),
        field_(alias(like.grid(), ViewType(memory_.data(), like.view().layout()), like.halo())) {
    refill(exec, like);
  }
  /// Values that are no numbers are taken from the other field, which is only read.
  void refill(Exec const& exec, Field<ViewType> const& like) const {
    if constexpr (std::is_arithmetic_v<T>)
      Kokkos::parallel_for(
          "tessera::tune::fill",
          Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<Index>>(
              exec, 0, static_cast<Index>(memory_.size())),
          SmoothValues<T>{memory_.data()});
    else
      Kokkos::deep_copy(exec, field_.view(), like.view());
  }
  Field<ViewType> const& field() const { return field_; }

private:
  Kokkos::View<T*, typename ViewType::device_type> memory_;
  Field<ViewType> field_;
};

/// What all trials of a search have in common.
struct TrialLimits {
  Index steps_per_call = 0; ///< steps of an advance(); 0: as many as suit the timing
  Index last_step = 0;      ///< steps after which a run starts again from its first level; 0: no limit
};

template <class Exec, class ViewType, class StepperType>
class StepperTrial final : public Trial {
public:
  StepperTrial(Exec const& exec, PrivateField<Exec, ViewType> const& field, Field<ViewType> const& like,
               StepperType stepper, TrialLimits const& limits)
      : exec_(exec), field_(field), like_(like), stepper_(std::move(stepper)), limits_(limits),
        unit_(unit()) {}

  double seconds_a_step(double about) override {
    double first = std::numeric_limits<double>::max();
    if (estimate_ == 0) estimate_ = first = run(unit_); // also touches its memory for the first time
    Index const wanted = static_cast<Index>(about / estimate_ / static_cast<double>(unit_)) + 1;
    return estimate_ = std::max(std::min(first, run(wanted * unit_)), 1e-12);
  }

private:
  // After so many steps the field starts anew: values that die out become denormal numbers, which are slow.
  static constexpr Index most_steps = 4096;

  Index unit() const {
    Index const pair =
        limits_.steps_per_call > 0 ? limits_.steps_per_call : 2 * stepper_.report().fused_steps;
    return limits_.last_step > 0 ? min(pair, limits_.last_step) : pair;
  }

  // Seconds a step of this many steps, a multiple of the unit.
  double run(Index steps) {
    Index const at_once =
        max(unit_, (limits_.last_step > 0 ? min(most_steps, limits_.last_step) : most_steps) / unit_ * unit_);
    Index const call = limits_.steps_per_call > 0 ? unit_ : at_once;
    double seconds = 0;
    for (Index done = 0; done < steps;) {
      Index const part = min(at_once, steps - done);
      if ((since_filled_ += part) > most_steps) {
        field_.refill(exec_, like_);
        since_filled_ = part;
      }
      auto stepper = stepper_; // starts at the first level; shares the memory
      exec_.fence("tessera::tune: before timing");
      auto const begin = std::chrono::steady_clock::now();
      for (Index made = 0; made < part; made += call)
        stepper.advance(field_.field(), min(call, part - made), FilledHalo{});
      exec_.fence("tessera::tune: timing");
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      done += part;
    }
    return seconds / static_cast<double>(steps);
  }

  Exec exec_;
  PrivateField<Exec, ViewType> const& field_;
  Field<ViewType> const& like_;
  StepperType stepper_;
  TrialLimits limits_;
  Index unit_, since_filled_ = 0;
  double estimate_ = 0;
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The plan of Temporal and Tiled for systems of fields in 2D on a CUDA device, where they choose by
// themselves. Temporal's tiles are tried against Direct on grids of which Direct makes many steps in one
// launch. Tiled is Direct there, and is tried against it on large grids. Which one takes less time depends on
// the formula, the type and the grid; the bits are the same.
#pragma once

#include <tessera/core/device/stopwatch.hpp>
#include <tessera/core/sweep_trial.hpp>
#include <tessera/scheme/detail/system/device_plan.hpp>
#include <tessera/scheme/detail/system/direct_plan.hpp>

#include <memory>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemDeviceTrialPlan {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  using Tiles = SystemTilePlan<Exec, Rules...>;

public:
  static constexpr unsigned second = Tiles::second;

  SystemDeviceTrialPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : tiles_(exec, rules, request) {
    Domain const& domain = std::get<0>(rules).domain;
    // Blocks of several ranks have to make the same steps between two exchanges.
    if (!request.left_to_plan || domain.reads_halo() || !tiles_.tiles_pay()) return;
    fuses_ = tiles_.persistent() || tiles_.report().fused_steps > 1;
    auto const trial = std::make_shared<Trial>(exec, rules, request.scheme, fuses_);
    bool const cooperative = trial->in_memory.cooperative();
    in_memory_ = !fuses_ && (cooperative || domain.whole().size() < fewest_nodes);
    if (cooperative || !fuses_) trial_ = trial;
  }

  int steps_of_sweep(Index left) const {
    if (!trial_) return tiles_.steps_of_sweep(left);
    trial_->left = left;
    // Fused sweeps that are tried are all of a length, so that what a launch takes has the same share of
    // each.
    Index const most = fuses_ && !trial_->turns.over() ? min(left, Index{steps_of_turn}) : left;
    return next_in_memory() ? trial_->in_memory.steps_of_sweep(most) : tiles_.steps_of_sweep(most);
  }
  SchemeReport report() const { return prefers_memory() ? trial_->in_memory.report() : tiles_.report(); }

  void sweep(Exec const& exec, SystemState<T, First::count>& state, Index step, int steps) const {
    if (!trial_) return tiles_.sweep(exec, state, step, steps);
    bool const in_memory = next_in_memory();
    auto const make = [&] {
      if (in_memory)
        trial_->in_memory.sweep(exec, state, step, steps);
      else
        tiles_.sweep(exec, state, step, steps);
    };
    if (in_memory_ || is_short())
      make();
    else
      trial_->turns.sweep(exec, in_memory, steps, !fuses_ || trial_->left >= steps_of_turn, make);
  }

private:
  /// Of smaller grids tiles with a step each take longer than Direct.
  static constexpr Index fewest_nodes = Index{1} << 20;
  /// A turn of fused steps is so long that its launches are a small part of it, and lies in one call of
  /// advance: between two calls the device may wait.
  static constexpr int steps_of_turn = 32;
  /// At the end of a call fewer steps are not worth tiles, and belong to no turn.
  static constexpr int fewest_steps = 4;

  /// What copies of a plan share.
  struct Trial {
    Trial(Exec const& exec, std::tuple<Rules...> const& rules, char const* scheme, bool fused)
        : in_memory(exec, rules, scheme), turns(fused ? steps_of_turn - fewest_steps : 1) {}
    SystemDirectPlan<Exec, Rules...> in_memory;
    SweepTrial<DeviceStopwatch<Exec>> turns;
    Index left = 0; // steps of the call when the next sweep begins
  };

  /// Whether what is left of the call is too short for tiles of several steps.
  bool is_short() const { return fuses_ && trial_->left < fewest_steps; }
  /// Whether calls that are long enough go by steps in memory from here on, as far as is known.
  bool prefers_memory() const { return trial_ && (in_memory_ || trial_->turns.next_is_second()); }
  bool next_in_memory() const { return prefers_memory() || is_short(); }

  Tiles tiles_;
  bool fuses_ = false;     // whether tiles make several steps a launch: Tiled's do not
  bool in_memory_ = false; // whether all sweeps are Direct's
  std::shared_ptr<Trial> trial_;
};

} // namespace tessera::detail

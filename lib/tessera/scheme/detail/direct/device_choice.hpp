// SPDX-License-Identifier: Apache-2.0
// Which kernel makes direct sweeps of planes and volumes on a device.
#pragma once

#include <tessera/core/device/stopwatch.hpp>
#include <tessera/core/sweep_trial.hpp>
#include <tessera/scheme/detail/direct/device_march.hpp>
#include <tessera/scheme/detail/direct/device_nodes.hpp>
#include <tessera/scheme/detail/direct/device_plane.hpp>

#include <memory>
#include <type_traits>

namespace tessera::detail {

/// Sweeps of two kinds. What bounds a short formula is how fast values come, so members have many nodes in
/// registers. A long formula has no registers for as many: its members have few nodes, and calculate what
/// these share once. The first sweeps of a large grid find out which kind takes less time. On a small grid,
/// which has few nodes for each member anyway, they are of the second kind.
/// \tparam Many,Few have a constructor (exec, rules) and sweep(label, exec, rules, levels, step)
template <class Exec, class Rules, class Many, class Few>
class ManyOrFewNodes {
public:
  using T = typename Rules::value_type;

  /// \param small_nodes smaller grids than of so many nodes are small; \param fewest_of_trial smaller ones
  ///        get no trial
  ManyOrFewNodes(Exec const& exec, Rules const& rules, Index small_nodes, Index fewest_of_trial)
      : many_(exec, rules), few_(exec, rules), small_(rules.domain.whole().size() < small_nodes) {
    if (!std::is_same_v<Many, Few> && rules.domain.whole().size() >= fewest_of_trial)
      trial_ = std::make_shared<Trial>();
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    bool const few = small_ || (trial_ && trial_->next_is_second());
    auto const make = [&] {
      if (few)
        few_.sweep(label, exec, rules, levels, step);
      else
        many_.sweep(label, exec, rules, levels, step);
    };
    if (trial_)
      trial_->sweep(exec, few, 1, true, make);
    else
      make();
  }

private:
  using Trial = SweepTrial<DeviceStopwatch<Exec>>;

  Many many_;
  Few few_;
  bool small_;
  std::shared_ptr<Trial> trial_; // copies of a plan go on with the same one
};

/// Nodes of a volume one by one, or in runs of 4 planes, for which a wide formula has no registers.
template <class Exec, class Rules>
using DirectVolumeNodes =
    DirectNodes<Exec, Rules, 1, sizeof(typename Rules::value_type) <= 8 && Rules::radius <= 2 ? 4 : 1>;

/// Direct sweeps of a volume, by columns of packs or node by node.
template <class Exec, class Rules>
struct DirectVolume : ManyOrFewNodes<Exec, Rules, DirectMarch<Exec, Rules>, DirectVolumeNodes<Exec, Rules>> {
  static constexpr Index small_nodes = Index{1} << 20;
  DirectVolume(Exec const& exec, Rules const& rules)
      : DirectVolume::ManyOrFewNodes(exec, rules, small_nodes, small_nodes) {}
};

/// The kernels for a plane. Many nodes are packs of columns in a few rows, or where a pattern is too wide for
/// these, runs of nodes of a column; few are runs of nodes of a row. Boxes that are too wide leave registers
/// for one node only.
template <class Exec, class Rules>
struct FlatKernels {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;
  static constexpr bool in_packs = R <= 2 || (std::is_arithmetic_v<T> && R <= (Rules::star ? 4 : 3));
  static constexpr int run = sizeof(T) <= 8 && (in_packs || Rules::star) ? 4 : 1;

  using Many = std::conditional_t<in_packs, DirectPlane<Exec, Rules>, DirectNodes<Exec, Rules, 1, run>>;
  using Few = DirectNodes<Exec, Rules, run, 1>;
};

/// Direct sweeps of a plane.
template <class Exec, class Rules>
struct DirectFlat : ManyOrFewNodes<Exec, Rules, typename FlatKernels<Exec, Rules>::Many,
                                   typename FlatKernels<Exec, Rules>::Few> {
  static constexpr Index small_nodes = Index{1} << 18;
  /// On smaller grids a launch takes as long as the work, and narrow formulas as long either way.
  static constexpr Index fewest_of_trial = Rules::radius <= 2 ? Index{1} << 20 : small_nodes;
  DirectFlat(Exec const& exec, Rules const& rules)
      : DirectFlat::ManyOrFewNodes(exec, rules, small_nodes, fewest_of_trial) {}
};

} // namespace tessera::detail

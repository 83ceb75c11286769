// SPDX-License-Identifier: Apache-2.0
// Direct: one time step from memory to memory. Neighbours come from the caches, on a device also from
// registers. It supports every stencil, boundary and backend, and is the reference for the other schemes.
#pragma once

#include <tessera/scheme/detail/direct/device_choice.hpp>
#include <tessera/scheme/detail/direct/device_steps.hpp>
#include <tessera/scheme/detail/direct/host.hpp>
#include <tessera/scheme/detail/direct/portable.hpp>
#include <tessera/scheme/scheme.hpp>

namespace tessera {

/// A step from memory to memory, without scratch; there is nothing to choose. On a CUDA device one launch
/// makes many steps of a small grid (the report's way is "cooperative"), and the first sweeps of a large
/// plane find out how many nodes of it to give a thread. On a host those of a plane that is larger than the
/// caches find out whether to store around them.
struct Direct {
  static constexpr char const* name = "direct";

  template <class Exec, class Rules>
  class Plan {
  public:
    using T = typename Rules::value_type;
    static constexpr bool writes_over_previous() { return true; }
    static constexpr bool visits_points = detail::on_host<Exec>, single_steps = true;

    Plan(Exec const& exec, Rules const& rules, Direct const&,
         detail::StepsPerSweep steps = detail::StepsPerSweep::several,
         char const* label = "tessera::direct::sweep")
        : label_(label), rules_(rules), single_(exec, rules), steps_(exec, rules, steps) {
      if constexpr (detail::has_warps<Exec>) detail::reserve_scratch(exec, 0);
    }

    int steps_of_sweep(Index left) const { return steps_.steps_of_sweep(left); }
    SchemeReport report() const {
      return {.scheme = name, .way = steps_.possible() ? "cooperative" : detail::way_in_memory<Exec>};
    }

    void sweep(Exec const& exec, detail::Levels<T> const& levels, Index step, int steps) const {
      if (steps > 1)
        steps_.sweep(label_, exec, rules_, levels, step, steps);
      else
        single_.sweep(label_, exec, rules_, levels, step);
    }

  private:
    using Volume = std::conditional_t<detail::marches<Rules>, detail::DirectVolume<Exec, Rules>,
                                      detail::DirectVolumeNodes<Exec, Rules>>;
    using Flat = std::conditional_t<Rules::dimension == 2, detail::DirectFlat<Exec, Rules>,
                                    detail::DirectPlane<Exec, Rules>>;
    using Single =
        std::conditional_t<detail::on_host<Exec>, detail::DirectHost<Exec, Rules>,
                           std::conditional_t<!detail::has_warps<Exec>, detail::DirectPortable<Exec, Rules>,
                                              std::conditional_t<Rules::dimension == 3, Volume, Flat>>>;

    /// A stand-in where each step is a launch.
    struct SingleSteps {
      SingleSteps(Exec const&, Rules const&, detail::StepsPerSweep) {}
      static constexpr bool possible() { return false; }
      static constexpr int steps_of_sweep(Index) { return 1; }
      static void sweep(char const*, Exec const&, Rules const&, detail::Levels<T> const&, Index, int) {}
    };
    using Steps = std::conditional_t<detail::has_warps<Exec>, detail::DirectSteps<Exec, Rules>, SingleSteps>;

    char const* label_;
    Rules rules_;
    Single single_;
    Steps steps_;
  };
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// Many steps of a small grid in one launch, on a device. Values go from memory to memory, which is the
// second-level cache here, and all teams wait for each other after each step.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/device/cooperative_steps.hpp>
#include <tessera/scheme/detail/direct/node_in_memory.hpp>
#include <tessera/scheme/detail/node/levels.hpp>

namespace tessera::detail {

/// `levels` are those of the first step; each step swaps them.
template <class Exec, class Rules>
struct DirectStepsKernel {
  using T = typename Rules::value_type;
  /// Few large teams arrive at a barrier sooner than many small ones. A wide formula takes many registers.
  static constexpr bool wide = sizeof(T) > 8 || Rules::radius > 2;
  static constexpr int team_size = wide ? 256 : 512, concurrent_teams = 2;

  Rules rules;
  Levels<T> levels;
  Index step;
  int steps;
  GridBarrier barrier;
  SharedNodes nodes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Levels<T> now = levels;
    for (int done = 0; done < steps; ++done) {
      if (done > 0) {
        barrier.wait(member, done);
        now = swapped(now);
      }
      nodes.for_each(member, team_size, [&](Index3 const& i) { make(i, now, step + done); });
    }
  }

  /// The nodes at which all is read in memory; all nodes, if others are as fast or there is an obstacle.
  static Box3 inside(Rules const& rules) {
    Domain const& d = rules.domain;
    bool const all = NodeInMemory<Rules>::freezes_faces || rules.obstacle.present();
    Box3 box = d.whole();
    for (int a = 0; a < (all ? 0 : Rules::dimension); ++a) {
      box.lower[a] = max(box.lower[a], d.readable.lower[a] + Rules::radius);
      box.upper[a] = min(box.upper[a], d.readable.upper[a] - Rules::radius);
    }
    return box;
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void make(Index3 const& i, Levels<T> const& now, Index from) const {
    NodeInMemory<Rules> const update{rules, now, from};
    bool const interior = update.is_interior({i, {{i[0] + 1, i[1] + 1, i[2] + 1}}});
    *now.out.at(i[0], i[1], i[2]) = interior ? update.by_formula(i) : update.near_edge(i);
  }
  /// What was written is read, and what was read is written. A formula of two levels writes over the older
  /// one.
  KOKKOS_FORCEINLINE_FUNCTION static Levels<T> swapped(Levels<T> const& now) {
    auto const read = [](Data<T> const& data) {
      return Data<T const>{data.origin, data.stride_y, data.stride_z};
    };
    Data<T> const out{const_cast<T*>(now.in.origin), now.in.stride_y, now.in.stride_z};
    return {read(now.out), out, Rules::two_levels ? read(out) : now.previous};
  }
};

/// What a plan stores for such launches.
template <class Exec, class Rules>
class DirectSteps {
public:
  using T = typename Rules::value_type;
  using Kernel = DirectStepsKernel<Exec, Rules>;
  using Launches = CooperativeSteps<Exec, Kernel>;

  DirectSteps(Exec const& exec, Rules const& rules, StepsPerSweep steps) {
    if (steps == StepsPerSweep::several) launches_ = Launches(exec, rules.domain, longest);
  }

  /// Whether steps are made so, and a thread makes at most so many nodes of each.
  static bool possible(Exec const& exec, Rules const& rules, Index most_of_a_thread) {
    return most_of_a_thread <= longest && Launches::possible(exec, rules.domain, most_of_a_thread);
  }

  bool possible() const { return launches_.taken(); }

  /// An odd number: then the result is in the level that a sweep writes, and the one before in the other.
  int steps_of_sweep(Index left) const {
    Index const most = min(left, Launches::most_steps);
    return possible() ? static_cast<int>(most - 1 + most % 2) : 1;
  }

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels, Index step,
             int steps) const {
    launches_.launch(label, exec, rules.domain, Kernel::inside(rules), steps - 1,
                     [&](GridBarrier const& barrier, SharedNodes const& nodes) {
                       return Kernel{rules, levels, step, steps, barrier, nodes};
                     });
  }

private:
  /// Nodes of a thread. With more of them a launch a step is faster, whose threads make runs of nodes.
  static constexpr Index longest = Rules::dimension == 3 ? 8 : Kernel::wide ? 1 : 4;

  Launches launches_;
};

} // namespace tessera::detail

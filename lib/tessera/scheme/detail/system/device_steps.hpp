// SPDX-License-Identifier: Apache-2.0
// Many steps of a small system of fields in one launch, on a device. All teams wait for each other after each
// stage.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/scheme/detail/device/cooperative_steps.hpp>
#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/scheme/detail/system/node_in_memory.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/state.hpp>

#include <tuple>

namespace tessera::detail {

template <class Exec, class... Rules>
struct SystemStepsKernel {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int count = First::count, stage_count = sizeof...(Rules);
  static constexpr int team_size = 256, concurrent_teams = 2; // stages take many registers

  StageList<Rules...> stages;
  SystemState<T, count> state;
  Index step; // the first one
  int steps;
  GridBarrier barrier;
  NodesInOrder nodes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    SystemState<T, count> now = state;
    TESSERA_NO_UNROLL
    for (int done = 0; done < steps; ++done)
      stages.for_each([&]<class Stage>(Stage const& stage, int number, bool) {
        if (int const turn = done * stage_count + number; turn > 0) barrier.wait(member, turn);
        constexpr unsigned to_other = Stage::in_place ? 0u : Stage::writes;
        make(member, stage, now.levels(to_other), step + done);
        now.turn(to_other);
      });
  }

private:
  template <class Member, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, Stage const& stage,
                                        SystemLevels<T, count> const& levels, Index from) const {
    StageNode<Stage> const update{stage, levels, from, false};
    TESSERA_NO_UNROLL
    for (int n = member.league_rank() * team_size + member.team_rank(); n < nodes.count;
         n += member.league_size() * team_size) {
      Index3 const i = nodes.at(n);
      Index const node = update.place(i[0], i[1], i[2]);
      update.store(update.made(i[0], i[1], i[2], node), node);
    }
  }
};

/// What a plan stores for such launches.
template <class Exec, class... Rules>
class SystemSteps {
public:
  using Kernel = SystemStepsKernel<Exec, Rules...>;
  using T = typename Kernel::T;

  SystemSteps(Exec const& exec, std::tuple<Rules...> const& rules, StepsPerSweep steps)
      : threads_(threads(exec)) {
    constexpr Index most_of_a_thread = 4;
    if (steps == StepsPerSweep::several)
      cooperative_.take(exec, std::get<0>(rules).domain, most_of_a_thread * threads_);
  }

  /// Whether steps are made so, and a thread makes one node of each stage.
  static bool a_node_a_thread(Exec const& exec, std::tuple<Rules...> const& rules) {
    return CooperativeSteps<Exec>::possible(exec, std::get<0>(rules).domain, threads(exec));
  }

  bool possible() const { return cooperative_.taken(); }
  int steps_of_sweep(Index left) const {
    return possible() ? static_cast<int>(min(left, CooperativeSteps<Exec>::most_steps)) : 1;
  }

  /// `state` stays as it is: the caller turns it.
  void sweep(Exec const& exec, std::tuple<Rules...> const& rules, SystemState<T, Kernel::count> const& state,
             Index step, int steps) const {
    NodesInOrder const nodes(std::get<0>(rules).domain);
    Index const teams = divide_up(min(nodes.count, threads_), Kernel::team_size);
    GridBarrier const barrier = cooperative_.barrier(teams, Index{steps} * Kernel::stage_count - 1);
    launch_tiles<Kernel::team_size, Kernel::concurrent_teams>(
        "tessera::direct::stages", exec,
        Kernel{StageList<Rules...>(rules), state, step, steps, barrier, nodes}, teams, Kernel::team_size, 0);
  }

private:
  static Index threads(Exec const& exec) {
    return multiprocessors(exec.concurrency()) * Kernel::concurrent_teams * Kernel::team_size;
  }

  CooperativeSteps<Exec> cooperative_;
  Index threads_; // that run at the same time
};

} // namespace tessera::detail

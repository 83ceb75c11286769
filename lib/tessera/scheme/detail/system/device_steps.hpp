// SPDX-License-Identifier: Apache-2.0
// Many steps of a small system of fields in one launch, on a device. All teams wait for each other after each
// stage.
#pragma once

#include <tessera/core/compiler.hpp>
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
  SharedNodes nodes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    SystemState<T, count> now = state;
    TESSERA_NO_UNROLL
    for (int done = 0; done < steps; ++done)
      stages.for_each([&]<class Stage>(Stage const& stage, int number, bool) {
        if (int const turn = done * stage_count + number; turn > 0) barrier.wait(member, turn);
        make(member, stage, now.levels(Stage::written_apart), step + done);
        now.turn(Stage::written_apart);
      });
  }

private:
  template <class Member, class Stage>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, Stage const& stage,
                                        SystemLevels<T, count> const& levels, Index from) const {
    Box3 const interior = interior_of(stage);
    StageNode<Stage> const update{stage, levels, from, false, interior};
    nodes.for_each(member, team_size, [&](Index3 const& i) {
      Index const node = update.place(i[0], i[1], i[2]);
      update.store(update.made(i[0], i[1], i[2], node), node);
    });
  }

public:
  /// The nodes at which all stages read inside the domain; all nodes, if others are as fast or there is an
  /// obstacle.
  static Box3 inside(std::tuple<Rules...> const& all) {
    Box3 box = std::get<0>(all).domain.whole();
    if constexpr (!First::freezes_faces)
      if (!std::get<0>(all).obstacle.present())
        std::apply([&](auto const&... stage) { ((box = common_part(box, interior_of(stage))), ...); }, all);
    return box;
  }
};

/// What a plan stores for such launches.
template <class Exec, class... Rules>
class SystemSteps {
public:
  using Kernel = SystemStepsKernel<Exec, Rules...>;
  using T = typename Kernel::T;
  using Launches = CooperativeSteps<Exec, Kernel>;

  SystemSteps(Exec const& exec, std::tuple<Rules...> const& rules, StepsPerSweep steps) {
    if (steps == StepsPerSweep::several) launches_ = Launches(exec, std::get<0>(rules).domain, 4);
  }

  /// Whether steps are made so, and a thread makes one node of each stage.
  static bool a_node_a_thread(Exec const& exec, std::tuple<Rules...> const& rules) {
    return Launches::possible(exec, std::get<0>(rules).domain, 1);
  }

  bool possible() const { return launches_.taken(); }
  int steps_of_sweep(Index left) const {
    return possible() ? static_cast<int>(min(left, Launches::most_steps)) : 1;
  }

  /// `state` stays as it is: the caller turns it.
  void sweep(Exec const& exec, std::tuple<Rules...> const& rules, SystemState<T, Kernel::count> const& state,
             Index step, int steps) const {
    launches_.launch("tessera::direct::stages", exec, std::get<0>(rules).domain, Kernel::inside(rules),
                     Index{steps} * Kernel::stage_count - 1,
                     [&](GridBarrier const& barrier, SharedNodes const& nodes) {
                       return Kernel{StageList<Rules...>(rules), state, step, steps, barrier, nodes};
                     });
  }

private:
  Launches launches_;
};

} // namespace tessera::detail

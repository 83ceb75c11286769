// SPDX-License-Identifier: Apache-2.0
// Many steps of a small system of fields in one launch, on host cores: a launch takes longer than a stage of
// a small grid does. Each member of one team updates a contiguous share of the rows (planes in 3D) in memory,
// and waits after each stage for the members whose rows it reads, which are the two beside its own.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/cores.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/wait.hpp>
#include <tessera/scheme/detail/host/share.hpp>
#include <tessera/scheme/detail/node/levels.hpp>
#include <tessera/scheme/detail/system/host_stage.hpp>
#include <tessera/scheme/detail/system/stage_list.hpp>
#include <tessera/scheme/detail/system/state.hpp>

#include <algorithm>
#include <bit>
#include <memory>
#include <tuple>

namespace tessera::detail {

template <class... Rules>
struct SystemHostStepsKernel {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int count = First::count, stage_count = sizeof...(Rules);

  StageList<Rules...> const* stages;
  SystemState<T, count> state;
  Index step; // the first one
  int steps;
  StageBlocks blocks; // those of a member are a share

  /// The scratch of a team.
  static std::size_t scratch_bytes(int members) {
    return 64 + static_cast<std::size_t>(members) * sizeof(Tally);
  }

  template <class Member>
  void operator()(Member const& member) const {
    constexpr int slow = First::dimension - 1;
    int const rank = member.team_rank(), members = member.team_size();
    Domain const& domain = stages->first.domain;
    HostShare const share(rank, members, domain.nodes[slow], domain.wraps[slow]);
    auto* const made = static_cast<Tally*>( // how many stages each member has made
        member.team_scratch(int{scratch_level<typename Member::execution_space>})
            .get_shmem_aligned(static_cast<std::size_t>(members) * sizeof(Tally), 64));
    made[rank] = {};
    member.team_barrier();

    SystemState<T, count> now = state;
    for (int done = 0; done < steps; ++done)
      stages->for_each([&]<class Stage>(Stage const& stage, int number, bool) {
        Index const before = Index{done} * stage_count + number;
        for (int side = 0; side < 2; ++side)
          if (share.has(side)) wait_for(made[share.neighbour(side)], before);
        StageHostKernel<Stage>{stage,
                               {},
                               now.levels(Stage::written_apart),
                               step + done,
                               blocks,
                               false,
                               (state.holds_constants || done >= 2) && keeps_constants<Rules...>}(rank);
        count_up_to(made[rank], before + 1);
        now.turn(Stage::written_apart);
      });
  }
};

/// What a plan stores for such launches.
template <class Exec, class... Rules>
class SystemHostSteps {
public:
  using Kernel = SystemHostStepsKernel<Rules...>;
  using First = typename Kernel::First;
  using T = typename Kernel::T;
  static constexpr int most_steps = 1024; // in a launch

  SystemHostSteps(Exec const& exec, std::tuple<Rules...> const& rules, StepsPerSweep steps) {
    constexpr unsigned second = (0u | ... | Rules::written_apart); // members that have a second level
    First const& first = std::get<0>(rules);
    Domain const& domain = first.domain;
    Index const bytes =
        domain.whole().size() * (First::count + std::popcount(second)) * static_cast<Index>(sizeof(T));
    Index const cores = cores_for(domain.whole().size(), exec.concurrency());
    if (steps == StepsPerSweep::one || domain.reads_halo() || bytes > most_bytes(static_cast<int>(cores)))
      return;
    // A member reads no rows but its own and those of the two beside it, images beyond a face included.
    constexpr int slow = First::dimension - 1;
    Index const most = domain.nodes[slow] / (2 * (First::radius + 1));
    blocks_ = StageBlocks::of(first, domain.whole(), max(1, min(cores, most)), false, {});
    stages_ = std::make_shared<StageList<Rules...> const>(rules);
    launch("tessera::scratch::reserve", policy(exec), TouchNothing{});
  }

  bool possible() const { return blocks_.shares > 0; }
  int steps_of_sweep(Index left) const { return possible() ? static_cast<int>(min(left, most_steps)) : 1; }

  /// `state` stays as it is: the caller turns it.
  void sweep(Exec const& exec, std::tuple<Rules...> const&, SystemState<T, First::count> const& state,
             Index step, int steps) const {
    launch("tessera::direct::stages", policy(exec), Kernel{stages_.get(), state, step, steps, blocks_});
  }

private:
  /// The levels stay in the caches: up to here no other way was faster (docs/notes/small-grids-on-a-cpu.md).
  static Index most_bytes(int cores) {
    return static_cast<Index>(std::min(4 * static_cast<std::size_t>(cores) * second_cache_bytes(),
                                       bytes_found_in_last_cache(cores)));
  }
  int members() const { return static_cast<int>(blocks_.shares); }
  auto policy(Exec const& exec) const {
    return Kokkos::TeamPolicy<Exec>(exec, 1, members())
        .set_scratch_size(scratch_level<Exec>,
                          Kokkos::PerTeam(static_cast<int>(Kernel::scratch_bytes(members()))));
  }

  std::shared_ptr<StageList<Rules...> const> stages_; // kernels point there
  StageBlocks blocks_{};                              // no shares: each stage is a launch
};

} // namespace tessera::detail

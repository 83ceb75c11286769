// SPDX-License-Identifier: Apache-2.0
// The plan of Streaming, Tiled and Temporal for systems of fields in 3D on a device, as long as users leave
// tiles and fused steps to them: a step of all stages from one load of planes (device_march.hpp), and the
// nodes near faces from memory: those of the last stage after it, those of the first one before it, or at the
// same time where the march reads none of them. Small grids, blocks with a halo, obstacles, and faces where
// there are more stages than two are left to steps stage by stage in memory.
#pragma once

#include <tessera/core/device/side_instance.hpp>
#include <tessera/scheme/detail/device/occupancy_waves.hpp>
#include <tessera/scheme/detail/system/device_march.hpp>
#include <tessera/scheme/detail/system/memory_plan.hpp>

#include <optional>

namespace tessera::detail {

template <class Exec, class... Rules>
class SystemMarchPlan {
  using Kernel = StageMarchKernel<Exec, Rules...>;
  using Shape = typename Kernel::Shape;
  using T = typename Kernel::T;
  using InMemory = SystemMemoryPlan<Exec, Rules...>;
  static constexpr int count = Kernel::count, stages = Shape::stages;

public:
  static constexpr unsigned second = Kernel::written;

  /// \throws InvalidInput for a tile, which is not the user's to choose here
  SystemMarchPlan(Exec const& exec, std::tuple<Rules...> const& rules, SystemRequest const& request)
      : memory_(exec, rules, request), rules_(rules), scheme_(request.scheme) {
    auto const& first = std::get<0>(rules);
    bool const small = !on_host<Exec> && memory_.cooperative();
    if (!request.left_to_plan || small || first.obstacle.present() || first.domain.reads_halo() ||
        !makes_faces_apart(first.domain))
      return;
    streams_ = true;
    tiling_ = tiling_of(exec.concurrency(), first.domain);
    reads_faces_ = march_reads_faces();
    if (!reads_faces_ && !(first.domain.wraps[0] && first.domain.wraps[1] && first.domain.wraps[2]))
      side_.emplace(exec);
    StageList<Rules...>(rules).for_each([&](auto const& stage, int number, bool) {
      if (holds_at_faces(stage, false)) keeps_ |= 1u << number;
      if (holds_at_faces(stage, true)) settles_ |= 1u << number;
    });
  }

  /// As many steps as there are: from the second one on faces hold what does not change in time.
  int steps_of_sweep(Index left) const {
    return streams_ ? static_cast<int>(min(left, most_steps)) : memory_.steps_of_sweep(left);
  }

  SchemeReport report() const {
    if (!streams_) return memory_.report();
    Tile const tile = {Shape::pitch, Shape::rows,
                       static_cast<int>(tiling_.core[2]) + Shape::queues.below[2] + Shape::queues.above[2]};
    return {.scheme = scheme_,
            .tile = tile,
            .fused_steps = 1,
            .scratch_bytes = Shape::scratch_bytes,
            .way = "registers"};
  }

  /// Whether planes are streamed through registers.
  bool streams() const { return streams_; }
  /// Members that need a second level: steps in memory may be in place.
  unsigned second_levels() const { return streams_ ? second : InMemory::second; }

  void sweep(Exec const& exec, SystemState<T, count>& state, Index step, int steps) const {
    if (!streams_) return memory_.sweep(exec, state, step, steps);
    int const in_place = steps_in_place(state);
    if (in_place > 0) memory_.sweep(exec, state, step, in_place);
    for (int s = in_place; s < steps; ++s) {
      bool beside_march = false;
      with_kernels(state, step + s, s > 0, [&]<class One>(One const& kernel, Index teams, bool beside) {
        if constexpr (std::is_same_v<One, Kernel>) {
          launch_tiles<Shape::members, Shape::teams>("tessera::streaming::stages", exec, kernel, teams,
                                                     Shape::members, Shape::scratch_bytes);
          if (beside_march) side_->lead_main();
        } else {
          beside_march = beside;
          if (beside) side_->follow_main();
          launch_tiles<One::team_size, One::concurrent_teams>("tessera::streaming::faces",
                                                              beside ? side_->get() : exec, kernel, teams,
                                                              One::team_size, One::scratch);
        }
      });
      state.turn(second);
    }
  }

  /// Steps of a sweep that are made in memory before the others: one if all others, which go from level to
  /// level, then bring the members home.
  static int steps_in_place(SystemState<T, count> const& state) {
    constexpr bool can = InMemory::second != second;
    return can && state.first_in_place ? 1 : 0;
  }
  InMemory const& memory() const { return memory_; }

  /// Calls launch(kernel, teams, beside) with the kernels of a step that streams planes, in their order;
  /// `beside`: the kernel may run at the same time as the march, which comes next.
  /// \param settled whether a step of the sweep has been made
  template <class Launch>
  void with_kernels(SystemState<T, count> const& state, Index step, bool settled,
                    Launch const& launch) const {
    SystemLevels<T, count> levels = state.levels(second);
    unsigned const keeps = settled ? keeps_ | settles_ : keeps_;
    auto const make_faces = [&]<class Stage>(Stage const& stage, int number, bool beside) {
      if ((keeps >> number & 1u) != 0) return;
      Box3 const all = stage.domain.whole(), inside = common_part(all, made_by_march(stage));
      using Faces = StageEdgesKernel<Stage>;
      NodesOfSlabs const nodes(inside, all);
      if (nodes.size() > 0)
        launch(Faces{stage, levels, step, interior_of(stage), false, nodes},
               divide_up(nodes.size(), Faces::team_size), beside);
    };
    make_faces(std::get<0>(rules_), 0, !reads_faces_);
    Kernel kernel{StageList<Rules...>(rules_), tiling_, levels, {}, keeps, reads_faces_, step};
    kernel.stages.for_each(
        [&](auto const& stage, int number, bool) { kernel.interior[number] = made_by_march(stage); });
    launch(kernel, tiling_.size(), false);
    // The last stage finds what the first one has made in the second level.
    for (int m = 0; m < count; ++m)
      if ((std::tuple_element_t<0, std::tuple<Rules...>>::writes >> m & 1u) != 0)
        levels.in[m] = levels.out[m];
    make_faces(std::get<stages - 1>(rules_), stages - 1, false);
  }

private:
  /// Whether nodes near faces can be made apart from the march: there are none, or what the last stage reads
  /// of them was loaded or made by the first one, and is in memory at the end of the step.
  static bool makes_faces_apart(Domain const& d) {
    constexpr unsigned writes[] = {Rules::writes...};
    return (d.wraps[0] && d.wraps[1] && d.wraps[2]) || (stages == 2 && (writes[0] & writes[1]) == 0);
  }

  /// The nodes of a stage that the march makes: those that no face sets, and that read nothing beyond one.
  template <class Stage>
  static Box3 made_by_march(Stage const& stage) {
    constexpr Index far = Index{1} << 30; // beyond all nodes
    Domain const& d = stage.domain;
    Box3 box{{{-far, -far, -far}}, {{far, far, far}}};
    for (int a = 0; a < 3; ++a) {
      if (d.wraps[a]) continue;
      auto const margin = [&](int side, int reach) {
        return stage.edge_kind(a, side) == EdgeKind::image ? reach : Stage::radius;
      };
      box.lower[a] = margin(0, Stage::below(a));
      box.upper[a] = max(box.lower[a], d.nodes[a] - margin(1, Stage::above(a)) - stage.beyond(a));
    }
    return box;
  }

  /// Whether the last stage reads nodes, in the march, that the first one does not make there.
  bool march_reads_faces() const {
    using Last = std::tuple_element_t<stages - 1, std::tuple<Rules...>>;
    Domain const& d = std::get<0>(rules_).domain;
    Box3 const made = made_by_march(std::get<0>(rules_)), last = made_by_march(std::get<stages - 1>(rules_));
    bool reads = false;
    for (int a = 0; a < 3; ++a)
      reads |= !d.wraps[a] && (max(0, last.lower[a] - Last::below(a)) < made.lower[a] ||
                               min(d.nodes[a], last.upper[a] + Last::above(a)) > made.upper[a]);
    return reads;
  }

  /// Whether all faces set what a stage writes to values that do not change in time, or, unless `set`, leave
  /// it as it is.
  template <class Stage>
  static bool holds_at_faces(Stage const& stage, bool set) {
    bool all = true;
    for (int a = 0; a < 3; ++a)
      for (int side = 0; side < 2; ++side) {
        if (stage.domain.wraps[a]) continue;
        EdgeKind const kind = stage.edge_kind(a, side);
        all &=
            kind == EdgeKind::frozen || (set && kind == EdgeKind::set && stage.is_constant_in_time(a, side));
      }
    return all;
  }

  static constexpr Index most_steps = 64; // of a sweep

  /// Columns cut into pieces that fill a device of so many members with whole occupancy waves.
  static Tiling tiling_of(Index members, Domain const& domain) {
    constexpr int halo = (Shape::queues.below[2] + Shape::queues.greatest_lag + 2) / 2;
    Tiling tiling;
    for (int a = 0; a < 2; ++a) {
      tiling.core[a] = Shape::core[a];
      tiling.count[a] = divide_up(domain.nodes[a], tiling.core[a]);
    }
    Index const concurrent = max(1, multiprocessors(members) * Shape::teams);
    // Tiles that march far drift apart, and do not find each other's halos in the second cache any more.
    constexpr Index highest = 64;
    Index const height =
        height_in_waves({tiling.count[0] * tiling.count[1], domain.nodes[2], halo, concurrent}) - 2 * halo;
    tiling.core[2] = divide_up(domain.nodes[2], divide_up(domain.nodes[2], min(highest, height)));
    tiling.count[2] = divide_up(domain.nodes[2], tiling.core[2]);
    return tiling;
  }

  InMemory memory_;
  std::tuple<Rules...> rules_;
  char const* scheme_;
  bool streams_ = false, reads_faces_ = false;
  Tiling tiling_;
  std::optional<SideInstance<Exec>> side_; // where faces are made beside the march
  unsigned keeps_ = 0, settles_ = 0;       // a bit for each stage, see holds_at_faces
};

} // namespace tessera::detail

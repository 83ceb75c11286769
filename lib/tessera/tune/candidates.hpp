// SPDX-License-Identifier: Apache-2.0
// What an autotuner may choose from. A new table of tiles is a line here, a new scheme one in candidates(problem, work).
#pragma once

#include <tessera/tune/cost.hpp>

#include <vector>

namespace tessera {

namespace detail {

/// Tiles by what they write; the halo comes on top. On a host a core beyond the grid's end is cut there; on a device
/// the widths are what is compiled.
class CandidateList {
public:
  explicit CandidateList(Work const& work) : work_(work) {}

  void add(char const* scheme, Index3 core = {{0, 0, 0}}, int fused_steps = 0) {
    int const reach = work_.radius * std::max(1, fused_steps);
    if (work_.steps_per_call > 0 && fused_steps > work_.steps_per_call) return;
    AnyScheme made{.name = scheme, .fused_steps = fused_steps};
    for (int a = 0; a < work_.dimension; ++a) {
      if (core[a] == 0) continue;
      Index const nodes = work_.host ? min(core[a], work_.nodes[a]) : core[a];
      // What is computed twice would be more than what is computed once.
      if (fused_steps > 1 && nodes < work_.nodes[a] && nodes < Index{2} * reach) return;
      made.tile[a] = static_cast<int>(nodes) + 2 * reach;
    }
    if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(made);
  }

  /// Every combination of these.
  void add_all(char const* scheme, std::vector<Index> const& x, std::vector<Index> const& y,
               std::vector<Index> const& z, std::vector<int> const& fused_steps) {
    for (int s : fused_steps)
      for (Index k : work_.dimension > 2 ? z : std::vector<Index>{0})
        for (Index j : work_.dimension > 1 ? y : std::vector<Index>{0})
          for (Index i : x) add(scheme, {{i, j, k}}, s);
  }

  std::vector<AnyScheme> all;

private:
  Work work_;
};

inline constexpr Index whole_axis = 1 << 20;

/// Host cores: widths of whole pages and cache lines, heights that leave every core work.
inline void add_host_tiles(CandidateList& list, Work const& w) {
  auto const bytes = [&](Index count) { return max(8, count / static_cast<Index>(w.value_bytes)); };
  Index const slow = w.nodes[w.dimension - 1];
  Index const share = divide_up(slow, Index{2} * w.workers); // two tiles a core
  if (kept_in_caches(w, {.name = Temporal::name})) list.add(Temporal::name);
  switch (w.dimension) {
  case 1:
    list.add_all(Tiled::name, {4096, 16384}, {}, {}, {0});
    list.add_all(Temporal::name, {1024, 4096, 16384, whole_axis}, {}, {}, {4, 8, 16, 32, 64});
    return;
  case 2:
    list.add_all(Streaming::name, {whole_axis}, {8, 64, share, divide_up(slow, w.workers)}, {}, {0});
    list.add_all(Tiled::name, {bytes(2048), bytes(8192)}, {16, 64}, {}, {0});
    list.add_all(Temporal::name, {bytes(1024), bytes(2048), bytes(4096), bytes(8192), bytes(16384)},
                 {32, 128, 512, share, divide_up(slow, w.workers)}, {}, {2, 4, 8, 16, 24, 32});
    return;
  default:
    list.add_all(Streaming::name, {whole_axis}, {8, 16, 64}, {16, 64, share}, {0});
    list.add_all(Tiled::name, {bytes(2048)}, {8, 16}, {8}, {0});
    list.add_all(Temporal::name, {bytes(512), bytes(1024), bytes(2048), bytes(4096)}, {8, 16, 24, 32, 64},
                 {64, 256, share}, {2, 3, 4, 6, 8});
  }
}

/// A device: what the schemes have compiled, and what fits its scratch.
template <class Exec, class Rules>
void add_device_tiles(CandidateList& list, Work const& w) {
  constexpr int D = Rules::dimension;
  constexpr Index C = pack_width<typename Rules::value_type, 16>;
  if constexpr (D == 1) {
    list.add_all(Tiled::name, {1024, 4096}, {}, {}, {0});
    list.add_all(Temporal::name, {512, 1024, 2048}, {}, {}, {4, 8, 16, 32});
  } else if constexpr (fits_registers<Exec, Rules>) {
    if constexpr (fits_resident<Exec, Rules>)
      if (kept_in_registers(w, {.name = Temporal::name})) list.add(Temporal::name);
    list.add_all(Tiled::name, {64, 128, 256}, {8, 16}, {}, {0});
    using Steps = typename TemporalRegisterPlan<Exec, Rules>::Available;
    auto const by_width = [&](char const* scheme, int steps, int given) {
      Index const halo = 2 * RegisterTiles<Rules>::halo_x(steps), reach = 2 * w.radius * steps;
      for (Index packs : {32, 64, 128, 256}) {
        if (packs * C <= halo) continue;
        int const width = static_cast<int>(packs * C), // what is compiled; the core's follows from it
            high = TemporalRegisterPlan<Exec, Rules>::wave_height(w.threads, w.nodes, steps, width);
        for (Index rows : {64, 128, 256, 512, 2048}) list.add(scheme, {{width - reach, rows, 0}}, given);
        list.add(scheme, {{width - reach, high - reach, 0}}, given);
      }
    };
    by_width(Streaming::name, 1, 0);
    [&]<int... S>(std::integer_sequence<int, S...>) {
      ((S > 1 ? by_width(Temporal::name, S, S) : void()), ...); // one step in registers is Streaming
    }
    (Steps{});
  } else if constexpr (D == 2) {
    list.add_all(Tiled::name, {64, 128, 256}, {8, 16}, {}, {0});
    list.add_all(Temporal::name, {64, 128, 256}, {64, 256, 1024}, {}, {2, 4, 8});
  } else {
    list.add_all(Tiled::name, {32, 64}, {4, 8}, {4, 8}, {0});
    if constexpr (streams_in_slices<Rules>) [&]<int... Rows>(std::integer_sequence<int, Rows...>) {
        list.add_all(Streaming::name, {0}, {Rows...}, {16, 32, 64, 128, 256}, {0});
      }
    (typename StreamingDevicePlan<Exec, Rules>::Available{});
    if constexpr (fits_volume<Exec, Rules>) {
      using Plan = TemporalVolumePlan<Exec, Rules>;
      constexpr int steps = Plan::most_steps, reach = 2 * steps;
      list.add(Temporal::name);
      for (int height : {16, 24, 32, 40})
        for (Index planes : {32, 64, 128, 256})
          if (Plan::holds(steps, height))
            list.add(Temporal::name, {{Plan::Shape::width - reach, height - reach, planes}}, steps);
    } else {
      list.add_all(Temporal::name, {16, 32, 64}, {8, 16, 32}, {32, 128, 512}, {2, 3, 4});
    }
  }
}

} // namespace detail

} // namespace tessera

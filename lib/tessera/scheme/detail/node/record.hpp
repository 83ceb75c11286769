// SPDX-License-Identifier: Apache-2.0
// Samples that a device's kernel records of the levels that it makes within fused steps. Values at a tile's
// nodes beyond its core may be anything, so a kernel records the nodes of its core.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/points/points_list.hpp>
#include <tessera/points/support_table.hpp>
#include <tessera/scheme/detail/node/rules.hpp>

namespace tessera::detail {

/// Whether the formula of these rules has samplings.
template <class Rules>
inline constexpr bool has_samples = PointsOf<typename Rules::stencil_type>::type::samples;

/// The steps of a sweep whose new level is recorded by some sampling, a bit for each step, of up to 32.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION unsigned steps_to_record(Rules const& rules, Index step, int steps) {
  unsigned due = 0;
  if constexpr (has_samples<Rules>)
    rules.stencil.points.for_each_in_kernel([&]<class On>(On const& on) {
      if constexpr (!On::injects)
        for (int s = 0; s < steps && s < 32; ++s) due |= on.data.records(step + s + 1) ? 1u << s : 0u;
    });
  return due;
}

/// Whether some sampling records a level.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool records_level(Rules const& rules, Index level) {
  return steps_to_record(rules, level - 1, 1) != 0;
}

/// Whether a box holds nodes of supports, of injections or samplings. Indices are those of the domain.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool holds_supports(Rules const& rules, Box3 const& box) {
  bool holds = false;
  rules.stencil.points.for_each_in_kernel([&]<class On>(On const& on) {
    Box3 const& own = on.data.tables.template of<Rules::Order::reversed>().box;
    bool overlap = true;
    for (int a = 0; a < 3; ++a) overlap &= box.upper[a] > own.lower[a] && box.lower[a] < own.upper[a];
    holds |= overlap;
  });
  return holds;
}

/// The same rules with the formula alone, for tiles without nodes of supports.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION auto without_points(Rules const& rules) {
  using Formula = typename PointsOf<typename Rules::stencil_type>::formula;
  return typename Rules::template with_stencil<Formula>{static_cast<Formula const&>(rules.stencil),
                                                        rules.boundary, rules.domain, rules.obstacle};
}

/// Whether some of the nodes from (x, y, z) on, so many along x and y, may be sampled.
template <class Rules>
KOKKOS_FORCEINLINE_FUNCTION bool near_supports(Rules const& rules, Index x, Index y, Index z, int columns,
                                               int rows) {
  bool near = false;
  rules.stencil.points.for_each_in_kernel([&]<class On>(On const& on) {
    if constexpr (!On::injects) {
      Box3 const& box = on.data.tables.template of<Rules::Order::reversed>().box;
      near |= x + columns > box.lower[0] && x < box.upper[0] && y + rows > box.lower[1] && y < box.upper[1] &&
              z >= box.lower[2] && z < box.upper[2];
    }
  });
  return near;
}

/// Records the value that node (x, y, z) of the domain has at a level, if it is to be sampled. It is called,
/// since it occurs for every node of a member, and for few of them there is something to do.
template <class Rules, class T>
TESSERA_NOINLINE void record_node(Rules const& rules, T value, Index x, Index y, Index z, Index level) {
  rules.stencil.points.for_each_in_kernel([&]<class On>(On const& on) {
    if constexpr (!On::injects) {
      auto const& table = on.data.tables.template of<Rules::Order::reversed>();
      if (table.in_box(x, y, z))
        if (int const node = table.find(x, y, z); node >= 0 && on.data.records(level))
          on.data.row(level)[node] = value;
    }
  });
}

/// Records the value of a node if it lies in a tile's core and the level is to be recorded.
template <class Rules, class T>
KOKKOS_FORCEINLINE_FUNCTION void
record_in_core([[maybe_unused]] Rules const& rules, [[maybe_unused]] bool due,
               [[maybe_unused]] Box3 const& core, [[maybe_unused]] T const& value, [[maybe_unused]] Index x,
               [[maybe_unused]] Index y, [[maybe_unused]] Index z, [[maybe_unused]] Index level) {
  if constexpr (has_samples<Rules>)
    if (due && near_supports(rules, x, y, z, 1, 1) && Box3{{x, y, z}, {x + 1, y + 1, z + 1}}.inside(core))
      record_node(rules, value, x, y, z, level);
}

/// Records those nodes of a patch that lie in a tile's core: `rows` rows of C columns from node (x, y, z) on.
template <class Rules, class T, int rows, int C>
KOKKOS_FORCEINLINE_FUNCTION void record_patch(Rules const& rules, T const (&patch)[rows][C], Box3 const& core,
                                              Index x, Index y, Index z, Index level) {
  if (!near_supports(rules, x, y, z, C, rows)) return;
  TESSERA_UNROLL
  for (int r = 0; r < rows; ++r) {
    if (y + r < core.lower[1] || y + r >= core.upper[1]) continue;
    TESSERA_UNROLL
    for (int c = 0; c < C; ++c)
      if (x + c >= core.lower[0] && x + c < core.upper[0])
        record_node(rules, patch[r][c], x + c, y + r, z, level);
  }
}

} // namespace tessera::detail

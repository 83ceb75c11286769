// SPDX-License-Identifier: Apache-2.0
// The nodes of a tile on a device that lie near faces and in obstacles (device_tiles.hpp): their general
// update, by the members of a warp.
#pragma once

#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/device_tile_shape.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

namespace tessera::detail {

/// For one stage and the run of one member. `exchanged`: what the stage reads around and some stage writes.
template <class Shape, unsigned exchanged, class Stage>
struct TileNodesAtEdges {
  using T = typename Shape::T;
  using Parts = typename Stage::apart::Array;
  static constexpr int count = Shape::count, rows = Shape::rows;
  static constexpr int lanes = 32; // of a warp

  Stage const& rules;
  Index x, y;       // where the run begins
  T const* scratch; // what belongs to its first node
  Index step;

  /// Updates the nodes whose bits are set in `special`. Where many nodes of one run are special, as at a face
  /// of axis 0, the members of the warp take a node each, one run after the other. Other nodes are updated by
  /// the members that own them.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make(Member const& member, unsigned special, T const (&own)[count][rows],
                                        T (&made)[count][rows]) const {
    bool const shared = bits_set(special) > 2 * Shape::radius;
    unsigned runs = warp_ballot(member, shared);
    TESSERA_NO_UNROLL
    while (runs != 0) {
      make_run(member, lowest_bit(runs), special, own, made);
      runs &= runs - 1;
    }
    if (!shared) make_own(special, own, made);
  }

private:
  /// What the general update reads: `own` are the node's values.
  struct Reads {
    static constexpr bool of_memory = true;
    T const* scratch;
    Parts const& own;
    int r;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int) const {
      if constexpr (has_member(Shape::in_scratch | exchanged, M))
        return scratch[Shape::template slot<exchanged, M>(r + oy, ox)];
      else
        return own.v[M];
    }
  };

  /// Updates the run of lane `owner`, a node by each lane.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void make_run(Member const& member, int owner, unsigned own_special,
                                            T const (&own)[count][rows], T (&made)[count][rows]) const {
    int const lane = member.team_rank() % lanes, distance = owner - lane;
    unsigned const special = shuffle_from<lanes>(member, own_special, distance);
    bool const mine = lane < rows && (special >> lane & 1u) != 0;
    Parts parts{};
    for_members<Shape::in_registers, count>([&](auto m) {
      TESSERA_UNROLL
      for (int k = 0; k < rows; ++k) {
        T const value = shuffle_from<lanes>(member, own[m.number][k], distance);
        if (k == lane) parts.v[m.number] = value;
      }
    });
    if (mine) update(distance, lane, parts);
    for_members<Stage::writes, count>([&](auto m) {
      TESSERA_UNROLL
      for (int k = 0; k < rows; ++k) {
        T const value = shuffle_from<lanes>(member, parts.v[m.number], k - lane);
        if (lane == owner && (special >> k & 1u) != 0) made[m.number][k] = value;
      }
    });
  }

  /// Updates the nodes of the member's own run.
  KOKKOS_FORCEINLINE_FUNCTION void make_own(unsigned special, T const (&own)[count][rows],
                                            T (&made)[count][rows]) const {
    TESSERA_NO_UNROLL
    for (int r = 0; r < rows; ++r) {
      if ((special >> r & 1u) == 0) continue;
      Parts parts{};
      for_members<Shape::in_registers, count>([&](auto m) {
        TESSERA_UNROLL
        for (int k = 0; k < rows; ++k) // registers have no addresses
          if (k == r) parts.v[m.number] = own[m.number][k];
      });
      update(0, r, parts);
      for_members<Stage::writes, count>([&](auto m) {
        TESSERA_UNROLL
        for (int k = 0; k < rows; ++k)
          if (k == r) made[m.number][k] = parts.v[m.number];
      });
    }
  }

  /// The general update of node r of the run that many lanes further. `parts`: its members in registers, and
  /// then what it gets.
  KOKKOS_FORCEINLINE_FUNCTION void update(int lanes_further, int r, Parts& parts) const {
    T const* const run = scratch + lanes_further;
    for_members<Shape::in_scratch, count>(
        [&](auto m) { parts.v[m.number] = run[Shape::template slot<0u, m.number>(r, 0)]; });
    parts = Stage::apart::split(rules.general(Reads{run, parts, r}, x + lanes_further, y + r, 0, step));
  }
};

} // namespace tessera::detail

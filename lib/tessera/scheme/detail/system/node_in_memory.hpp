// SPDX-License-Identifier: Apache-2.0
// A stage's update of one node from memory to memory, for the sweeps in which a thread makes single nodes.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/scheme/detail/system/halo_nodes.hpp>
#include <tessera/scheme/detail/system/levels.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <cstdint>

namespace tessera::detail {

/// The nodes at which a stage's formula reads inside the domain and its halo.
template <class Rules>
KOKKOS_FUNCTION Box3 interior_of(Rules const& rules) {
  constexpr Index far = Index{1} << 40; // beyond all nodes of a halo
  Domain const& d = rules.domain;
  Box3 box{{{-far, -far, -far}}, {{far, far, far}}};
  for (int a = 0; a < Rules::dimension; ++a) {
    if (!has_halo(d, a, 0)) box.lower[a] = Rules::radius;
    if (!has_halo(d, a, 1))
      box.upper[a] = max(box.lower[a], d.nodes[a] - Rules::radius - Rules::most_beyond(a));
  }
  return box;
}

template <class Rules>
struct StageNode {
  using T = typename Rules::member_type;
  using Array = typename Rules::apart::Array;

  Rules const& rules;
  SystemLevels<T, Rules::count> const& levels;
  Index step;
  bool anywhere;        // whether some nodes lie beyond a period's end, see Node
  Box3 const& interior; // see interior_of()

  struct Reads {
    static constexpr bool of_memory = true;
    SystemLevels<T, Rules::count> const& levels;
    Index node;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      return levels.in[M][node + ox + oy * levels.stride_y + oz * levels.stride_z];
    }
  };

  /// The same around periods.
  struct WrappedReads {
    static constexpr bool of_memory = true;
    StageNode const& of;
    Index x, y, z;
    template <int M>
    KOKKOS_FORCEINLINE_FUNCTION T member(int ox, int oy, int oz) const {
      Domain const& d = of.rules.domain;
      return of.levels.in[M][of.place(d.around(0, x, ox), d.around(1, y, oy), d.around(2, z, oz))];
    }
  };

  /// Where a node lies in memory.
  KOKKOS_FORCEINLINE_FUNCTION Index place(Index x, Index y, Index z) const {
    return x + y * levels.stride_y + z * levels.stride_z;
  }

  /// Whether the formula reads inside the domain and its halo. A comparison an axis takes fewer registers
  /// than two: six fewer of 46 in a kernel of the shallow water equations.
  KOKKOS_FORCEINLINE_FUNCTION bool is_interior(Index x, Index y, Index z) const {
    Index const at[3] = {x, y, z};
    bool inside = true;
    TESSERA_UNROLL
    for (int a = 0; a < Rules::dimension; ++a)
      inside &= static_cast<std::uint64_t>(at[a] - interior.lower[a]) <
                static_cast<std::uint64_t>(interior.upper[a] - interior.lower[a]);
    return inside;
  }
  KOKKOS_FORCEINLINE_FUNCTION Array by_formula(Index x, Index y, Index z, Index node) const {
    return Rules::apart::split(rules.formula(Reads{levels, node}, x, y, z, step, anywhere));
  }
  /// The members of any node.
  KOKKOS_FORCEINLINE_FUNCTION Array made(Index x, Index y, Index z, Index node) const {
    if (is_interior(x, y, z) && !rules.is_frozen({{x, y, z}})) return by_formula(x, y, z, node);
    return at_face(x, y, z, node);
  }
  /// The members of a node in the interior.
  KOKKOS_FORCEINLINE_FUNCTION Array made_inside(Index x, Index y, Index z, Index node) const {
    return rules.is_frozen({{x, y, z}}) ? old(node) : by_formula(x, y, z, node);
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(Array const& made, Index node) const {
    for_members<Rules::writes, Rules::count>([&](auto m) { levels.out[m.number][node] = made.v[m.number]; });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION Array old(Index node) const {
    Array parts{};
    for_members<Rules::writes, Rules::count>([&](auto m) { parts.v[m.number] = levels.in[m.number][node]; });
    return parts;
  }
  KOKKOS_FORCEINLINE_FUNCTION Array at_face(Index x, Index y, Index z, Index node) const {
    if constexpr (Rules::freezes_faces) { // the general update would take registers from all nodes
      return old(node);
    } else if constexpr (may_be_periodic<typename Rules::boundary_type, Rules::dimension>) {
      return Rules::apart::split(rules.general(WrappedReads{*this, x, y, z}, x, y, z, step));
    } else {
      return Rules::apart::split(rules.general(Reads{levels, node}, x, y, z, step));
    }
  }
};

} // namespace tessera::detail

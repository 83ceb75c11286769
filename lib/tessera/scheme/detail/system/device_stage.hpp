// SPDX-License-Identifier: Apache-2.0
// The direct sweep of a stage on a device, from memory to memory.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/scheme/detail/device/slab_nodes.hpp>
#include <tessera/scheme/detail/system/node_in_memory.hpp>

#include <bit>

namespace tessera::detail {

/// The nodes that a member of a team makes on a device, along the slow axis. With more members per node
/// registers are scarce, and a run longer than one node is slower.
template <class Rules>
inline constexpr int run_on_device = [] {
  constexpr int values =
      std::popcount(Rules::near) + (Rules::in_place ? 0 : std::popcount(Rules::writes)); // of a node
  return Rules::dimension > 1 && values * static_cast<int>(sizeof(typename Rules::member_type)) <= 16 ? 4 : 1;
}();

/// The ends of rows in a volume, which teams of their own make on a device, with neighbouring columns apart:
/// else each warp of a row would make its end by the general update while its other members wait.
struct RowEnds {
  Index lower = 0, first_inside = 0, last_inside = 0, upper = 0; // columns
  KOKKOS_FORCEINLINE_FUNCTION Index columns() const { return first_inside - lower + upper - last_inside; }
  KOKKOS_FORCEINLINE_FUNCTION Index column(Index number) const {
    Index const below = first_inside - lower;
    return number < below ? lower + number : last_inside + number - below;
  }

  RowEnds() = default;
  /// Of a box and its interior, see interior_of(); of a narrow box all columns are ends.
  RowEnds(Box3 const& box, Box3 const& interior)
      : lower(box.lower[0]), first_inside(max(lower, interior.lower[0])),
        last_inside(max(first_inside, min(box.upper[0], interior.upper[0]))), upper(box.upper[0]) {
    if (first_inside >= upper) first_inside = last_inside = upper;
  }
};

/// A stage on a device. A member of a team makes a run of nodes along the slow axis, and all before it stores
/// any: so a value that two nodes of the run read is loaded once. A team takes neighbouring rows, which share
/// values in the first cache; in a plane it takes few, long ones, since beside its ends each row has a sector
/// of memory that another team loads, too.
///
/// In a volume whose faces need the general update the sweep has the box that lies inside along the slower
/// axes, and ends of rows have teams of their own. The teams of a few planes, a group, follow each other,
/// first those of the ends: so a line of memory that both write is whole before it leaves the second cache.
template <class Exec, class Rules, int run>
struct StageDeviceKernel {
  using T = typename Rules::member_type;
  using Array = typename Rules::apart::Array;
  static constexpr int D = Rules::dimension;
  static constexpr int lanes = 32; // members of a warp
  static constexpr int team_size = 256, slow = D == 3 ? 2 : 1;
  static constexpr std::size_t scratch = 0;

  Rules rules;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Box3 box;      // the nodes that are updated
  Box3 interior; // see interior_of()
  bool anywhere; // whether some of them lie beyond a period's end, see Node
  RowEnds ends;
  int row_bits;         // 2^row_bits members lie along a row
  int teams_x, teams_y; // of a plane, or of as many as a run has
  int ends_y = 0;       // of a column of ends in a group of planes

  static constexpr bool parts_ends = D == 3 && !Rules::freezes_faces;
  static constexpr int planes_of_group = 8;
  static_assert(team_size == lanes * planes_of_group); // so a team of ends has a plane a warp
  /// Teams that the registers have to suffice for: where teams make ends, the general update may not take
  /// more registers than rows do. 0: whatever the compiler takes.
  static constexpr int concurrent_teams = parts_ends ? 4 : 0;

  /// \param makes_ends whether teams make the ends of rows, where these are parted
  StageDeviceKernel(Rules const& stage, SystemLevels<T, Rules::count> const& all, Index from,
                    Box3 const& nodes, [[maybe_unused]] bool makes_ends = true)
      : rules(stage), levels(all), step(from), box(nodes), interior(interior_of(stage)),
        anywhere(!is_straight(stage.domain, nodes)), row_bits(bits_of_row(nodes)),
        teams_x(static_cast<int>(divide_up(box.extent(0), 1 << bits()))),
        teams_y(static_cast<int>(divide_up(box.extent(1), (team_size >> bits()) * (slow == 1 ? run : 1)))) {
    if constexpr (parts_ends) {
      ends = RowEnds(box, interior);
      if (makes_ends) ends_y = static_cast<int>(divide_up(box.extent(1), lanes));
    }
  }

  /// Teams that make rows, in the order of memory, if no others come between them.
  static Index teams_of_rows(Box3 const& box) {
    int const length = 1 << bits_of_row(box), rows = team_size / length;
    return divide_up(box.extent(0), length) * divide_up(box.extent(1), rows * (slow == 1 ? run : 1)) *
           divide_up(box.extent(2), slow == 2 ? run : 1);
  }
  /// Teams of the launch.
  Index teams() const {
    return parts_ends ? divide_up(box.extent(2), planes_of_group) * teams_of_group() : teams_of_rows(box);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int team = member.league_rank();
    if constexpr (parts_ends) {
      int const group = team / teams_of_group(), number = team - group * teams_of_group();
      if (number < teams_of_ends()) return update_end(group, number, member.team_rank());
      team = group * (teams_of_group() - teams_of_ends()) + number - teams_of_ends();
    }
    int const rank = member.team_rank(), row_of_teams = team / teams_x,
              row = row_of_teams % teams_y * (team_size >> bits()) + (rank >> bits()),
              plane = row_of_teams / teams_y;
    Index const x = box.lower[0] + (Index{team % teams_x} << bits()) + (rank & ((1 << bits()) - 1)),
                y = box.lower[1] + Index{row} * (slow == 1 ? run : 1),
                z = box.lower[2] + Index{plane} * (slow == 2 ? run : 1);
    bool const makes =
        (parts_ends ? x >= ends.first_inside && x < ends.last_inside : x < box.upper[0]) && y < box.upper[1];
    Index const left = slow == 1 ? box.upper[1] - y : box.upper[2] - z;
    int const nodes = makes ? static_cast<int>(min(run, left)) : 0; // of the run
    if (nodes > 0) update(x, y, z, nodes);
  }

private:
  static constexpr int bits_of_warp = 5, bits_of_team = 8;
  static_assert(lanes == 1 << bits_of_warp && team_size == 1 << bits_of_team);

  /// In a plane a team has rows of four warps, of two, or of one, as long as few of its members get no node.
  static int bits_of_row(Box3 const& box) {
    if constexpr (D == 2)
      for (int const bits : {bits_of_warp + 2, bits_of_warp + 1})
        if (8 * round_up(box.extent(0), Index{1} << bits) <= 9 * round_up(box.extent(0), lanes)) return bits;
    return D == 1 ? bits_of_team : bits_of_warp;
  }
  /// The same for this launch, known at compile time but for planes.
  KOKKOS_FORCEINLINE_FUNCTION int bits() const {
    return D == 1 ? bits_of_team : D == 2 ? row_bits : bits_of_warp;
  }
  KOKKOS_FORCEINLINE_FUNCTION int teams_of_ends() const { return static_cast<int>(ends.columns()) * ends_y; }
  KOKKOS_FORCEINLINE_FUNCTION int teams_of_group() const {
    return teams_of_ends() + teams_x * teams_y * (planes_of_group / (slow == 2 ? run : 1));
  }

  /// Makes 32 ends of a column in each of the group's planes.
  KOKKOS_FORCEINLINE_FUNCTION void update_end(int group, int number, int rank) const {
    auto const columns = static_cast<int>(ends.columns());
    Index const x = ends.column(number % columns), y = box.lower[1] + number / columns * lanes + rank % lanes,
                z = box.lower[2] + group * planes_of_group + rank / lanes;
    if (y >= box.upper[1] || z >= box.upper[2]) return;
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const node = one.place(x, y, z);
    one.store(one.made(x, y, z, node), node);
  }

  /// Makes a run of nodes.
  KOKKOS_FORCEINLINE_FUNCTION void update(Index x, Index y, Index z, int nodes) const {
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const first = one.place(x, y, z), stride = slow == 1 ? levels.stride_y : levels.stride_z;
    Index3 const begin{{x, y, z}}, last = in_run(begin, run - 1);
    if constexpr (run == 1) {
      one.store(made(one, begin, first), first);
    } else if (nodes == run && !rules.obstacle.present() &&
               (parts_ends || (one.is_interior(x, y, z) && one.is_interior(last[0], last[1], last[2])))) {
      Array all[run];
      TESSERA_UNROLL
      for (int r = 0; r < run; ++r) {
        Index3 const i = in_run(begin, r);
        all[r] = one.by_formula(i[0], i[1], i[2], first + r * stride);
      }
      TESSERA_UNROLL
      for (int r = 0; r < run; ++r) one.store(all[r], first + r * stride);
    } else {
      TESSERA_NO_UNROLL
      for (int r = 0; r < nodes; ++r) {
        Index const here = first + r * stride;
        one.store(made(one, in_run(begin, r), here), here);
      }
    }
  }

  /// A node of a row. Where ends are parted, it lies inside.
  KOKKOS_FORCEINLINE_FUNCTION static Array made(StageNode<Rules> const& one, Index3 const& i, Index node) {
    return parts_ends ? one.made_inside(i[0], i[1], i[2], node) : one.made(i[0], i[1], i[2], node);
  }
  KOKKOS_FORCEINLINE_FUNCTION static Index3 in_run(Index3 first, int r) {
    first[slow] += r;
    return first;
  }
};

/// The nodes of a stage near faces of the slower axes, a member of a team each.
template <class Rules>
struct StageEdgesKernel {
  using T = typename Rules::member_type;
  static constexpr int team_size = 128, concurrent_teams = 0;
  static constexpr std::size_t scratch = 0;

  Rules rules;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Box3 interior; // see interior_of()
  bool anywhere; // whether some nodes lie beyond a period's end, see Node
  NodesOfSlabs nodes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const n = member.league_rank() * team_size + member.team_rank();
    if (n >= nodes.size()) return;
    Index3 const i = nodes.at(n);
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const node = one.place(i[0], i[1], i[2]);
    one.store(one.made(i[0], i[1], i[2], node), node);
  }
};

} // namespace tessera::detail

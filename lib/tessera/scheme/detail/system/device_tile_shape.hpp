// SPDX-License-Identifier: Apache-2.0
// The shape of a tile of a system on a device: the members of its team, the nodes of each, and the scratch.
#pragma once

#include <tessera/scheme/detail/system/stage_rules.hpp>

#include <algorithm>
#include <bit>

namespace tessera::detail {

/// What a tile is for. Tiles of large grids are as high as registers allow, so that little of them is halo.
/// Those of small grids are flat, so that there are enough of them to keep all multiprocessors busy.
enum class TileUse { large_grids, small_grids };

/// What the members of a tile's team hold, and where.
template <TileUse use, class... Rules>
struct SystemTileShape {
  using First = std::tuple_element_t<0, std::tuple<Rules...>>;
  using T = typename First::member_type;
  static constexpr int count = First::count, radius = First::radius;

  static constexpr unsigned written = (0u | ... | Rules::writes);
  /// Values of staggered members beyond the upper side of an axis, at most.
  KOKKOS_FUNCTION static constexpr int beyond(int axis) {
    int most = 0;
    ((most = Rules::most_beyond(axis) > most ? Rules::most_beyond(axis) : most), ...);
    return most;
  }
  static constexpr unsigned read_around = (0u | ... | Rules::near);
  /// Inputs that some stage reads at neighbours lie in scratch for good. All other members lie in registers.
  static constexpr unsigned in_scratch = read_around & ~written;
  static constexpr unsigned in_registers = First::apart::all & ~in_scratch;
  /// Members in scratch at a time: these inputs, and what one stage reads around.
  static constexpr int planes =
      std::popcount(in_scratch) + std::max({std::popcount(Rules::near & written)...});

  static constexpr int width = 64; // columns of a tile
  /// Scratch holds a row of each member in turn. Before the first and after the last row there is a margin,
  /// so that what the outermost nodes read is memory of the team.
  static constexpr int margin = (radius * planes * width + radius + 31) / 32 * 32;

  /// Words of 4 bytes that belong to one node: its values, and beside them those that a stage makes while it
  /// still reads the old ones.
  static constexpr int words =
      (std::popcount(in_registers) + std::max({Rules::in_place ? 0 : std::popcount(Rules::writes)...})) *
      static_cast<int>((sizeof(T) + 3) / 4);
  /// Members of a team. Two teams share a multiprocessor, so a member of 256 can have 128 registers, and one
  /// of 512 can have 64. Long runs and formulas that read far want many registers. Where a node has many
  /// words, runs are short in any case, and more members hide more of what they wait for.
  static constexpr bool flat = use == TileUse::small_grids;
  static constexpr bool long_runs = flat ? words > 12 : radius > 1 || words <= 5;
  static constexpr int most_members = long_runs ? 256 : 512, teams = 2;
  /// Nodes of a member's run: their words take most of the registers, and all runs of a team fit the scratch
  /// that Kokkos gives it, 48 KiB less what reductions take.
  static constexpr int rows = [] {
    constexpr int most = flat ? 4 : long_runs ? 16 : 8, most_words = long_runs ? 80 : 48;
    constexpr int scratch = 45032 + (512 - most_members) * 8 - 2 * margin * static_cast<int>(sizeof(T));
    constexpr int bytes = planes * most_members * static_cast<int>(sizeof(T)); // of a node of every run
    return std::clamp(std::min(most_words / words, bytes > 0 ? scratch / bytes : most), 1, most);
  }();

  KOKKOS_FUNCTION static std::size_t scratch_bytes(int height) {
    return sizeof(T) * static_cast<std::size_t>(planes * width * height + 2 * margin);
  }
  /// The place of a member in scratch among those of its row. `exchanged`: what the stage reads around and
  /// some stage writes.
  KOKKOS_FUNCTION static constexpr int plane(unsigned exchanged, int m) {
    return has_member(in_scratch, m) ? number_among(in_scratch, m)
                                     : Kokkos::popcount(in_scratch) + number_among(exchanged, m);
  }
  /// A value of a member in scratch, counted from the first node of a run: row r, `ox` columns beside it.
  template <unsigned exchanged, int M>
  KOKKOS_FORCEINLINE_FUNCTION static int slot(int r, int ox) {
    constexpr int own = plane(exchanged, M);
    return (r * planes + own) * width + ox;
  }
};

} // namespace tessera::detail

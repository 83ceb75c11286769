// SPDX-License-Identifier: Apache-2.0
// One derivative across the unit-stride axis, on a device: a thread owns a pack of columns in a short run of nodes along
// the derivative's axis, all of whose loads are under way together. What lies beside a run its neighbours read as well,
// from a cache: so teams are tall along the axis, and those of one plane come one after the other. A ring is no special
// case; one-sided ends are, node by node.
#pragma once

#include <tessera/core/divisor.hpp>
#include <tessera/solver/detail/line_march_device.hpp>
#include <tessera/solver/detail/line_pack.hpp>

namespace tessera::detail {

template <class T, int R, bool along_y, bool wide>
struct LineAcross {
  static constexpr int C = pack_width<T, 16>, run = 4;
  static constexpr int most_members = along_y ? 256 : 512;
  static constexpr int teams_at_once = R > 4 ? 1 : along_y ? 3 : 2; // 80 and 64 registers, or what it takes
  static constexpr int small_team = 128;

  LineSum<T, R> sum;                // of one term
  int packs;                        // of a row
  int lane_bits;                    // a team has 2^lane_bits packs side by side,
  int groups;                       // and so many runs one after the other
  Divisor teams_aside, teams_along; // for a row, and for the axis

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), line = teams_aside.quotient(team),
              third = teams_along.quotient(line);
    int const lane = member.team_rank() & ((1 << lane_bits) - 1);
    int const pack = ((team - line * teams_aside.number()) << lane_bits) + lane, x = pack * C;
    int const group = (line - third * teams_along.number()) * groups + (member.team_rank() >> lane_bits);
    int const first = group * run, nodes = static_cast<int>(sum.term[0].line.nodes);
    if (pack >= packs || first >= nodes) return;
    int const y = along_y ? 0 : third, z = along_y ? third : 0;
    bool const one_sided = sum.term[0].line.period == 0 && (first < R || first + run > nodes - R);
    if (one_sided || first + run > nodes || x + C > static_cast<int>(sum.nodes[0]))
      node_by_node(x, y, z, first, min(first + run, nodes));
    else
      update(x, y, z, first, nodes);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void update(int x, int y, int z, int first, int nodes) const {
    Line<T, R> const& line = sum.term[0].line;
    int const period = static_cast<int>(line.period);
    T const* const in = sum.term[0].in.row(y, z) + x;
    T window[run + 2 * R][C];
    TESSERA_UNROLL
    for (int r = 0; r < run + 2 * R; ++r) {
      int const at = first + r - R;
      read_pack(window[r],
                in + (at < 0       ? at + period
                      : at < nodes ? at
                                   : at - period) *
                         line.in_stride,
                wide);
    }
    Index const out_stride = sum.out.stride[along_y ? 1 : 2];
    T* const out = sum.out.row(y, z) + x + first * out_stride;
    TESSERA_UNROLL
    for (int k = 0; k < run; ++k) {
      T result[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        result[c] = line.central([&](int offset) { return window[R + k + offset][c]; });
      if constexpr (along_y)
        store_passing(out + k * out_stride, result, wide);
      else // where it costs more than it saves
        store_pack(out + k * out_stride, result, wide);
    }
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index z, Index first, Index end) const {
    TESSERA_KEEP_LOOP
    for (Index i = first; i < end; ++i)
      for (Index c = x; c < min(x + C, sum.nodes[0]); ++c)
        *sum.out.at(c, along_y ? i : y, along_y ? z : i) = sum.at(c, along_y ? i : y, along_y ? z : i);
  }
};

/// Calls body with the kernel for the term's axis. `pencils`: columns side by side that a team works on, 0 for the
/// library's choice, which is what was fastest on an H200: 16 packs side by side along the axis that is next in memory, 128
/// along the slowest. `most_threads`: that a device runs at once; small grids have smaller teams, for all of it.
template <class T, int R, class Body>
void with_line_across(LineSum<T, R> const& sum, Index pencils, bool wide, Index most_threads,
                      Body const& body) {
  auto const with = [&]<bool along_y, bool w>(std::bool_constant<along_y>, std::bool_constant<w>) {
    using Kernel = LineAcross<T, R, along_y, w>;
    Index const nodes = sum.term[0].line.nodes, packs = divide_up(sum.nodes[0], Kernel::C);
    Index const third = sum.nodes[along_y ? 2 : 1];
    bool const large = packs * third * divide_up(nodes, Kernel::run) >= most_threads;
    int const members = large ? Kernel::most_members : Kernel::small_team;
    int bits = along_y ? 4 : 7;
    if (pencils > 0)
      for (bits = 0; 1 << bits < members && Index{Kernel::C} << bits < pencils;) ++bits;
    while (bits > 0 && 1 << (bits - 1) >= packs) --bits;
    int const groups = members >> bits;
    Index const aside = divide_up(packs, 1 << bits), along = divide_up(nodes, groups * Kernel::run);
    body(TeamTiles<Kernel>{{sum, static_cast<int>(packs), bits, groups, Divisor(static_cast<int>(aside)),
                            Divisor(static_cast<int>(along))},
                           aside * along * third,
                           members});
  };
  auto const of_axis = [&](auto along_y) {
    wide ? with(along_y, std::true_type{}) : with(along_y, std::false_type{});
  };
  if (sum.term[0].axis == 1)
    of_axis(std::true_type{});
  else if constexpr (line_marches<T>)
    body(line_march(sum, pencils, wide));
  else
    of_axis(std::false_type{});
}

} // namespace tessera::detail

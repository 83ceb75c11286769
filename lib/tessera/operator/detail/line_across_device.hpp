// SPDX-License-Identifier: Apache-2.0
// One derivative across the unit-stride axis, on a device. A thread owns a pack of columns in a short run of
// nodes along the derivative's axis; all loads of the run are in flight together. The R nodes on each side of
// a run are also read by the neighbouring runs, through a cache: therefore teams are tall along the axis, and
// the teams of one plane follow each other. A periodic axis needs no separate kernel. Along the axis that is
// second in memory, the R nodes at each end of a bounded line form runs of their own, which are numbered
// first; along other axes the one-sided ends are updated node by node.
#pragma once

#include <tessera/core/divisor.hpp>
#include <tessera/operator/detail/line_march_device.hpp>
#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

template <class T, int R, bool along_y, bool wide>
struct LineAcross {
  static constexpr bool near = along_y && R <= 4; // the constants below were fastest on an H200
  static constexpr int C = pack_width<T, 16>, run = near && R >= 2 ? 8 : 4;
  static constexpr int most_members = along_y ? 256 : 512;
  static constexpr int concurrent_teams = R > 4 ? 1 : near&& run == 4 ? 3 : 2; // all registers, 80, 128 or 64
  static constexpr int small_team = 128;

  LineSum<T, R> sum;                  // has one term
  int packs;                          // of a row
  int lane_bits;                      // a team has 2^lane_bits packs side by side,
  int groups;                         // and this number of runs one after the other
  int runs;                           // of a line
  Divisor teams_per_row, teams_along; // teams per row, teams along the axis

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), line = teams_per_row.quotient(team),
              third = teams_along.quotient(line);
    int const lane = member.team_rank() & ((1 << lane_bits) - 1);
    int const pack = ((team - line * teams_per_row.number()) << lane_bits) + lane, x = pack * C;
    int const number = (line - third * teams_along.number()) * groups + (member.team_rank() >> lane_bits);
    if (pack >= packs || number >= runs) return;
    int const y = along_y ? 0 : third, z = along_y ? third : 0;
    int const nodes = static_cast<int>(sum.term[0].line.nodes), end_runs = own_ends(sum.term[0].line) ? 2 : 0;
    int const margin = end_runs == 0 ? 0 : R; // nodes at each end that belong to end runs
    bool const at_end = number < end_runs;
    int const first = at_end ? number * (nodes - R) : margin + (number - end_runs) * run;
    int const end = at_end ? first + R : min(first + run, nodes - margin);
    int const start = near ? min(first, nodes - margin - run) : first; // start of a run within the line
    bool const whole = start >= margin && start + run <= nodes, wraps = sum.term[0].line.period != 0,
               inside = start >= R && start + run + R <= nodes;
    if (x + C > static_cast<int>(sum.nodes[0]) || !(at_end || (whole && (inside || wraps))))
      node_by_node(x, y, z, first, end);
    else if (near && at_end)
      end_across(sum.term[0].line, sum.ends, number, sum.term[0].in.row(y, z) + x,
                 sum.term[0].out.row(y, z) + x, sum.term[0].out.stride[along_y ? 1 : 2], wide);
    else if (near && inside && start == first)
      update_inside(x, y, z, first);
    else
      update_by_index(x, y, z, start, first - start, nodes);
  }

  /// The number of runs of a line.
  static Index runs_of(Line<T, R> const& line) {
    return own_ends(line) ? 2 + divide_up(line.nodes - 2 * R, run) : divide_up(line.nodes, run);
  }

private:
  using Window = T[run + 2 * R][C];

  KOKKOS_FORCEINLINE_FUNCTION static bool own_ends(Line<T, R> const& line) {
    return near && line.period == 0;
  }

  // A node takes few instructions, so the address computation for the next node counts; here it is one
  // addition.
  KOKKOS_FORCEINLINE_FUNCTION void update_inside(int x, int y, int z, int first) const {
    Index const stride = sum.term[0].line.in_stride;
    T const* in = sum.term[0].in.row(y, z) + x + (first - R) * stride;
    Window window;
    TESSERA_UNROLL
    for (int r = 0; r < run + 2 * R; ++r, in += stride) read_pack(window[r], in, wide);
    update(x, y, z, first, 0, window);
  }

  KOKKOS_FORCEINLINE_FUNCTION void update_by_index(int x, int y, int z, int first, int done,
                                                   int nodes) const {
    Line<T, R> const& line = sum.term[0].line;
    int const period = static_cast<int>(line.period);
    T const* const in = sum.term[0].in.row(y, z) + x;
    Window window;
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
    update(x, y, z, first, near ? done : 0, window);
  }

  // The first `done` nodes of the run belong to the previous run and are not stored.
  KOKKOS_FORCEINLINE_FUNCTION void update(int x, int y, int z, int first, int done,
                                          Window const& window) const {
    Line<T, R> const& line = sum.term[0].line;
    Index const out_stride = sum.term[0].out.stride[along_y ? 1 : 2];
    T* const out = sum.term[0].out.row(y, z) + x + first * out_stride;
    TESSERA_UNROLL
    for (int k = 0; k < run; ++k) {
      if (k < done) continue;
      T result[C];
      TESSERA_UNROLL
      for (int c = 0; c < C; ++c)
        result[c] = line.central([&](int offset) { return window[R + k + offset][c]; });
      if constexpr (along_y)
        store_streaming(out + k * out_stride, result, wide);
      else // streaming stores cost more than they save here
        store_pack(out + k * out_stride, result, wide);
    }
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index z, Index first, Index end) const {
    TESSERA_NO_UNROLL
    for (Index i = first; i < end; ++i)
      for (Index c = x; c < min(x + C, sum.nodes[0]); ++c) sum.update(c, along_y ? i : y, along_y ? z : i);
  }
};

/// Calls body with the kernel for the term's axis. `pencils` is the number of columns side by side that a
/// team works on; 0 leaves it to the library, which takes what was fastest on an H200: 16 packs side by side
/// along the axis that is second in memory, 128 along the slowest. `most_threads` is the number of threads
/// that a device runs at once; for small grids the teams are smaller, so that all of the device has work.
template <class T, int R, class Body>
void with_line_across(LineSum<T, R> const& sum, Index pencils, bool wide, Index most_threads,
                      Body const& body) {
  auto const with = [&]<bool along_y, bool w>(std::bool_constant<along_y>, std::bool_constant<w>) {
    using Kernel = LineAcross<T, R, along_y, w>;
    Index const runs = Kernel::runs_of(sum.term[0].line), packs = divide_up(sum.nodes[0], Kernel::C);
    Index const third = sum.nodes[along_y ? 2 : 1];
    bool const large = packs * third * runs >= most_threads;
    int const members = large ? Kernel::most_members : Kernel::small_team;
    int bits = along_y ? 4 : 7;
    if (pencils > 0)
      for (bits = 0; 1 << bits < members && Index{Kernel::C} << bits < pencils;) ++bits;
    while (bits > 0 && 1 << (bits - 1) >= packs) --bits;
    int const groups = members >> bits;
    Index const teams_of_row = divide_up(packs, 1 << bits), along = divide_up(runs, groups);
    body(TeamTiles<Kernel>{{sum, static_cast<int>(packs), bits, groups, static_cast<int>(runs),
                            Divisor(static_cast<int>(teams_of_row)), Divisor(static_cast<int>(along))},
                           teams_of_row * along * third,
                           members});
  };
  auto const of_axis = [&](auto along_y) {
    wide ? with(along_y, std::true_type{}) : with(along_y, std::false_type{});
  };
  if (sum.term[0].axis == 1)
    of_axis(std::true_type{});
  else if constexpr (!line_marches<T, R>)
    of_axis(std::false_type{});
  else if (wide)
    body(line_march<true>(sum, pencils, most_threads));
  else
    body(line_march<false>(sum, pencils, most_threads));
}

} // namespace tessera::detail

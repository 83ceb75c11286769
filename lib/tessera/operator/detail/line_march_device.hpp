// SPDX-License-Identifier: Apache-2.0
// One derivative along the slowest axis, on a device. A thread owns a pack of columns and marches along a run
// of nodes, with a window of packs in registers that advances by a chunk at a time. Asynchronous copies bring
// the next chunks to a place in scratch that only this thread reads, and take no registers.
//
//      window  [ R before | chunk | R after ]        scratch  | next chunk | the one after | ...
//
// The R nodes on each side of a run are read twice, through the L2 cache, which is nearly as busy as memory:
// therefore runs are long. But threads that drift apart read different pages of memory at different times,
// and this costs more the longer they march: therefore the threads of a team, whose rows are adjacent,
// synchronise at every chunk (docs/notes/derivatives-on-a-gpu.md).
//
// The R nodes at each end of a bounded line belong to the first run; all other nodes are divided among the
// runs.
#pragma once

#include <tessera/core/device/async_copy.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/core/divisor.hpp>
#include <tessera/operator/detail/line_pack.hpp>

namespace tessera::detail {

/// Whether LineMarch is faster than LineAcross along the slowest axis (docs/notes/derivatives-on-a-gpu.md).
/// From radius 6 on its window does not fit the registers of two teams.
template <class T, int R>
inline constexpr bool line_marches = R <= 5 && (sizeof(T) == 4 || R > 4);

/// A team has 2^lane_bits x groups threads: 2^lane_bits packs side by side, and `groups` runs one after the
/// other along the axis.
template <class T, int R, bool wide>
struct LineMarch {
  // The values that were fastest on an H200.
  static constexpr int C = pack_width<T, 16>;
  static constexpr int chunk = 2, ahead = 4, most_run = max(16, 4 * R);
  static constexpr int lane_bits_of_row = 8, most_members = 1 << lane_bits_of_row, concurrent_teams = 2;
  static constexpr std::size_t scratch_bytes = sizeof(T) * C * chunk * ahead * most_members;

  LineSum<T, R> sum;                      // has one term
  int lane_bits, groups;                  // of a team
  int run, runs;                          // nodes of a run, and number of runs
  Divisor teams_per_plane, packs_per_row; // teams per plane, and packs per row

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const team = member.league_rank(), along = teams_per_plane.quotient(team), rank = member.team_rank();
    int const column =
        ((team - along * teams_per_plane.number()) << lane_bits) + (rank & ((1 << lane_bits) - 1));
    int const number = along * groups + (rank >> lane_bits);
    int const y = packs_per_row.quotient(column), x = (column - y * packs_per_row.number()) * C;
    Line<T, R> const& line = sum.term[0].line;
    int const nodes = static_cast<int>(line.nodes), margin = line.period == 0 ? R : 0;
    int const first = margin + number * run;
    bool const there = y < static_cast<int>(sum.nodes[1]) && number < runs,
               whole = x + C <= static_cast<int>(sum.nodes[0]);
    int const end =
        there ? min(first + run, nodes - margin) : first; // a thread without nodes still joins the barriers
    auto* const scratch =
        static_cast<T*>(member.team_scratch(0).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
    march(member, x, y, first, whole ? end : first, scratch + rank * C);
    if (!there) return;
    if (!whole) node_by_node(x, y, first, end);
    if (number > 0 || margin == 0) return;
    for (int upper = 0; upper < 2; ++upper)
      if (whole)
        end_across(line, sum.ends, upper, sum.term[0].in.row(y, 0) + x, sum.term[0].out.row(y, 0) + x,
                   sum.term[0].out.stride[2], wide);
      else
        node_by_node(x, y, upper ? nodes - margin : 0, upper ? nodes : margin);
  }

private:
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void march(Member const& member, int x, int y, int first, int end,
                                         T* queue) const {
    Line<T, R> const& line = sum.term[0].line;
    Index const out_stride = sum.term[0].out.stride[2];
    T const* const in = sum.term[0].in.row(y, 0) + x;
    T* out = sum.term[0].out.row(y, 0) + x + first * out_stride;
    auto const at = [&](int node) { return in + line.index(node) * line.in_stride; };
    auto const place = [&](int slot, int k) { return queue + (slot * chunk + k) * most_members * C; };
    auto const copy_chunk = [&](int from, int slot) { // copies the chunk that begins with node `from`
      TESSERA_UNROLL
      for (int k = 0; k < chunk; ++k)
        if (from + k < end + R) copy_to_scratch<C, wide>(place(slot, k), at(from + k));
      end_group_of_copies();
    };
    T window[2 * R + chunk][C];
    if (first < end) {
      TESSERA_UNROLL
      for (int slot = 0; slot < ahead; ++slot) copy_chunk(first + R + slot * chunk, slot);
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) read_pack(window[k], at(first - R + k), wide);
    }
    int slot = 0;
    for (int node = first; node < first + run; node += chunk, slot = slot + 1 < ahead ? slot + 1 : 0) {
      wait_for_copies<ahead - 1>();
      team_barrier(member);
      if (node >= end) continue;
      TESSERA_UNROLL
      for (int k = 0; k < chunk; ++k) load_pack(window[2 * R + k], place(slot, k), true);
      TESSERA_UNROLL
      for (int k = 0; k < chunk; ++k, out += out_stride) {
        T result[C];
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c)
          result[c] = line.central([&](int offset) { return window[R + k + offset][c]; });
        if (node + k < end) store_pack(out, result, wide);
      }
      copy_chunk(node + R + ahead * chunk, slot);
      TESSERA_UNROLL
      for (int k = 0; k < 2 * R; ++k) {
        TESSERA_UNROLL
        for (int c = 0; c < C; ++c) window[k][c] = window[k + chunk][c];
      }
    }
  }

  KOKKOS_FUNCTION void node_by_node(Index x, Index y, Index first, Index end) const {
    TESSERA_NO_UNROLL
    for (Index z = first; z < end; ++z)
      for (Index c = x; c < sum.nodes[0]; ++c) sum.update(c, y, z);
  }
};

/// The kernel. `pencils` is the number of columns side by side that a team works on; 0 stands for as many
/// packs as the team has threads. `most_threads` is the number of threads that a device runs at once; for
/// small grids the runs are shorter, so that all of the device has work.
template <bool wide, class T, int R>
TeamTiles<LineMarch<T, R, wide>> line_march(LineSum<T, R> const& sum, Index pencils, Index most_threads) {
  using Kernel = LineMarch<T, R, wide>;
  Line<T, R> const& line = sum.term[0].line;
  int bits = Kernel::lane_bits_of_row;
  if (pencils > 0)
    for (bits = 0; bits < Kernel::lane_bits_of_row && Index{Kernel::C} << bits < pencils;) ++bits;
  int const groups = Kernel::most_members >> bits;
  Index const packs = divide_up(sum.nodes[0], Kernel::C), columns = packs * sum.nodes[1];
  Index const inner = line.nodes - (line.period == 0 ? 2 * R : 0);
  int run = Kernel::most_run;
  while (run > 2 * Kernel::chunk && columns * divide_up(inner, run) < most_threads / 4) run /= 2;
  Index const teams = divide_up(columns, 1 << bits), runs = divide_up(inner, run);
  return {{sum, bits, groups, run, static_cast<int>(runs), Divisor(static_cast<int>(teams)),
           Divisor(static_cast<int>(packs))},
          teams * divide_up(runs, groups),
          Kernel::most_members,
          Kernel::scratch_bytes};
}

} // namespace tessera::detail

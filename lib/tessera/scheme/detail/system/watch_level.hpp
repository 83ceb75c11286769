// SPDX-License-Identifier: Apache-2.0
// Watchers on a device: a kernel reads the level that a step has made. So the step is the scheme's, and may
// be one of many in a launch; by Direct's sweep, with the watchers in it, it took more time than by the best
// scheme with this kernel after it.
#pragma once

#include <tessera/core/device/last_team.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/scheme/detail/system/state.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

#include <algorithm>

namespace tessera::detail {

/// A system's level, as watchers read it. `Rules` are those of any stage: they know the members' struct and
/// the order of axes.
template <class Rules>
struct WatchedLevel {
  using T = typename Rules::member_type;

  T const* member[Rules::count];
  Index stride_y, stride_z;
  Domain domain;
  Index level;

  WatchedLevel(SystemState<T, Rules::count> const& state, Domain const& whole, Index number)
      : stride_y(state.stride_y), stride_z(state.stride_z), domain(whole), level(number) {
    for (int m = 0; m < Rules::count; ++m) member[m] = state.now[m];
  }

  KOKKOS_FORCEINLINE_FUNCTION typename Rules::apart::Array load(Index x, Index y, Index z) const {
    Index const node = x + y * stride_y + z * stride_z;
    typename Rules::apart::Array values;
    TESSERA_UNROLL
    for (int m = 0; m < Rules::count; ++m) values.v[m] = member[m][node];
    return values;
  }
  template <class Watch>
  KOKKOS_FORCEINLINE_FUNCTION auto number(Watch const& watch, typename Rules::apart::Array const& values,
                                          Index x, Index y, Index z) const {
    return watch.value(Rules::apart::join(values), Node<typename Rules::Order>(domain, {{x, y, z}}, level));
  }
};

/// On devices whose kernels have their portable forms: reduces a piece of a row, in the order of watch_piece.
template <class Rules, class Watchers>
struct WatchPiecesKernel {
  WatchedLevel<Rules> level;
  Watchers watchers;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Domain const& d = level.domain;
    Index const pieces = divide_up(d.nodes[0], watched_piece), row = number / pieces, y = row % d.nodes[1],
                z = row / d.nodes[1];
    Index const begin = number % pieces * watched_piece, end = min(begin + watched_piece, d.nodes[0]);
    watchers.for_each([&]<class Watch>(Watch const& one) {
      using Number = typename Watch::Number;
      using Reduction = typename Watch::Reduction;
      constexpr int parts = watched_parts;
      Number part[parts];
      for (Number& p : part) p = Reduction::template identity<Number>();
      for (Index x = begin; x < end; ++x) {
        Number& own = part[(x - begin) % parts];
        own = Reduction::join(own, level.number(one, level.load(x, y, z), x, y, z));
      }
      Number all = part[0];
      for (int p = 1; p < parts; ++p) all = Reduction::join(all, part[p]);
      one.partial[number] = all;
    });
  }
};

/// Joins a number of each lane of a warp; the first lane gets the result.
template <class Reduction, class Number, class Member>
KOKKOS_FORCEINLINE_FUNCTION Number join_of_warp(Member const& member, Number own) {
  TESSERA_UNROLL
  for (int distance = 16; distance > 0; distance /= 2)
    own = Reduction::join(own, shuffle_from<32>(member, own, distance));
  return own;
}

/// Joins a number of each member of a team of `size` on a CUDA device, first those of each warp; the first
/// member gets the result. `scratch` has room for a number a warp.
template <class Reduction, int size, class Number, class Member>
KOKKOS_FORCEINLINE_FUNCTION Number join_of_team(Member const& member, Number* scratch, Number own) {
  static_assert(size % 32 == 0 && size <= 32 * 32);
  int const rank = member.team_rank();
  own = join_of_warp<Reduction>(member, own);
  team_barrier(member); // nobody reads any more what was joined before
  if (rank % 32 == 0) scratch[rank / 32] = own;
  team_barrier(member);
  if (rank >= 32) return own;
  return join_of_warp<Reduction>(member,
                                 rank < size / 32 ? scratch[rank] : Reduction::template identity<Number>());
}

/// What a member of a team has joined so far, for each watcher.
template <class Watchers>
struct OwnNumbers {
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Watchers const&, Body const&) {}
};
template <class First, class... Rest>
struct OwnNumbers<WatchList<First, Rest...>> {
  typename First::Number own = First::Reduction::template identity<typename First::Number>();
  OwnNumbers<WatchList<Rest...>> rest;

  /// Calls body(watch, number) for each watcher.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(WatchList<First, Rest...> const& watchers, Body const& body) {
    body(watchers, own);
    rest.for_each(watchers.rest, body);
  }
};

/// How a CUDA device's teams share a level: blocks of 2^bits columns and some rows, of which each team takes
/// every so many-th. It depends on the grid alone, so that sums have the same bits on all devices.
struct WatchBlocks {
  static constexpr int team_size = 256, bits_of_team = 8, at_once = 4, most_teams = 2048;
  int bits;             // 2^bits members of a team lie along a row
  int blocks_x, blocks; // along a row, and in all

  explicit WatchBlocks(Domain const& d) {
    Index const rows = d.nodes[1] * d.nodes[2];
    bits = 5;
    while (bits < bits_of_team && (rows == 1 || d.nodes[0] > Index{4} << bits)) ++bits;
    blocks_x = static_cast<int>(divide_up(d.nodes[0], Index{rows == 1 ? at_once : 1} << bits));
    blocks = static_cast<int>(blocks_x * divide_up(rows, at_once * (team_size >> bits)));
  }
  int teams() const { return std::min(blocks, most_teams); }
};

/// A member of a team reads some nodes at once, one below the other, or in a single row 256 columns apart.
/// The last team joins the numbers of all teams, in their order.
template <class Exec, class Rules, class Watchers>
struct WatchLevelKernel {
  static constexpr int team_size = WatchBlocks::team_size, at_once = WatchBlocks::at_once;
  static constexpr std::size_t scratch = 16 * (team_size / 32) + 16;

  WatchedLevel<Rules> level;
  Watchers watchers;
  WatchBlocks blocks;
  unsigned* arrived; // see arrives_last()

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    OwnNumbers<Watchers> joined;
    for (int block = member.league_rank(); block < blocks.blocks; block += member.league_size())
      join_block(block, member.team_rank(), joined);

    auto* const room = static_cast<std::byte*>(
        member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(std::size_t{scratch}, 16));
    bool* const is_last = reinterpret_cast<bool*>(room + 16 * (team_size / 32));
    auto const join = [&](auto const& finish) {
      joined.for_each(watchers, [&]<class Watch, class Number>(Watch const& one, Number own) {
        static_assert(sizeof(Number) <= 16);
        Number const all =
            join_of_team<typename Watch::Reduction, team_size>(member, reinterpret_cast<Number*>(room), own);
        if (member.team_rank() == 0) finish(one, all);
      });
    };
    join([&](auto const& one, auto all) { one.partial[member.league_rank()] = all; });
    if (member.team_rank() == 0)
      *is_last = arrives_last(arrived, static_cast<unsigned>(member.league_size()));
    team_barrier(member);
    if (!*is_last) return;

    joined = {};
    joined.for_each(watchers, [&]<class Watch, class Number>(Watch const& one, Number& own) {
      TESSERA_UNROLL
      for (int n = 0; n < WatchBlocks::most_teams / team_size; ++n) // loads that do not wait for each other
        if (int const team = n * team_size + member.team_rank(); team < member.league_size())
          own = Watch::Reduction::join(own, one.partial[team]);
    });
    join(
        [](auto const& one, auto all) { *one.result = std::decay_t<decltype(one)>::Reduction::finish(all); });
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void join_block(int block, int rank, OwnNumbers<Watchers>& joined) const {
    Domain const& d = level.domain;
    int const bits = blocks.bits, rows_of_team = team_size >> bits, block_y = block / blocks.blocks_x;
    bool const single = d.nodes[1] * d.nodes[2] == 1;
    Index const x = (Index{block - block_y * blocks.blocks_x} << bits) * (single ? at_once : 1) +
                    (rank & ((1 << bits) - 1));
    Index x_of[at_once], y_of[at_once], z_of[at_once];
    bool exists[at_once];
    typename Rules::apart::Array values[at_once];
    TESSERA_UNROLL
    for (int n = 0; n < at_once; ++n) {
      Index const row = single ? 0 : (Index{block_y} * at_once + n) * rows_of_team + (rank >> bits);
      x_of[n] = single ? x + n * team_size : x;
      z_of[n] = Rules::dimension < 3 ? 0 : static_cast<unsigned>(row) / static_cast<unsigned>(d.nodes[1]);
      y_of[n] = row - z_of[n] * d.nodes[1];
      exists[n] = x_of[n] < d.nodes[0] && z_of[n] < d.nodes[2] && y_of[n] < d.nodes[1];
      if (exists[n]) values[n] = level.load(x_of[n], y_of[n], z_of[n]);
    }
    TESSERA_UNROLL
    for (int n = 0; n < at_once; ++n)
      if (exists[n])
        joined.for_each(watchers, [&]<class Watch, class Number>(Watch const& one, Number& own) {
          own = Watch::Reduction::join(own, level.number(one, values[n], x_of[n], y_of[n], z_of[n]));
        });
  }
};

/// The numbers of each watcher that are joined at the end.
template <class Exec>
Index partials_of(Domain const& domain) {
  return has_warps<Exec> ? WatchBlocks(domain).teams() : pieces_of_rows(domain);
}

/// Reduces a level on a device. \param arrived see arrives_last()
template <class Exec, class Rules, class Watchers>
void watch_level(Exec const& exec, WatchedLevel<Rules> const& level, Watchers const& watchers,
                 [[maybe_unused]] unsigned* arrived) {
  if constexpr (has_warps<Exec>) {
    WatchBlocks const blocks(level.domain);
    using Kernel = WatchLevelKernel<Exec, Rules, Watchers>;
    launch_tiles<Kernel::team_size>("tessera::watch", exec, Kernel{level, watchers, blocks, arrived},
                                    blocks.teams(), Kernel::team_size, Kernel::scratch);
  } else {
    Index const pieces = pieces_of_rows(level.domain);
    Kokkos::parallel_for("tessera::watch::pieces",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, pieces),
                         WatchPiecesKernel<Rules, Watchers>{level, watchers});
    join_partials(exec, watchers, pieces);
  }
}

} // namespace tessera::detail

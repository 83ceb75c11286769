// SPDX-License-Identifier: Apache-2.0
// Watchers in the sweep of a stage: partial numbers in an order that threads and tiles do not change, and
// their combination.
//
// On a host a row is cut into pieces of `watched_piece` nodes, and a piece is reduced in 16 interleaved
// parts, which are joined in order; so it is on devices whose kernels have their portable forms. On a CUDA
// device the numbers of a warp are halved until one is left, and then those of a team's warps. The partial
// numbers of all pieces, or teams, are joined in a kernel of one team.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
#include <tessera/core/device/warp.hpp>
#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/system/stage_rules.hpp>
#include <tessera/stencil/watch.hpp>

#include <cstddef>

namespace tessera::detail {

inline constexpr Index watched_piece = 4096;
inline constexpr int watched_parts = 16;

/// The pieces of all rows of a domain.
inline Index pieces_of_rows(Domain const& d) {
  return divide_up(d.nodes[0], watched_piece) * d.nodes[1] * d.nodes[2];
}

/// What a kernel has to know of the watchers: their formulas, and where their partial numbers go.
template <class... W>
struct WatchList;

template <>
struct WatchList<> {
  static constexpr bool any = false;
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Body const&) const {}
};

template <class First, class... Rest>
struct WatchList<First, Rest...> {
  static constexpr bool any = true;
  using Number = typename First::Number;

  typename First::Formula formula;
  Number* partial;
  WatchList<Rest...> rest;

  /// Calls body(watch) for each watcher.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Body const& body) const {
    body(*this);
    rest.for_each(body);
  }
  using Reduction = typename First::Reduction;

  template <class V, class At>
  KOKKOS_FORCEINLINE_FUNCTION Number value(V const& v, At const& at) const {
    if constexpr (std::is_invocable_v<typename First::Formula const&, V const&, At const&>)
      return Reduction::term(static_cast<Number>(formula(v, at)));
    else
      return Reduction::term(static_cast<Number>(formula(v)));
  }
};

/// Where a watcher's partial numbers end, so that the next one's begin in a line of their own.
template <class Number>
std::size_t bytes_of_partials(Index partials) {
  return static_cast<std::size_t>(round_up(partials * static_cast<Index>(sizeof(Number)), 64));
}

inline WatchList<> watch_list(std::byte*, Index) { return {}; }
template <class First, class... Rest>
WatchList<First, Rest...> watch_list(std::byte* room, Index partials, First const& first,
                                     Rest const&... rest) {
  using Number = typename First::Number;
  return {first.formula, reinterpret_cast<Number*>(room),
          watch_list(room + bytes_of_partials<Number>(partials), partials, rest...)};
}

/// Reduces a piece of a row on a host. `row` are the members' rows at column 0.
template <class Rules, class Watch, class T, int Count>
TESSERA_FLATTEN __attribute__((noinline)) typename Watch::Number
watch_piece(Rules const& rules, Watch const& watch, T const* const (&row)[Count], Index begin, Index end,
            Index y, Index z, Index level) {
  using Number = typename Watch::Number;
  using Reduction = typename Watch::Reduction;
  constexpr int parts = watched_parts;
  Number part[parts];
  for (Number& p : part) p = Reduction::template identity<Number>();
  auto const add = [&](Index x, int p) TESSERA_ALWAYS_INLINE {
    typename Rules::apart::Array values;
    [&]<int... M>(std::integer_sequence<int, M...>) TESSERA_ALWAYS_INLINE {
      ((values.v[M] = row[M][x]), ...);
    }
    (std::make_integer_sequence<int, Count>{});
    part[p] =
        Reduction::join(part[p], watch.value(Rules::apart::join(values),
                                             Node<typename Rules::Order>(rules.domain, {{x, y, z}}, level)));
  };
  Index x = begin;
  for (; x + parts <= end; x += parts)
    simd_for<Number>(0, parts, [&](Index p) TESSERA_ALWAYS_INLINE { add(x + p, static_cast<int>(p)); });
  for (int p = 0; x < end; ++x, ++p) add(x, p);
  Number all = part[0];
  for (int p = 1; p < parts; ++p) all = Reduction::join(all, part[p]);
  return all;
}

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

/// Joins the partial numbers of a watcher, in a kernel of one team, which has one member but on CUDA devices.
template <class Exec, class Reduction, class ResultView>
struct JoinPartials {
  using Number = typename ResultView::non_const_value_type;
  static constexpr int team_size = has_warps<Exec> ? 512 : 1, at_once = has_warps<Exec> ? 8 : 1;
  static constexpr std::size_t scratch_bytes = has_warps<Exec> ? sizeof(Number) * (team_size / 32) + 16 : 0;

  Number const* partial;
  Index count;
  ResultView result;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    constexpr Number nothing = Reduction::template identity<Number>();
    Number own = nothing;
    for (Index i = member.team_rank(); i < count; i += at_once * team_size) {
      Number next[at_once]; // loads that do not wait for each other
      TESSERA_UNROLL
      for (int n = 0; n < at_once; ++n)
        next[n] = i + n * team_size < count ? partial[i + n * team_size] : nothing;
      TESSERA_UNROLL
      for (int n = 0; n < at_once; ++n) own = Reduction::join(own, next[n]);
    }
    if constexpr (has_warps<Exec>) {
      auto* const scratch = static_cast<Number*>(
          member.team_scratch(int{scratch_level<Exec>}).get_shmem_aligned(std::size_t{scratch_bytes}, 16));
      own = join_of_team<Reduction, team_size>(member, scratch, own);
    }
    if (member.team_rank() == 0) result() = Reduction::finish(own);
  }
};

template <class Exec, class Reduction, class ResultView>
void join_partials(Exec const& exec, typename ResultView::non_const_value_type const* partial, Index count,
                   ResultView const& result) {
  using Kernel = JoinPartials<Exec, Reduction, ResultView>;
  launch_tiles("tessera::watch::join", exec, Kernel{partial, count, result}, 1, Kernel::team_size,
               Kernel::scratch_bytes);
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Watchers: what a sweep or a kernel has to know of them, and the order in which nodes are joined where a
// thread has rows: threads and tiles do not change it.
//
// A row is cut into pieces of `watched_piece` nodes, and a piece is reduced in 16 interleaved parts, which
// are joined in order. The partial numbers of all pieces are joined by one thread. Hosts do so in the sweep
// that makes the level. For devices see watch_level.hpp.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/core/device/launch.hpp>
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

/// What a kernel has to know of the watchers: their formulas, and where their numbers go.
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
  Number* result;
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
  return {first.formula, reinterpret_cast<Number*>(room), first.result.data(),
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

/// Joins the partial numbers of each watcher, in their order.
template <class Watchers>
struct JoinPartials {
  Watchers watchers;
  Index partials;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {
    watchers.for_each([&]<class Watch>(Watch const& one) {
      using Reduction = typename Watch::Reduction;
      auto all = Reduction::template identity<typename Watch::Number>();
      for (Index i = 0; i < partials; ++i) all = Reduction::join(all, one.partial[i]);
      *one.result = Reduction::finish(all);
    });
  }
};

template <class Exec, class Watchers>
void join_partials(Exec const& exec, Watchers const& watchers, Index partials) {
  launch_tiles("tessera::watch::join", exec, JoinPartials<Watchers>{watchers, partials}, 1, 1, 0);
}

} // namespace tessera::detail

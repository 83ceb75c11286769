// SPDX-License-Identifier: Apache-2.0
// A stage on devices of which nothing is known: a thread makes a node, in a loop of Kokkos over all nodes.
// Watchers reduce what then lies in memory, in the pieces of rows and in the order of a host.
#pragma once

#include <tessera/scheme/detail/system/node_in_memory.hpp>
#include <tessera/scheme/detail/system/watched.hpp>

namespace tessera::detail {

template <class Rules>
struct StagePortableKernel {
  using T = typename Rules::member_type;

  Rules rules;
  SystemLevels<T, Rules::count> levels;
  Index step;
  Box3 box;      // the nodes that are updated
  Box3 interior; // see interior_of()
  bool anywhere;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const row = number / box.extent(0), x = box.lower[0] + number % box.extent(0),
                y = box.lower[1] + row % box.extent(1), z = box.lower[2] + row / box.extent(1);
    StageNode<Rules> const one{rules, levels, step, anywhere, interior};
    Index const node = one.place(x, y, z);
    one.store(one.made(x, y, z, node), node);
  }
};

/// Reduces a piece of a row, in the order of watch_piece.
template <class Rules, class Watchers>
struct WatchPiecesKernel {
  using T = typename Rules::member_type;

  Rules rules;
  Watchers watchers;
  SystemLevels<T, Rules::count> levels;
  Index step;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Domain const& d = rules.domain;
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
        Index const node = x + y * levels.stride_y + z * levels.stride_z;
        typename Rules::apart::Array values;
        for (int m = 0; m < Rules::count; ++m)
          values.v[m] = ((Rules::writes >> m & 1u) != 0 ? levels.out[m] : levels.in[m])[node];
        Number& own = part[(x - begin) % parts];
        own = Reduction::join(own, one.value(Rules::apart::join(values),
                                             Node<typename Rules::Order>(d, {{x, y, z}}, step + 1)));
      }
      Number all = part[0];
      for (int p = 1; p < parts; ++p) all = Reduction::join(all, part[p]);
      one.partial[number] = all;
    });
  }
};

template <class Exec, class Rules, class Watchers>
void sweep_stage_portably(char const* label, Exec const& exec, Rules const& rules,
                          SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                          Box3 const& nodes, [[maybe_unused]] Watchers const& watchers) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>;
  Kokkos::parallel_for(label, Policy(exec, 0, nodes.size()),
                       StagePortableKernel<Rules>{rules, levels, step, nodes, interior_of(rules),
                                                  !is_straight(rules.domain, nodes)});
  if constexpr (Watchers::any)
    Kokkos::parallel_for("tessera::watch::pieces", Policy(exec, 0, pieces_of_rows(rules.domain)),
                         WatchPiecesKernel<Rules, Watchers>{rules, watchers, levels, step});
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The direct sweep on devices of which nothing is known: a thread makes a node, in a loop of Kokkos over all
// nodes. Neighbouring threads take neighbouring nodes of a row.
#pragma once

#include <tessera/scheme/detail/direct/node_in_memory.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectPortableKernel {
  using T = typename Rules::value_type;

  Rules rules;
  Levels<T> levels;
  Index step;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Domain const& d = rules.domain;
    Index const row = number / d.nodes[0];
    Index3 const i{{number % d.nodes[0], row % d.nodes[1], row / d.nodes[1]}};
    NodeInMemory<Rules> const node{rules, levels, step};
    *levels.out.at(i[0], i[1], i[2]) =
        node.is_interior({i, {{i[0] + 1, i[1] + 1, i[2] + 1}}}) ? node.by_formula(i) : node.near_edge(i);
  }
};

/// What a plan stores for such sweeps: nothing.
template <class Exec, class Rules>
struct DirectPortable {
  using T = typename Rules::value_type;

  DirectPortable(Exec const&, Rules const&) {}

  void sweep(char const* label, Exec const& exec, Rules const& rules, Levels<T> const& levels,
             Index step) const {
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, rules.domain.whole().size()),
        DirectPortableKernel<Rules>{rules, levels, step});
  }
};

} // namespace tessera::detail

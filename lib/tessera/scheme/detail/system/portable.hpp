// SPDX-License-Identifier: Apache-2.0
// A stage on devices of which nothing is known: a thread makes a node, in a loop of Kokkos over all nodes.
#pragma once

#include <tessera/scheme/detail/system/node_in_memory.hpp>

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

template <class Exec, class Rules>
void sweep_stage_portably(char const* label, Exec const& exec, Rules const& rules,
                          SystemLevels<typename Rules::member_type, Rules::count> const& levels, Index step,
                          Box3 const& nodes) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>;
  Kokkos::parallel_for(label, Policy(exec, 0, nodes.size()),
                       StagePortableKernel<Rules>{rules, levels, step, nodes, interior_of(rules),
                                                  !is_straight(rules.domain, nodes)});
}

} // namespace tessera::detail

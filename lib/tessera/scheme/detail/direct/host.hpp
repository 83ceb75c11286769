// SPDX-License-Identifier: Apache-2.0
// The direct sweep on host cores, in blocks of whole rows.
#pragma once

#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/host/sweep_in_memory.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectHostKernel {
  using T = typename Rules::value_type;

  Rules rules;
  Levels<T> levels;
  Index step;
  Index3 block, blocks; // nodes of a block per axis, and blocks per axis
  bool nontemporal;

  void operator()(Index item) const {
    Index3 const& n = rules.domain.whole().upper;
    Index3 const first{{item % blocks[0] * block[0], item / blocks[0] % blocks[1] * block[1],
                        item / blocks[0] / blocks[1] * block[2]}};
    Box3 const core{
        first,
        {{min(n[0], first[0] + block[0]), min(n[1], first[1] + block[1]), min(n[2], first[2] + block[2])}}};
    update_in_memory<Rules::dimension == 3>(rules, levels, core, step, nontemporal);
  }
};

/// Rows of a block in 2D. With non-temporal stores there are more: at the end of a block a core waits until
/// its stores have arrived.
inline Index rows_of_block_2d(bool nontemporal) { return nontemporal ? 64 : 16; }

/// The extent of blocks of whole rows; in 1D they are pieces of the one row. In 3D, neighbouring rows along y
/// share values in L2 while z advances. Blocks shrink as long as there are fewer than four per core.
inline Index3 direct_block(Index3 const& nodes, int dimension, Index most_rows, Index cores) {
  auto const count = [&](Index3 const& b) {
    return divide_up(nodes[0], b[0]) * divide_up(nodes[1], b[1]) * divide_up(nodes[2], b[2]);
  };
  Index3 block{
      {dimension == 1 ? min(nodes[0], 8192) : nodes[0], min(nodes[1], most_rows), min(nodes[2], 64)}};
  constexpr Index least[3] = {512, 1, 1};
  for (int a = dimension - 1; a >= (dimension == 1 ? 0 : 1); --a)
    while (count(block) < 4 * cores && block[a] > least[a]) block[a] = divide_up(block[a], 2);
  return block;
}

template <class Exec, class Rules>
void direct_on_host(char const* label, Exec const& exec, Rules const& rules,
                    Levels<typename Rules::value_type> const& levels, Index step) {
  Index3 const nodes = rules.domain.whole().upper;
  bool const nontemporal = stores_nontemporal(rules, exec.concurrency());
  Index const most_rows =
      Rules::dimension == 3 ? rows_of_block<typename Rules::value_type> : rows_of_block_2d(nontemporal);
  Index3 const block = direct_block(nodes, Rules::dimension, most_rows, exec.concurrency());
  Index3 const blocks{
      {divide_up(nodes[0], block[0]), divide_up(nodes[1], block[1]), divide_up(nodes[2], block[2])}};
  launch(label,
         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, blocks[0] * blocks[1] * blocks[2]),
         DirectHostKernel<Rules>{rules, levels, step, block, blocks, nontemporal});
}

} // namespace tessera::detail

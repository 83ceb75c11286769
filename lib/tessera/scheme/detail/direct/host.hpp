// SPDX-License-Identifier: Apache-2.0
// The direct sweep on host cores, in blocks of whole rows.
#pragma once

#include <tessera/core/caches.hpp>
#include <tessera/core/launch.hpp>
#include <tessera/scheme/detail/host/store_trial.hpp>
#include <tessera/scheme/detail/host/sweep_in_memory.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectHostKernel {
  Rules rules;
  Levels<typename Rules::value_type> levels;
  Index step;
  EvenBoxes boxes;
  RowsInMemory how;
  Index shares; // of the boxes, a contiguous one for each core

  void operator()(Index share) const {
    Index const size = boxes.size();
    update_in_memory(rules, levels, boxes, size * share / shares, size * (share + 1) / shares, step, how);
  }
};

/// Rows of a block in 2D. With non-temporal stores there are more: at the end of a block a core waits until
/// its stores have arrived.
inline Index rows_of_block_2d(bool nontemporal) { return nontemporal ? 64 : 16; }

/// Rows of a block in 3D: as many as leave the planes that an update reads and writes in half of a core's
/// second cache, since short streams of rows are predicted less well, and never fewer than rows_of_block.
template <class Rules>
Index rows_of_block_3d(Index3 const& nodes) {
  using T = typename Rules::value_type;
  Index const plane_of_row = (2 * Rules::radius + 3) * nodes[0] * static_cast<Index>(sizeof(T));
  Index const rows = max(rows_of_block<T>, static_cast<Index>(second_cache_bytes() / 2) / plane_of_row);
  return min(rows, nodes[1]);
}

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
                    Levels<typename Rules::value_type> const& levels, Index step, bool nontemporal) {
  Index3 const nodes = rules.domain.whole().upper;
  Index const cores = exec.concurrency();
  Index const most_rows =
      Rules::dimension == 3 ? rows_of_block_3d<Rules>(nodes) : rows_of_block_2d(nontemporal);
  Index3 const block = direct_block(nodes, Rules::dimension, most_rows, cores);
  EvenBoxes boxes{nodes, {{1, 1, 1}}};
  for (int a = 0; a < 3; ++a) boxes.count[a] = divide_up(nodes[a], block[a]);
  Index& slow = boxes.count[Rules::dimension - 1]; // as many for each core, if there are enough nodes
  slow = min(nodes[Rules::dimension - 1], round_up(slow, cores));
  Index const shares = min(cores, boxes.size());
  bool const ahead = Rules::dimension == 3 && prefetches_rows(rules, exec.concurrency());
  launch(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, shares),
         DirectHostKernel<Rules>{rules, levels, step, boxes, {nontemporal, ahead}, shares});
}

/// Where each step is a sweep of its own.
template <class Exec, class Rules>
class DirectHost {
public:
  DirectHost(Exec const& exec, Rules const& rules) : stores_(stores_nontemporal(rules, exec.concurrency())) {}
  void sweep(char const* label, Exec const& exec, Rules const& rules,
             Levels<typename Rules::value_type> const& levels, Index step) const {
    stores_.sweep(exec,
                  [&](bool nontemporal) { direct_on_host(label, exec, rules, levels, step, nontemporal); });
  }

private:
  StoreTrial<> stores_;
};

} // namespace tessera::detail

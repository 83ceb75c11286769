// SPDX-License-Identifier: Apache-2.0
// The direct sweep on host cores: blocks of whole rows, the row a vector loop over raw pointers.
#pragma once

#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/update.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectHostKernel {
  using T = typename Rules::value_type;

  // Rows of a block along y share their neighbours in L2 while z advances; in 2D a block is a run of rows.
  static constexpr Index block_x = Rules::dimension == 1 ? 8192 : Index{1} << 62;
  static constexpr Index block_y = 16, block_z = 64;

  Rules rules;
  Data<T const> in;
  Data<T> out;
  Index step, blocks_x, blocks_y;

  [[gnu::flatten]] void operator()(Index item) const {
    Rules const r = rules; // a local copy: coefficients stay in registers, no store can alias them
    auto const from = in;
    auto const to = out;
    Index3 const& n = r.domain.whole().upper;
    Index const x0 = (item % blocks_x) * block_x, x1 = min(n[0], x0 + block_x);
    Index const y0 = (item / blocks_x % blocks_y) * block_y, z0 = item / blocks_x / blocks_y * block_z;
    for (Index z = z0; z < min(n[2], z0 + block_z); ++z)
      for (Index y = y0; y < min(n[1], y0 + block_y); ++y)
        update_row(
            r, x0, x1, y, z, step,
            [=](Index x, Index, Index) {
              return MemoryReads<T>{from.at(x, y, z), from.stride_y, from.stride_z};
            },
            [=, &r](Index x, Index, Index) {
              return WrappedReads<T>{r.domain, from, x, y, z};
            },
            [=](Index x, Index, Index, T value) { *to.at(x, y, z) = value; });
  }
};

template <class Exec, class Rules>
void direct_on_host(Exec const& exec, Rules const& rules, Data<typename Rules::value_type const> in,
                    Data<typename Rules::value_type> out, Index step) {
  using Kernel = DirectHostKernel<Rules>;
  auto const& n = rules.domain.nodes;
  Index const bx = Rules::dimension == 1 ? divide_up(n[0], Kernel::block_x) : 1;
  Index const by = divide_up(n[1], Kernel::block_y), bz = divide_up(n[2], Kernel::block_z);
  Kokkos::parallel_for("tessera::direct::sweep",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, bx * by * bz),
                       Kernel{rules, in, out, step, bx, by});
}

} // namespace tessera::detail

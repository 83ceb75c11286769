// SPDX-License-Identifier: Apache-2.0
// The direct sweep on host cores: blocks of whole rows, the row a vector loop over raw pointers.
#pragma once

#include <tessera/core/loop.hpp>
#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/scheme/detail/rules.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectHostKernel {
  using T = typename Rules::value_type;
  static constexpr int R = Rules::radius;

  // Rows of a block along y share their neighbours in L2 while z advances; in 2D a block is a run of rows.
  static constexpr Index block_y = 16, block_z = Rules::dimension == 3 ? 64 : 1;
  static constexpr Index block_x = Rules::dimension == 1 ? 8192 : Index{1} << 62;

  Rules rules;
  Data<T const> in;
  Data<T> out;
  Index step;
  Index blocks_x, blocks_y;

  [[gnu::flatten]] void operator()(Index item) const {
    Rules const r = rules;  // a local copy: coefficients stay in registers, no store can alias them
    Domain const& d = r.domain;
    Index const x0 = (item % blocks_x) * block_x;
    Index const y0 = (item / blocks_x % blocks_y) * block_y, z0 = item / blocks_x / blocks_y * block_z;
    Index const x1 = min(d.nodes[0], x0 + block_x);
    for (Index z = z0; z < min(d.nodes[2], z0 + block_z); ++z)
      for (Index y = y0; y < min(d.nodes[1], y0 + block_y); ++y) row(r, x0, x1, y, z);
  }

  [[gnu::flatten]] void row(Rules const& r, Index x0, Index x1, Index y, Index z) const {
    Domain const& d = r.domain;
    Box3 const& m = d.readable;
    bool const edge_row = (Rules::dimension > 1 && (y - R < m.lower[1] || y + R >= m.upper[1])) ||
                          (Rules::dimension > 2 && (z - R < m.lower[2] || z + R >= m.upper[2]));
    Index const begin = edge_row ? x1 : max(x0, m.lower[0] + R), end = edge_row ? x1 : min(x1, m.upper[0] - R);
    careful_run(r, x0, min(begin, x1), y, z);
    if (begin < end) {
      T const* const from = in.at(0, y, z);
      T* const to = out.at(0, y, z);
      Index const sy = in.stride_y, sz = in.stride_z, n = step;
      simd_for(begin, end, [=, &r](Index x) {
        to[x] = r.formula(MemoryReads<T>{from + x, sy, sz}, x, y, z, n);
      });
      if (r.obstacle.present())
        for (Index x = begin; x < end; ++x)
          if (r.obstacle.at(x, y, z)) to[x] = from[x];
    }
    careful_run(r, max(begin, end), x1, y, z);
  }

  void careful_run(Rules const& r, Index begin, Index end, Index y, Index z) const {
    for (Index x = begin; x < end; ++x)
      *out.at(x, y, z) = r.careful(WrappedReads<T>{r.domain, in, x, y, z}, x, y, z, step);
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

}  // namespace tessera::detail

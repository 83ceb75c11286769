// SPDX-License-Identifier: Apache-2.0
// The direct sweep on a device: a thread owns a pack of columns and a few rows of them along the slow axis, loads
// each row once into registers, and leaves all other neighbours to the caches. One value a thread would keep too few
// bytes in flight: it stops near half of the copy rate.
#pragma once

#include <tessera/scheme/detail/memory_reads.hpp>
#include <tessera/core/unroll.hpp>
#include <tessera/scheme/detail/pack.hpp>
#include <tessera/scheme/detail/rules.hpp>

namespace tessera::detail {

template <class Rules>
struct DirectDeviceKernel {
  using T = typename Rules::value_type;
  static constexpr int D = Rules::dimension, R = Rules::radius;
  static constexpr int march = D - 1;                       // the slow axis: y in 2D, z in 3D, none in 1D
  static constexpr int rows = D == 1 ? 1 : 4;               // rows of a thread along it
  static constexpr int C = pack_width<T, (D == 2 && R == 1) ? 32 : 16>;
  static constexpr int halo_rows = D == 1 ? 0 : R;

  Rules rules;
  Data<T const> in;
  Data<T> out;
  Index step;
  Index packs, lines;  // items along x, and along the axis between (1 in 2D)
  bool wide;

  /// Neighbours of column c in row k of a thread's window: registers where they are, memory (a cache) elsewhere.
  struct WindowReads {
    T const (&window)[rows + 2 * halo_rows][C];
    MemoryReads<T> memory;
    int k, c;
    KOKKOS_FORCEINLINE_FUNCTION T operator()(int ox, int oy, int oz) const {
      int const along = D == 1 ? 0 : D == 2 ? oy : oz;
      bool const aside = D == 3 && oy != 0;
      if (!aside && ox == 0) return window[k + halo_rows + along][c];
      if (!aside && along == 0 && c + ox >= 0 && c + ox < C) return window[k + halo_rows][c + ox];
      return memory(ox, oy, oz);
    }
  };

  KOKKOS_FUNCTION void operator()(Index item) const {
    Index first[3] = {(item % packs) * C, 0, 0};
    if constexpr (D == 3) first[1] = item / packs % lines;
    if constexpr (D > 1) first[march] = (D == 2 ? item / packs : item / packs / lines) * rows;
    Box3 block{{{first[0], first[1], first[2]}}, {{first[0] + C, first[1] + 1, first[2] + 1}}};
    if constexpr (D > 1) block.upper[march] = first[march] + rows;
    if (Rules::grown(block, R).inside(rules.domain.readable) && block.inside(rules.domain.whole()))
      plain(first[0], first[1], first[2]);
    else
      careful(block);
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void plain(Index x, Index y, Index z) const {
    T window[rows + 2 * halo_rows][C];
    Index const stride = D == 1 ? 0 : D == 2 ? in.stride_y : in.stride_z;
    T const* const from = in.at(x, y, z);
TESSERA_UNROLL
    for (int k = 0; k < rows + 2 * halo_rows; ++k) load_pack(window[k], from + (k - halo_rows) * stride, wide);
TESSERA_UNROLL
    for (int k = 0; k < rows; ++k) {
      T result[C];
      Index const yk = D == 2 ? y + k : y, zk = D == 3 ? z + k : z;
TESSERA_UNROLL
      for (int c = 0; c < C; ++c) {
        WindowReads const reads{window, {from + k * stride + c, in.stride_y, in.stride_z}, k, c};
        result[c] = rules.formula(reads, x + c, yk, zk, step);
        if (rules.keeps({{x + c, yk, zk}})) result[c] = window[k + halo_rows][c];
      }
      store_pack(out.at(x, yk, zk), result, wide);
    }
  }

  KOKKOS_FUNCTION void careful(Box3 const& block) const {
    Domain const& d = rules.domain;
    for (Index z = block.lower[2]; z < min(block.upper[2], d.nodes[2]); ++z)
      for (Index y = block.lower[1]; y < min(block.upper[1], d.nodes[1]); ++y)
        for (Index x = block.lower[0]; x < min(block.upper[0], d.nodes[0]); ++x)
          *out.at(x, y, z) = rules.careful(WrappedReads<T>{d, in, x, y, z}, x, y, z, step);
  }
};

template <class Exec, class Rules>
void direct_on_device(Exec const& exec, Rules const& rules, Data<typename Rules::value_type const> in,
                      Data<typename Rules::value_type> out, Index step) {
  using Kernel = DirectDeviceKernel<Rules>;
  auto const& n = rules.domain.nodes;
  Index const packs = divide_up(n[0], Kernel::C), lines = Rules::dimension == 3 ? n[1] : 1;
  Index const runs = Rules::dimension == 1 ? 1 : divide_up(n[Kernel::march], Kernel::rows);
  bool const wide = wide_access<Kernel::C>(in) && wide_access<Kernel::C>(out);
  Kokkos::parallel_for("tessera::direct::sweep",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, packs * lines * runs),
                       Kernel{rules, in, out, step, packs, lines, wide});
}

}  // namespace tessera::detail

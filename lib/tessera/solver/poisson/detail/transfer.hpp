// SPDX-License-Identifier: Apache-2.0
// Transfer: copies a field from one grid to another by interpolation with one table per axis.
#pragma once

#include <tessera/solver/poisson/detail/axis_table.hpp>
#include <tessera/solver/poisson/detail/rows.hpp>

namespace tessera::detail {

/// An AxisTable in the memory of the kernels.
template <class T, class Memory>
struct DeviceTable {
  int width = 1;
  Kokkos::View<Index const*, Memory> index;
  Kokkos::View<T const*, Memory> weight;

  DeviceTable() = default;
  explicit DeviceTable(AxisTable const& table)
      : width(table.width), index(copied<Index>(table.index)), weight(copied<T>(table.weight)) {}

private:
  template <class To, class From>
  static Kokkos::View<To*, Memory> copied(std::vector<From> const& from) {
    Kokkos::View<To*, Memory> const to(
        Kokkos::view_alloc("tessera::poisson::table", Kokkos::WithoutInitializing), from.size());
    auto const host = Kokkos::create_mirror_view(to);
    for (std::size_t i = 0; i < from.size(); ++i) host(i) = static_cast<To>(from[i]);
    Kokkos::deep_copy(to, host);
    return to;
  }
};

/// to = [to +] scale (the tables' product applied to from) at nodes that `known` does not mark; marked nodes
/// become 0, or keep their value when adding.
template <class T, class Memory>
struct Transfer {
  DeviceTable<T, Memory> table[3]; // per axis of padded_nodes, for the nodes of `to`
  Index3 to_nodes, from_nodes;
  T scale;
  bool add;
  T const* from;
  std::uint8_t const* known; // of `to`; null: no node is known
  T* to;

  struct Row {
    Transfer const& all;
    Index i, j;
    KOKKOS_FORCEINLINE_FUNCTION void interior(Index k) const { (*this)(k); }
    KOKKOS_FORCEINLINE_FUNCTION void operator()(Index k) const {
      auto const &t0 = all.table[0], &t1 = all.table[1], &t2 = all.table[2];
      T sum = 0;
      for (int a = 0; a < t0.width; ++a)
        for (int b = 0; b < t1.width; ++b) {
          T const across = t0.weight(i * t0.width + a) * t1.weight(j * t1.width + b);
          T const* const row =
              all.from + (t0.index(i * t0.width + a) * all.from_nodes[1] + t1.index(j * t1.width + b)) *
                             all.from_nodes[2];
          T part = 0;
          for (int c = 0; c < t2.width; ++c)
            part = Kokkos::fma(t2.weight(k * t2.width + c), row[t2.index(k * t2.width + c)], part);
          sum = Kokkos::fma(across, part, sum);
        }
      Index const at = (i * all.to_nodes[1] + j) * all.to_nodes[2] + k;
      bool const skipped = all.known != nullptr && all.known[at];
      T const old = all.add ? all.to[at] : T(0);
      all.to[at] = skipped ? old : Kokkos::fma(all.scale, sum, old);
    }
  };
  KOKKOS_FORCEINLINE_FUNCTION Row row(Index i, Index j) const { return {*this, i, j}; }
};

} // namespace tessera::detail

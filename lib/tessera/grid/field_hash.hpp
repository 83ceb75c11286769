// SPDX-License-Identifier: Apache-2.0
// field_hash(): a hash of a field that adds up over parts of the grid.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/mixed.hpp>
#include <tessera/grid/detail/data.hpp>

namespace tessera {

namespace detail {

template <class T>
struct AddHashes {
  T const* origin;
  Index nodes[3], stride[3]; // of the block, in memory order
  Index first[3],
      number[3]; // where it begins in the whole, and how a step along an axis changes a node's number

  KOKKOS_FUNCTION void operator()(Index i, std::uint64_t& sum) const {
    Index const at[3] = {i % nodes[0], i / nodes[0] % nodes[1], i / nodes[0] / nodes[1]};
    Index place = 0;
    std::uint64_t node = 0;
    for (int a = 0; a < 3; ++a) {
      place += at[a] * stride[a];
      node += static_cast<std::uint64_t>((first[a] + at[a]) * number[a]);
    }
    std::uint64_t bits;
    if constexpr (sizeof(T) == 8)
      bits = Kokkos::bit_cast<std::uint64_t>(origin[place]);
    else
      bits = Kokkos::bit_cast<std::uint32_t>(origin[place]);
    sum += mixed(mixed(node + 0x9e3779b97f4a7c15u) ^ bits);
  }
};

} // namespace detail

/// A hash of a field of numbers of 4 or 8 bytes: the sum modulo 2^64, over its own nodes, of
/// mixed(mixed(n + 0x9e3779b97f4a7c15) ^ bits), where n is the node's number in the whole grid in row-major
/// order, bits is its value's, and mixed() is the finaliser of splitmix64. Halos are left out. It does not
/// depend on layouts, and those of the blocks of a grid add up to that of the whole grid's field. It waits
/// for exec.
template <class Exec, class ViewType>
std::uint64_t field_hash(Exec const& exec, Field<ViewType> const& field) {
  using T = typename ViewType::non_const_value_type;
  static_assert(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "tessera::field_hash: the field holds numbers of 4 or 8 bytes");
  constexpr int D = Field<ViewType>::dimension;
  using Order = detail::AxisOrder<D, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  detail::AddHashes<T> add{field.view().data(), {1, 1, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  Index number = 1;
  for (int d = D - 1; d >= 0; --d) {
    int const a = Order::memory_axis(d);
    add.nodes[a] = field.grid().nodes[d];
    add.stride[a] = static_cast<Index>(field.view().stride(d));
    add.origin += field.halo().lower[d] * add.stride[a];
    add.first[a] = field.grid().first[d];
    add.number[a] = number;
    number *= field.grid().whole_nodes(d);
  }
  std::uint64_t hash = 0;
  Kokkos::parallel_reduce("tessera::field_hash",
                          Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, field.grid().size()),
                          add, hash);
  exec.fence("tessera: the hash has arrived");
  return hash;
}

} // namespace tessera

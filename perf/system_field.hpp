// SPDX-License-Identifier: Apache-2.0
// The members of a system of fields on n^2 or n^3 nodes: random values from index and member alone, the same
// on every backend, and a checksum over the nodes that all rows make.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/stencil/members.hpp>

#include "field.hpp"

namespace tessera::perf {

/// The Views of the members, in the order of the struct.
template <class T, int Count, int D = 2>
using MemberViews = Kokkos::Array<NodeView<T, D>, Count>;

/// Whether all indices of the node at position x of a square or a cube lie in [begin, end).
template <int D>
KOKKOS_INLINE_FUNCTION bool lies_within(std::int64_t x, std::int64_t n, std::int64_t begin,
                                        std::int64_t end) {
  bool within = true;
  for (int a = 0; a < D; ++a, x /= n) within &= x % n >= begin && x % n < end;
  return within;
}

/// Where a member starts: uniformly random in [least, least + range). A `range` that is a power of two is
/// multiplied without rounding, so that backends agree.
template <class T>
struct Start {
  T least, range;
  std::int64_t zero_within = 0; // so many nodes from each edge or face on it is 0
};

template <class T, int D>
struct StartValues {
  NodeView<T, D> view;
  Start<T> start;
  int member;
  KOKKOS_FUNCTION void operator()(std::int64_t x) const {
    auto const n = static_cast<std::int64_t>(view.extent(1));
    bool const zero = !lies_within<D>(x, n, start.zero_within, n - start.zero_within);
    std::uint64_t const bits =
        mixed(static_cast<std::uint64_t>(x) + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(member + 1)) >>
        40;
    T const random = static_cast<T>(static_cast<double>(bits) * 0x1p-24);
    view.data()[x] = zero ? T(0) : start.least + start.range * random;
  }
};

/// The checksum of the nodes whose indices are below `made`.
template <class T, int D>
struct ChecksumOfMade {
  Checksum<NodeView<T, D>> node;
  std::int64_t made;
  KOKKOS_FUNCTION void operator()(std::int64_t x, std::uint64_t& sum) const {
    auto const n = static_cast<std::int64_t>(node.view.extent(1));
    if (lies_within<D>(x, n, 0, made)) node(x, sum);
  }
};

/// The largest value of a formula over the nodes of all four edges of a square.
template <class T, class Value, int Count, class Formula>
struct EdgeMaximum {
  MemberViews<T, Count> members;
  Formula formula;
  KOKKOS_FUNCTION void operator()(std::int64_t i, T& most) const {
    auto const n = static_cast<std::int64_t>(members[0].extent(1));
    std::int64_t const places[] = {i, (n - 1) * n + i, i * n, i * n + n - 1};
    for (std::int64_t const x : places) {
      typename detail::Apart<Value, T>::Array parts;
      for (int m = 0; m < Count; ++m) parts.v[m] = members[m].data()[x];
      T const value = formula(detail::Apart<Value, T>::join(parts));
      if (value > most) most = value;
    }
  }
};

/// \param unmade so many nodes at the upper end of each axis are left out
template <class Exec, class T, int D>
std::uint64_t member_checksum(Exec const& exec, NodeView<T, D> const& view, std::int64_t unmade) {
  std::uint64_t sum = 0;
  auto const made = static_cast<std::int64_t>(view.extent(1)) - unmade;
  Kokkos::parallel_reduce("perf::checksum", all_of(exec, view), ChecksumOfMade<T, D>{{view}, made}, sum);
  exec.fence();
  return sum;
}

} // namespace tessera::perf

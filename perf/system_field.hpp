// SPDX-License-Identifier: Apache-2.0
// The members of a system of fields on n^2 nodes: random values from index and member alone, the same on
// every backend, and a checksum over the nodes that all rows make.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/stencil/members.hpp>

#include "field.hpp"

namespace tessera::perf {

/// The Views of the members, in the order of the struct.
template <class T, int Count>
using MemberViews = Kokkos::Array<NodeView<T, 2>, Count>;

/// Where a member starts: uniformly random in [least, least + range). A `range` that is a power of two is
/// multiplied without rounding, so that backends agree.
template <class T>
struct Start {
  T least, range;
  std::int64_t zero_within = 0; // so many nodes from each edge on it is 0
};

template <class T>
struct StartValues {
  NodeView<T, 2> view;
  Start<T> start;
  int member;
  KOKKOS_FUNCTION void operator()(std::int64_t x) const {
    auto const n = static_cast<std::int64_t>(view.extent(1)), row = x / n, column = x % n;
    std::int64_t const z = start.zero_within;
    bool const zero = row < z || row >= n - z || column < z || column >= n - z;
    std::uint64_t const bits =
        mixed(static_cast<std::uint64_t>(x) + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(member + 1)) >>
        40;
    T const random = static_cast<T>(static_cast<double>(bits) * 0x1p-24);
    view.data()[x] = zero ? T(0) : start.least + start.range * random;
  }
};

/// The checksum of the nodes whose row and column are below `made`.
template <class T>
struct ChecksumOfMade {
  Checksum<NodeView<T, 2>> node;
  std::int64_t made;
  KOKKOS_FUNCTION void operator()(std::int64_t x, std::uint64_t& sum) const {
    auto const n = static_cast<std::int64_t>(node.view.extent(1));
    if (x / n < made && x % n < made) node(x, sum);
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

/// \param unmade so many rows and columns at the upper ends are left out
template <class Exec, class T>
std::uint64_t member_checksum(Exec const& exec, NodeView<T, 2> const& view, std::int64_t unmade) {
  std::uint64_t sum = 0;
  auto const made = static_cast<std::int64_t>(view.extent(1)) - unmade;
  Kokkos::parallel_reduce("perf::checksum", all_of(exec, view), ChecksumOfMade<T>{{view}, made}, sum);
  exec.fence();
  return sum;
}

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// Nodes whose members lie in arrays of their own, for loops by hand: they are read as through a pointer to
// structs.
#pragma once

#include <tessera/core/compiler.hpp>
#include <tessera/stencil/members.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tessera::perf {

/// The members of all nodes. `V`: a node's struct, `T`: of its members; const where they are read.
template <class V, class T>
struct MembersApart {
  using Apart = detail::Apart<V, std::remove_const_t<T>>;
  T* member[Apart::count];

  /// A node, or the one that it is so many nodes away from. It does not hold the pointers: of a copy of them
  /// for every node a compiler makes no vectors.
  struct Node {
    MembersApart const* all = nullptr;
    std::int64_t at = 0;
    KOKKOS_FORCEINLINE_FUNCTION Node operator+(std::int64_t x) const { return {all, at + x}; }
    KOKKOS_FORCEINLINE_FUNCTION V operator*() const { return all->read(at, Each{}); }
    KOKKOS_FORCEINLINE_FUNCTION V operator[](std::int64_t x) const { return all->read(at + x, Each{}); }
  };
  KOKKOS_FORCEINLINE_FUNCTION Node operator+(std::int64_t x) const { return {this, x}; }

  KOKKOS_FORCEINLINE_FUNCTION void write(std::int64_t x, V const& value) const {
    write(x, Apart::split(value), Each{});
  }

private:
  // Each member has code of its own, for vectors as well.
  using Each = std::make_integer_sequence<int, Apart::count>;
  template <int... M>
  KOKKOS_FORCEINLINE_FUNCTION V read(std::int64_t x, std::integer_sequence<int, M...>) const {
    return Apart::join({{member[M][x]...}});
  }
  template <int... M>
  KOKKOS_FORCEINLINE_FUNCTION void write(std::int64_t x, typename Apart::Array const& values,
                                         std::integer_sequence<int, M...>) const {
    ((member[M][x] = values.v[M]), ...);
  }
};

/// Writes a node, of structs or of members apart.
template <class V>
KOKKOS_FORCEINLINE_FUNCTION void write_node(V* to, std::int64_t x, V const& value) {
  to[x] = value;
}
template <class V, class T>
KOKKOS_FORCEINLINE_FUNCTION void write_node(MembersApart<V, T> const& to, std::int64_t x, V const& value) {
  to.write(x, value);
}

} // namespace tessera::perf

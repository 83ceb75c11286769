// SPDX-License-Identifier: Apache-2.0
// Index arithmetic, boxes of nodes and the order of axes. All indices have 64 bits: grids may have more than
// 2^31 nodes, and a loop index of 32 bits prevents vectorisation.
#pragma once

#include <tessera/core/compiler.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace tessera {

/// A node's index along an axis, or a number of nodes or steps; signed, 64 bits.
using Index = std::int64_t;

/// Nodes per axis, in the user's axis order.
template <int D>
using Extents = Kokkos::Array<Index, D>;

/// Physical lengths per axis, in the user's axis order.
template <int D>
using Lengths = Kokkos::Array<double, D>;

namespace detail {

/// An index along each of three axes, the unit-stride axis first. Every grid is swept with three axes; axes
/// that it does not have hold one node.
struct Index3 {
  Index v[3];
  KOKKOS_FORCEINLINE_FUNCTION constexpr Index& operator[](int axis) { return v[axis]; }
  KOKKOS_FORCEINLINE_FUNCTION constexpr Index operator[](int axis) const { return v[axis]; }
};

/// Half-open box of nodes.
struct Box3 {
  Index3 lower, upper;
  KOKKOS_FORCEINLINE_FUNCTION constexpr Index extent(int axis) const { return upper[axis] - lower[axis]; }
  KOKKOS_FORCEINLINE_FUNCTION constexpr Index3 extents() const { return {{extent(0), extent(1), extent(2)}}; }
  KOKKOS_FORCEINLINE_FUNCTION constexpr Index size() const {
    return max_zero(extent(0)) * max_zero(extent(1)) * max_zero(extent(2));
  }
  KOKKOS_FORCEINLINE_FUNCTION static constexpr Index max_zero(Index n) { return n < 0 ? 0 : n; }
  KOKKOS_FORCEINLINE_FUNCTION constexpr bool inside(Box3 const& other) const {
    for (int a = 0; a < 3; ++a)
      if (lower[a] < other.lower[a] || upper[a] > other.upper[a]) return false;
    return true;
  }
};

KOKKOS_FORCEINLINE_FUNCTION constexpr Index min(Index a, Index b) { return a < b ? a : b; }
KOKKOS_FORCEINLINE_FUNCTION constexpr Index max(Index a, Index b) { return a < b ? b : a; }
KOKKOS_FORCEINLINE_FUNCTION constexpr Index divide_up(Index a, Index b) { return (a + b - 1) / b; }
KOKKOS_FORCEINLINE_FUNCTION constexpr Index round_up(Index a, Index b) { return divide_up(a, b) * b; }

/// The nodes of both boxes.
inline Box3 common_part(Box3 const& a, Box3 const& b) {
  Box3 common = a;
  for (int axis = 0; axis < 3; ++axis) {
    common.lower[axis] = max(a.lower[axis], b.lower[axis]);
    common.upper[axis] = min(a.upper[axis], b.upper[axis]);
  }
  return common;
}

/// i wrapped into [0, period), for any i. On a device, where i is near, a division would be many times the
/// code.
KOKKOS_FORCEINLINE_FUNCTION constexpr Index wrapped(Index i, Index period) {
#if defined(__CUDA_ARCH__)
  i = i < 0 ? i + period : i < period ? i : i - period;
  TESSERA_NO_UNROLL
  while (i < 0) i += period;
  TESSERA_NO_UNROLL
  while (i >= period) i -= period;
  return i;
#else
  if (i >= 0 && i < period) return i;
  Index const r = i % period;
  return r < 0 ? r + period : r;
#endif
}

/// The same for an i that lies less than a period beyond either end.
KOKKOS_FORCEINLINE_FUNCTION constexpr int wrapped_once(int i, int period) {
  return i < 0 ? i + period : i < period ? i : i - period;
}

/// How a user's axes map to those of a sweep, which start with the unit-stride axis. LayoutLeft keeps the
/// order; LayoutRight reverses it.
template <int D, bool Reversed>
struct AxisOrder {
  static constexpr int dimension = D;
  static constexpr bool reversed = Reversed;
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int memory_axis(int user_axis) {
    return Reversed ? D - 1 - user_axis : user_axis;
  }
};

} // namespace detail
} // namespace tessera

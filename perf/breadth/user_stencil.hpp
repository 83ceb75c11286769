// SPDX-License-Identifier: Apache-2.0
// What a stencil of the breadth benchmark says of itself. The stencils are such as users write: no way of the
// library is made for any of them.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/tessera.hpp>

#include <cstdint>

namespace tessera::perf {

/// What happens at the edges of the grid, for loops by hand.
enum class Edges {
  kept, ///< nodes within the radius of an edge stay as they are: Fixed; Dirichlet where they hold its value
  mirrored, ///< u(-m) = u(m): Neumann with a flux of 0, Mirrored
  periodic  ///< u(-m) = u(n - m): Periodic
};

/// A View that loops by hand read: without a count of its references.
template <class T, int D>
using PlainView =
    Kokkos::View<typename detail::ViewData<T, D>::type, Kokkos::LayoutRight,
                 Kokkos::DefaultExecutionSpace::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Views as applications have them, which the library's schemes are given.
struct ManagedViews {
  template <class T, int D>
  using View = NodeView<T, D>;
};

/// The same memory for loops by hand.
struct PlainViews {
  template <class T, int D>
  using View = PlainView<T, D>;
};

/// The base of a user's stencil on n^D nodes. A stencil, which derives from it and may hide what stands here,
/// is made of n and says:
///
///     static constexpr char name[];      "box27"
///     template <class Views>             its formula; coefficients are Views::template View<T const, D>
///     auto formula() const;
template <class ValueType, int D, class RealType = ValueType>
struct UserStencil {
  using Value = ValueType; ///< of a node
  using Real = RealType;   ///< in which it computes
  static constexpr int dimension = D;
  static constexpr Edges edges = Edges::kept;
  static constexpr bool has_edge_value = false; ///< whether nodes on the edges start at edge_value()
  static constexpr double values_moved = 2;     ///< the least that a step reads and writes of a node
  static auto boundary() { return everywhere(Fixed{}); }
  /// The value that a node starts with.
  /// \param random in [0, 1), from the node's position alone
  KOKKOS_FUNCTION static Value start(double random) { return static_cast<Value>(random); }
};

} // namespace tessera::perf

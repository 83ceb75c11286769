// SPDX-License-Identifier: Apache-2.0
// Node: the place and time at which a formula is evaluated.
#pragma once

#include <tessera/grid/detail/domain.hpp>
#include <tessera/grid/staggering.hpp>

namespace tessera {

/// The place and time at which a formula is evaluated: the `at` of a stencil, of g(x, t) and of every face
/// condition. Its axes are numbered as in the user's grid. Only the members that a formula calls are
/// computed.
template <class Order>
class Node {
public:
  static constexpr int dimension = Order::dimension;

  /// \param anywhere whether the node may lie beyond the end of a periodic axis whose other end a halo holds.
  ///        Most nodes that follow the formula alone are known not to: a test at every node would keep a
  ///        host from updating them in vectors, and would take registers on a device.
  KOKKOS_FORCEINLINE_FUNCTION Node(detail::Domain const& domain, detail::Index3 swept_index, Index step,
                                   bool anywhere = false)
      : domain_(&domain), local_(in_field(domain, swept_index)),
        index_(in_whole(domain, swept_index, anywhere)), step_(step) {}

  /// Index along an axis in the whole grid, counted from 0. On a periodic axis it is wrapped into the grid,
  /// also where a halo holds the other end. Fused steps also update halo nodes. If such a halo lies beyond a
  /// face of the whole grid, the index is negative there, or not less than the grid's number of nodes.
  KOKKOS_FORCEINLINE_FUNCTION Index index(int axis) const { return index_[Order::memory_axis(axis)]; }
  /// Index along an axis in the field's own grid, which may be a block of the whole (see Grid): as its memory
  /// is addressed. It is negative in a lower halo. NodeReader reads other fields at it.
  KOKKOS_FORCEINLINE_FUNCTION Index local_index(int axis) const { return local_[Order::memory_axis(axis)]; }
  /// Position along an axis, in the grid's unit of length.
  KOKKOS_FORCEINLINE_FUNCTION double position(int axis) const {
    int const a = Order::memory_axis(axis);
    return domain_->origin[a] + static_cast<double>(index_[a]) * domain_->spacing[a];
  }
  /// Position of a member of a system's struct, which may lie half a spacing beyond the node (see
  /// grid/staggering.hpp): at.position(tessera::member<&Em::hx>, 0).
  template <auto Pointer>
  KOKKOS_FORCEINLINE_FUNCTION double position(Members<Pointer>, int axis) const {
    return shifted_position<detail::half_axes_of_member<Pointer>>(axis);
  }
  /// Number of the time level. A stepper's first level is Clock::first_step, which is 0 by default.
  KOKKOS_FORCEINLINE_FUNCTION Index step() const { return step_; }
  /// Time of that level: start + step dt, in the application's unit of time.
  KOKKOS_FORCEINLINE_FUNCTION double time() const { return domain_->time(step_); }

protected:
  /// The position half a spacing further along the axes whose bit is set. It is that of a grid whose origin
  /// lies half a spacing further (System::grid), in all bits.
  template <unsigned half>
  KOKKOS_FORCEINLINE_FUNCTION double shifted_position(int axis) const {
    if constexpr (half == 0) {
      return position(axis);
    } else {
      int const a = Order::memory_axis(axis);
      double const first = domain_->origin[a] + ((half >> axis & 1u) != 0 ? 0.5 : 0.0) * domain_->spacing[a];
      return first + static_cast<double>(index_[a]) * domain_->spacing[a];
    }
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION static detail::Index3 in_field(detail::Domain const& domain,
                                                             detail::Index3 const& local) {
    detail::Index3 i = local;
    for (int a = 0; a < Order::dimension; ++a) i[a] += domain.offset[a];
    return i;
  }
  KOKKOS_FORCEINLINE_FUNCTION static detail::Index3 in_whole(detail::Domain const& domain,
                                                             detail::Index3 const& local, bool anywhere) {
    detail::Index3 i = local;
    for (int a = 0; a < Order::dimension; ++a)
      i[a] = anywhere ? domain.in_whole(a, local[a]) : domain.first[a] + local[a];
    return i;
  }

  detail::Domain const* domain_;
  // Both indices are held by value. If a formula that asks for one had to look it up in the domain, g++ might
  // call the formula at every node of a row in place of inlining it.
  detail::Index3 local_, index_;
  Index step_;
};

namespace detail {

/// The place of a member that lies half a spacing beyond the node along some axes, a bit each: the `at` of a
/// condition by member.
template <class Order, unsigned half>
class HalfNode : public Node<Order> {
public:
  using Node<Order>::Node;
  using Node<Order>::position;
  KOKKOS_FORCEINLINE_FUNCTION double position(int axis) const {
    return this->template shifted_position<half>(axis);
  }
};
template <class Order, unsigned half>
using NodeOfMember = std::conditional_t<half == 0, Node<Order>, HalfNode<Order, half>>;

} // namespace detail
} // namespace tessera

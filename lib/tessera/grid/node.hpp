// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tessera/grid/detail/domain.hpp>

namespace tessera {

/// Where and when a formula is evaluated: the `at` of a stencil, of g(x, t) and of every face condition.
/// Axes are the user's. Evaluated only as far as it is used.
template <class Order>
class Node {
public:
  static constexpr int dimension = Order::dimension;

  KOKKOS_FORCEINLINE_FUNCTION Node(detail::Domain const& domain, detail::Index3 swept_index, Index step)
      : domain_(&domain), index_(swept_index), step_(step) {}

  /// Index along an axis, from 0. A periodic axis is wrapped; beyond a face with a halo, where fused steps update
  /// halo nodes too, it is negative or not less than the grid's nodes.
  KOKKOS_FORCEINLINE_FUNCTION Index index(int axis) const { return index_[Order::memory_axis(axis)]; }
  /// Position along an axis, in the grid's unit of length.
  KOKKOS_FORCEINLINE_FUNCTION double position(int axis) const {
    int const a = Order::memory_axis(axis);
    return domain_->origin[a] + static_cast<double>(index_[a]) * domain_->spacing[a];
  }
  /// Number of the time level; a stepper's first is Clock::first_step, 0 unless said otherwise.
  KOKKOS_FORCEINLINE_FUNCTION Index step() const { return step_; }
  /// Time of that level: start + step dt.
  KOKKOS_FORCEINLINE_FUNCTION double time() const { return domain_->time(step_); }

private:
  detail::Domain const* domain_;
  detail::Index3 index_;
  Index step_;
};

} // namespace tessera

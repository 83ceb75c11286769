// SPDX-License-Identifier: Apache-2.0
// Coefficients that a stencil reads at its node: one number for all nodes, or a View.
#pragma once

#include <tessera/equation/node_view.hpp>

namespace tessera {

/// The same value at every node.
template <class T>
struct UniformMedium {
  T value;

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(At const&) const {
    return value;
  }
};

/// The place of values at the nodes: the value of node i is data[sum of stride[d] i[d]]. Strides count
/// elements; the stride of the last axis is 1.
template <class T, int D>
struct NodeValues {
  T const* data;
  Kokkos::Array<Index, D> stride;
};

/// One value per node, the last axis fastest. A medium that does not vary along an axis other than the last
/// needs only one node along that axis, and then its rows stay in the caches.
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class MediumAtNodes {
public:
  MediumAtNodes() = default;

  /// \throws InvalidInput unless the View has the nodes' extents, or the extent 1 along axes other than the
  /// last.
  MediumAtNodes(Extents<D> const& nodes, NodeView<T const, D, MemorySpace> const& values)
      : values_(values.data(), values.size()), owner_(values) {
    detail::check_given("medium", values);
    for (int d = 0; d < D; ++d) {
      auto const extent = static_cast<Index>(values.extent(d));
      if (extent != nodes[d] && (extent != 1 || d == D - 1))
        throw InvalidInput(detail::text(
            "medium '", values.label(), "' has ", extent, " values along axis ", d, ", the grid ", nodes[d],
            d == D - 1 ? " nodes (give one a node)" : " nodes (give one a node, or one for all)"));
      stride_[d] = extent == nodes[d] ? static_cast<Index>(values.stride(d)) : 0;
    }
  }

  /// Values on the same grid as the stepped field, or on the same block of it, with a halo at least as wide
  /// as the field's: fused steps read halo nodes too. The last axis has stride 1. One value along another
  /// axis is that of all nodes.
  template <class ViewType>
  explicit MediumAtNodes(Field<ViewType> const& values) : owner_(values.view()) {
    Index offset = 0;
    for (int d = 0; d < D; ++d) {
      stride_[d] = owner_.extent(d) == 1 && d < D - 1 ? 0 : static_cast<Index>(owner_.stride(d));
      offset += values.halo().lower[d] * stride_[d];
    }
    values_ = decltype(values_)(owner_.data() + offset, owner_.span() - static_cast<std::size_t>(offset));
  }

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(At const& at) const {
    Index i = at.local_index(D - 1); // a compile-time unit stride lets vector loops load without gathers
    for (int d = 0; d < D - 1; ++d) i += stride_[d] * at.local_index(d);
    return values_.data()[i];
  }

  KOKKOS_FORCEINLINE_FUNCTION NodeValues<T, D> values() const { return {values_.data(), stride_}; }

private:
  Kokkos::View<T const*, MemorySpace, Kokkos::MemoryUnmanaged> values_;
  NodeView<T const, D, MemorySpace> owner_;
  Kokkos::Array<Index, D> stride_ = {};
};

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// A field as kernels see it: a pointer to node (0, 0, 0) and strides, the unit-stride axis first.
#pragma once

#include <tessera/grid/field.hpp>

#include <type_traits>

namespace tessera::detail {

template <class T>
struct Data {
  T* origin;                // node (0, 0, 0), whether or not there is a halo
  Index stride_y, stride_z; // the stride of x is 1

  KOKKOS_FORCEINLINE_FUNCTION T* at(Index x, Index y, Index z) const {
    return origin + (x + y * stride_y + z * stride_z);
  }
  /// A level that may be written is one that may be read.
  template <class U>
  requires std::is_same_v<U, T const> KOKKOS_FORCEINLINE_FUNCTION operator Data<U>() const {
    return {origin, stride_y, stride_z};
  }
};

/// Whether the View's strides start with 1 and then grow, when its axes are taken in this order.
template <class Order, class ViewType>
bool unit_stride_first(ViewType const& view) {
  Index last = 0;
  for (int memory_axis = 0; memory_axis < Order::dimension; ++memory_axis) {
    int const axis = Order::memory_axis(memory_axis); // the map from axes to memory axes is its own inverse
    if (view.extent(axis) == 1 && memory_axis > 0) continue;
    Index const stride = static_cast<Index>(view.stride(axis));
    if (memory_axis == 0 ? stride != 1 : stride < last) return false;
    last = stride;
  }
  return true;
}

template <class Order, class ViewType>
Data<typename ViewType::non_const_value_type> data_of(Field<ViewType> const& field) {
  constexpr int D = Order::dimension;
  Index stride[3] = {1, 0, 0};
  Index offset = 0;
  for (int d = 0; d < D; ++d) {
    stride[Order::memory_axis(d)] = static_cast<Index>(field.view().stride(d));
    offset += field.halo().lower[d] * static_cast<Index>(field.view().stride(d));
  }
  return {field.view().data() + offset, stride[1], stride[2]};
}

} // namespace tessera::detail

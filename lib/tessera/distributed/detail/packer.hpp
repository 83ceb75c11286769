// SPDX-License-Identifier: Apache-2.0
// Packs boxes of a field into messages, and unpacks them: one kernel for all boxes of all peers.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/distributed/detail/halo_pattern.hpp>

namespace tessera::detail {

/// A field as packing sees it: the axis whose values stand side by side in a message comes first. A field
/// without a unit stride has its strides here too.
template <class T>
struct StridedData {
  T* origin; // node (0, 0, 0)
  Index stride[3];

  KOKKOS_FORCEINLINE_FUNCTION T* at(Index3 const& i) const {
    return origin + (i[0] * stride[0] + i[1] * stride[1] + i[2] * stride[2]);
  }
};

/// The order of values in a message: that of axes in memory. It has to be the same on all ranks, so it
/// follows from the layout's type; LayoutStride counts as LayoutRight.
template <int D, class Layout>
using MessageOrder = AxisOrder<D, !std::is_same_v<Layout, Kokkos::LayoutLeft>>;

template <class Order, class ViewType>
StridedData<typename ViewType::non_const_value_type> strided_data(Field<ViewType> const& field) {
  StridedData<typename ViewType::non_const_value_type> data{field.view().data(), {0, 0, 0}};
  for (int d = 0; d < Order::dimension; ++d) {
    auto const stride = static_cast<Index>(field.view().stride(d));
    data.stride[Order::memory_axis(d)] = stride;
    data.origin += field.halo().lower[d] * stride;
  }
  return data;
}

/// A box of a field, where its values begin among all messages, and where its values and rows begin among
/// those that a kernel moves.
struct PackedBox {
  Box3 box;
  Index place, first_value, first_row;
};

/// A box in the user's order of axes, and where its values begin among all messages.
template <int D>
struct PlacedBox {
  Box<D> box;
  Index place;
};

/// The boxes of all messages, in the memory of Exec.
template <class Exec>
struct PackList {
  Kokkos::View<PackedBox*, typename Exec::memory_space> boxes;
  Index values = 0, rows = 0;
};

template <class Exec, class Layout, int D>
PackList<Exec> pack_list(Exec const& exec, std::vector<PlacedBox<D>> const& placed) {
  using Order = MessageOrder<D, Layout>;
  std::vector<PackedBox> list;
  PackList<Exec> packed;
  for (auto const& [box, place] : placed) {
    PackedBox one{{{{0, 0, 0}}, {{1, 1, 1}}}, place, packed.values, packed.rows};
    for (int d = 0; d < D; ++d) {
      one.box.lower[Order::memory_axis(d)] = box.lower[d];
      one.box.upper[Order::memory_axis(d)] = box.upper[d];
    }
    packed.values += one.box.size();
    packed.rows += one.box.extent(1) * one.box.extent(2);
    list.push_back(one);
  }
  packed.boxes = Kokkos::View<PackedBox*, typename Exec::memory_space>(
      Kokkos::view_alloc(exec, std::string("tessera::halo_boxes"), Kokkos::WithoutInitializing), list.size());
  Kokkos::deep_copy(
      exec, packed.boxes,
      Kokkos::View<PackedBox const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          list.data(), list.size()));
  exec.fence("tessera: the list of boxes is copied");
  return packed;
}

struct Packs {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(T& in_field, T& in_message) const {
    in_message = in_field;
  }
};
struct Unpacks {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(T& in_field, T& in_message) const {
    in_field = in_message;
  }
};

/// The last of `count` boxes that begins at row i, or at value i, or before.
template <bool by_rows>
KOKKOS_FORCEINLINE_FUNCTION int box_of(PackedBox const* boxes, int count, Index i) {
  int low = 0, high = count;
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    if ((by_rows ? boxes[middle].first_row : boxes[middle].first_value) <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// On a host an iteration moves a row, on a device a value, so that neighbouring threads move neighbouring
/// values.
template <class T, class Move, bool by_rows>
struct PackKernel {
  StridedData<T> field;
  PackedBox const* boxes;
  int count;
  T* message;

  KOKKOS_FUNCTION void operator()(Index i) const {
    PackedBox const packed = boxes[box_of<by_rows>(boxes, count, i)];
    Box3 const& box = packed.box;
    Index const nx = box.extent(0), ny = box.extent(1);
    if constexpr (by_rows) {
      Index const row = i - packed.first_row;
      T* const from = field.at({{box.lower[0], box.lower[1] + row % ny, box.lower[2] + row / ny}});
      T* const to = message + (packed.place + row * nx);
      Index const step = field.stride[0];
      if (step == 1)
        for (Index x = 0; x < nx; ++x) Move()(from[x], to[x]);
      else
        for (Index x = 0; x < nx; ++x) Move()(from[x * step], to[x]);
    } else {
      Index const value = i - packed.first_value;
      Index3 const node{
          {box.lower[0] + value % nx, box.lower[1] + value / nx % ny, box.lower[2] + value / nx / ny}};
      Move()(*field.at(node), message[packed.place + value]);
    }
  }
};

/// Moves values between a field and messages, asynchronously on exec.
template <class Move, class Exec, class T>
void move_boxes(char const* label, Exec const& exec, PackList<Exec> const& list, StridedData<T> const& field,
                T* messages) {
  constexpr bool by_rows = on_host<Exec>;
  if (list.values == 0) return;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, by_rows ? list.rows : list.values),
      PackKernel<T, Move, by_rows>{field, list.boxes.data(), static_cast<int>(list.boxes.extent(0)),
                                   messages});
}

} // namespace tessera::detail

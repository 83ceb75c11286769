// SPDX-License-Identifier: Apache-2.0
// Packs boxes of a field into messages, and unpacks them: the boxes of all peers are moved at once.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/device/pack.hpp>
#include <tessera/distributed/detail/halo_pattern.hpp>
#include <tessera/distributed/detail/moves.hpp>

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

/// The values that a thread of a device moves at once, where a row of them lies so that it can.
template <class T>
inline constexpr int moved_together = 16 % sizeof(T) == 0 ? static_cast<int>(16 / sizeof(T)) : 1;

/// A box of a field, where its values begin among all messages, and its first move of those that a kernel
/// makes. On a host a move is a row, on a device a part of a row.
struct PackedBox {
  Box3 box;
  Index place, first_move;
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
  Index values = 0, moves = 0;
};

/// \tparam T the values' type
template <class Exec, class Layout, class T, int D>
PackList<Exec> pack_list(Exec const& exec, std::vector<PlacedBox<D>> const& placed) {
  using Order = MessageOrder<D, Layout>;
  std::vector<PackedBox> list;
  PackList<Exec> packed;
  for (auto const& [box, place] : placed) {
    PackedBox one{{{{0, 0, 0}}, {{1, 1, 1}}}, place, packed.moves};
    for (int d = 0; d < D; ++d) {
      one.box.lower[Order::memory_axis(d)] = box.lower[d];
      one.box.upper[Order::memory_axis(d)] = box.upper[d];
    }
    packed.values += one.box.size();
    Index const of_row = on_host<Exec> ? 1 : divide_up(one.box.extent(0), moved_together<T>);
    packed.moves += of_row * one.box.extent(1) * one.box.extent(2);
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
  KOKKOS_FORCEINLINE_FUNCTION static T* from(T* field, T*) {
    return field;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* to(T*, T* message) {
    return message;
  }
};
struct Unpacks {
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* from(T*, T* message) {
    return message;
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T* to(T* field, T*) {
    return field;
  }
};

/// The last of `count` boxes whose moves begin with this one or before.
KOKKOS_FORCEINLINE_FUNCTION int box_of(PackedBox const* boxes, int count, Index move) {
  int low = 0, high = count;
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    if (boxes[middle].first_move <= move)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/// Makes one move of a box whose values lie in `message`. On a host it is a row. On a device it is a pack, if
/// the box's rows lie so that packs can be moved at once; else as many values, each next to those that
/// neighbouring threads move.
template <class Direction, bool by_rows, class T>
KOKKOS_FORCEINLINE_FUNCTION void make_move(StridedData<T> const& field, Box3 const& box, T* message,
                                           Index move) {
  if constexpr (by_rows) {
    Index const nx = box.extent(0), ny = box.extent(1), step = field.stride[0];
    T* const first = field.at({{box.lower[0], box.lower[1] + move % ny, box.lower[2] + move / ny}});
    T* const row = message + move * nx;
    T const* const from = Direction::from(first, row);
    T* const to = Direction::to(first, row);
    Index const from_step = from == row ? 1 : step, to_step = to == row ? 1 : step;
    if (step == 1)
      for (Index x = 0; x < nx; ++x) to[x] = from[x];
    else
      for (Index x = 0; x < nx; ++x) to[x * to_step] = from[x * from_step];
  } else {
    constexpr int C = moved_together<T>;
    // Divisions of 32 bits take a fraction of the time of those of 64.
    auto const nx = static_cast<unsigned>(box.extent(0)), ny = static_cast<unsigned>(box.extent(1)),
               of_row = (nx + C - 1) / C, number = static_cast<unsigned>(move), row = number / of_row,
               part = number - row * of_row;
    T* const first = field.at({{box.lower[0], box.lower[1] + row % ny, box.lower[2] + row / ny}});
    T* const in_message = message + Index{row} * nx;
    if constexpr (C > 1) {
      auto const aligned = [](T const* at) { return reinterpret_cast<std::uintptr_t>(at) % 16 == 0; };
      if (nx % C == 0 && field.stride[0] == 1 && aligned(first) && aligned(in_message)) {
        T* const here = first + part * C;
        T* const there = in_message + part * C;
        T values[C];
        load_pack(values, Direction::from(here, there), true);
        store_pack(Direction::to(here, there), values, true);
        return;
      }
    }
    for (unsigned x = part; x < nx; x += of_row) {
      T* const here = first + x * field.stride[0];
      *Direction::to(here, in_message + x) = *Direction::from(here, in_message + x);
    }
  }
}

template <class T, class Direction, bool by_rows>
struct PackKernel {
  StridedData<T> field;
  PackedBox const* boxes;
  int count;
  T* message;

  KOKKOS_FUNCTION void operator()(Index move) const {
    PackedBox const packed = boxes[box_of(boxes, count, move)];
    make_move<Direction, by_rows>(field, packed.box, message + packed.place, move - packed.first_move);
  }
};

/// The moves of values between a field and messages.
template <class Direction, class Exec, class T>
Moves<PackKernel<T, Direction, on_host<Exec>>> moves_of(PackList<Exec> const& list,
                                                        StridedData<T> const& field, T* messages) {
  return {{field, list.boxes.data(), static_cast<int>(list.boxes.extent(0)), messages}, list.moves};
}

} // namespace tessera::detail

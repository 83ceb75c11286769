// SPDX-License-Identifier: Apache-2.0
// Packs boxes of several members of a system into messages, and unpacks them: one kernel for all boxes of all
// members and peers. A box's values stand in a message member after member.
#pragma once

#include <tessera/distributed/detail/packer.hpp>
#include <tessera/grid/system.hpp>

namespace tessera::detail {

/// The members that are moved, in order.
template <class T, int Count>
struct MovedMembers {
  StridedData<T> data[Count];
  int count = 0;
};

template <class Order, class Value, class ViewType>
auto moved_members(System<Value, ViewType> const& system, unsigned members) {
  using SystemType = System<Value, ViewType>;
  MovedMembers<typename SystemType::member_type, SystemType::count> moved;
  for (int m = 0; m < SystemType::count; ++m)
    if ((members >> m & 1u) != 0)
      moved.data[moved.count++] =
          strided_data<Order>(make_field(system.grid(), system.view(m), system.halo()));
  return moved;
}

/// As PackKernel, for the members one after the other: a box's place is that of its first member's values.
/// `each`: rows, or values, of all boxes of one member.
template <class T, int Count, class Move, bool by_rows>
struct PackMembersKernel {
  MovedMembers<T, Count> members;
  PackedBox const* boxes;
  int count;
  Index each;
  T* message;

  KOKKOS_FUNCTION void operator()(Index i) const {
    Index const m = i / each, of_member = i - m * each;
    PackedBox const packed = boxes[box_of<by_rows>(boxes, count, of_member)];
    Box3 const& box = packed.box;
    Index const nx = box.extent(0), ny = box.extent(1);
    T* const to = message + (packed.place + m * box.size());
    StridedData<T> const& data = members.data[m];
    if constexpr (by_rows) {
      Index const row = of_member - packed.first_row, step = data.stride[0];
      T* const from = data.at({{box.lower[0], box.lower[1] + row % ny, box.lower[2] + row / ny}});
      if (step == 1)
        for (Index x = 0; x < nx; ++x) Move()(from[x], to[row * nx + x]);
      else
        for (Index x = 0; x < nx; ++x) Move()(from[x * step], to[row * nx + x]);
    } else {
      Index const value = of_member - packed.first_value;
      Index3 const node{
          {box.lower[0] + value % nx, box.lower[1] + value / nx % ny, box.lower[2] + value / nx / ny}};
      Move()(*data.at(node), to[value]);
    }
  }
};

/// Moves values between members and messages, asynchronously on exec.
template <class Move, class Exec, class T, int Count>
void move_boxes(char const* label, Exec const& exec, PackList<Exec> const& list,
                MovedMembers<T, Count> const& members, T* messages) {
  constexpr bool by_rows = on_host<Exec>;
  if (list.values == 0 || members.count == 0) return;
  Index const each = by_rows ? list.rows : list.values;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, each * members.count),
      PackMembersKernel<T, Count, Move, by_rows>{members, list.boxes.data(),
                                                 static_cast<int>(list.boxes.extent(0)), each, messages});
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// Packs boxes of several members of a system into messages, and unpacks them: the boxes of all members and
// peers are moved at once. A box's values stand in a message member after member.
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
/// `each`: the moves of all boxes of one member.
template <class T, int Count, class Direction, bool by_rows>
struct PackMembersKernel {
  MovedMembers<T, Count> members;
  PackedBox const* boxes;
  int count;
  Index each;
  T* message;

  KOKKOS_FUNCTION void operator()(Index i) const {
    Index const m = i / each, move = i - m * each;
    PackedBox const packed = boxes[box_of(boxes, count, move)];
    make_move<Direction, by_rows>(members.data[m], packed.box,
                                  message + (packed.place + m * packed.box.size()), move - packed.first_move);
  }
};

/// The moves of values between members and messages.
template <class Direction, class Exec, class T, int Count>
Moves<PackMembersKernel<T, Count, Direction, on_host<Exec>>>
moves_of(PackList<Exec> const& list, MovedMembers<T, Count> const& members, T* messages) {
  return {{members, list.boxes.data(), static_cast<int>(list.boxes.extent(0)), list.moves, messages},
          list.moves * members.count};
}

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// fill() of a system of fields: gives all members of every node the values of a function of position.
#pragma once

#include <tessera/core/converted.hpp>
#include <tessera/core/device.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/grid/node.hpp>
#include <tessera/grid/system.hpp>

#include <cstring>

namespace tessera {

namespace detail {

template <class Order, class SystemType, class F>
struct FillSystem {
  using T = typename SystemType::member_type;
  using Value = typename SystemType::value_type;
  static constexpr int count = SystemType::count;
  Domain domain;
  T* first[count]; // of each member, node (0, 0, 0)
  Index stride[3]; // of all members, in the order of the domain's axes
  F f;

  KOKKOS_FUNCTION void operator()(Index number) const {
    auto const& n = domain.nodes;
    Index3 const i{{number % n[0], number / n[0] % n[1], number / n[0] / n[1]}};
    Value const value = converted<Value>(f(Node<Order>(domain, i, 0)));
    T parts[count];
    memcpy(parts, &value, sizeof value);
    for (int m = 0; m < count; ++m)
      first[m][i[0] * stride[0] + i[1] * stride[1] + i[2] * stride[2]] = parts[m];
  }
};

} // namespace detail

/// Gives all members of every node, those of a halo excepted, the values of the struct f(at). `at` is the
/// Node that stages get, at step 0 and time 0: at.position(axis) is the place of the node,
/// at.position(member<&Em::hx>, axis) that of a member. The call is asynchronous on exec; f is copied to the
/// device. A single member is filled by fill(exec, system.field(m), g), where the place of the node is that
/// of the member.
template <class Exec, class Value, class ViewType, class F>
void fill(Exec const& exec, System<Value, ViewType> const& system, F const& f) {
  static_assert(detail::known_space<Exec>());
  using SystemType = System<Value, ViewType>;
  constexpr int D = SystemType::dimension;
  using Order = detail::AxisOrder<D, !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  auto const field = make_field(system.grid(), system.view(0), system.halo());
  detail::FillSystem<Order, SystemType, F> kernel{detail::domain_of<Order>(field, 0, 1), {}, {}, f};
  for (int m = 0; m < SystemType::count; ++m)
    kernel.first[m] = detail::data_of<Order>(make_field(system.grid(), system.view(m), system.halo())).origin;
  for (int d = 0; d < D; ++d)
    kernel.stride[Order::memory_axis(d)] = static_cast<Index>(system.view(0).stride(d));
  Kokkos::parallel_for("tessera::fill",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, system.grid().size()),
                       kernel);
}

} // namespace tessera

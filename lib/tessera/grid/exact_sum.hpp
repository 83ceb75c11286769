// SPDX-License-Identifier: Apache-2.0
// exact_sum(): the sum of a field's values, in whatever order they are added.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/exact_sum.hpp>
#include <tessera/grid/detail/data.hpp>

namespace tessera {

namespace detail {

/// On a host an iteration adds a row, on a device a value.
template <class T, bool by_rows>
struct AddExactly {
  using value_type = ExactSum;
  T const* origin;
  Index nodes[3], stride[3];

  KOKKOS_FUNCTION void init(ExactSum& sum) const { sum = ExactSum(); }
  KOKKOS_FUNCTION void join(ExactSum& sum, ExactSum const& other) const { sum.add(other); }
  KOKKOS_FUNCTION void operator()(Index i, ExactSum& sum) const {
    if constexpr (by_rows) {
      T const* const row = origin + (i % nodes[1] * stride[1] + i / nodes[1] * stride[2]);
      for (Index x = 0; x < nodes[0]; ++x) sum.add(static_cast<double>(row[x * stride[0]]));
    } else {
      Index const x = i % nodes[0], y = i / nodes[0] % nodes[1], z = i / nodes[0] / nodes[1];
      sum.add(static_cast<double>(origin[x * stride[0] + y * stride[1] + z * stride[2]]));
    }
  }
};

} // namespace detail

/// The sum of the values of a field's own nodes, halo left out, without rounding. value() of the result has
/// the same bits on any number of threads, on a host and on a device, and over any division of the field into
/// parts whose sums are added. It waits for exec.
template <class Exec, class ViewType>
ExactSum exact_sum(Exec const& exec, Field<ViewType> const& field) {
  using T = typename ViewType::non_const_value_type;
  static_assert(std::is_convertible_v<T, double>, "tessera::exact_sum: the field holds numbers");
  constexpr bool by_rows = detail::on_host<Exec>;
  using Order = detail::AxisOrder<Field<ViewType>::dimension,
                                  !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  detail::AddExactly<T, by_rows> add{field.view().data(), {1, 1, 1}, {0, 0, 0}};
  for (int d = 0; d < Order::dimension; ++d) {
    int const a = Order::memory_axis(d);
    add.nodes[a] = field.grid().nodes[d];
    add.stride[a] = static_cast<Index>(field.view().stride(d));
    add.origin += field.halo().lower[d] * add.stride[a];
  }
  ExactSum sum;
  Kokkos::parallel_reduce("tessera::exact_sum",
                          Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(
                              exec, 0, by_rows ? add.nodes[1] * add.nodes[2] : field.grid().size()),
                          add, sum);
  exec.fence("tessera: the sum has arrived");
  return sum;
}

} // namespace tessera

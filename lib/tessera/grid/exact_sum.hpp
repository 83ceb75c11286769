// SPDX-License-Identifier: Apache-2.0
// exact_sum(): the sum of a field's values, in whatever order they are added.
#pragma once

#include <tessera/core/device.hpp>
#include <tessera/core/exact_blocks.hpp>
#include <tessera/grid/detail/data.hpp>

namespace tessera {

namespace detail {

/// The values of a row.
template <class T>
struct RowValues {
  T const* row;
  Index stride;

  KOKKOS_FORCEINLINE_FUNCTION double operator()(Index x) const {
    return static_cast<double>(row[x * stride]);
  }
  void prefetch(Index x, Index values) const {
    if (stride == 1) detail::prefetch<false>(row + x, values);
  }
};

/// The values of a field's own nodes, by number.
template <class T>
struct FieldValues {
  T const* origin;
  Index nodes[3], stride[3];

  KOKKOS_FUNCTION double operator()(Index i) const {
    Index const x = i % nodes[0], y = i / nodes[0] % nodes[1], z = i / nodes[0] / nodes[1];
    return static_cast<double>(origin[x * stride[0] + y * stride[1] + z * stride[2]]);
  }
  void prefetch(Index, Index) const {}

  RowValues<T> row(Index number) const {
    return {origin + (number % nodes[1] * stride[1] + number / nodes[1] * stride[2]), stride[0]};
  }
};

/// Adds some rows of a field on a host.
template <class Exec, class T>
struct AddRowsExactly {
  FieldValues<T> values;
  std::int64_t* entries;

  Index rows() const { return values.nodes[1] * values.nodes[2]; }
  /// So many that they are worth their own sum.
  Index at_once() const { return max(Index{1}, Index{8192} / values.nodes[0]); }

  KOKKOS_FUNCTION void operator()([[maybe_unused]] Index number) const { KOKKOS_IF_ON_HOST((add(number);)) }
  void add(Index number) const {
    std::int64_t own[ExactSum::entries] = {};
    Index const end = min(rows(), (number + 1) * at_once());
    for (Index row = number * at_once(); row < end; ++row)
      AddBlocksExactly<Exec, RowValues<T>, true>{values.row(row), values.nodes[0], own}.add_blocks(
          0, values.nodes[0]);
    for (int i = 0; i < ExactSum::entries; ++i)
      if (own[i] != 0) Kokkos::atomic_add(&entries[i], own[i]);
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
  using Order = detail::AxisOrder<Field<ViewType>::dimension,
                                  !std::is_same_v<typename ViewType::array_layout, Kokkos::LayoutLeft>>;
  detail::FieldValues<T> values{field.view().data(), {1, 1, 1}, {0, 0, 0}};
  for (int d = 0; d < Order::dimension; ++d) {
    int const a = Order::memory_axis(d);
    values.nodes[a] = field.grid().nodes[d];
    values.stride[a] = static_cast<Index>(field.view().stride(d));
    values.origin += field.halo().lower[d] * values.stride[a];
  }
  Kokkos::View<std::int64_t*, typename Exec::memory_space> const entries(
      Kokkos::view_alloc(exec, std::string("tessera::exact_sum")), ExactSum::entries);
  bool const compact = values.stride[0] == 1 &&
                       (values.nodes[1] == 1 || values.stride[1] == values.nodes[0]) &&
                       (values.nodes[2] == 1 || values.stride[2] == values.nodes[0] * values.nodes[1]);
  if (compact) {
    detail::add_exactly("tessera::exact_sum", exec, values.row(0), field.grid().size(), entries.data());
  } else if constexpr (detail::on_host<Exec>) {
    detail::AddRowsExactly<Exec, T> const rows{values, entries.data()};
    Kokkos::parallel_for("tessera::exact_sum",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(
                             exec, 0, detail::divide_up(rows.rows(), rows.at_once())),
                         rows);
  } else {
    detail::add_exactly("tessera::exact_sum", exec, values, field.grid().size(), entries.data());
  }
  auto const host = Kokkos::create_mirror_view(entries);
  Kokkos::deep_copy(exec, host, entries);
  exec.fence("tessera: the sum has arrived");
  return ExactSum(host.data());
}

} // namespace tessera

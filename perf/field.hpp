// SPDX-License-Identifier: Apache-2.0
// Fields of the benchmarks: random values from the index alone, the same on every backend, and a checksum
// that does not depend on the order of the sum.
#pragma once

#include <tessera/core/mixed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace tessera::perf {

using detail::mixed;

/// Position of element i of the View's memory if axis 0 were the slowest: fields are equal across layouts.
template <class View>
KOKKOS_INLINE_FUNCTION std::uint64_t canonical(View const& view, std::int64_t i) {
  if constexpr (std::is_same_v<typename View::array_layout, Kokkos::LayoutLeft>) {
    constexpr int rank = static_cast<int>(View::rank());
    std::int64_t index[rank];
    for (int a = 0; a < rank; ++a) {
      index[a] = i % static_cast<std::int64_t>(view.extent(a));
      i /= static_cast<std::int64_t>(view.extent(a));
    }
    std::int64_t position = 0;
    for (int a = 0; a < rank; ++a) position = position * static_cast<std::int64_t>(view.extent(a)) + index[a];
    return position;
  } else {
    return i;
  }
}

template <class View>
struct RandomValues {
  View view;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::uint64_t const bits = mixed(canonical(view, i) + 0x9e3779b97f4a7c15u) >> 40;
    view.data()[i] = static_cast<typename View::non_const_value_type>(static_cast<double>(bits) * 0x1p-24);
  }
};

template <class View>
struct Checksum {
  View view;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const {
    using T = typename View::non_const_value_type;
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    sum += mixed(Kokkos::bit_cast<Bits>(view.data()[i]) ^ mixed(canonical(view, i)));
  }
};

template <class Exec, class View>
auto all_of(Exec const& exec, View const& view) {
  return Kokkos::RangePolicy<Exec, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<std::int64_t>>(
      exec, 0, static_cast<std::int64_t>(view.size()));
}

/// Random in [0, 1). On a host this is the first touch, by the threads that later sweep the same part.
template <class Exec, class View>
void fill_random(Exec const& exec, View const& view) {
  Kokkos::parallel_for("perf::random", all_of(exec, view), RandomValues<View>{view});
}

template <class Exec, class View>
std::uint64_t checksum(Exec const& exec, View const& view) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("perf::checksum", all_of(exec, view), Checksum<View>{view}, sum);
  exec.fence();
  return sum;
}

} // namespace tessera::perf

// SPDX-License-Identifier: Apache-2.0
// Values of nodes of any type: what they start with, and their checksum. Both are the same on every backend.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "../field.hpp"
#include "user_stencil.hpp"

namespace tessera::perf {

/// In [0, 1), from the position in memory alone.
KOKKOS_INLINE_FUNCTION double random_at(std::int64_t i) {
  std::uint64_t const bits = mixed(static_cast<std::uint64_t>(i) + 0x9e3779b97f4a7c15u) >> 40;
  return static_cast<double>(bits) * 0x1p-24;
}

template <class Stencil>
struct UserStart {
  typename Stencil::Value* nodes;
  std::int64_t n;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    nodes[i] = Stencil::start(random_at(i));
    if constexpr (Stencil::has_edge_value) {
      bool edge = false;
      for (std::int64_t rest = i, d = 0; d < Stencil::dimension; ++d, rest /= n)
        edge = edge || rest % n == 0 || rest % n == n - 1;
      if (edge) nodes[i] = Stencil::edge_value();
    }
  }
};

/// A coefficient that is random in [least, least + range). A `range` that is a power of two is multiplied
/// without rounding, so that backends agree.
template <class T>
struct RandomCoefficient {
  T* values;
  T least, range;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    values[i] = least + range * static_cast<T>(random_at(i + 977));
  }
};

/// The same number of nodes along every axis, each with such a coefficient.
template <class T, int D>
NodeView<T, D> random_coefficient(std::int64_t n, double least, double range) {
  typename NodeView<T, D>::array_layout layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(n);
  NodeView<T, D> const view(Kokkos::view_alloc("perf::coefficient", Kokkos::WithoutInitializing), layout);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::parallel_for("perf::coefficient", all_of(exec, view),
                       RandomCoefficient<T>{view.data(), static_cast<T>(least), static_cast<T>(range)});
  exec.fence();
  return view;
}

/// The checksum of values of any size: bytes, numbers or structs of numbers.
template <class T>
struct UserChecksum {
  using Word = std::conditional_t<sizeof(T) % 8 == 0, std::uint64_t,
                                  std::conditional_t<sizeof(T) % 4 == 0, std::uint32_t, std::uint8_t>>;
  static constexpr int count = sizeof(T) / sizeof(Word);
  struct Words {
    Word word[count];
  };
  T const* nodes;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const {
    auto const words = Kokkos::bit_cast<Words>(nodes[i]);
    for (int w = 0; w < count; ++w)
      sum += mixed(words.word[w] ^ mixed(static_cast<std::uint64_t>(i * count + w)));
  }
};

template <class Exec, class View>
std::uint64_t user_checksum(Exec const& exec, View const& view) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("perf::checksum", all_of(exec, view),
                          UserChecksum<typename View::non_const_value_type>{view.data()}, sum);
  exec.fence();
  return sum;
}

/// "uint8", "float" or "double".
template <class Real>
std::string const real_name = std::is_integral_v<Real> ? "uint8"
                              : sizeof(Real) == 4      ? "float"
                                                       : "double";

} // namespace tessera::perf

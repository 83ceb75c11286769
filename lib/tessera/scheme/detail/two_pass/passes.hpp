// SPDX-License-Identifier: Apache-2.0
// The two parts of a formula, each as a stencil of its own: first the part within a slice, then the part
// across slices.
#pragma once

#include <tessera/core/converted.hpp>
#include <tessera/grid/detail/data.hpp>
#include <tessera/stencil/two_pass.hpp>

namespace tessera::detail {

template <class StencilType>
struct SlicePass {
  static constexpr auto reads = StencilType::reads;
  StencilType stencil;

  template <class Reads, class At>
  KOKKOS_FUNCTION auto operator()(Reads const& u, At const& at) const {
    return stencil.in_slice(u, at);
  }
};

/// The second pass. It reads the result of the first pass at its own node.
template <class T, class Order, class StencilType>
struct LinePass {
  static constexpr auto reads = StencilType::reads;
  static constexpr bool previous = reads_previous<StencilType>;
  StencilType stencil;
  Data<T const> slices;

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    Index i[3] = {0, 0, 0};
    for (int d = 0; d < Order::dimension; ++d) i[Order::memory_axis(d)] = at.local_index(d);
    return converted<T>(stencil.across(u, *slices.at(i[0], i[1], i[2]), at));
  }
};

} // namespace tessera::detail

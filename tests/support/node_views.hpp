// SPDX-License-Identifier: Apache-2.0
// NodeViews of the tested space, empty or filled from values in row-major order.
#pragma once

#include <tessera/equation/node_view.hpp>

#include <string>
#include <vector>

#include "support/memory.hpp"

namespace tessera::test {

template <class T, int D>
NodeView<T, D> node_view(Extents<D> const& nodes, std::string const& label = "test") {
  Kokkos::LayoutRight layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(nodes[d]);
  return NodeView<T, D>(label, layout);
}

template <class T, int D>
NodeView<T, D> node_view(Extents<D> const& nodes, std::vector<T> const& values) {
  auto const view = node_view<T, D>(nodes);
  fill_view(view, values);
  return view;
}

} // namespace tessera::test

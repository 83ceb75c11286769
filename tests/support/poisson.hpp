// SPDX-License-Identifier: Apache-2.0
// Fields for tests of Poisson's equation, filled in row-major order.
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/solver/poisson/ends.hpp>

#include <cmath>
#include <numbers>
#include <string>

#include "support/memory.hpp"

namespace tessera::test {

template <class T, int D>
NodeView<T, D> node_view(Extents<D> const& nodes, std::vector<T> const& values) {
  Kokkos::LayoutRight layout;
  for (int d = 0; d < D; ++d) layout.dimension[d] = static_cast<std::size_t>(nodes[d]);
  NodeView<T, D> const view("test", layout);
  fill_view(view, values);
  return view;
}

/// The values f(position) at all nodes.
template <class T, int D, class F>
std::vector<T> sampled(Grid<D> const& grid, F const& f) {
  std::vector<T> values;
  for_each_node<D>(grid.nodes, [&](Extents<D> const& node) {
    Lengths<D> x{};
    for (int d = 0; d < D; ++d) x[d] = grid.position(d, node[d]);
    values.push_back(static_cast<T>(f(x)));
  });
  return values;
}

template <int D>
std::string text(PoissonEnds<D> const& ends) {
  std::string joined;
  for (auto end : ends) joined += std::string(joined.empty() ? "" : " ") + name_of(end);
  return joined;
}

} // namespace tessera::test

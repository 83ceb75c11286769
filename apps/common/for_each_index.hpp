// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry.hpp"

namespace tessera::app {

/// Calls body(flat index, i, j, k) for every node; axes that the grid has not stay at 0.
template <class Body>
void for_each_index(Geometry const& g, Body const& body) {
  std::size_t n[3] = {1, 1, 1};
  for (std::size_t d = 0; d < g.nodes.size(); ++d) n[d] = static_cast<std::size_t>(g.nodes[d]);
  std::size_t index = 0;
  for (std::size_t i = 0; i < n[0]; ++i)
    for (std::size_t j = 0; j < n[1]; ++j)
      for (std::size_t k = 0; k < n[2]; ++k) body(index++, i, j, k);
}

} // namespace tessera::app

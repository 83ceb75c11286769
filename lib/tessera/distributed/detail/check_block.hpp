// SPDX-License-Identifier: Apache-2.0
// Whether what an exchange is made for lies on its block.
#pragma once

#include <tessera/distributed/blocks.hpp>

#include <string>

namespace tessera::detail {

/// \param name of the field or system, as it begins a message; `way_out`: what makes one on the block
/// \throws InvalidInput unless it has the block's nodes, and a halo as wide as the block's
template <int D>
void check_block(Blocks<D> const& blocks, Grid<D> const& grid, Halo<D> const& halo, std::string const& name,
                 char const* way_out) {
  auto const wanted = blocks.grid();
  for (int d = 0; d < D; ++d)
    if (grid.nodes[d] != wanted.nodes[d] || halo.lower[d] < blocks.halo().lower[d] ||
        halo.upper[d] < blocks.halo().upper[d])
      throw InvalidInput(text(name, " has ", grid.nodes[d], " nodes along axis ", d, " with a halo of ",
                              halo.lower[d], " and ", halo.upper[d], ", the block has ", wanted.nodes[d],
                              " with ", blocks.halo().lower[d], " and ", blocks.halo().upper[d], " (",
                              way_out, ")"));
}

} // namespace tessera::detail

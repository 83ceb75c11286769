// SPDX-License-Identifier: Apache-2.0
// Tiled and Streaming with the tiles that they take by themselves. Left to their own choices they may sweep
// as Direct does; rows of the benchmark that have their names are to show what they cost.
#pragma once

#include <tessera/scheme/any_scheme.hpp>
#include <tessera/tessera.hpp>

namespace tessera::perf {

/// The scheme as it was chosen; if it is Tiled or Streaming without a tile, the same with its own tile asked
/// for. \param radius of the stencil, \param nodes of a row
template <class Exec, class T, int D>
AnyScheme through_tiles(AnyScheme scheme, int radius, Index nodes) {
  if (scheme.tile != Tile{0, 0, 0}) return scheme;
  if (scheme.name == Tiled::name) scheme.tile = detail::default_tile_of_tiled<Exec, T, D>(radius);
  // The one width that there is; what else a tile has is left to the scheme. In a plane a device has no
  // slices.
  if (scheme.name == Streaming::name && (D == 3 || detail::on_host<Exec>)) {
    Index const width = detail::on_host<Exec> ? nodes : Index{16 * 16 / sizeof(T)};
    scheme.tile[0] = static_cast<int>(width) + 2 * radius;
  }
  return scheme;
}

} // namespace tessera::perf

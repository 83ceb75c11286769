// SPDX-License-Identifier: Apache-2.0
// HaloDepth: how far the sweeps of a scheme read into a halo.
#pragma once

#include <tessera/core/error.hpp>

namespace tessera {

/// What a sweep reads beyond a block's own nodes: `radius` of the stencil times the time steps that a sweep
/// fuses.
struct HaloDepth {
  int radius = 1;      ///< of the stencil's reads; of a system the sum of its stages' reaches
  int fused_steps = 1; ///< the most that a sweep makes
  bool box = false;    ///< whether a single step reads diagonal neighbours, as a stencil with a box's pattern
  /// Of a system: nodes beside a face of the grid that its condition may set, which a neighbour's sweep
  /// leaves to the block at the face. A stencil's are as many as its radius, and nothing is said here.
  int frame = 0;

  constexpr int width() const { return radius * fused_steps; }
  /// Whether a sweep that reads `width` nodes of the halo reads its corners too: several steps of a star do.
  constexpr bool reads_corners(int width) const { return box || width > radius; }
};

/// The depth for a stencil, with at most `fused_steps` steps a sweep.
template <class StencilType>
constexpr HaloDepth halo_depth_of(int fused_steps = 1) {
  using Shape = typename decltype(StencilType::reads)::Shape;
  return {StencilType::reads.radius, fused_steps, StencilType::reads.shape == Shape::box};
}

/// \throws InvalidInput unless radius and fused steps are positive
inline void validate(HaloDepth const& depth) {
  if (depth.radius < 1 || depth.fused_steps < 1 || depth.frame < 0)
    throw InvalidInput(detail::text("a halo for ", depth.fused_steps, " fused steps of radius ", depth.radius,
                                    " (give at least 1 of each)"));
}

} // namespace tessera

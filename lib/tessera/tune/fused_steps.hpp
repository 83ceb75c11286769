// SPDX-License-Identifier: Apache-2.0
// The best number of time steps per load of a tile, by counting (GPU08 course notes, session 3, "Multiple
// timestep analysis"). A block of p^D nodes is read, s steps are made of it, and the (p - 2 s)^D nodes that
// are then right are written. This takes p^D + (p - 2 s)^D accesses and gives a s (p - 2 s)^D useful flops.
// The more flops per access, the better.
#pragma once

#include <tessera/core/error.hpp>

namespace tessera {

/// f(s) = a s (p - 2 R s)^D / (p^D + (p - 2 R s)^D), useful flops per access of memory.
/// \param flops a, of one update
/// \param width p, nodes of the block along each axis, halo included
/// \param radius R of the stencil; 1 in the source
/// \return 0 where no node is left to write
/// \throws InvalidInput for a dimension, width, radius or number of steps below 1
inline double flops_per_access(double flops, int width, int dimension, int steps, int radius = 1) {
  if (width < 1 || dimension < 1 || steps < 1 || radius < 1)
    throw InvalidInput(detail::text("flops per access of a block ", width, " wide in ", dimension,
                                    " axes with ", steps, " steps of radius ", radius,
                                    " (give 1 or more of each)"));
  double const left = width - 2. * radius * steps;
  if (left <= 0) return 0;
  double read = 1, written = 1;
  for (int d = 0; d < dimension; ++d) {
    read *= width;
    written *= left;
  }
  return flops * steps * written / (read + written);
}

/// The s for which f(s) is largest; it is 6 for the 2D heat step (a = 7) with blocks of 32 x 32.
inline int best_fused_steps(double flops, int width, int dimension, int radius = 1) {
  int best = 1;
  for (int s = 2; 2 * radius * s < width; ++s)
    if (flops_per_access(flops, width, dimension, s, radius) >
        flops_per_access(flops, width, dimension, best, radius))
      best = s;
  return best;
}

} // namespace tessera

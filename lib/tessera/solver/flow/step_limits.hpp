// SPDX-License-Identifier: Apache-2.0
// What bounds a time step, as arithmetic on plain numbers: programs need it where they are compiled without
// Kokkos. With three stages of third order the region of stability reaches 2.51 along the negative real axis
// and 1.73 along the imaginary one.
#pragma once

#include <cmath>
#include <limits>

namespace tessera {

/// Beyond this number of spacings a step, |u| dt / hx + |v| dt / hy, centred differences grow.
inline constexpr double largest_flow_cfl = 1.7;

/// The longest step that diffusion allows: 4 nu dt (1/hx^2 + 1/hy^2) <= 2.51. Infinite without viscosity.
inline double diffusion_limit(double hx, double hy, double viscosity) {
  if (viscosity == 0) return std::numeric_limits<double>::infinity();
  return 2.51 / (4 * viscosity * (1 / (hx * hx) + 1 / (hy * hy)));
}

/// A wall that moves along itself, and how many spacings it passes in a unit of time.
struct MovingWall {
  int face = -1; ///< -1: no wall moves
  double rate = 0;
};

/// The axis along which the wall on a face moves.
inline int axis_along_wall(int face) { return 1 - face / 2; }

/// The wall that moves fastest, by its rate |speed| / h, h the spacing along it. The fluid on a wall has its
/// speed, also where the fluid beside it is still at rest, so the stream function does not show it.
/// \param is_wall says of a face whether it is a wall
/// \param speed one number a face
/// \param spacing one number an axis
template <class IsWall, class Speeds, class Spacings>
MovingWall fastest_wall(IsWall const& is_wall, Speeds const& speed, Spacings const& spacing) {
  MovingWall fastest;
  for (unsigned face = 0; face < 4; ++face) {
    int const wall = static_cast<int>(face);
    if (!is_wall(wall)) continue;
    double const rate = std::abs(speed[face]) / spacing[static_cast<unsigned>(axis_along_wall(wall))];
    if (rate > fastest.rate) fastest = {wall, rate};
  }
  return fastest;
}

} // namespace tessera

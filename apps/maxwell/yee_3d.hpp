// SPDX-License-Identifier: Apache-2.0
// Yee's scheme in three dimensions as a system of two stages. E lies half a spacing beyond its node along its
// own axis, H along the two others, and H is half a step earlier than E.
//
// The boundary is periodic here too. A wall keeps the components of E along it at 0 by the lists `inside`.
// What lies beyond the last wall starts at 0 and has neither differences nor a source, so it stays 0. A node
// has three components of E and one permittivity, so a hard source is kept from the equations by its mark.
#pragma once

#include "yee.hpp"

namespace tessera::maxwell {

template <class T>
struct EmVolume {
  T ez, hx, hy, ex, ey, hz; ///< those of the plane come first
  T inverse;                ///< an input: 1 / permittivity, 0 in conducting bodies
  static constexpr double staggering[7][3] = {{0, 0, 0.5}, {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0, 0},
                                              {0, 0.5, 0}, {0.5, 0.5, 0}, {0, 0, 0}};
};

template <class T>
struct MagneticVolume {
  using Em3 = EmVolume<T>;
  static constexpr auto reads = forward<3>(1);
  static constexpr auto around = members<&Em3::ex, &Em3::ey, &Em3::ez>;
  static constexpr auto writes = members<&Em3::hx, &Em3::hy, &Em3::hz>;
  Kokkos::Array<T, 3> ratio; ///< c dt / h

  KOKKOS_FUNCTION Em3 operator()(auto const& u, auto const& /*at*/) const {
    Em3 q = u.here();
    auto const x = u(1, 0, 0), y = u(0, 1, 0), z = u(0, 0, 1);
    q.hx -= ratio[1] * (y.ez - q.ez) - ratio[2] * (z.ey - q.ey);
    q.hy -= ratio[2] * (z.ex - q.ex) - ratio[0] * (x.ez - q.ez);
    q.hz -= ratio[0] * (x.ey - q.ey) - ratio[1] * (y.ex - q.ex);
    return q;
  }
};

template <class T>
struct ElectricVolume {
  using Em3 = EmVolume<T>;
  static constexpr auto reads = backward<3>(1);
  static constexpr auto around = members<&Em3::hx, &Em3::hy, &Em3::hz>;
  static constexpr auto writes = members<&Em3::ex, &Em3::ey, &Em3::ez>;
  Kokkos::Array<T, 3> ratio;
  Kokkos::Array<AxisList<T>, 3> inside; ///< by axis: 0 on its walls, else 1
  Drive<T, 3> drive;

  KOKKOS_FUNCTION Em3 operator()(auto const& u, auto const& at) const {
    Em3 q = u.here();
    auto const x = u(-1, 0, 0), y = u(0, -1, 0), z = u(0, 0, -1);
    T const in_x = inside[0](at.index(0)), in_y = inside[1](at.index(1)), in_z = inside[2](at.index(2));
    q.ex += q.inverse * in_y * in_z * (ratio[1] * (q.hz - y.hz) - ratio[2] * (q.hy - z.hy)) +
            drive.added(0, q.inverse, at);
    q.ey += q.inverse * in_x * in_z * (ratio[2] * (q.hx - z.hx) - ratio[0] * (q.hz - x.hz)) +
            drive.added(1, q.inverse, at);
    q.ez +=
        q.inverse * in_x * in_y * drive.stepped(at) * (ratio[0] * (q.hy - x.hy) - ratio[1] * (q.hx - y.hx)) +
        drive.added(q.inverse, at);
    return q;
  }
};

template <class T>
struct Model<T, 3, false> {
  using Values = EmVolume<T>;
  using Step = Stages<MagneticVolume<T>, ElectricVolume<T>>;
};

} // namespace tessera::maxwell

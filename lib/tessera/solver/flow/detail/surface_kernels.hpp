// SPDX-License-Identifier: Apache-2.0
// Kernels over the nodes of a body's surface. They compute in double, since there are few such nodes.
#pragma once

#include <tessera/solver/flow/arakawa.hpp>
#include <tessera/solver/flow/surface.hpp>

namespace tessera::detail {

/// The data that kernels over a surface share, and the index in the whole grid of the first node that omega
/// holds. psi is padded: it has one node more on every side.
template <class T, class MemorySpace>
struct SurfaceData {
  Kokkos::View<SurfaceNode const*, MemorySpace> nodes;
  NodeView<T const, 2, MemorySpace> psi;
  NodeView<T, 2, MemorySpace> omega;
  Extents<2> first;
  double hx, hy, viscosity;

  KOKKOS_FUNCTION double psi_at(SurfaceNode const& w, int a, int b) const {
    return static_cast<double>(psi(w.i - first[0] + 1 + a, w.j - first[1] + 1 + b));
  }
  KOKKOS_FUNCTION double omega_at(SurfaceNode const& w, int a, int b) const {
    return static_cast<double>(omega(w.i - first[0] + a, w.j - first[1] + b));
  }
  KOKKOS_FUNCTION void set_omega(SurfaceNode const& w, double value) const {
    omega(w.i - first[0], w.j - first[1]) = static_cast<T>(value);
  }
  /// The sum over the four neighbours of (f_neighbour - f_node) times the width of the cell's side over the
  /// distance between the nodes.
  template <class F>
  KOKKOS_FUNCTION double through_sides(F const& f, double const (&part)[4]) const {
    double const here = f(0, 0);
    return (part[0] * (f(-1, 0) - here) + part[1] * (f(1, 0) - here)) * (hy / hx) +
           (part[2] * (f(0, -1) - here) + part[3] * (f(0, 1) - here)) * (hx / hy);
  }
};

/// The circulation around a node's cell, which is the vorticity in it. psi is constant in the body, so only
/// the part of the cell outside of the body counts.
template <class T, class MemorySpace>
struct SurfaceCirculation {
  SurfaceData<T, MemorySpace> data;
  Kokkos::View<double*, MemorySpace> circulation;
  /// Whether to set omega = circulation / fluid part of the cell too; on a flat wall this is Thom's formula.
  bool into_field;

  KOKKOS_FUNCTION void operator()(Index k) const {
    SurfaceNode const w = data.nodes(k);
    double const whole[4] = {1, 1, 1, 1};
    circulation(k) = data.through_sides([&](int a, int b) { return data.psi_at(w, a, b); }, whole);
    if (into_field) data.set_omega(w, circulation(k) / (w.share * data.hx * data.hy));
  }
};

/// The means that SurfaceRates accumulates over the stages of a step, one number per node.
template <class MemorySpace>
struct SurfaceMeans {
  using Numbers = Kokkos::View<double*, MemorySpace>;
  Numbers rate, omega, vortex_x, vortex_y;
};

/// The rate at which the fluid brings circulation into a node's cell, by Arakawa's Jacobian and by diffusion.
template <class T, class MemorySpace>
struct SurfaceRates {
  SurfaceData<T, MemorySpace> data;
  double weight; ///< of the stage in the step
  bool first;
  Kokkos::View<double*, MemorySpace> rate;
  SurfaceMeans<MemorySpace> mean;

  KOKKOS_FUNCTION void operator()(Index k) const {
    SurfaceNode const w = data.nodes(k);
    auto const omega = [&](int a, int b) { return data.omega_at(w, a, b); };
    auto const psi = [&](int a, int b) { return data.psi_at(w, a, b); };
    auto const x = [&](int a, int) { return a * data.hx; };
    auto const y = [&](int, int b) { return b * data.hy; };
    rate(k) = data.viscosity * data.through_sides(omega, w.link) - arakawa_sum(psi, omega) / 12;
    gather(mean.rate(k), rate(k));
    gather(mean.omega(k), omega(0, 0));
    double const solid = (1 - w.share) * omega(0, 0);
    gather(mean.vortex_x(k), solid * arakawa_sum(y, psi) / 12);
    gather(mean.vortex_y(k), -solid * arakawa_sum(x, psi) / 12);
  }

private:
  KOKKOS_FUNCTION void gather(double& sum, double value) const { sum = (first ? 0. : sum) + weight * value; }
};

/// The force on each node's part of the wall divided by the density, as a mean over a step of length dt. The
/// circulation that a cell gained and the fluid did not bring came out of the wall. It is minus the rise of
/// the pressure along the wall, -dp/ds = -nu domega/dn (Lighthill 1963); the pressure force -int p n ds is
/// int (y, -x) dp. The shear force on the wall is nu omega (-n_y, n_x) per length.
///
/// A stream exerts the force omega (v, -u) on the vorticity of a cell. Summed over all nodes with omega =
/// laplacian(psi), this is the flux through a far contour and nothing else. But the Jacobian transports the
/// omega of whole cells of the wall, while the laplacian is the vorticity of their fluid part alone. The
/// force on the solid part is no force on the body, so it is taken out of the pressure.
template <class T, class MemorySpace>
struct SurfaceForce {
  SurfaceData<T, MemorySpace> data;
  double dt, middle[2]; ///< middle: the body's centre, in spacings
  Kokkos::View<double const*, MemorySpace> before, after;
  SurfaceMeans<MemorySpace> mean;
  Kokkos::View<double*, MemorySpace> along_x, along_y;

  KOKKOS_FUNCTION void operator()(Index k) const {
    SurfaceNode const w = data.nodes(k);
    double const source = (after(k) - before(k)) / dt - mean.rate(k);
    double const x = (static_cast<double>(w.i) - middle[0]) * data.hx,
                 y = (static_cast<double>(w.j) - middle[1]) * data.hy;
    double const shear = data.viscosity * mean.omega(k);
    along_x(k) = mean.vortex_x(k) - source * y - shear * (w.link[3] - w.link[2]) * data.hx;
    along_y(k) = mean.vortex_y(k) + source * x + shear * (w.link[1] - w.link[0]) * data.hy;
  }
};

} // namespace tessera::detail

// SPDX-License-Identifier: Apache-2.0
// The vorticity's equation as a stencil: omega_t = -J(psi, omega) + nu laplacian(omega), a stage of a time
// step at a time.
#pragma once

#include <tessera/boundary/conditions.hpp>
#include <tessera/boundary/one_of.hpp>
#include <tessera/equation/node_view.hpp>
#include <tessera/solver/flow/arakawa.hpp>
#include <tessera/stencil/stencil.hpp>

namespace tessera {

/// What one stage makes of the vorticity: start omega_start + rest (omega + dt L(omega)), as numbers of the
/// grid.
template <class T>
struct FlowStage {
  T start, rest;
  T advection;    ///< dt / (12 hx hy)
  T diffusion[2]; ///< nu dt / hx^2, nu dt / hy^2
  T outflow;      ///< dt U / hx with U the speed at which vortices leave
};

/// Where kernels find it: it changes between sweeps, a stepper's copy of a stencil does not.
template <class T, class MemorySpace>
using FlowStageView = Kokkos::View<FlowStage<T> const, MemorySpace>;

/// The stage's formula at nodes in the fluid. `psi` has one more node on every side of the field and its
/// halo: without a halo, node (i, j) lies at index (i + 1, j + 1).
template <class T, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct Vorticity {
  static constexpr auto reads = box<2>(1);
  NodeView<T const, 2, MemorySpace> psi, start;
  FlowStageView<T, MemorySpace> stage;
  Extents<2> halo = {}; ///< nodes that the field holds before the grid's first one along each axis

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& omega, At const& at) const {
    Index const i = at.local_index(0) + halo[0] + 1, j = at.local_index(1) + halo[1] + 1;
    auto const p = [this, i, j](int a, int b) { return psi(i + a, j + b); };
    FlowStage<T> const s = stage();
    T const here = omega(0, 0);
    T const along_x = Kokkos::fma(T(-2), here, omega(-1, 0) + omega(1, 0)),
            along_y = Kokkos::fma(T(-2), here, omega(0, -1) + omega(0, 1));
    T const diffused = Kokkos::fma(s.diffusion[0], along_x, s.diffusion[1] * along_y);
    T const change = Kokkos::fma(-s.advection, arakawa_sum(p, omega), diffused);
    return Kokkos::fma(s.start, start(i - 1, j - 1), s.rest * (here + change));
  }
};

/// The vorticity at the outflow in a stage: it is carried away, omega_t + U omega_x = 0 by the upwind
/// difference.
template <class T, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct VorticityOutflow : SetsNodes {
  NodeView<T const, 2, MemorySpace> start;
  FlowStageView<T, MemorySpace> stage;
  Extents<2> halo; ///< as of Vorticity

  VorticityOutflow(NodeView<T const, 2, MemorySpace> const& of_start,
                   FlowStageView<T, MemorySpace> const& of_stage, Extents<2> const& of_field = {})
      : start(of_start), stage(of_stage), halo(of_field) {}

  KOKKOS_FUNCTION constexpr int precedence() const { return 1; }

  template <class Reads, class At, class FaceTag>
  KOKKOS_FUNCTION T value(Reads const& omega, At const& at, FaceTag face) const {
    T const here = omega.here();
    FlowStage<T> const s = stage();
    T const carried = Kokkos::fma(-s.outflow, here - omega.along(face.axis, face.inward), here);
    return Kokkos::fma(s.start, start(at.local_index(0) + halo[0], at.local_index(1) + halo[1]),
                       s.rest * carried);
  }
};

/// What the sides of the box do to the vorticity in a stage: nothing but at the outflow. Walls get theirs
/// from the stream function afterwards.
template <class T, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
using VorticityAtSide = OneOf<Fixed, VorticityOutflow<T, MemorySpace>, Periodic>;

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// Small kernels of Flow: initial stream function, given vorticity, outflow.
#pragma once

#include <tessera/solver/flow/sides.hpp>
#include <tessera/solver/flow/vorticity.hpp>

namespace tessera::detail {

/// Sets psi to the stream function of the inflow everywhere, and to 0 in the body. On the sides psi never
/// changes afterwards, except at an outflow.
template <class T, class MemorySpace>
struct StartPsi {
  Kokkos::View<double const*, MemorySpace> inflow;
  NodeView<std::uint8_t, 2, MemorySpace> body; // empty: none
  NodeView<T, 2, MemorySpace> psi;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const n1 = static_cast<Index>(psi.extent(1)), i = number / n1, j = number % n1;
    bool const in_body = body.data() != nullptr && body(i, j) != 0;
    psi(i, j) = in_body ? T(0) : static_cast<T>(inflow(j));
  }
};

/// Sets the vorticity where it is given: on the inflow, on slip sides, inside the body.
template <class T, class MemorySpace>
struct GivenVorticity {
  Kokkos::Array<FlowSide, 4> sides;
  Kokkos::View<double const*, MemorySpace> inflow;
  NodeView<std::uint8_t, 2, MemorySpace> body; // empty: none
  NodeView<T, 2, MemorySpace> omega;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const n0 = static_cast<Index>(omega.extent(0)), n1 = static_cast<Index>(omega.extent(1));
    Index const i = number / n1, j = number % n1;
    bool const on[4] = {i == 0, i == n0 - 1, j == 0, j == n1 - 1};
    bool none = body.data() != nullptr && body(i, j) != 0;
    // The vorticity of walls follows from psi, except in their corners.
    for (int face = 0; face < 4; ++face)
      none |= on[face] && (sides[face] == FlowSide::slip || sides[face] == FlowSide::wall);
    if (none) omega(i, j) = T(0);
    if (on[0] && sides[0] == FlowSide::inflow) omega(i, j) = static_cast<T>(inflow(j));
  }
};

/// Sets nodes in the body to 1; other nodes do not change.
template <class T>
struct OnBody {
  std::uint8_t const* body;
  T* psi;
  KOKKOS_FUNCTION void operator()(Index number) const {
    if (body[number]) psi[number] = T(1);
  }
};

template <class T, class MemorySpace>
struct SetStage {
  Kokkos::View<FlowStage<T>, MemorySpace> to;
  FlowStage<T> stage;
  KOKKOS_FUNCTION void operator()(Index) const { to() = stage; }
};

/// psi at the outflow, the east side: stored at the start of a step, then advected like the vorticity, psi_t
/// + U psi_x = 0.
template <class T, class MemorySpace>
struct OutflowPsi {
  FlowStage<T> stage;
  NodeView<T, 2, MemorySpace> psi;
  Kokkos::View<T*, MemorySpace> start;
  bool keep;

  KOKKOS_FUNCTION void operator()(Index j) const {
    Index const last = static_cast<Index>(psi.extent(0)) - 1;
    if (keep) {
      start(j) = psi(last, j);
    } else if (j > 0 && j < static_cast<Index>(psi.extent(1)) - 1) {
      T const here = psi(last, j), carried = Kokkos::fma(-stage.outflow, here - psi(last - 1, j), here);
      psi(last, j) = Kokkos::fma(stage.start, start(j), stage.rest * carried);
    }
  }
};

} // namespace tessera::detail

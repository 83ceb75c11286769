// SPDX-License-Identifier: Apache-2.0
// Small kernels of Flow: initial stream function, given vorticity, outflow.
#pragma once

#include <tessera/solver/flow/share.hpp>
#include <tessera/solver/flow/sides.hpp>
#include <tessera/solver/flow/vorticity.hpp>

namespace tessera::detail {

/// Marks the halo around a rank's nodes, by the numbers of the nodes of its arrays.
template <class MemorySpace>
struct MarkHalo {
  FlowPart part;
  NodeView<std::uint8_t, 2, MemorySpace> mark;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const n1 = static_cast<Index>(mark.extent(1));
    Index const a = number / n1 - part.before[0], b = number % n1 - part.before[1];
    mark(number / n1, number % n1) = a < 0 || a >= part.nodes[0] || b < 0 || b >= part.nodes[1];
  }
};

/// Sets psi to the stream function of the inflow everywhere, and to 0 in the body. On the sides psi never
/// changes afterwards, except at an outflow.
template <class T, class MemorySpace>
struct StartPsi {
  FlowPart part;
  Kokkos::View<double const*, MemorySpace> inflow;
  NodeView<std::uint8_t, 2, MemorySpace> body; // empty: none
  NodeView<T, 2, MemorySpace> psi;

  KOKKOS_FUNCTION void operator()(Index number) const {
    auto const node = part.node(number);
    bool const in_body = body.data() != nullptr && body(node.i, node.j) != 0;
    psi(node.i, node.j) = in_body ? T(0) : static_cast<T>(inflow(node.whole_j));
  }
};

/// Sets the vorticity where it is given: on the inflow, on slip sides, inside the body.
template <class T, class MemorySpace>
struct GivenVorticity {
  FlowPart part;
  Kokkos::Array<FlowSide, 4> sides;
  Kokkos::View<double const*, MemorySpace> inflow;
  NodeView<std::uint8_t, 2, MemorySpace> body; // empty: none
  NodeView<T, 2, MemorySpace> omega;

  KOKKOS_FUNCTION void operator()(Index number) const {
    auto const node = part.node(number);
    bool const on[4] = {node.whole_i == 0, node.whole_i == part.whole[0] - 1, node.whole_j == 0,
                        node.whole_j == part.whole[1] - 1};
    bool none = body.data() != nullptr && body(node.i, node.j) != 0;
    // The vorticity of walls follows from psi, except in their corners.
    for (int face = 0; face < 4; ++face)
      none |= on[face] && (sides[face] == FlowSide::slip || sides[face] == FlowSide::wall);
    if (none) omega(node.i, node.j) = T(0);
    if (on[0] && sides[0] == FlowSide::inflow) omega(node.i, node.j) = static_cast<T>(inflow(node.whole_j));
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
/// + U psi_x = 0. It is for parts that have this side, by the numbers of their nodes along it.
template <class T, class MemorySpace>
struct OutflowPsi {
  FlowPart part;
  FlowStage<T> stage;
  NodeView<T, 2, MemorySpace> psi;
  Kokkos::View<T*, MemorySpace> start;
  bool keep;

  KOKKOS_FUNCTION void operator()(Index number) const {
    Index const last = part.before[0] + part.nodes[0] - 1, j = number + part.before[1];
    Index const whole_j = number + part.first[1];
    if (keep) {
      start(number) = psi(last, j);
    } else if (whole_j > 0 && whole_j < part.whole[1] - 1) {
      T const here = psi(last, j), carried = Kokkos::fma(-stage.outflow, here - psi(last - 1, j), here);
      psi(last, j) = Kokkos::fma(stage.start, start(number), stage.rest * carried);
    }
  }
};

} // namespace tessera::detail

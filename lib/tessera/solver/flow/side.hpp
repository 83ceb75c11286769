// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tessera {

/// What a side of the box is. psi is the stream function of the velocity u = -psi_y, v = psi_x; omega = v_x -
/// u_y.
enum class FlowSide {
  wall,    ///< no slip: psi is constant, the wall moves along itself
  slip,    ///< psi is constant, omega is 0: a plane of symmetry, or the far stream
  inflow,  ///< west only: psi and omega of a given profile
  outflow, ///< east only: psi and omega are carried away with the mean speed of the inflow
  periodic
};

/// In the order of FlowSide.
inline constexpr char const* flow_side_names[] = {"wall", "slip", "inflow", "outflow", "periodic"};
/// The side's name in flow_side_names
constexpr char const* name_of(FlowSide side) { return flow_side_names[static_cast<int>(side)]; }

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// FlowProblem: the box, sides and viscosity of a plane flow.
#pragma once

#include <tessera/grid/grid.hpp>
#include <tessera/solver/flow/side.hpp>
#include <tessera/solver/poisson/ends.hpp>

#include <vector>

namespace tessera {

/// The kinds of the west, east, south and north side.
using FlowSides = Kokkos::Array<FlowSide, 4>;

/// A plane viscous flow in a box: its grid, the kinds of its sides, its viscosity. Lengths, speeds and the
/// viscosity are in one system of units of the user's choice.
struct FlowProblem {
  Grid<2> grid;
  FlowSides sides = {FlowSide::wall, FlowSide::wall, FlowSide::wall, FlowSide::wall};
  Kokkos::Array<double, 4> wall_speed = {}; ///< of walls: u of south and north, v of west and east
  double viscosity = 0;                     ///< nu
  std::vector<double> inflow = {};          ///< u at the nodes of the west side
  double tolerance = 1e-9;    ///< of psi: the largest change that a Jacobi iteration may still make
  Index max_iterations = 100; ///< of conjugate gradients, per stage
};

/// \throws InvalidInput for a problem that is not valid.
inline void validate(FlowProblem const& problem) {
  detail::validate_whole("flow", problem.grid);
  auto const& sides = problem.sides;
  for (int face = 0; face < 4; ++face) {
    FlowSide const side = sides[face], opposite = sides[face ^ 1];
    if (side == FlowSide::inflow && face != 0)
      throw InvalidInput(detail::text("side ", face_names[face],
                                      " is an inflow (the stream runs from west to east: turn the problem)"));
    if (side == FlowSide::outflow && face != 1)
      throw InvalidInput(detail::text(
          "side ", face_names[face], " is an outflow (the stream runs from west to east: turn the problem)"));
    if ((side == FlowSide::periodic) != (opposite == FlowSide::periodic))
      throw InvalidInput(detail::text("side ", face_names[face], " is ", name_of(side), " and side ",
                                      face_names[face ^ 1], " is ", name_of(opposite),
                                      " (make both periodic, or neither)"));
    if (!Kokkos::isfinite(problem.wall_speed[face]))
      throw InvalidInput(detail::text("the speed of wall ", face_names[face], " is ",
                                      problem.wall_speed[face], " (give a number)"));
  }
  bool const in = sides[0] == FlowSide::inflow, out = sides[1] == FlowSide::outflow;
  if (in != out)
    throw InvalidInput(detail::text("side ", face_names[in ? 0 : 1], " is an ", name_of(sides[in ? 0 : 1]),
                                    " and side ", face_names[in ? 1 : 0], " is ", name_of(sides[in ? 1 : 0]),
                                    " (what flows in has to flow out: give an inflow to the west and an "
                                    "outflow to the east, or neither)"));
  if (in && sides[2] == FlowSide::periodic)
    throw InvalidInput("a stream from west to east between periodic sides: its stream function is not "
                       "periodic (make south and north slip or walls)");
  for (int d = 0; d < 2; ++d)
    if (problem.grid.nodes[d] < (sides[2 * d] == FlowSide::periodic ? 3 : 5))
      throw InvalidInput(detail::text("axis ", d, " has ", problem.grid.nodes[d], " nodes (give at least ",
                                      sides[2 * d] == FlowSide::periodic ? 3 : 5, ")"));
  if (in && static_cast<Index>(problem.inflow.size()) != problem.grid.nodes[1])
    throw InvalidInput(detail::text("the inflow has ", problem.inflow.size(), " values, the west side ",
                                    problem.grid.nodes[1], " nodes (give one a node)"));
  if (!in && !problem.inflow.empty())
    throw InvalidInput("a profile of the inflow is given, but no inflow (make the west side one)");
  if (!(problem.viscosity >= 0) || !Kokkos::isfinite(problem.viscosity))
    throw InvalidInput(detail::text("the viscosity is ", problem.viscosity, " (give 0 or more)"));
  if (!(problem.tolerance > 0) || !Kokkos::isfinite(problem.tolerance))
    throw InvalidInput(
        detail::text("the tolerance of Poisson's equation is ", problem.tolerance, " (give more than 0)"));
  if (problem.max_iterations < 1)
    throw InvalidInput(detail::text("at most ", problem.max_iterations,
                                    " iterations for Poisson's equation (give 1 or more)"));
}

/// The ends of Poisson's equation for psi: psi is known at every side except periodic ones.
inline PoissonEnds<2> flow_ends(FlowSides const& sides) {
  PoissonEnds<2> ends{};
  for (int face = 0; face < 4; ++face)
    ends[face] = sides[face] == FlowSide::periodic ? PoissonEnd::periodic : PoissonEnd::fixed;
  return ends;
}

/// psi along the inflow: half of (the flux above minus the flux below), by the trapezoidal rule, so that a
/// symmetric profile gives an antisymmetric psi to the last bit. Without an inflow the values are 0.
inline std::vector<double> inflow_psi(FlowProblem const& problem) {
  auto const n = static_cast<std::size_t>(problem.grid.nodes[1]);
  std::vector<double> psi(n, 0.), below(n, 0.), above(n, 0.);
  auto const& u = problem.inflow;
  double const half = 0.5 * problem.grid.spacing[1];
  if (u.empty()) return psi;
  for (std::size_t j = 1; j < n; ++j) {
    below[j] = below[j - 1] + half * (u[j - 1] + u[j]);
    above[n - 1 - j] = above[n - j] + half * (u[n - 1 - j] + u[n - j]);
  }
  for (std::size_t j = 0; j < n; ++j) psi[j] = 0.5 * (above[j] - below[j]);
  return psi;
}

/// omega = -u_y along the inflow, by differences of second order. Without an inflow the values are 0.
inline std::vector<double> inflow_vorticity(FlowProblem const& problem) {
  auto const n = static_cast<std::size_t>(problem.grid.nodes[1]);
  std::vector<double> omega(n, 0.);
  auto const& u = problem.inflow;
  double const twice = 2 * problem.grid.spacing[1];
  if (u.empty()) return omega;
  for (std::size_t j = 1; j + 1 < n; ++j) omega[j] = (u[j - 1] - u[j + 1]) / twice;
  omega[0] = ((3 * u[0] - 4 * u[1]) + u[2]) / twice;
  omega[n - 1] = ((4 * u[n - 2] - 3 * u[n - 1]) - u[n - 3]) / twice;
  return omega;
}

} // namespace tessera

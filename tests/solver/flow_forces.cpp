// SPDX-License-Identifier: Apache-2.0
// Drag and lift, which the solver takes from the wall, against the momentum that crosses a contour far from
// it.
#include <gtest/gtest.h>

#include "support/flow.hpp"

namespace tessera::test {

/// A steady flow on the host, with derivatives by central differences.
struct Snapshot {
  Index n1;
  double h, viscosity;
  std::vector<double> psi, omega;

  struct Value {
    double u, v, u_x, u_y, v_x, v_y, p_x, p_y;
  };
  Value at(Index i, Index j) const {
    auto const p = [&](Index a, Index b) { return psi[static_cast<std::size_t>((i + a) * n1 + j + b)]; };
    auto const w = [&](Index a, Index b) { return omega[static_cast<std::size_t>((i + a) * n1 + j + b)]; };
    Value f{};
    f.u = -(p(0, 1) - p(0, -1)) / (2 * h);
    f.v = (p(1, 0) - p(-1, 0)) / (2 * h);
    f.u_x = -(p(1, 1) - p(1, -1) - p(-1, 1) + p(-1, -1)) / (4 * h * h);
    f.u_y = -(p(0, 1) - 2 * p(0, 0) + p(0, -1)) / (h * h);
    f.v_x = (p(1, 0) - 2 * p(0, 0) + p(-1, 0)) / (h * h);
    f.v_y = -f.u_x;
    // The momentum equation without its time derivative; the Laplacian of the velocity is (-omega_y,
    // omega_x).
    f.p_x = -(f.u * f.u_x + f.v * f.u_y) - viscosity * (w(0, 1) - w(0, -1)) / (2 * h);
    f.p_y = -(f.u * f.v_x + f.v * f.v_y) + viscosity * (w(1, 0) - w(-1, 0)) / (2 * h);
    return f;
  }
};

/// The force on what lies within the box: stress minus momentum that leaves, the pressure integrated along
/// the contour.
FlowForce from_contour(Snapshot const& flow, Extents<2> const& low, Extents<2> const& high, double& gap) {
  FlowForce force;
  double pressure = 0;
  auto const side = [&](Index i, Index j, Index di, Index dj, Index count) {
    // Counter-clockwise: the outward normal lies to the right of the way.
    double const nx = static_cast<double>(dj), ny = static_cast<double>(-di);
    auto const traction = [&](Snapshot::Value const& f, double p) {
      double const through = f.u * nx + f.v * ny, shear = flow.viscosity * (f.u_y + f.v_x);
      return FlowForce{-p * nx + 2 * flow.viscosity * f.u_x * nx + shear * ny - f.u * through,
                       -p * ny + shear * nx + 2 * flow.viscosity * f.v_y * ny - f.v * through};
    };
    for (Index k = 0; k < count; ++k) {
      auto const a = flow.at(i + k * di, j + k * dj), b = flow.at(i + (k + 1) * di, j + (k + 1) * dj);
      double const rise =
          0.5 * flow.h *
          (static_cast<double>(di) * (a.p_x + b.p_x) + static_cast<double>(dj) * (a.p_y + b.p_y));
      auto const one = traction(a, pressure), other = traction(b, pressure + rise);
      force.along_x += 0.5 * flow.h * (one.along_x + other.along_x);
      force.along_y += 0.5 * flow.h * (one.along_y + other.along_y);
      pressure += rise;
    }
  };
  Index const width = high[0] - low[0], height = high[1] - low[1];
  side(low[0], low[1], 1, 0, width);
  side(high[0], low[1], 0, 1, height);
  side(high[0], high[1], -1, 0, width);
  side(low[0], high[1], 0, -1, height);
  gap = pressure;
  return force;
}

TEST(FlowForces, AreTheMomentumThatCrossesAContour) {
  Exec const exec;
  auto problem = stream(97, 49, 20);
  // Nearer to the northern side than to the southern one, so that there is a lift.
  auto const body = block(problem.grid, {24, 27}, {32, 35});
  auto const advance = [&](DoubleFlow& flow, double until) {
    FlowStep last;
    for (double time = 0; time < until;) {
      double const dt = step_length(flow);
      last = flow.step(exec, dt);
      time += dt;
    }
    return last;
  };
  // Most of the way to the steady flow is gone with few iterations.
  problem.tolerance = 1e-6;
  DoubleFlow rough(exec, problem, body, Direct{});
  rough.begin(exec);
  advance(rough, 44);
  problem.tolerance = 1e-8;
  DoubleFlow flow(exec, problem, body, Direct{});
  fill_view(flow.vorticity(), values_of(rough.vorticity()));
  fill_view(flow.psi(), values_of(rough.psi()));
  flow.resume(exec);
  auto const last = advance(flow, 4);
  EXPECT_LT(last.change, 2e-3); // it is steady
  Snapshot const snapshot{problem.grid.nodes[1], 0.125, problem.viscosity, values_of(flow.psi()),
                          values_of(flow.vorticity())};
  double gap = 0;
  auto const expected = from_contour(snapshot, {14, 14}, {60, 44}, gap);
  EXPECT_NEAR(gap, 0, 0.01); // the pressure has one value: the body's circulation is the right one
  EXPECT_GT(std::fabs(expected.along_y), 0.02);
  EXPECT_NEAR(last.force.along_x, expected.along_x, 0.01 * expected.along_x);
  EXPECT_NEAR(last.force.along_y, expected.along_y, 0.01 * expected.along_x);
}

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Velocity and stress of an elastic body in a plane and in space: a staggered grid, order 4 in space and 2 in
// time (Virieux, Geophysics 51, 1986; Levander, Geophysics 53, 1988).
//
//     rho v_t = div s,   s_t = lambda (div v) I + mu (grad v + (grad v)^T)
//
//     vy   sxy      Normal stresses lie on the nodes, the velocity along an axis half a spacing ahead along
//     sxx  vx       it, the shear stress of two axes half a spacing ahead along both. Stresses are half a
//     syy           step later than velocities.
//
// A step has two stages, velocities from stresses and then stresses from the new velocities. Neither reads at
// neighbours what it writes, so both work in place. Each takes some derivatives ahead of the node and others
// behind it, which together read 2 nodes to both sides.
#pragma once

#include <tessera/system.hpp>

/// h times the derivative along an axis, half a spacing ahead of the node: of order 4, from the two nodes
/// next to the place and the two beyond them.
template <auto member>
KOKKOS_FORCEINLINE_FUNCTION double ahead(auto const& u, int axis) {
  return 9. / 8 * (u.along(axis, 1).*member - u.here().*member) -
         1. / 24 * (u.along(axis, 2).*member - u.along(axis, -1).*member);
}
/// The same half a spacing behind the node.
template <auto member>
KOKKOS_FORCEINLINE_FUNCTION double behind(auto const& u, int axis) {
  return 9. / 8 * (u.here().*member - u.along(axis, -1).*member) -
         1. / 24 * (u.along(axis, 1).*member - u.along(axis, -2).*member);
}

template <int D>
struct Body;
template <int D>
struct Velocity;
template <int D>
struct Stress;

template <>
struct Body<2> {
  double vx, vy, sxx, syy, sxy;
  static constexpr double staggering[5][2] = {{0.5, 0}, {0, 0.5}, {0, 0}, {0, 0}, {0.5, 0.5}};
};

template <>
struct Velocity<2> {
  using B = Body<2>;
  static constexpr auto reads = tessera::star<2>(2);
  static constexpr auto around = tessera::members<&B::sxx, &B::syy, &B::sxy>;
  static constexpr auto writes = tessera::members<&B::vx, &B::vy>;
  double b; // dt / (rho h)

  KOKKOS_FUNCTION B operator()(auto const& u, auto const& /*at*/) const {
    B q = u.here();
    q.vx += b * (ahead<&B::sxx>(u, 0) + behind<&B::sxy>(u, 1));
    q.vy += b * (behind<&B::sxy>(u, 0) + ahead<&B::syy>(u, 1));
    return q;
  }
};

template <>
struct Stress<2> {
  using B = Body<2>;
  static constexpr auto reads = tessera::star<2>(2);
  static constexpr auto around = tessera::members<&B::vx, &B::vy>;
  static constexpr auto writes = tessera::members<&B::sxx, &B::syy, &B::sxy>;
  double l, m; // lambda dt / h and mu dt / h

  KOKKOS_FUNCTION B operator()(auto const& u, auto const& /*at*/) const {
    B q = u.here();
    double const x = behind<&B::vx>(u, 0), y = behind<&B::vy>(u, 1);
    q.sxx += l * (x + y) + 2 * m * x;
    q.syy += l * (x + y) + 2 * m * y;
    q.sxy += m * (ahead<&B::vx>(u, 1) + ahead<&B::vy>(u, 0));
    return q;
  }
};

template <>
struct Body<3> {
  double vx, vy, vz, sxx, syy, szz, syz, szx, sxy;
  static constexpr double staggering[9][3] = {{0.5, 0, 0},   {0, 0.5, 0},   {0, 0, 0.5},
                                              {0, 0, 0},     {0, 0, 0},     {0, 0, 0},
                                              {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
};

template <>
struct Velocity<3> {
  using B = Body<3>;
  static constexpr auto reads = tessera::star<3>(2);
  static constexpr auto around = tessera::members<&B::sxx, &B::syy, &B::szz, &B::syz, &B::szx, &B::sxy>;
  static constexpr auto writes = tessera::members<&B::vx, &B::vy, &B::vz>;
  double b;

  KOKKOS_FUNCTION B operator()(auto const& u, auto const& /*at*/) const {
    B q = u.here();
    q.vx += b * (ahead<&B::sxx>(u, 0) + behind<&B::sxy>(u, 1) + behind<&B::szx>(u, 2));
    q.vy += b * (behind<&B::sxy>(u, 0) + ahead<&B::syy>(u, 1) + behind<&B::syz>(u, 2));
    q.vz += b * (behind<&B::szx>(u, 0) + behind<&B::syz>(u, 1) + ahead<&B::szz>(u, 2));
    return q;
  }
};

template <>
struct Stress<3> {
  using B = Body<3>;
  static constexpr auto reads = tessera::star<3>(2);
  static constexpr auto around = tessera::members<&B::vx, &B::vy, &B::vz>;
  static constexpr auto writes = tessera::members<&B::sxx, &B::syy, &B::szz, &B::syz, &B::szx, &B::sxy>;
  double l, m;

  KOKKOS_FUNCTION B operator()(auto const& u, auto const& /*at*/) const {
    B q = u.here();
    double const x = behind<&B::vx>(u, 0), y = behind<&B::vy>(u, 1), z = behind<&B::vz>(u, 2);
    q.sxx += l * (x + y + z) + 2 * m * x;
    q.syy += l * (x + y + z) + 2 * m * y;
    q.szz += l * (x + y + z) + 2 * m * z;
    q.syz += m * (ahead<&B::vy>(u, 2) + ahead<&B::vz>(u, 1));
    q.szx += m * (ahead<&B::vz>(u, 0) + ahead<&B::vx>(u, 2));
    q.sxy += m * (ahead<&B::vx>(u, 1) + ahead<&B::vy>(u, 0));
    return q;
  }
};

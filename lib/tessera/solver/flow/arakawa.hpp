// SPDX-License-Identifier: Apache-2.0
// Arakawa's Jacobian, which conserves the energy and enstrophy of a plane flow.
#pragma once

#include <Kokkos_Core.hpp>

namespace tessera {

/// 12 hx hy J(p, q), where J = p_x q_y - p_y q_x: the mean of the three second-order forms on nine points.
/// Its sums over a periodic plane, of J, p J and q J, all vanish, so a flow without viscosity conserves its
/// energy and enstrophy (Arakawa, J. Comput. Phys. 1, 1966, equation (45)). p(a, b) and q(a, b) are the
/// values a and b nodes away along the axes.
///
///     J++   centred differences of both
///     J+x   p at the four nearest nodes, times differences of q between corners
///     Jx+   the same with p and q exchanged
///
/// Values are taken relative to the middle value, which changes nothing but rounding. Terms that a reflection
/// exchanges are added first: if p and q change sign under a reflection, so does the sum, to the last bit.
template <class P, class Q>
KOKKOS_FUNCTION auto arakawa_sum(P const& p, Q const& q) {
  auto const p0 = p(0, 0);
  auto const q0 = q(0, 0);
  auto const pe = p(1, 0) - p0, pw = p(-1, 0) - p0, pn = p(0, 1) - p0, ps = p(0, -1) - p0;
  auto const qe = q(1, 0) - q0, qw = q(-1, 0) - q0, qn = q(0, 1) - q0, qs = q(0, -1) - q0;
  auto const pne = p(1, 1), pnw = p(-1, 1), pse = p(1, -1), psw = p(-1, -1);
  auto const qne = q(1, 1), qnw = q(-1, 1), qse = q(1, -1), qsw = q(-1, -1);
  auto const plus_plus = (pe - pw) * (qn - qs) - (pn - ps) * (qe - qw);
  auto const plus_cross = (pe * (qne - qse) - pw * (qnw - qsw)) - (pn * (qne - qnw) - ps * (qse - qsw));
  auto const cross_plus = (qn * (pne - pnw) - qs * (pse - psw)) - (qe * (pne - pse) - qw * (pnw - psw));
  return plus_plus + (plus_cross + cross_plus);
}

} // namespace tessera

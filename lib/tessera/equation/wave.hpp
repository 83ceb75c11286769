// SPDX-License-Identifier: Apache-2.0
// The wave equation: order 2 in time, order 2 to 16 in space (Micikevicius 2009 uses order 8 in 3D).
#pragma once

#include <tessera/equation/medium.hpp>
#include <tessera/equation/point_source.hpp>
#include <tessera/equation/sponge.hpp>
#include <tessera/stencil/laplacian.hpp>
#include <tessera/stencil/two_pass.hpp>

namespace tessera {

/// u_tt = v(x)^2 (u_xx + u_yy + u_zz) + s:
///
///     u_new = 2 u - u_previous + (v dt)^2 L u + dt^2 s
///
/// L is the Laplacian of the given order. Mirrored fields have mirrored results to the last bit. With a
/// medium given at the nodes, an update moves four values: it reads u, u_previous and (v dt)^2, and writes
/// u_new. In a sponge the formula is
///
///     u_new = kept (2 u - kept u_previous + (v dt)^2 (L u + lift u)) + dt^2 s
///
/// which outside of the layers gives the same bits as the formula above.
///
/// \tparam Medium  (v dt)^2: UniformMedium<T> or MediumAtNodes<T, D>
/// \tparam Damping NoSponge or Sponge<T, D>
/// \tparam Source  NoSource or PointSource<T, D>, whose weight holds dt^2
template <class T, int D, int order, class Medium, class Damping = NoSponge, class Source = NoSource>
struct Wave {
  static constexpr auto reads = star<D>(order / 2);
  static constexpr bool previous = true, two_pass = true;

  Kokkos::Array<T, D> inverse_h2; ///< 1 / h^2 per axis
  Medium ratio;                   ///< (v dt)^2
  Damping damping = {};
  Source source = {};

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    return across(u, in_slice(u, at), at);
  }

  template <class Reads, class At>
  KOKKOS_FUNCTION T in_slice(Reads const& u, At const&) const {
    return laplacian_in_slice<order>(u, inverse_h2);
  }

  template <class Reads, class At>
  KOKKOS_FUNCTION T across(Reads const& u, T slice, At const& at) const {
    T const here = u.here(), curved = laplacian_across<order>(u, slice, inverse_h2);
    if constexpr (Damping::absorbs) {
      T const kept = damping.kept(at);
      T const onward = Kokkos::fma(T(2), here, -(kept * u.previous()));
      T const pulled = Kokkos::fma(damping.lift(at), here, curved);
      return source.added(kept * Kokkos::fma(ratio(at), pulled, onward), at);
    } else {
      T const onward = Kokkos::fma(T(2), here, -u.previous());
      return source.added(Kokkos::fma(ratio(at), curved, onward), at);
    }
  }

  /// The place of (v dt)^2 if it is given at the nodes, and the stencil at a node for a given value of it:
  /// with these a scheme may load the value early.
  KOKKOS_FUNCTION auto coefficient() const requires requires(Medium const& m) { m.values(); }
  { return ratio.values(); }
  KOKKOS_FUNCTION auto with_coefficient(T value) const {
    return Wave<T, D, order, UniformMedium<T>, Damping, Source>{inverse_h2, {value}, damping, source};
  }

  /// The stencil of the first step of a field at rest. Applied with u_previous = u it gives
  ///
  ///     u_1 = u_0 + dt^2 / 2 (v^2 L u_0 + s)
  ///
  /// By symmetry in time this is u_{-1} as well: once it is written to Stepper::previous(), every step, also
  /// the first, is an ordinary one. This stencil damps nothing, since a field at rest loses no energy.
  Wave from_rest() const {
    Wave half{inverse_h2, ratio, damping.switched_off(), source.halved()};
    for (int d = 0; d < D; ++d) half.inverse_h2[d] /= 2;
    return half;
  }
};

} // namespace tessera

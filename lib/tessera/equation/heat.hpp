// SPDX-License-Identifier: Apache-2.0
// The heat equation by FTCS: forward in time, central in space (Cuellar, Martin and Pastor 2014, section 2).
#pragma once

#include <tessera/equation/node_view.hpp>
#include <tessera/equation/padded_diffusivity.hpp>
#include <tessera/equation/time_table.hpp>
#include <tessera/stencil/stencil.hpp>

namespace tessera {

/// u_t = kappa (u_xx + u_yy + u_zz), one diffusivity everywhere:
///
///     u_new = u + sum over axes d of r_d (u_lower - 2 u + u_upper),    r_d = kappa dt / h_d^2
///
/// The formula is written as differences with fused multiply-adds: a constant field stays constant to the
/// last bit, and CPU and GPU round alike.
template <class T, int D>
struct Heat {
  static constexpr auto reads = star<D>(1);
  Kokkos::Array<T, D> ratio; ///< r_d

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const&) const {
    T const middle = u.here();
    auto const along = [middle](T r, T lower, T upper, T sum) {
      return Kokkos::fma(r, Kokkos::fma(T(-2), middle, lower + upper), sum);
    };
    if constexpr (D == 1) {
      return along(ratio[0], u(-1), u(1), middle);
    } else if constexpr (D == 2) {
      return along(ratio[1], u(0, -1), u(0, 1), along(ratio[0], u(-1, 0), u(1, 0), middle));
    } else {
      return along(
          ratio[2], u(0, 0, -1), u(0, 0, 1),
          along(ratio[1], u(0, -1, 0), u(0, 1, 0), along(ratio[0], u(-1, 0, 0), u(1, 0, 0), middle)));
    }
  }
};

/// u_t = div(kappa grad u) + f, with a diffusivity kappa(x) and a source f(x) s(t). The scheme is
/// conservative: what leaves a node through a face enters its neighbour. The diffusivity of the face between
/// two nodes is their arithmetic mean:
///
///       lower ----|---- node ----|---- upper
///             a_lower         a_upper            a = dt / h^2 (kappa_node + kappa_neighbour) / 2
///
///     u_new = u + sum over axes of [ a_lower (u_lower - u) + a_upper (u_upper - u) ] + dt s(t) f(x)
///
/// Beyond a face kappa is mirrored, so that an insulated wall passes no heat; on a periodic axis it is
/// wrapped.
template <class T, int D, class MemorySpace>
struct HeatInMatter {
  static constexpr auto reads = star<D>(1);
  Kokkos::Array<T, D> half_ratio; ///< dt / (2 h_d^2)
  /// kappa with one more node on every side: node i lies at index i + 1 + halo. padded_diffusivity makes it.
  NodeView<T const, D, MemorySpace> kappa;
  NodeView<T const, D, MemorySpace> source; ///< f at the nodes; empty: no source
  TimeTableView<MemorySpace> rate;          ///< dt s(t_n) at level n
  /// Nodes of a halo that kappa and source hold before node 0 along each axis: on a block of a larger grid,
  /// fused steps read them there.
  Kokkos::Array<Index, D> halo = {};

  template <class Reads, class At>
  KOKKOS_FUNCTION T operator()(Reads const& u, At const& at) const {
    T const middle = u.here();
    auto const along = [middle](T a_lower, T a_upper, T lower, T upper, T sum) {
      return Kokkos::fma(a_upper, upper - middle, Kokkos::fma(a_lower, lower - middle, sum));
    };
    bool const heated = source.data() != nullptr;
    if constexpr (D == 1) {
      Index const i = at.local_index(0) + 1 + halo[0];
      T const k = kappa(i);
      T const sum =
          along(half_ratio[0] * (k + kappa(i - 1)), half_ratio[0] * (k + kappa(i + 1)), u(-1), u(1), middle);
      return heated ? Kokkos::fma(static_cast<T>(rate(at.step())), source(i - 1), sum) : sum;
    } else if constexpr (D == 2) {
      Index const i = at.local_index(0) + 1 + halo[0], j = at.local_index(1) + 1 + halo[1];
      T const k = kappa(i, j);
      T sum = along(half_ratio[0] * (k + kappa(i - 1, j)), half_ratio[0] * (k + kappa(i + 1, j)), u(-1, 0),
                    u(1, 0), middle);
      sum = along(half_ratio[1] * (k + kappa(i, j - 1)), half_ratio[1] * (k + kappa(i, j + 1)), u(0, -1),
                  u(0, 1), sum);
      return heated ? Kokkos::fma(static_cast<T>(rate(at.step())), source(i - 1, j - 1), sum) : sum;
    } else {
      Index const i = at.local_index(0) + 1 + halo[0], j = at.local_index(1) + 1 + halo[1],
                  l = at.local_index(2) + 1 + halo[2];
      T const k = kappa(i, j, l);
      T sum = along(half_ratio[0] * (k + kappa(i - 1, j, l)), half_ratio[0] * (k + kappa(i + 1, j, l)),
                    u(-1, 0, 0), u(1, 0, 0), middle);
      sum = along(half_ratio[1] * (k + kappa(i, j - 1, l)), half_ratio[1] * (k + kappa(i, j + 1, l)),
                  u(0, -1, 0), u(0, 1, 0), sum);
      sum = along(half_ratio[2] * (k + kappa(i, j, l - 1)), half_ratio[2] * (k + kappa(i, j, l + 1)),
                  u(0, 0, -1), u(0, 0, 1), sum);
      return heated ? Kokkos::fma(static_cast<T>(rate(at.step())), source(i - 1, j - 1, l - 1), sum) : sum;
    }
  }
};

} // namespace tessera

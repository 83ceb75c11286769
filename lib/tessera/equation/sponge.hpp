// SPDX-License-Identifier: Apache-2.0
// Sponge: an absorbing layer of nodes along the sides of a box, for waves.
#pragma once

#include <tessera/core/error.hpp>
#include <tessera/core/index.hpp>

#include <cmath>
#include <vector>

namespace tessera {

/// The absence of a layer: nothing absorbs waves.
struct NoSponge {
  static constexpr bool absorbs = false;
  NoSponge switched_off() const { return {}; }
};

/// The values of the layers that a stencil reads: two numbers per node, each made of one number per axis.
/// With sigma the rate of damping, they are
///
///     kept = exp(-sigma dt)      a product over the axes: every step multiplies both time levels by it
///     lift = sigma' / v          a sum over the axes; sigma' is the derivative towards the side
template <class T, int D, class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct Sponge {
  static constexpr bool absorbs = true;
  Kokkos::View<T const*, MemorySpace> kept_along[D]; ///< one per node of the axis; 1 outside of layers
  Kokkos::View<T const*, MemorySpace> lift_along[D]; ///< one per node of the axis; 0 outside of layers

  /// Layers of the same shape that absorb nothing. The call allocates and waits.
  Sponge switched_off() const {
    Sponge off;
    for (int d = 0; d < D; ++d) {
      Kokkos::View<T*, MemorySpace> const kept("tessera::sponge::kept", kept_along[d].extent(0)),
          lift("tessera::sponge::lift", lift_along[d].extent(0)); // zero-initialised
      Kokkos::deep_copy(kept, T(1));
      off.kept_along[d] = kept;
      off.lift_along[d] = lift;
    }
    return off;
  }

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T kept(At const& at) const {
    T product = kept_along[0].data()[at.index(0)];
    for (int d = 1; d < D; ++d) product *= kept_along[d].data()[at.index(d)];
    return product;
  }
  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION T lift(At const& at) const {
    T sum = lift_along[0].data()[at.index(0)];
    for (int d = 1; d < D; ++d) sum += lift_along[d].data()[at.index(d)];
    return sum;
  }
};

/// A layer at one end of an axis.
struct SpongeLayer {
  int width = 0;           ///< nodes; 0: no layer
  double velocity = 0;     ///< the largest velocity in the grid
  double remainder = 1e-4; ///< amplitude left of a wave that crosses the layer, is reflected and returns
};

/// Width of a layer in nodes, if the user gives none.
inline constexpr int default_sponge_width = 50;

/// The factors of an axis with layers at its ends, one per node.
struct SpongeTable {
  std::vector<double> kept, lift;
};

/// The rate of damping rises with the third power of the depth d in the layer, from 0 at its inner edge to
/// sigma at the side:
///
///     sigma(d)  = sigma (d / (width h))^3
///     remainder = exp(-2 / v * integral of sigma(d)) = exp(-sigma width h / (2 v))
///
/// Cerjan, Kosloff, Kosloff and Reshef 1985 (A nonreflecting boundary condition for discrete acoustic and
/// elastic wave equations) damp both levels and nothing else. This solves (d/dt + sigma)^2 u = v^2 u_xx, and
/// a rate that rises too fast reflects long waves. The equation
///
///     (d/dt + sigma - v d/dx) (d/dt + sigma + v d/dx) u = 0  <=>  (d/dt + sigma)^2 u = v^2 u_xx + v sigma' u
///
/// has every wave that runs towards the side at +x as a solution: because of the lift v sigma' the wave
/// enters the layer without an echo, exactly so at normal incidence. The side itself has to be rigid (u = 0);
/// between free sides the lift makes the mean grow.
/// \param nodes number of nodes of the axis, those of the layers included
/// \throws InvalidInput where layers are wider than the axis.
inline SpongeTable sponge_table(Index nodes, double spacing, double dt, SpongeLayer const& lower,
                                SpongeLayer const& upper) {
  if (lower.width < 0 || upper.width < 0 || Index{lower.width} + upper.width >= nodes)
    throw InvalidInput(detail::text("sponges of ", lower.width, " and ", upper.width, " nodes on an axis of ",
                                    nodes,
                                    " nodes leave nothing between them (give narrower ones, or more nodes)"));
  auto const count = static_cast<std::size_t>(nodes);
  SpongeTable table{std::vector<double>(count, 1.), std::vector<double>(count, 0.)};
  auto const add = [&](SpongeLayer const& layer, bool at_upper) {
    double const length = layer.width * spacing;
    double const sigma = -2 * std::log(layer.remainder) * layer.velocity / length;
    for (Index i = 0; i < layer.width; ++i) {
      double const depth = static_cast<double>(layer.width - i) / layer.width;
      auto const node = static_cast<std::size_t>(at_upper ? nodes - 1 - i : i);
      table.kept[node] = std::exp(-sigma * depth * depth * depth * dt);
      table.lift[node] = 3 * sigma / length * depth * depth / layer.velocity;
    }
  };
  add(lower, false);
  add(upper, true);
  return table;
}

} // namespace tessera

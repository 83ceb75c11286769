// SPDX-License-Identifier: Apache-2.0
// The library as another compiler than the build's reads it: every scheme, the tuner, derivatives; parsed,
// never run.
#include <tessera/equation/wave.hpp>
#include <tessera/operator/derivative.hpp>
#include <tessera/points/with_points.hpp>
#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>

using Exec = Kokkos::DefaultExecutionSpace;

struct Plane {
  static constexpr auto reads = tessera::star<2>(1);
  KOKKOS_FUNCTION double operator()(auto const& u, auto const&) const {
    return (u(-1, 0) + u(1, 0) + u(0, 1) + u(0, -1)) / 4;
  }
};

struct Volume {
  static constexpr auto reads = tessera::star<3>(1);
  static constexpr bool two_pass = true;
  KOKKOS_FUNCTION double in_slice(auto const& u, auto const&) const {
    return u(0, 1, 0) + u(0, -1, 0) + u(0, 0, 1) + u(0, 0, -1);
  }
  KOKKOS_FUNCTION double across(auto const& u, double slice, auto const&) const {
    return (u(-1, 0, 0) + u(1, 0, 0) + slice) / 6;
  }
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    return across(u, in_slice(u, at), at);
  }
};

template <int D, class ViewType, class StencilType>
void use(tessera::Grid<D> const& grid, ViewType const& view, StencilType const& stencil) {
  auto const u = tessera::make_field(grid, view);
  auto const boundary = tessera::everywhere(tessera::Neumann{0.});
  auto const tuned = tessera::autotune(Exec(), u, stencil, boundary);
  tessera::make_stepper(tuned, Exec(), u, stencil, boundary)->advance(u, 3);
  tessera::Derivative const d_dx(Exec(), grid, {});
  d_dx(view, ViewType("out", view.layout()));
}

void use_all() {
  use(tessera::Grid<2>{.nodes = {9, 9}, .spacing = {1, 1}}, Kokkos::View<double**>("plane", 9, 9), Plane{});
  tessera::Grid<3> const volume{.nodes = {9, 9, 9}, .spacing = {1, 1, 1}};
  tessera::PointSet<3> const points(volume, {{4.5, 4.5, 4.5}}, tessera::Interpolation::sinc);
  tessera::Injection<double, 3> const injection(points);
  tessera::Sampling<double, 3> const sampling(points);
  use(volume, Kokkos::View<double***>("volume", 9, 9, 9),
      tessera::with_points(Volume{}, tessera::inject(injection), tessera::sample(sampling)));
}

// SPDX-License-Identifier: Apache-2.0
#include "wave_parts.hpp"

#include "numbers.hpp"

namespace tessera::wave {

namespace {

// One velocity is one row of the medium.
template <int D, class T>
auto make_medium(WaveProblem const& problem, Grid<D> const& grid) {
  auto g = problem.geometry;
  auto const& field = problem.velocity_field;
  if (field.empty())
    for (std::size_t d = 0; d + 1 < g.nodes.size(); ++d) g.nodes[d] = 1;
  auto const ratio = app::make_view<T, D>("tessera::wave::ratio", g);
  app::fill(ratio, [&](std::size_t i) {
    auto const courant = (field.empty() ? problem.velocity : field[i]) * problem.dt;
    return courant * courant;
  });
  return MediumAtNodes<T, D, Memory>(grid.nodes, ratio);
}

template <class T>
Kokkos::View<T const*, Memory> axis_numbers(std::vector<double> const& numbers) {
  std::vector<T> const values(numbers.begin(), numbers.end());
  Kokkos::View<T*, Memory> const view("tessera::wave::sponge", values.size());
  app::copy_to_device(view.data(), values.data(), values.size());
  return view;
}

template <int D, class T>
auto make_sponge(WaveProblem const& problem, Grid<D> const& grid) {
  Sponge<T, D, Memory> sponge;
  for (int d = 0; d < D; ++d) {
    auto const layer = [&](int side) {
      return SpongeLayer{.width = problem.sponge[static_cast<std::size_t>(2 * d + side)],
                         .velocity = problem.largest_velocity()};
    };
    auto const table = sponge_table(grid.nodes[d], grid.spacing[d], problem.dt, layer(0), layer(1));
    sponge.kept_along[d] = axis_numbers<T>(table.kept);
    sponge.lift_along[d] = axis_numbers<T>(table.lift);
  }
  return sponge;
}

// delta(x - x_source) on the grid is one over a cell's volume, at one node.
template <int D, class T>
auto make_source(WaveProblem const& problem, Grid<D> const& grid, app::TimedTables& tables) {
  PointSource<T, D, Memory> source{};
  if (!problem.source) {
    source.pulse = tables.add({}, 0.);
    return source;
  }
  double volume = 1.;
  for (int d = 0; d < D; ++d) {
    volume *= grid.spacing[d];
    source.node[d] = problem.source->node[static_cast<std::size_t>(d)];
  }
  source.weight = static_cast<T>(problem.dt * problem.dt / volume);
  source.pulse = tables.add([f = problem.source->frequency](double t) { return ricker_pulse(t, f); }, 1.);
  return source;
}

template <int D>
auto make_boundary(WaveProblem const& problem, app::TimedTables& tables) {
  using Face = WaveFace<D, Memory>;
  return app::make_boundary<D>([&](std::size_t face) -> Face {
    if (problem.rigid[face]) return Antisymmetric{};
    return app::make_condition<D, Face>(problem.faces[face], problem.geometry, face, tables);
  });
}

template <class T, int D>
Kokkos::Array<T, D> inverse_squares(Kokkos::Array<double, D> const& spacing) {
  Kokkos::Array<T, D> inverse;
  for (int d = 0; d < D; ++d) inverse[d] = static_cast<T>(1. / (spacing[d] * spacing[d]));
  return inverse;
}

} // namespace

template <int D, class T>
WaveParts<D, T>::WaveParts(WaveProblem const& problem)
    : grid(app::make_grid<D>(problem.geometry)),
      u(level("tessera::wave::u", problem.geometry, problem.initial)), tables(problem.dt),
      inverse_h2(inverse_squares<T, D>(grid.spacing)), medium(make_medium<D, T>(problem, grid)),
      sponge(make_sponge<D, T>(problem, grid)), source(make_source<D, T>(problem, grid, tables)),
      boundary(make_boundary<D>(problem, tables)),
      mask(app::make_mask<D>("tessera::wave::obstacle", problem.geometry, problem.obstacle)),
      clock{.dt = problem.dt > 0. ? problem.dt : 1., .start = 0., .first_step = problem.first_step} {
  tables.fill_constant(exec);
}

template <int D, class T>
auto WaveParts<D, T>::level(char const* label, app::Geometry const& geometry,
                            std::vector<double> const& values) const -> FieldType {
  auto const view = app::make_view<T, D>(label, geometry);
  app::fill(view, [&](std::size_t i) { return values[i]; });
  return make_field(grid, view);
}

template struct WaveParts<2, float>;
template struct WaveParts<2, double>;
template struct WaveParts<3, float>;
template struct WaveParts<3, double>;

} // namespace tessera::wave

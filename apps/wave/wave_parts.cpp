// SPDX-License-Identifier: Apache-2.0
#include "wave_parts.hpp"

#include <algorithm>

#include "../common/sampled_receivers.hpp"
#include "numbers.hpp"

namespace tessera::wave {

namespace {

// One velocity is one row of the medium.
template <int D, class T>
auto make_medium(WaveProblem const& problem, app::Block<D> block) {
  auto const& field = problem.velocity_field;
  if (field.empty())
    for (int d = 0; d + 1 < D; ++d) {
      block.grid.nodes[d] = 1;
      block.halo.lower[d] = block.halo.upper[d] = 0;
    }
  auto const ratio = app::make_view<T, D>("tessera::wave::ratio", block, block.halo);
  auto const courant_squared = [dt = problem.dt](double velocity) {
    auto const courant = velocity * dt;
    return courant * courant;
  };
  if (field.empty())
    app::fill(ratio, [&](std::size_t) { return courant_squared(problem.velocity); });
  else
    app::fill(ratio, block, block.halo, field, courant_squared);
  return MediumAtNodes<T, D, Memory>(make_field(block.grid, ratio, block.halo));
}

template <class T>
Kokkos::View<T const*, Memory> axis_numbers(std::vector<double> const& numbers) {
  std::vector<T> const values(numbers.begin(), numbers.end());
  Kokkos::View<T*, Memory> const view("tessera::wave::sponge", values.size());
  app::copy_to_device(view.data(), values.data(), values.size());
  return view;
}

// Whether the source is a single node.
bool at_node(WaveProblem const& problem) {
  return problem.source && problem.interpolation == app::Interpolation::nearest;
}

template <int D>
double cell_volume(Grid<D> const& grid) {
  double volume = 1.;
  for (int d = 0; d < D; ++d) volume *= grid.spacing[d];
  return volume;
}

template <int D, class T>
auto make_sponge(WaveProblem const& problem, Grid<D> const& whole) {
  Sponge<T, D, Memory> sponge;
  for (int d = 0; d < D; ++d) {
    auto const layer = [&](int side) {
      return SpongeLayer{.width = problem.sponge[static_cast<std::size_t>(2 * d + side)],
                         .velocity = problem.velocity};
    };
    auto const table = sponge_table(whole.nodes[d], whole.spacing[d], problem.dt, layer(0), layer(1));
    sponge.kept_along[d] = axis_numbers<T>(table.kept);
    sponge.lift_along[d] = axis_numbers<T>(table.lift);
  }
  return sponge;
}

// delta(x - x_source) on the grid is one over a cell's volume, at one node.
template <int D, class T>
auto make_source(WaveProblem const& problem, Grid<D> const& grid, app::TimedTables& tables) {
  PointSource<T, D, Memory> source{};
  if (!at_node(problem)) {
    source.pulse = tables.add({}, 0.);
    return source;
  }
  for (int d = 0; d < D; ++d) source.node[d] = problem.source->node[static_cast<std::size_t>(d)];
  source.weight = static_cast<T>(problem.dt * problem.dt / cell_volume(grid));
  source.pulse = tables.add([f = problem.source->frequency](double t) { return ricker_pulse(t, f); }, 1.);
  return source;
}

// What the field is beyond each side.
template <int D>
BeyondFaces<D> beyond_sides(WaveProblem const& problem) {
  auto const beyond = [&](std::size_t face) {
    auto const& own = problem.faces[face];
    if (own.kind == app::FaceKind::periodic) return Beyond::period;
    if (problem.rigid[face]) return Beyond::odd;
    auto const zero = std::all_of(own.values.begin(), own.values.end(), [](double v) { return v == 0.; });
    return own.kind == app::FaceKind::neumann && zero ? Beyond::even : Beyond::cut;
  };
  BeyondFaces<D> faces;
  for (std::size_t d = 0; d < D; ++d) faces[d] = {beyond(2 * d), beyond(2 * d + 1)};
  return faces;
}

template <int D, class T>
auto make_injection(WaveProblem const& problem, app::Block<D> const& block) {
  std::vector<std::vector<double>> positions;
  if (problem.source && !at_node(problem)) positions.push_back(problem.source->position);
  return Injection<T, D, Memory>(
      app::make_points<D>(block.grid, block.halo, positions, problem.interpolation, beyond_sides<D>(problem)),
      problem.dt * problem.dt / cell_volume(block.grid));
}

template <int D, class T>
auto make_sampling(WaveProblem const& problem, app::Block<D> const& block, std::int64_t first_sample) {
  return Sampling<T, D, Memory>(app::make_points<D>(block.grid, block.halo, problem.receiver_positions,
                                                    problem.interpolation, beyond_sides<D>(problem)),
                                problem.receiver_every, first_sample);
}

template <int D>
std::optional<Field<NodeView<std::uint8_t, D>>> make_mask(WaveProblem const& problem,
                                                          app::Block<D> const& block) {
  if (problem.obstacle.empty()) return {};
  auto const mask = app::make_view<std::uint8_t, D>("tessera::wave::obstacle", block, block.halo);
  app::fill(mask, block, block.halo, problem.obstacle);
  return make_field(block.grid, mask, block.halo);
}

// A star of the order's radius.
template <int D>
app::Block<D> make_block(WaveProblem const& problem, app::SchemeSpec const& scheme) {
  HaloDepth const depth{.radius = problem.order / 2, .fused_steps = scheme.fused_steps.value_or(1)};
  return app::make_block<D>(problem.geometry, depth, problem.blocks);
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
WaveParts<D, T>::WaveParts(WaveProblem const& problem, std::int64_t first_sample)
    : scheme(app::scheme_of_ranks<D>(problem.scheme, problem.geometry, problem.order / 2, app::team(),
                                     problem.blocks)),
      block(make_block<D>(problem, scheme)), u(level("tessera::wave::u", problem.initial)),
      shared(app::share_field<T, D>(exec, block, u)), tables(problem.dt),
      inverse_h2(inverse_squares<T, D>(block.grid.spacing)), medium(make_medium<D, T>(problem, block)),
      sponge(make_sponge<D, T>(problem, block.grid.whole_grid())),
      source(make_source<D, T>(problem, block.grid, tables)), injection(make_injection<D, T>(problem, block)),
      sampling(make_sampling<D, T>(problem, block, first_sample)),
      boundary(make_boundary<D>(problem, tables)),
      mask(make_mask<D>(problem, block)), clock{.dt = problem.dt > 0. ? problem.dt : 1.,
                                                .start = 0.,
                                                .first_step = problem.first_step} {
  tables.fill_constant(exec);
  if (problem.source && !at_node(problem))
    pulse_ = [f = problem.source->frequency](double t) { return ricker_pulse(t, f); };
}

template <int D, class T>
void WaveParts<D, T>::fill_tables(std::int64_t first, std::int64_t steps) const {
  tables.fill(exec, first, steps);
  if (pulse_)
    injection.fill(exec, first, steps,
                   [&](Index, Index level) { return pulse_(static_cast<double>(level) * clock.dt); });
}

template <int D, class T>
std::int64_t WaveParts<D, T>::longest_advance() const {
  return std::min<std::int64_t>(tables.longest_advance(), injection.longest_advance());
}

template <int D, class T>
auto WaveParts<D, T>::level(char const* label, app::NodeValues<double> const& values) const -> FieldType {
  auto const view = app::make_view<T, D>(label, block, block.halo);
  app::fill(view, block, block.halo, values);
  return make_field(block.grid, view, block.halo);
}

template struct WaveParts<2, float>;
template struct WaveParts<2, double>;
template struct WaveParts<3, float>;
template struct WaveParts<3, double>;

} // namespace tessera::wave

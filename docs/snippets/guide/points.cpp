// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/points.md.
// snippet: include
#include <tessera/points/with_points.hpp>
// snippet end

#include <tessera/system.hpp>

#include <cmath>

#include "guide.hpp"

namespace {

struct Em {
  double ez, hx, hy;
};
struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy>;
  double c;
  KOKKOS_FUNCTION Em operator()(auto const& u, auto const&) const {
    Em q = u.here();
    q.hx -= c * (u(0, 1).ez - q.ez);
    q.hy += c * (u(1, 0).ez - q.ez);
    return q;
  }
};
struct Electric {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez>;
  double c;
  KOKKOS_FUNCTION Em operator()(auto const& u, auto const&) const {
    Em q = u.here();
    q.ez += c * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
    return q;
  }
};

void one_field(Exec const& exec) {
  double const h = 0.1, kappa = 1., dt = 0.002;
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {h, h}};
  auto const u = tessera::make_field<double>(exec, grid);
  // snippet: field
  // A heater and two thermometers, none of them on a node.
  auto const faces = tessera::beyond_all<2>(tessera::Beyond::period);
  tessera::PointSet<2> const heater(grid, {{3.14, 2.72}}, tessera::Interpolation::linear, faces);
  tessera::PointSet<2> const thermometers(grid, {{3.31, 2.65}, {1.05, 4.72}}, tessera::Interpolation::sinc,
                                          faces);
  tessera::Injection<double, 2> const heat(heater, dt / (h * h)); // a rate over the area of a cell
  tessera::Sampling<double, 2> const readings(thermometers);
  auto const heated =
      tessera::with_points(Diffusion{kappa * dt / (h * h)}, tessera::inject(heat), tessera::sample(readings));
  tessera::Stepper stepper(exec, u, heated, tessera::everywhere(tessera::Periodic{}), tessera::Temporal{});

  heat.fill(exec, 0, 100,
            [](tessera::Index /*point*/, tessera::Index level) { return level < 50 ? 1. : 0.; });
  readings.record(exec, u, 0); // the level that the run begins with
  stepper.advance(u, 100);
  auto const samples = readings.samples(exec, 0, 100); // 101 levels x 2 thermometers
  // snippet end
  exec.fence();
  auto const field = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u.view());
  double sum = 0;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 48; ++j) sum += field(i, j);
  require(std::abs(sum * h * h - 50 * dt) < 1e-13, "the heat of 50 steps is there");
  require(samples.extent(0) == 101 && samples.extent(1) == 2, "a row a level, a column a point");
  require(value_at(samples, 0, 0) == 0 && value_at(samples, 50, 0) > value_at(samples, 50, 1),
          "the nearer thermometer is warmer");
}

void system(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {80, 60}, .spacing = {1., 1.}};
  double const c = 0.5;
  auto const em = tessera::make_system<Em, double>(exec, grid);
  // snippet: system
  auto const faces = tessera::beyond_all<2>(tessera::Beyond::cut);
  tessera::PointSet<2> const dipole(grid, {{40.3, 30.6}}, tessera::Interpolation::sinc, faces);
  // hx lies half a spacing further along axis 1 than the node.
  tessera::PointSet<2> const probe(grid, {{50.2, 25.5}}, tessera::Interpolation::sinc, faces, {0., 0.5});
  tessera::Injection<double, 2> const current(dipole);
  tessera::Sampling<double, 2> const magnetic(probe);
  tessera::Stepper stepper(
      exec, em,
      tessera::stages(tessera::with_points(Magnetic{c}, tessera::sample<&Em::hx>(magnetic)),
                      tessera::with_points(Electric{c}, tessera::inject<&Em::ez>(current))),
      tessera::everywhere(tessera::Fixed{}), tessera::Temporal{});
  // snippet end
  current.fill(exec, 0, 40, [](tessera::Index, tessera::Index level) {
    return std::sin(0.3 * static_cast<double>(level));
  });
  stepper.advance(em, 40);
  auto const samples = magnetic.samples(exec, 1, 40);
  exec.fence();
  require(value_at(samples, 2, 0) == 0 && value_at(samples, 39, 0) != 0, "the wave has arrived");
}

} // namespace

void points(Exec const& exec) {
  one_field(exec);
  system(exec);
}

// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in a plane by Yee's scheme: a standing wave in a square cavity of perfectly conducting
// walls.
//
//     Hx_t = -Ez_y,   Hy_t = Ez_x,   Ez_t = Hy_x - Hx_y
//
// in lengths and times such that light travels at 1.
//
// Yee's grid: Ez lies on the nodes, Hx half a spacing north of its node and Hy half a spacing east; H is half
// a step earlier than Ez.
//
//     Hx .          A step has two stages, H from E and then E from the new H. Neither stage reads at
//     Ez Hy         neighbours what it writes, so both work in place.
//
// The scheme has exact standing waves of its own. With N spacings along a side, s = dt / h and the mode
// sin(p pi x) sin(q pi y), their frequency is that of the numerical dispersion relation
//
//     sin^2(omega dt / 2) = s^2 (sin^2(p pi / 2 N) + sin^2(q pi / 2 N)),
//
// so the program is right to rounding or wrong. Only the frequency itself differs from that of light.
#include "theory.hpp"

struct Em {
  double ez, hx, hy;
  static constexpr double staggering[3][2] = {{0, 0}, {0, 0.5}, {0.5, 0}}; // of each member along x and y
};

struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy>;
  double s; // dt / h

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.hx -= s * (u(0, 1).ez - q.ez);
    q.hy += s * (u(1, 0).ez - q.ez);
    return q;
  }
};

struct Electric {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez>;
  double s;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.ez += s * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
    return q;
  }
};

constexpr int spacings = 96, p = 3, q = 2, steps = 2000;
constexpr double pi = 3.14159265358979323846, s = 0.6;

KOKKOS_FUNCTION double sine(int half_waves, double place) { return Kokkos::sin(half_waves * pi * place); }
KOKKOS_FUNCTION double cosine(int half_waves, double place) { return Kokkos::cos(half_waves * pi * place); }

/// The mode at time 0, each member where it lies. Ez is greatest there, so H has opposite signs half a step
/// before and after: it starts with half of what the first stage adds, with the other sign. That is
/// s / 2 times a difference of Ez over a spacing around the place.
struct Mode {
  KOKKOS_FUNCTION Em operator()(auto const& at) const {
    constexpr auto hx = tessera::member<&Em::hx>;
    constexpr auto hy = tessera::member<&Em::hy>;
    double const half = 0.5 / spacings;
    return {sine(p, at.position(0)) * sine(q, at.position(1)),
            s * sine(p, at.position(hx, 0)) * cosine(q, at.position(hx, 1)) * sine(q, half),
            -s * cosine(p, at.position(hy, 0)) * sine(p, half) * sine(q, at.position(hy, 1))};
  }
};

using Exec = Kokkos::DefaultExecutionSpace;
tessera::Grid<2> const grid{.nodes = {spacings + 1, spacings + 1}, .spacing = {1. / spacings, 1. / spacings}};

auto start(Exec const& exec) {
  auto const em = tessera::make_system<Em, double>(exec, grid, "cavity");
  tessera::fill(exec, em, Mode{});
  return em;
}

// The electric field along a perfect conductor is 0. H follows the formula: it has no value on the walls that
// it straddles. What lies half a spacing beyond the upper ones is computed too, and read by no node inside.
auto const walls =
    tessera::everywhere(tessera::by_member(tessera::Dirichlet{0.}, tessera::Mirrored{}, tessera::Mirrored{}));

template <class SchemeType>
std::vector<double> run(SchemeType const& scheme, double omega_dt) {
  Exec const exec;
  auto const em = start(exec);
  tessera::Stepper stepper(exec, em, tessera::stages(Magnetic{s}, Electric{s}), walls, scheme);
  stepper.advance(em, steps);

  auto const values = example::values_of(em);
  double error = 0;
  for (int i = 0; i <= spacings; ++i)
    for (int j = 0; j <= spacings; ++j) {
      double const exact =
          std::cos(omega_dt * steps) * sine(p, grid.position(0, i)) * sine(q, grid.position(1, j));
      error =
          example::larger(error, std::fabs(values[static_cast<std::size_t>(i * (spacings + 1) + j)] - exact));
    }
  std::printf("%s: after %d steps Ez differs from Yee's own standing wave by %.1e\n", stepper.report().scheme,
              steps, error);
  // A step rounds by some 1e-16, and waves keep what was added: 2e-13 where all roundings have one sign.
  // 4e-15 was seen.
  example::require(error < 1e-10, "Ez is the discrete standing wave");
  return values;
}

/// omega dt from three levels in a row at the node of an antinode: E(t + dt) + E(t - dt) = 2 cos(omega dt)
/// E(t).
double measured_frequency() {
  Exec const exec;
  auto const em = start(exec);
  tessera::Stepper stepper(exec, em, tessera::stages(Magnetic{s}, Electric{s}), walls, tessera::Direct{});
  double ez[3];
  for (double& value : ez) {
    auto const node = Kokkos::subview(em.view(0), spacings / (2 * p), spacings / (2 * q));
    Kokkos::deep_copy(exec, value, node);
    exec.fence();
    stepper.advance(em, 1);
  }
  return std::acos((ez[2] + ez[0]) / (2 * ez[1]));
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const squared_sine = [](double x) { return std::sin(x) * std::sin(x); };
  double const omega_dt =
      2 * std::asin(s * std::sqrt(squared_sine(p * pi / 2 / spacings) + squared_sine(q * pi / 2 / spacings)));
  double const dt = s / spacings, light = pi * std::sqrt(double(p * p + q * q));
  double const measured = measured_frequency();
  std::printf("frequency: measured %.12f, of Yee's scheme %.12f, of light %.12f\n", measured / dt,
              omega_dt / dt, light);
  // The cosine lies 2.5e-3 below 1, so its rounding is magnified by 1 / (omega dt)^2 = 200, to some 1e-13.
  example::require(std::fabs(measured / omega_dt - 1) < 1e-12, "the frequency is that of Yee's scheme");
  // The term of second order is (omega^2 dt^2 - h^2 (kx^4 + ky^4) / k^2) / 24, of which neither part is
  // larger than (k h)^2 / 24.
  example::require(std::fabs(omega_dt / dt / light - 1) < light * light / spacings / spacings / 24,
                   "Yee's frequency differs from that of light by a term of second order");

  bool const same_bits = run(tessera::Direct{}, omega_dt) == run(tessera::Temporal{}, omega_dt);
  example::require(same_bits, "Direct and Temporal give the same bits");
}

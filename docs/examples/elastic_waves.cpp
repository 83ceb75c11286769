// SPDX-License-Identifier: Apache-2.0
// Elastic waves in a plane and in space: plane P and S waves with the frequency of the scheme, and a push
// that sends out both.
//
// Plane waves in a periodic box are exact solutions of the scheme (see elastic_body.hpp). With K[a] for the
// wave number k[a] as the difference of order 4 sees it, their frequency is that of the numerical dispersion
// relation
//
//     sin(omega dt / 2) = c dt |K| / 2,   K[a] = (9/8 sin(k[a] h / 2) - 1/24 sin(3 k[a] h / 2)) 2 / h,
//
// where c is sqrt((lambda + 2 mu) / rho) if the body moves along K (P wave), sqrt(mu / rho) if it moves
// across (S wave). So the program is right to rounding or wrong. The speed itself differs from c by terms of
// order h^4 and dt^2.
#include <algorithm>
#include <initializer_list>

#include "elastic_body.hpp"
#include "results.hpp"
#include "theory.hpp"

constexpr double pi = 3.14159265358979323846, lambda = 1.3, mu = 0.8, rho = 1.1;
enum class Kind { p, s };
double speed_of(Kind kind) { return std::sqrt((kind == Kind::p ? lambda + 2 * mu : mu) / rho); }

/// amplitude cos(k x + phase), for fill and for what is watched.
template <int D>
struct Cosine {
  double k[D], amplitude, phase;
  /// Where `position` says that the node lies along each axis.
  template <class Position>
  KOKKOS_FUNCTION double at_place(Position const& position) const {
    double angle = phase;
    for (int d = 0; d < D; ++d) angle += k[d] * position(d);
    return amplitude * Kokkos::cos(angle);
  }
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return at_place([&](int d) { return at.position(d); });
  }
};

/// The number of the shear stress of two axes among them: in space that of the third axis, in a plane 0.
template <int D>
constexpr int shear(int a, int b) {
  return D == 3 ? 3 - a - b : 0;
}

/// The scheme's own plane wave of the unit box: each member is a cosine.
template <int D>
struct Wave {
  static constexpr int count = sizeof(Body<D>) / sizeof(double);
  double omega;
  Cosine<D> member[count]; // at time 0, stresses half a step later

  Wave(Kind kind, double h, double dt) {
    double k[D], seen[D], direction[D] = {}, square = 0;
    for (int d = 0; d < D; ++d) {
      k[d] = 2 * pi * (d == 0 ? 2 : 1);
      seen[d] = (9. / 8 * std::sin(k[d] * h / 2) - 1. / 24 * std::sin(3 * k[d] * h / 2)) * 2 / h;
      square += seen[d] * seen[d];
    }
    double const half = speed_of(kind) * dt * std::sqrt(square) / 2; // the sine of omega dt / 2
    omega = 2 * std::asin(half) / dt;
    if (kind == Kind::p)
      for (int d = 0; d < D; ++d) direction[d] = seen[d] / std::sqrt(square);
    else {
      double const across = std::hypot(seen[0], seen[1]);
      direction[0] = -seen[1] / across;
      direction[1] = seen[0] / across;
    }
    double along = 0; // K times the direction of the motion
    for (int d = 0; d < D; ++d) along += seen[d] * direction[d];
    double const late = -omega * dt / 2, per_step = -dt / (2 * half);
    for (Cosine<D>& m : member) std::copy(k, k + D, m.k); // each member is filled where it lies
    for (int a = 0; a < D; ++a) {
      set(a, direction[a], 0);
      set(D + a, per_step * (lambda * along + 2 * mu * seen[a] * direction[a]), late);
      for (int c = a + 1; c < D; ++c)
        set(2 * D + shear<D>(a, c), per_step * mu * (seen[a] * direction[c] + seen[c] * direction[a]), late);
    }
  }

private:
  void set(int m, double amplitude, double phase) {
    member[m].amplitude = amplitude;
    member[m].phase = phase;
  }
};

/// The members in the order of the struct.
template <int D>
constexpr auto all_members() {
  using B = Body<D>;
  if constexpr (D == 2)
    return tessera::members<&B::vx, &B::vy, &B::sxx, &B::syy, &B::sxy>;
  else
    return tessera::members<&B::vx, &B::vy, &B::vz, &B::sxx, &B::syy, &B::szz, &B::syz, &B::szx, &B::sxy>;
}

/// A cosine where the member lies.
template <int D, auto member>
KOKKOS_FUNCTION double at_member(Cosine<D> const& cosine, auto const& at) {
  return cosine.at_place([&](int d) { return at.position(tessera::member<member>, d); });
}

/// How far a node is from the wave after some time, in the member that is farthest.
template <int D>
struct Distance {
  Wave<D> wave;
  double time;
  KOKKOS_FUNCTION double operator()(Body<D> const& q, auto const& at) const {
    return farthest(q, at, all_members<D>());
  }

private:
  template <auto... member>
  KOKKOS_FUNCTION double farthest(Body<D> const& q, auto const& at, tessera::Members<member...>) const {
    double most = 0;
    int m = 0;
    ((most = Kokkos::max(most, distance<member>(q, at, wave.member[m++]))), ...);
    return most;
  }
  template <auto member>
  KOKKOS_FUNCTION double distance(Body<D> const& q, auto const& at, Cosine<D> exact) const {
    exact.phase -= wave.omega * time;
    return Kokkos::abs(q.*member - at_member<D, member>(exact, at));
  }
};

/// The part of vx that goes with a cosine.
template <int D>
struct Part {
  Cosine<D> cosine;
  KOKKOS_FUNCTION double operator()(Body<D> const& q, auto const& at) const {
    return q.vx * at_member<D, &Body<D>::vx>(cosine, at);
  }
};

using Exec = Kokkos::DefaultExecutionSpace;
using Number = Kokkos::View<double, Exec::memory_space>;

template <int D>
auto step(double h, double dt) {
  return tessera::stages(Velocity<D>{dt / (rho * h)}, Stress<D>{lambda * dt / h, mu * dt / h});
}

template <int D>
tessera::Grid<D> box(int n) {
  tessera::Grid<D> grid{};
  for (int d = 0; d < D; ++d) {
    grid.nodes[d] = n;
    grid.spacing[d] = 1. / n;
  }
  return grid;
}

struct Result {
  double error; // of the speed, relative
  std::vector<double> values;
};

template <int D, class SchemeType>
Result run(SchemeType const& scheme, Kind kind, int n) {
  Exec const exec;
  // dt ~ h^2, so that the error in time falls with h^4 too; on the coarsest grid the limit of stability is
  // 6/7 h / (c sqrt(D)), 0.49 in space.
  double const h = 1. / n, dt = 0.3 * 16 * h * h / speed_of(Kind::p);
  Wave<D> const wave(kind, h, dt);
  auto const u = tessera::make_system<Body<D>, double>(exec, box<D>(n), "body");
  for (int m = 0; m < wave.count; ++m) tessera::fill(exec, u.field(m), wave.member[m]);
  tessera::Stepper stepper(exec, u, step<D>(h, dt), tessera::everywhere(tessera::Periodic{}), scheme);

  // vx is cos(k x - omega t), so its sums with the cosine and the sine are in the ratio of cos(omega t) to
  // sin(omega t).
  Number const cosine("cosine"), sine("sine"), distance("distance");
  Part<D> in_phase{wave.member[0]}, quarter_late{wave.member[0]};
  quarter_late.cosine.phase -= pi / 2;
  int const steps = 5 * (n / 16) * (n / 16), more = 4 * steps;
  stepper.advance(u, steps, tessera::watch(tessera::Sum{}, in_phase, cosine),
                  tessera::watch(tessera::Sum{}, quarter_late, sine));
  stepper.advance(u, more, tessera::watch(tessera::Max{}, Distance<D>{wave, (steps + more) * dt}, distance));

  double const omega = std::atan2(example::number(sine), example::number(cosine)) / (steps * dt);
  double k_square = 0;
  for (double k : wave.member[0].k) k_square += k * k;
  double const speed = omega / std::sqrt(k_square), off = example::number(distance);
  std::printf("%d axes, %2d nodes each, %s wave, %s: speed %.8f, of the scheme %.8f, of the body %.8f; after "
              "%d steps all members are the scheme's own wave to %.1e\n",
              D, n, kind == Kind::p ? "P" : "S", stepper.report().scheme, speed,
              wave.omega / std::sqrt(k_square), speed_of(kind), steps + more, off);
  example::require(std::fabs(omega / wave.omega - 1) < 1e-12, "the frequency is that of the scheme");
  example::require(off < 1e-11, "the body is the scheme's own plane wave");
  return {std::fabs(speed / speed_of(kind) - 1), example::values_of(u)};
}

template <int D>
void check(Kind kind, std::initializer_list<int> sizes) {
  double before = 0;
  for (int n : sizes) {
    Result const direct = run<D>(tessera::Direct{}, kind, n),
                 temporal = run<D>(tessera::Temporal{.fused_steps = D == 2 ? 4 : 2}, kind, n);
    example::require(direct.values == temporal.values, "Direct and Temporal give the same bits");
    if (before > 0) {
      double const order = example::order(before, direct.error);
      std::printf("error of the speed %.2e, order %.3f\n", direct.error, order);
      // The next terms are (k h)^2 = 0.6 of the leading ones at most, on the coarsest grid, times weights
      // below 1. Orders of 3.81 to 4.05 were seen.
      example::require(std::fabs(order - 4) < 0.25, "the error of the speed falls with order 4");
    }
    before = direct.error;
  }
}

/// A push along axis 1 in the middle of a plane.
struct Push {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - 0.5, y = at.position(1) - 0.5, width = 0.012;
    return Kokkos::exp(-(x * x + y * y) / (width * width));
  }
};

/// Writes the velocity along axis 1 after a push: P waves run ahead above and below, S waves follow on both
/// sides.
void picture(std::string const& file) {
  Exec const exec;
  constexpr int n = 384;
  double const h = 1. / n, dt = 0.5 * h / speed_of(Kind::p);
  auto const u = tessera::make_system<Body<2>, double>(exec, box<2>(n), "body");
  tessera::fill(exec, u.field(1), Push{});
  tessera::Stepper stepper(exec, u, step<2>(h, dt), tessera::everywhere(tessera::Periodic{}),
                           tessera::Temporal{});
  stepper.advance(u, 320);
  exec.fence("before the result is read");
  example::show(example::row_major(u.view(1)), {"x", 0., h, n}, {"y", h / 2, h, n},
                {"P and S waves after a push along y, step 320", "velocity along y"}, file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  for (Kind kind : {Kind::p, Kind::s}) {
    check<2>(kind, {16, 32, 64});
    check<3>(kind, {16, 32});
  }
  picture(argc > 1 ? argv[1] : "elastic_waves.png");
}

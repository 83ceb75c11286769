// SPDX-License-Identifier: Apache-2.0
// Conservation laws u_t + f(u)_x = 0 by WENO of order 5 (Jiang and Shu, J. Comput. Phys. 126, 1996) and the
// Runge-Kutta method of 3 stages that keeps stability (Shu and Osher, J. Comput. Phys. 77, 1988):
//
//     u1 = u + dt L(u),   u2 = 3/4 u + 1/4 (u1 + dt L(u1)),   u <- 1/3 u + 2/3 (u2 + dt L(u2))
//
// u, u1 and u2 are the members of a system, and each line is a stage. None of them reads at neighbours what
// it writes, so all three work in place and a step needs no further memory.
//
// The error is of order h^5 + dt^3, so that dt ~ h^(5/3) shows order 5. It is measured for advection at speed
// 1 and for Burgers' equation before its shock. A square that is carried along gets no new extrema, which the
// linear scheme of the same order gives it.
#include <algorithm>

#include "results.hpp"
#include "theory.hpp"

struct Values {
  double u, first, second;
};

/// The value at the face after node c from the nodes a to e, of what travels from a to e (Jiang and Shu):
/// three polynomials, of which those that cross a jump get next to no weight. A large epsilon gives the
/// weights of the linear scheme of order 5.
KOKKOS_FORCEINLINE_FUNCTION double weno(double a, double b, double c, double d, double e, double epsilon) {
  auto const square = [](double x) { return x * x; };
  double const rough0 = 13. / 12 * square(a - 2 * b + c) + 1. / 4 * square(a - 4 * b + 3 * c);
  double const rough1 = 13. / 12 * square(b - 2 * c + d) + 1. / 4 * square(b - d);
  double const rough2 = 13. / 12 * square(c - 2 * d + e) + 1. / 4 * square(3 * c - 4 * d + e);
  double const w0 = 0.1 / square(epsilon + rough0), w1 = 0.6 / square(epsilon + rough1),
               w2 = 0.3 / square(epsilon + rough2);
  return (w0 * (2 * a - 7 * b + 11 * c) + w1 * (5 * c - b + 2 * d) + w2 * (2 * c + 5 * d - e)) /
         (6 * (w0 + w1 + w2));
}

/// f = u: everything travels to higher x.
struct Advection {
  static constexpr bool both_ways = false;
  KOKKOS_FUNCTION double up(double u) const { return u; }
};

/// f = u^2 / 2, split into a part that travels up and one that travels down (Lax and Friedrichs).
struct Burgers {
  static constexpr bool both_ways = true;
  double fastest; // the largest |u|
  KOKKOS_FUNCTION double up(double u) const { return 0.5 * (0.5 * u * u + fastest * u); }
  KOKKOS_FUNCTION double down(double u) const { return 0.5 * (0.5 * u * u - fastest * u); }
};

/// to = keep u + (1 - keep) (from + dt L(from)), where L is minus the difference of the fluxes over h.
template <class Law, auto from, auto to>
struct Stage {
  static constexpr auto reads = tessera::between<1>(3, Law::both_ways ? 3 : 2);
  static constexpr auto around = tessera::members<from>;
  static constexpr auto writes = tessera::members<to>;
  Law law;
  double keep, ratio; // ratio is dt / h
  double epsilon;

  KOKKOS_FUNCTION Values operator()(auto const& u, auto const& /*at*/) const {
    Values q = u.here();
    double const change = flux_after(u, 0) - flux_after(u, -1);
    q.*to = keep * q.u + (1 - keep) * (q.*from - ratio * change);
    return q;
  }

private:
  /// The flux through the face between node i and the one beyond it.
  KOKKOS_FORCEINLINE_FUNCTION double flux_after(auto const& u, int i) const {
    auto const up = [&](int k) { return law.up(u(i + k).*from); };
    double flux = weno(up(-2), up(-1), up(0), up(1), up(2), epsilon);
    if constexpr (Law::both_ways) {
      auto const down = [&](int k) { return law.down(u(i + k).*from); };
      flux += weno(down(3), down(2), down(1), down(0), down(-1), epsilon);
    }
    return flux;
  }
};

template <class Law>
auto step(Law const& law, double ratio, double epsilon = 1e-6) {
  return tessera::stages(Stage<Law, &Values::u, &Values::first>{law, 0., ratio, epsilon},
                         Stage<Law, &Values::first, &Values::second>{law, 3. / 4, ratio, epsilon},
                         Stage<Law, &Values::second, &Values::u>{law, 1. / 3, ratio, epsilon});
}

constexpr double pi = 3.14159265358979323846;

/// A sine that is carried along in the unit box.
struct CarriedSine {
  double time;
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return Kokkos::sin(2 * pi * (at.position(0) - time));
  }
};

/// Burgers' equation with u = mean + sin(2 pi x) at time 0, in the unit box. In a frame that moves with the
/// mean, u is the sine at the foot xi of a characteristic, xi + t sin(2 pi xi) = x. The sine is odd about
/// 1/2, where the shock stands from time 1 / (2 pi) on; the foot lies on the side of x, before the place
/// where characteristics meet.
struct Steepening {
  static constexpr double mean = 0.5, breaks = 1 / (2 * pi);
  double time;
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const moved = at.position(0) - mean * time, x = moved - Kokkos::floor(moved);
    bool const right = x > 0.5;
    double const distance = right ? 1 - x : x; // from the node of the sine
    double low = 0, high = time > breaks ? Kokkos::acos(-breaks / time) / (2 * pi) : 0.5;
    for (int halving = 0; halving < 60; ++halving) {
      double const xi = 0.5 * (low + high);
      (xi + time * Kokkos::sin(2 * pi * xi) < distance ? low : high) = xi;
    }
    double const sine = Kokkos::sin(2 * pi * low);
    return right ? mean - sine : mean + sine;
  }
};

struct Square {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return at.position(0) >= 0.25 && at.position(0) < 0.5 ? 1. : 0.;
  }
};

/// What is watched: u, and its distance from the exact solution.
struct Value {
  KOKKOS_FUNCTION double operator()(Values const& q) const { return q.u; }
};
template <class Exact>
struct Distance {
  Exact exact;
  KOKKOS_FUNCTION double operator()(Values const& q, auto const& at) const {
    return Kokkos::abs(q.u - exact(at));
  }
};

using Exec = Kokkos::DefaultExecutionSpace;
using Number = Kokkos::View<double, Exec::memory_space>;
auto const periodic = tessera::everywhere(tessera::Periodic{});

template <class Start>
auto start(Exec const& exec, int n, Start const& values) {
  tessera::Grid<1> const grid{.nodes = {n}, .spacing = {1. / n}};
  auto const u = tessera::make_system<Values, double>(exec, grid, "u");
  tessera::fill(exec, u.field(0), values);
  return u;
}

struct Result {
  double error; // in the mean
  std::vector<double> values;
};

template <class Exact, class Law, class SchemeType>
Result run(SchemeType const& scheme, Law const& law, int n, double end, double courant) {
  Exec const exec;
  auto const u = start(exec, n, Exact{0});
  int const steps = static_cast<int>(std::ceil(end * n / courant));
  tessera::Stepper stepper(exec, u, step(law, end * n / steps), periodic, scheme);
  Number const sum("sum"), most("most");
  Distance<Exact> const distance{Exact{end}};
  stepper.advance(u, steps, tessera::watch(tessera::Sum{}, distance, sum),
                  tessera::watch(tessera::Max{}, distance, most));
  Result const result{example::number(sum) / n, example::values_of(u)};
  std::printf("%4d nodes, %5d steps, %s: error %.2e in the mean, %.2e at most\n", n, steps,
              stepper.report().scheme, result.error, example::number(most));
  return result;
}

/// The order with which the error falls on ever finer grids. The Courant number of the coarsest is 0.4.
template <class Exact, class Law>
void check_order(char const* what, Law const& law, double end, bool smooth) {
  std::printf("%s, to time %g\n", what, end);
  double before = 0, courant = 0.4;
  for (int n : {40, 80, 160, 320}) {
    Result const direct = run<Exact>(tessera::Direct{}, law, n, end, courant);
    Result const temporal = run<Exact>(tessera::Temporal{}, law, n, end, courant);
    example::require(direct.values == temporal.values, "Direct and Temporal give the same bits");
    if (before > 0) {
      double const order = example::order(before, direct.error);
      std::printf("order %.3f\n", order);
      if (smooth)
        example::require(std::fabs(order - 5) < 0.5, "the error falls with order 5");
      else
        example::require(order > 0.8 && order < 1.5, "the error at a shock falls with order 1");
    }
    before = direct.error;
    if (smooth) courant *= std::pow(2., -2. / 3); // dt ~ h^(5/3)
  }
}

/// How far a square that is carried once around leaves the range from 0 to 1, at any time.
double overshoot(double epsilon) {
  Exec const exec;
  constexpr int n = 200;
  constexpr double courant = 0.4;
  auto const u = start(exec, n, Square{});
  tessera::Stepper stepper(exec, u, step(Advection{}, courant, epsilon), periodic, tessera::Direct{});
  Number const least("least"), most("most");
  double beyond = 0;
  for (int i = 0; i < n / courant; ++i) {
    stepper.advance(u, 1, tessera::watch(tessera::Min{}, Value{}, least),
                    tessera::watch(tessera::Max{}, Value{}, most));
    beyond = std::max({beyond, -example::number(least), example::number(most) - 1});
  }
  return beyond;
}

/// Burgers' sine over x (to the right) and time (upwards) as a picture: it steepens into a shock, which moves
/// at the mean.
void picture(std::string const& file) {
  Exec const exec;
  constexpr int n = 512, rows = 384, steps_of_row = 4;
  constexpr double ratio = 0.25; // 0.375 of a spacing a step at most
  auto const u = start(exec, n, Steepening{0});
  tessera::Stepper stepper(exec, u, step(Burgers{1.5}, ratio), periodic, tessera::Temporal{});
  Number const sum("sum");
  std::vector<double> plane(n * rows);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<double> const values = example::values_of(u); // u first
    for (std::size_t i = 0; i < n; ++i) plane[i * rows + row] = values[i];
    stepper.advance(u, steps_of_row, tessera::watch(tessera::Sum{}, Value{}, sum));
  }
  example::require(std::fabs(example::number(sum) / n - Steepening::mean) < 1e-13, "the mean of u stays");
  double const h = 1. / n;
  example::show(plane, {"x", 0., h, n}, {"time", 0., steps_of_row * ratio * h, rows},
                {"Burgers' equation: a sine becomes a shock", "u"}, file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  check_order<CarriedSine>("advection of a sine", Advection{}, 1, true);
  check_order<Steepening>("Burgers' equation before the shock", Burgers{1.5}, 0.06, true);
  check_order<Steepening>("Burgers' equation after the shock", Burgers{1.5}, 0.4, false);

  double const weno5 = overshoot(1e-6), linear = overshoot(1e6);
  std::printf("a square leaves its range by %.1e, with linear weights by %.1e\n", weno5, linear);
  example::require(weno5 < 1e-3, "a square gets no new extrema");
  example::require(linear > 0.05, "the weights are what keeps it from them");

  picture(argc > 1 ? argv[1] : "weno5.png");
}

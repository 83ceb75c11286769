// SPDX-License-Identifier: Apache-2.0
// The lattice Boltzmann method with nine velocities (D2Q9) and one relaxation time (Bhatnagar, Gross and
// Krook): a shear wave in a periodic box decays by viscosity.
//
//     6  2  5       f[k](x, t + 1) = g[k](x - c[k], t),   g = f + omega (equilibrium(f) - f)
//      \ | /
//     3- 0 -1       Each f[k] is a field of its own, and a step reads every f[k] at the
//      / | \        neighbour that it comes from: the stage takes what arrives and lets it
//     7  4  8       collide.
//
// A wave u = (sin(2 pi y / N), 0) decays as exp(-nu k^2 t) with k = 2 pi / N and nu = (1 / omega - 1/2) / 3.
// The method is of second order in k, so that on a lattice twice as fine, over 4 times as many steps, the
// error of the decay is a quarter.
#include "theory.hpp"

struct Lattice {
  double f[9]; // an array is as many members as it has values
};

constexpr double weight[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

/// The equilibrium at density rho and velocity u, of which cu is the component along the velocity of number
/// k.
KOKKOS_FUNCTION constexpr double equilibrium(double w, double rho, double cu, double squared) {
  return w * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * squared);
}

struct Bgk {
  static constexpr auto reads = tessera::box<2>(1);
  double omega;

  KOKKOS_FUNCTION Lattice operator()(auto const& u, auto const& /*at*/) const {
    double const f0 = u(0, 0).f[0], f1 = u(-1, 0).f[1], f2 = u(0, -1).f[2], f3 = u(1, 0).f[3],
                 f4 = u(0, 1).f[4], f5 = u(-1, -1).f[5], f6 = u(1, -1).f[6], f7 = u(1, 1).f[7],
                 f8 = u(-1, 1).f[8];
    double const rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    double const x = (f1 - f3 + f5 - f6 - f7 + f8) / rho, y = (f2 - f4 + f5 + f6 - f7 - f8) / rho;
    double const squared = x * x + y * y;
    auto const relaxed = [&](double f, double w, double cu) {
      return f + omega * (equilibrium(w, rho, cu, squared) - f);
    };
    constexpr double w0 = 4. / 9, w1 = 1. / 9, w5 = 1. / 36;
    return {{relaxed(f0, w0, 0), relaxed(f1, w1, x), relaxed(f2, w1, y), relaxed(f3, w1, -x),
             relaxed(f4, w1, -y), relaxed(f5, w5, x + y), relaxed(f6, w5, y - x), relaxed(f7, w5, -x - y),
             relaxed(f8, w5, x - y)}};
  }
};

constexpr double pi = 3.14159265358979323846, omega = 1.2, nu = (1 / omega - 0.5) / 3;

/// f[k] of the shear wave in equilibrium; along_x is the x component of the velocity of number k.
struct Wave {
  double n, amplitude, w, along_x;
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const u = amplitude * Kokkos::sin(2 * pi * static_cast<double>(at.index(1)) / n);
    return equilibrium(w, 1, along_x * u, u * u);
  }
};

/// The amplitude of sin(2 pi y / n) in the x component of the momentum.
double amplitude_of(std::vector<double> const& f, int n) {
  auto const nodes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  double sum = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    double const momentum = f[nodes + i] - f[3 * nodes + i] + f[5 * nodes + i] - f[6 * nodes + i] -
                            f[7 * nodes + i] + f[8 * nodes + i];
    sum += momentum * std::sin(2 * pi * static_cast<double>(i % static_cast<std::size_t>(n)) / n);
  }
  return 2 * sum / static_cast<double>(nodes);
}

struct Result {
  double error; // of the decay, relative
  std::vector<double> values;
};

template <class SchemeType>
Result run(SchemeType const& scheme, int n) {
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<2> const grid{.nodes = {n, n}, .spacing = {1., 1.}};
  auto const u = tessera::make_system<Lattice, double>(exec, grid, "f");
  constexpr double along_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  double const amplitude = 0.64 / n; // the Reynolds number is the same on all lattices
  for (int k = 0; k < 9; ++k)
    tessera::fill(exec, u.field(k), Wave{double(n), amplitude, weight[k], along_x[k]});

  int const steps = n * n / 4;
  tessera::Stepper stepper(exec, u, Bgk{omega}, tessera::everywhere(tessera::Periodic{}), scheme);
  stepper.advance(u, steps);

  Result result{.error = 0, .values = example::values_of(u)};
  double const k = 2 * pi / n, decay = amplitude_of(result.values, n) / amplitude;
  result.error = std::fabs(decay / std::exp(-nu * k * k * steps) - 1);
  std::printf("%3d x %3d nodes, %4d steps, %s: the wave decays to %.6f, relative error %.2e\n", n, n, steps,
              stepper.report().scheme, decay, result.error);
  return result;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  double before = 0;
  for (int n : {16, 32, 64}) {
    Result const direct = run(tessera::Direct{}, n), temporal = run(tessera::Temporal{}, n);
    example::require(direct.values == temporal.values, "Direct and Temporal give the same bits");
    // The next term of the error is of order 4: at k = 2 pi / 16 it is k^2 = 0.15 of the leading one.
    if (before > 0) {
      double const order = example::order(before, direct.error);
      std::printf("order %.3f\n", order);
      example::require(std::fabs(order - 2) < 0.15, "the error falls with order 2");
    }
    before = direct.error;
  }
}

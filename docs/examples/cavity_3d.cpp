// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in space by Yee's scheme: a standing wave in a box of perfectly conducting walls.
//
//     H_t = -curl E,   E_t = curl H
//
// in lengths and times such that light travels at 1. The scheme is that of K. S. Yee, IEEE Trans. Antennas
// Propag. 14 (1966) 302; A. Taflove and S. C. Hagness, Computational Electrodynamics, have it in chapter 3.
//
// Yee's cell: a component of E lies in the middle of an edge, one of H in the middle of a face.
//
//          .-------.         Ex(i, j, k) lies half a spacing beyond its node along x, Hx(i, j, k) half a
//         /   Hz  /|         spacing beyond it along y and along z; the others likewise. H is half a step
//       Ez-------. |         earlier than E. So curls are differences of neighbours, forward for E and
//        |   Hx  | '         backward for H, and both stages of a step work in place.
//        |       |/
//        o---Ey--'
//
// The box has exact standing waves of the scheme. With the wave number k of an axis, its spacing h and
// K = 2 / h sin(k h / 2),
//
//     Ex = A cos(kx x) sin(ky y) sin(kz z) cos(omega t), ...   where Kx A + Ky B + Kz C = 0,
//     (2 / dt sin(omega dt / 2))^2 = Kx^2 + Ky^2 + Kz^2        (the numerical dispersion relation),
//
// at the places of the components. So the program is right to rounding or wrong; only omega itself differs
// from that of light, |k|, by a term of second order.
#include "results.hpp"
#include "theory.hpp"

struct Em {
  double ex, ey, ez, hx, hy, hz;
  static constexpr double staggering[6][3] = {{0.5, 0, 0},   {0, 0.5, 0},   {0, 0, 0.5},
                                              {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
};

struct Magnetic {
  static constexpr auto reads = tessera::forward<3>(1);
  static constexpr auto around = tessera::members<&Em::ex, &Em::ey, &Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy, &Em::hz>;
  double sx, sy, sz; // dt / h along the axes

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    Em const x = u(1, 0, 0), y = u(0, 1, 0), z = u(0, 0, 1);
    q.hx -= sy * (y.ez - q.ez) - sz * (z.ey - q.ey);
    q.hy -= sz * (z.ex - q.ex) - sx * (x.ez - q.ez);
    q.hz -= sx * (x.ey - q.ey) - sy * (y.ex - q.ex);
    return q;
  }
};

struct Electric {
  static constexpr auto reads = tessera::backward<3>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy, &Em::hz>;
  static constexpr auto writes = tessera::members<&Em::ex, &Em::ey, &Em::ez>;
  double sx, sy, sz;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    Em const x = u(-1, 0, 0), y = u(0, -1, 0), z = u(0, 0, -1);
    q.ex += sy * (q.hz - y.hz) - sz * (q.hy - z.hy);
    q.ey += sz * (q.hx - z.hx) - sx * (q.hz - x.hz);
    q.ez += sx * (q.hy - x.hy) - sy * (q.hx - y.hx);
    return q;
  }
};

// On a perfect conductor the electric field along the wall is 0: two components on each face. The third one
// follows the formula, and so does H. The last nodes also hold components that lie half a spacing beyond the
// walls; they are computed too, and no node inside reads them.
auto walls() {
  tessera::Dirichlet const zero{0.};
  tessera::Mirrored const free;
  auto const across_x = tessera::by_member(free, zero, zero, free, free, free);
  auto const across_y = tessera::by_member(zero, free, zero, free, free, free);
  auto const across_z = tessera::by_member(zero, zero, free, free, free, free);
  return tessera::everywhere(across_x)
      .on(tessera::south, across_y)
      .on(tessera::north, across_y)
      .on(tessera::bottom, across_z)
      .on(tessera::top, across_z);
}

constexpr double pi = 3.14159265358979323846;
constexpr double length[3] = {1, 1.3, 0.7}; // of the box
constexpr int half_waves[3] = {2, 3, 1};    // of the mode along each axis

/// A component of the mode where it lies: amplitude times a cosine along the axes along which it is
/// staggered, a sine along the others.
struct Component {
  double amplitude, k[3];
  bool staggered[3];

  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double value = amplitude;
    for (int d = 0; d < 3; ++d) {
      double const phase = k[d] * at.position(d);
      value *= staggered[d] ? Kokkos::cos(phase) : Kokkos::sin(phase);
    }
    return value;
  }
};

/// A box of some number of cells along each axis, and its mode.
struct Cavity {
  int cells[3];
  double h[3], dt, omega; // of Yee's scheme
  double e[3], c[3];      // amplitudes of E, and of curl E

  explicit Cavity(int refinement) : cells{12 * refinement, 16 * refinement, 8 * refinement} {
    double K[3], limit = 0, square = 0;
    for (int d = 0; d < 3; ++d) {
      h[d] = length[d] / cells[d];
      K[d] = 2 / h[d] * std::sin(pi * half_waves[d] / 2 / cells[d]);
      limit += 1 / (h[d] * h[d]);
      square += K[d] * K[d];
    }
    dt = 0.9 / std::sqrt(limit); // 0.9 of what is stable (Courant, Friedrichs and Lewy)
    omega = 2 / dt * std::asin(dt / 2 * std::sqrt(square));
    double const other[3] = {1, -1, 0.5}; // any direction but that of K
    for (int d = 0; d < 3; ++d) {         // E = K x other is perpendicular to K, and curl E = K x E
      int const a = (d + 1) % 3, b = (d + 2) % 3;
      e[d] = (K[a] * other[b] - K[b] * other[a]) / std::sqrt(square);
    }
    for (int d = 0; d < 3; ++d) {
      int const a = (d + 1) % 3, b = (d + 2) % 3;
      c[d] = K[a] * e[b] - K[b] * e[a];
    }
  }

  /// The nodes: one more than cells.
  tessera::Grid<3> grid() const {
    return {.nodes = {cells[0] + 1, cells[1] + 1, cells[2] + 1}, .spacing = {h[0], h[1], h[2]}};
  }
  Magnetic magnetic() const { return {dt / h[0], dt / h[1], dt / h[2]}; }
  Electric electric() const { return {dt / h[0], dt / h[1], dt / h[2]}; }

  /// A member of Em after a number of steps. E goes as cos(omega t), and from H_t = -curl E, with differences
  /// over a step in the place of the derivative, H as -sin(omega t) dt / (2 sin(omega dt / 2)) of curl E.
  Component member(int m, int step) const {
    int const along = m % 3;
    bool const electric = m < 3;
    double const amplitude =
        electric ? e[along] * std::cos(omega * dt * step)
                 : -c[along] * std::sin(omega * dt * (step - 0.5)) * dt / (2 * std::sin(omega * dt / 2));
    Component component{.amplitude = amplitude, .k = {}, .staggered = {}};
    for (int d = 0; d < 3; ++d) {
      component.k[d] = pi * half_waves[d] / length[d];
      component.staggered[d] = Em::staggering[m][d] != 0;
    }
    return component;
  }
};

using Exec = Kokkos::DefaultExecutionSpace;

auto start(Exec const& exec, Cavity const& cavity) {
  auto const em = tessera::make_system<Em, double>(exec, cavity.grid(), "cavity");
  for (int m = 0; m < 6; ++m) tessera::fill(exec, em.field(m), cavity.member(m, 0));
  return em;
}

/// The largest difference between the members and those of the mode after `steps` steps. Places half a
/// spacing beyond a wall do not count.
double error(Exec const& exec, Cavity const& cavity, std::vector<double> const& values, int steps) {
  auto const exact = tessera::make_system<Em, double>(exec, cavity.grid(), "exact");
  for (int m = 0; m < 6; ++m) tessera::fill(exec, exact.field(m), cavity.member(m, steps));
  auto const wanted = example::values_of(exact);
  double most = 0;
  std::size_t node = 0;
  for (int m = 0; m < 6; ++m) {
    auto const own = exact.grid(m);
    auto const beyond = [&](int d, int i) { return own.position(d, i) > length[d] + cavity.h[d] / 4; };
    for (int i = 0; i <= cavity.cells[0]; ++i)
      for (int j = 0; j <= cavity.cells[1]; ++j)
        for (int k = 0; k <= cavity.cells[2]; ++k, ++node) {
          if (!beyond(0, i) && !beyond(1, j) && !beyond(2, k))
            most = example::larger(most, std::fabs(values[node] - wanted[node]));
        }
  }
  return most;
}

/// All values after `steps` steps, which are compared with the mode.
template <class SchemeType>
std::vector<double> run(SchemeType const& scheme, Cavity const& cavity, int steps) {
  Exec const exec;
  auto const em = start(exec, cavity);
  tessera::Stepper stepper(exec, em, tessera::stages(cavity.magnetic(), cavity.electric()), walls(), scheme);
  stepper.advance(em, steps);
  auto values = example::values_of(em);
  double const most = error(exec, cavity, values, steps);
  std::printf("%s: after %d steps of %d x %d x %d cells E and H differ from Yee's own mode by %.1e\n",
              stepper.report().scheme, steps, cavity.cells[0], cavity.cells[1], cavity.cells[2], most);
  // A step rounds by some 1e-16, and waves keep what was added: 1e-12 where all roundings have one sign.
  example::require(most < 1e-11, "E and H are the discrete mode");
  return values;
}

/// Twice the electric energy of a node. What lies beyond a wall does not count.
struct ElectricEnergy {
  int cells[3];
  KOKKOS_FUNCTION double operator()(Em const& q, auto const& at) const {
    double sum = 0;
    if (at.index(0) < cells[0]) sum += q.ex * q.ex;
    if (at.index(1) < cells[1]) sum += q.ey * q.ey;
    if (at.index(2) < cells[2]) sum += q.ez * q.ez;
    return sum;
  }
};

/// The mode's frequency. The electric energy of the box goes as 1 + cos(2 omega t), and cos(x + y) +
/// cos(x - y) = 2 cos(x) cos(y): so three levels in a row give cos(2 omega dt).
double measured_frequency(Cavity const& cavity) {
  Exec const exec;
  auto const em = start(exec, cavity);
  tessera::Stepper stepper(exec, em, tessera::stages(cavity.magnetic(), cavity.electric()), walls(),
                           tessera::Direct{});
  // The squared sines and cosines of the mode are 1/2 in the mean.
  double const nodes = cavity.cells[0] * cavity.cells[1] * cavity.cells[2];
  double const most =
      nodes / 8 * (cavity.e[0] * cavity.e[0] + cavity.e[1] * cavity.e[1] + cavity.e[2] * cavity.e[2]);
  ElectricEnergy const formula{{cavity.cells[0], cavity.cells[1], cavity.cells[2]}};
  Kokkos::View<double> const energy("energy");
  double cosine[3];
  for (double& value : cosine) {
    stepper.advance(em, 1, tessera::watch(tessera::Sum{}, formula, energy)); // summed in the step's own sweep
    Kokkos::deep_copy(exec, value, energy);
    exec.fence("before the energy is read");
    value = 2 * value / most - 1;
  }
  return std::acos((cosine[2] + cosine[0]) / (2 * cosine[1])) / (2 * cavity.dt);
}

/// Ex half way up the box; places beyond the walls are left out.
void show(Cavity const& cavity, std::vector<double> const& values, std::string const& time,
          char const* file) {
  auto const [n0, n1, n2] = cavity.cells;
  std::vector<double> plane;
  for (int i = 0; i < n0; ++i)
    for (int j = 0; j <= n1; ++j)
      plane.push_back(values[static_cast<std::size_t>((i * (n1 + 1) + j) * (n2 + 1) + n2 / 2)]);
  auto const [h0, h1, h2] = cavity.h;
  example::show(plane, {"x", h0 / 2, h0, static_cast<std::size_t>(n0)},
                {"y", 0., h1, static_cast<std::size_t>(n1 + 1)}, {"cavity, half way up, " + time, "Ex"},
                file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  auto const direct = run(tessera::Direct{}, Cavity(1), 2000);
  example::require(run(tessera::Tiled{}, Cavity(1), 2000) == direct, "Direct and Tiled give the same bits");
  example::require(run(tessera::Temporal{}, Cavity(1), 2000) == direct,
                   "Direct and Temporal give the same bits");

  double light = 0, before = 0;
  for (int d = 0; d < 3; ++d) light += std::pow(pi * half_waves[d] / length[d], 2);
  light = std::sqrt(light);
  for (int refinement : {1, 2, 4}) {
    Cavity const cavity(refinement);
    double const measured = measured_frequency(cavity), error = std::fabs(measured / light - 1);
    std::printf("%2d cells along x: frequency measured %.12f, of Yee's scheme %.12f, of light %.12f\n",
                cavity.cells[0], measured, cavity.omega, light);
    example::require(std::fabs(measured / cavity.omega - 1) < 1e-11, "the frequency is that of Yee's scheme");
    if (before > 0) {
      double const order = example::order(before, error);
      std::printf("order %.4f\n", order);
      // The next term is of order 4. On the coarsest grid it is some (k h)^2 / 30 = 0.01 of the leading one.
      example::require(std::fabs(order - 2) < 0.05, "the frequency tends to that of light with order 2");
    }
    before = error;
  }
  Cavity const fine(4);
  int const period = static_cast<int>(std::lround(2 * pi / (fine.omega * fine.dt)));
  show(fine, run(tessera::Temporal{}, fine, 2 * period), "after two periods",
       argc > 1 ? argv[1] : "cavity_3d.png");
}

// SPDX-License-Identifier: Apache-2.0
// The lattice Boltzmann method (D2Q9, one relaxation time) with walls: a force drives a fluid along a
// channel, and round a post.
//
// Walls are nodes of a mask, a member that no stage writes. Where a population would come from a wall, the
// node takes the one that it sent there a step ago: the wall reflects it, and stands halfway between the two
// nodes (bounce-back). The force enters as Guo, Zheng and Shi say (Phys. Rev. E 65, 046308, 2002).
//
//     # # # # #         A flow between two walls, H apart, becomes Poiseuille's parabola
//       . . . .  H
//       . . . .             u(y) = F / (2 rho nu) (H^2 / 4 - y^2)       (y = 0 in the middle).
//     # # # # #
//
// In such a flow f5 - f6, f8 - f7 and f1 - f3 obey linear equations. Their solution is that parabola with the
// slip F / (2 rho nu) (16 (tau - 1/2)^2 - 3) / 12 added everywhere (He, Zou, Luo and Dembo, J. Stat. Phys.
// 87, 1997, have it for another way to apply the force). So the program is right to rounding or wrong; at a
// given tau the slip falls with H^2 against the largest velocity.
#include <algorithm>

#include "results.hpp"
#include "theory.hpp"

struct Lattice {
  double f[9]; // an array is as many members as it has values
  double wall; // 1 in a wall, 0 in the fluid
};

KOKKOS_FORCEINLINE_FUNCTION constexpr double weight(int k) {
  return k == 0 ? 4. / 9 : k < 5 ? 1. / 9 : 1. / 36;
}

/// Populations that arrive collide under a force along axis 0.
struct Collision {
  static constexpr auto reads = tessera::box<2>(1);
  static constexpr auto writes = tessera::members<&Lattice::f>;
  double omega, force;

  //     6  2  5
  //      \ | /
  //     3- 0 -1       f[k] comes from the node against its velocity.
  //      / | \                                                       .
  //     7  4  8
  KOKKOS_FUNCTION Lattice operator()(auto const& u, auto const& /*at*/) const {
    Lattice q = u.here();
    auto const arrived = [](Lattice const& from, int k, double reflected) {
      return from.wall != 0 ? reflected : from.f[k];
    };
    double const f0 = q.f[0], f1 = arrived(u(-1, 0), 1, q.f[3]), f2 = arrived(u(0, -1), 2, q.f[4]),
                 f3 = arrived(u(1, 0), 3, q.f[1]), f4 = arrived(u(0, 1), 4, q.f[2]),
                 f5 = arrived(u(-1, -1), 5, q.f[7]), f6 = arrived(u(1, -1), 6, q.f[8]),
                 f7 = arrived(u(1, 1), 7, q.f[5]), f8 = arrived(u(-1, 1), 8, q.f[6]);
    double const rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    // The velocity halfway through the step's force.
    double const x = (f1 - f3 + f5 - f6 - f7 + f8 + 0.5 * force) / rho;
    double const y = (f2 - f4 + f5 + f6 - f7 - f8) / rho;
    double const squared = x * x + y * y, push = (1 - 0.5 * omega) * force;
    // w: weight; cu: the velocity along that of the population, whose component along x is cx.
    auto const relaxed = [&](double f, double w, double cu, double cx) {
      double const equilibrium = w * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * squared);
      return f + omega * (equilibrium - f) + push * w * (3 * (cx - x) + 9 * cu * cx);
    };
    constexpr double w0 = weight(0), w1 = weight(1), w5 = weight(5);
    q = {{relaxed(f0, w0, 0, 0), relaxed(f1, w1, x, 1), relaxed(f2, w1, y, 0), relaxed(f3, w1, -x, -1),
          relaxed(f4, w1, -y, 0), relaxed(f5, w5, x + y, 1), relaxed(f6, w5, y - x, -1),
          relaxed(f7, w5, -x - y, -1), relaxed(f8, w5, x - y, 1)},
         q.wall};
    return q;
  }
};

/// The density of a node, 0 in a wall.
struct Density {
  KOKKOS_FUNCTION double operator()(Lattice const& q) const {
    double rho = 0;
    for (double f : q.f) rho += f;
    return q.wall != 0 ? 0 : rho;
  }
};
/// The velocity along axis 0, of what left the node: the force has acted for the whole step.
struct Speed {
  double force;
  KOKKOS_FUNCTION double operator()(Lattice const& q) const {
    if (q.wall != 0) return 0;
    double const momentum = q.f[1] - q.f[3] + q.f[5] - q.f[6] - q.f[7] + q.f[8];
    return (momentum - 0.5 * force) / Density{}(q);
  }
};

/// A fluid at rest.
struct Rest {
  double weight;
  KOKKOS_FUNCTION double operator()(auto const&) const { return weight; }
};
/// Walls at the first and the last row, and a round post where its radius is not 0.
struct Walls {
  tessera::Index rows;
  double x, y, radius;
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const dx = at.position(0) - x, dy = at.position(1) - y;
    bool const edge = at.index(1) == 0 || at.index(1) == rows - 1;
    return edge || dx * dx + dy * dy < radius * radius ? 1 : 0;
  }
};

using Exec = Kokkos::DefaultExecutionSpace;
using Number = Kokkos::View<double, Exec::memory_space>;

/// The fluid at rest in a channel that is periodic along axis 0. The outer rows are walls and stay.
auto const faces = tessera::everywhere(tessera::Periodic{})
                       .on(tessera::south, tessera::Fixed{})
                       .on(tessera::north, tessera::Fixed{});

auto start(Exec const& exec, int length, Walls const& walls) {
  tessera::Grid<2> const grid{.nodes = {length, walls.rows}, .spacing = {1., 1.}};
  auto const u = tessera::make_system<Lattice, double>(exec, grid, "lattice");
  for (int k = 0; k < 9; ++k) tessera::fill(exec, u.field(k), Rest{weight(k)});
  tessera::fill(exec, u.field(9), walls);
  return u;
}

struct Result {
  double error; // of the velocity, over the largest one
  std::vector<double> values;
};

/// The velocity at a node from the values of all members.
double speed_at(std::vector<double> const& values, std::size_t nodes, std::size_t node, double force) {
  Lattice q;
  for (std::size_t k = 0; k < 9; ++k) q.f[k] = values[k * nodes + node];
  q.wall = values[9 * nodes + node];
  return Speed{force}(q);
}

template <class SchemeType>
Result poiseuille(SchemeType const& scheme, double tau, int height) {
  Exec const exec;
  constexpr int length = 4;
  double const nu = (tau - 0.5) / 3,
               fastest = 0.8 / height; // the Reynolds number is the same in all channels
  double const force = 8 * nu * fastest / (height * height);
  auto const u = start(exec, length, {height + 2, 0, 0, 0});
  tessera::Stepper stepper(exec, u, Collision{1 / tau, force}, faces, scheme);
  // What is not steady decays as exp(-pi^2 nu t / H^2) at least.
  int const steps = static_cast<int>(3.5 * height * height / nu);
  Number const mass("mass");
  stepper.advance(u, steps, tessera::watch(tessera::Sum{}, Density{}, mass));

  Result result{.error = 0, .values = example::values_of(u)};
  double off = 0;
  double const slip = force / (2 * nu) * (16 * (tau - 0.5) * (tau - 0.5) - 3) / 12;
  auto const rows = static_cast<std::size_t>(height) + 2;
  for (std::size_t j = 1; j + 1 < rows; ++j) {
    double const y = static_cast<double>(j) - 0.5 * static_cast<double>(rows - 1);
    double const parabola = force / (2 * nu) * (0.25 * height * height - y * y);
    double const seen = speed_at(result.values, length * rows, j, force);
    result.error = std::max(result.error, std::fabs(seen - parabola) / fastest);
    off = std::max(off, std::fabs(seen - parabola - slip) / fastest);
  }
  std::printf(
      "tau %.2f, %2d rows, %6d steps, %s: velocity off Poiseuille's by %.2e, off that of the method by "
      "%.1e\n",
      tau, height, steps, stepper.report().scheme, result.error, off);
  example::require(std::fabs(example::number(mass) / (length * height) - 1) < 1e-10, "no mass is lost");
  example::require(off < 1e-9, "the flow is the parabola with the slip of the method");
  return result;
}

/// Writes the velocity along axis 0 round a post in the middle of a channel.
void picture(std::string const& file) {
  Exec const exec;
  constexpr std::size_t length = 160, rows = 66;
  constexpr double tau = 0.8, force = 1e-5;
  auto const u = start(exec, length, {rows, 50, 0.5 * (rows - 1), 10});
  tessera::Stepper stepper(exec, u, Collision{1 / tau, force}, faces, tessera::Temporal{});
  Number const before("before"), after("after");
  stepper.advance(u, 1, tessera::watch(tessera::Sum{}, Density{}, before));
  stepper.advance(u, 5000, tessera::watch(tessera::Sum{}, Density{}, after));
  example::require(std::fabs(example::number(after) / example::number(before) - 1) < 1e-10,
                   "no mass is lost at the post");

  std::vector<double> const values = example::values_of(u);
  std::vector<double> plane(length * rows);
  for (std::size_t node = 0; node < plane.size(); ++node)
    plane[node] = speed_at(values, plane.size(), node, force);
  double most = 0, uneven = 0;
  for (std::size_t i = 0; i < length; ++i)
    for (std::size_t j = 0; j < rows; ++j) {
      double const one = plane[i * rows + j], mirrored = plane[i * rows + rows - 1 - j];
      most = std::max(most, one);
      uneven = std::max(uneven, std::fabs(one - mirrored));
    }
  std::printf("a post: the flow is even about the middle to %.1e of its largest velocity\n", uneven / most);
  example::require(uneven < 1e-10 * most, "the flow round the post is even about the middle");
  example::show(plane, {"x", 0., 1., length}, {"y", 0., 1., rows},
                {"channel with a post, step 5001", "velocity along x"}, file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  for (double tau : {0.8, 1.2}) {
    double before = 0;
    for (int height : {8, 16, 32}) {
      Result const direct = poiseuille(tessera::Direct{}, tau, height),
                   temporal = poiseuille(tessera::Temporal{}, tau, height);
      example::require(direct.values == temporal.values, "Direct and Temporal give the same bits");
      if (before > 0) {
        double const order = example::order(before, direct.error);
        std::printf("order %.3f\n", order);
        example::require(std::fabs(order - 2) < 0.01, "the error falls with order 2");
      }
      before = direct.error;
    }
  }
  picture(argc > 1 ? argv[1] : "channel_flow.png");
}

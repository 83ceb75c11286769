// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in a plane by Yee's scheme, in a domain without walls: a pulse leaves it through a
// convolutional perfectly matched layer (CPML).
//
//     Hx_t = -Ez_y,   Hy_t = Ez_x,   Ez_t = Hy_x - Hx_y
//
// in lengths and times such that light travels at 1. In the layer a derivative across it, d, becomes d + psi.
// Each such psi is a member of the system, a memory of what d was:
//
//     psi <- b psi + c d,   b = exp(-(sigma + alpha) dt),   c = sigma / (sigma + alpha) (b - 1)
//
// (J. A. Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334, with kappa = 1). Waves decay in
// the layer. Continuous ones are not reflected where it begins; those of the grid are, a little.
//
//     .-----------.
//     | layer     |     The reflection is measured: a second run has the same pulse in a domain so
//     |  .-----.  |     large that no echo comes back, and the largest difference inside, at any
//     |  |  o  |  |     time, is what the layer reflects.
//     |  '-----'  |
//     '-----------'
#include <limits>

#include "results.hpp"
#include "theory.hpp"

/// psi_hx_y is the memory of the derivative along y in the update of Hx; the others likewise.
struct Em {
  double ez, hx, hy, psi_ez_x, psi_ez_y, psi_hx_y, psi_hy_x;
};

/// b and c at a place on an axis. Both are 0 outside of the layer, and there psi stays 0.
struct Memory {
  double b, c;
};

using Exec = Kokkos::DefaultExecutionSpace;

/// A table for at.index, the same for both axes: at the nodes, and half a spacing beyond them.
struct Profile {
  Kokkos::View<Memory const*, Exec::memory_space> nodes, between;
};

struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy, &Em::psi_hx_y, &Em::psi_hy_x>;
  double s; // dt / h
  Profile profile;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const {
    Em q = u.here();
    Memory const x = profile.between(at.index(0)), y = profile.between(at.index(1));
    double const ez_x = u(1, 0).ez - q.ez, ez_y = u(0, 1).ez - q.ez;
    q.psi_hx_y = y.b * q.psi_hx_y + y.c * ez_y;
    q.psi_hy_x = x.b * q.psi_hy_x + x.c * ez_x;
    q.hx -= s * (ez_y + q.psi_hx_y);
    q.hy += s * (ez_x + q.psi_hy_x);
    return q;
  }
};

struct Electric {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez, &Em::psi_ez_x, &Em::psi_ez_y>;
  double s;
  Profile profile;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& at) const {
    Em q = u.here();
    Memory const x = profile.nodes(at.index(0)), y = profile.nodes(at.index(1));
    double const hy_x = q.hy - u(-1, 0).hy, hx_y = q.hx - u(0, -1).hx;
    q.psi_ez_x = x.b * q.psi_ez_x + x.c * hy_x;
    q.psi_ez_y = y.b * q.psi_ez_y + y.c * hx_y;
    q.ez += s * (hy_x + q.psi_ez_x - (hx_y + q.psi_ez_y));
    return q;
  }
};

// The spacing is the unit of length. The domain inside has 60 x 60 cells.
constexpr int inside = 60, steps = 400, every = 4; // levels are looked at every 4 steps
constexpr double s = 0.7, x_of_pulse = 20, y_of_pulse = 30, width = 5;

/// The memory at a depth in a layer, both in cells. sigma rises as the cube of the depth, to the value that
/// A. Taflove and S. C. Hagness, Computational Electrodynamics, chapter 7, find best for polynomials of
/// degree m, 0.8 (m + 1) / h. alpha falls from 0.05 to 0; it is for waves so slow that sigma alone would
/// reflect them.
Memory memory(double depth, int layer) {
  if (depth <= 0 || layer == 0) return {.b = 0, .c = 0};
  double const d = std::fmin(1, depth / layer);
  double const sigma = 0.8 * (3 + 1) * d * d * d, alpha = 0.05 * (1 - d), b = std::exp(-(sigma + alpha) * s);
  return {.b = b, .c = sigma / (sigma + alpha) * (b - 1)};
}

/// The table of an axis of `nodes` nodes with a layer at both ends; `offset` of the places from the nodes.
auto table(int nodes, int layer, double offset) {
  Kokkos::View<Memory*, Exec::memory_space> const table("profile", static_cast<std::size_t>(nodes));
  auto const host = Kokkos::create_mirror_view(table);
  for (int i = 0; i < nodes; ++i)
    host(i) = memory(std::fmax(layer - (i + offset), i + offset - (nodes - 1 - layer)), layer);
  Kokkos::deep_copy(table, host);
  return table;
}

struct Pulse {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    double const x = at.position(0) - x_of_pulse, y = at.position(1) - y_of_pulse;
    return Kokkos::exp(-(x * x + y * y) / (width * width));
  }
};

/// Twice the energy of a node. Hx and Hy that lie half a spacing beyond a wall do not count.
struct Energy {
  int last;
  KOKKOS_FUNCTION double operator()(Em const& q, auto const& at) const {
    double sum = q.ez * q.ez;
    if (at.index(1) < last) sum += q.hx * q.hx;
    if (at.index(0) < last) sum += q.hy * q.hy;
    return sum;
  }
};

using Plane = std::vector<double>;

struct Result {
  std::vector<Plane> ez, all; // in the domain inside, and in all of the run's domain
  std::vector<double> energy;
  std::vector<double> values; // of all members at the end
};

/// The pulse in a domain that has `margin` cells more on each side of the one inside. The last `layer` ones
/// are a layer. Behind them is a wall, a perfect conductor.
template <class SchemeType>
Result run(SchemeType const& scheme, int margin, int layer) {
  Exec const exec;
  int const nodes = inside + 1 + 2 * margin;
  tessera::Grid<2> const grid{
      .nodes = {nodes, nodes}, .spacing = {1., 1.}, .origin = {-1. * margin, -1. * margin}};
  auto const em = tessera::make_system<Em, double>(exec, grid, "plane");
  tessera::fill(exec, em.field(0), Pulse{});

  Profile const profile{table(nodes, layer, 0), table(nodes, layer, 0.5)};
  tessera::Mirrored const free; // follows the formula; the images are read beyond the wall only
  auto const wall =
      tessera::everywhere(tessera::by_member(tessera::Dirichlet{0.}, free, free, free, free, free, free));
  tessera::Stepper stepper(exec, em, tessera::stages(Magnetic{s, profile}, Electric{s, profile}), wall,
                           scheme);
  Kokkos::View<double> const energy("energy");
  Result result;
  for (int step = 0; step < steps; step += every) {
    stepper.advance(em, every, tessera::watch(tessera::Sum{}, Energy{nodes - 1}, energy));
    exec.fence("before the level is read");
    result.energy.push_back(0);
    Kokkos::deep_copy(result.energy.back(), energy);
    auto const all = example::row_major(em.view(0));
    Plane ez;
    for (int i = margin; i <= margin + inside; ++i)
      for (int j = margin; j <= margin + inside; ++j)
        ez.push_back(all[static_cast<std::size_t>(i * nodes + j)]);
    result.ez.push_back(ez);
    if (layer == margin) result.all.push_back(all);
  }
  result.values = example::values_of(em);
  return result;
}

/// The largest difference from the reference at any node inside and any time, relative to the largest value
/// that arrives at the edge of the domain inside.
double reflection(Result const& result, Result const& reference) {
  double difference = 0, arriving = 0;
  for (std::size_t level = 0; level < reference.ez.size(); ++level)
    for (int i = 0; i <= inside; ++i)
      for (int j = 0; j <= inside; ++j) {
        auto const node = static_cast<std::size_t>(i * (inside + 1) + j);
        double const ez = reference.ez[level][node];
        difference = example::larger(difference, std::fabs(result.ez[level][node] - ez));
        if (i == 0 || i == inside || j == 0 || j == inside)
          arriving = example::larger(arriving, std::fabs(ez));
      }
  return difference / arriving;
}

/// Ez with the layer on the left and with a bare wall on the right, at one time; lines in grey are the edge
/// of the domain inside.
void show(Result const& with_layer, Result const& bare, int layer, std::size_t level, char const* file) {
  double const grey = std::numeric_limits<double>::quiet_NaN();
  int const nodes = inside + 1 + 2 * layer;
  Plane plane;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j) {
      int const x = i - layer, y = j - layer;
      bool const line = x >= -1 && x <= inside + 1 && y >= -1 && y <= inside + 1 &&
                        (x == -1 || x == inside + 1 || y == -1 || y == inside + 1);
      plane.push_back(line ? grey : with_layer.all[level][static_cast<std::size_t>(i * nodes + j)]);
    }
  for (int i = 0; i < inside + 3; ++i)
    for (int j = 0; j < nodes; ++j) {
      int const x = i - 1, y = j - layer;
      bool const in = x >= 0 && x <= inside && y >= 0 && y <= inside;
      plane.push_back(in ? bare.ez[level][static_cast<std::size_t>(x * (inside + 1) + y)] : grey);
    }
  auto const n0 = static_cast<std::size_t>(nodes + inside + 3), n1 = static_cast<std::size_t>(nodes);
  auto const step = std::to_string((level + 1) * every);
  example::show(plane, {"cells of both planes, side by side", -1. * layer, 1., n0},
                {"cells", -1. * layer, 1., n1},
                {"step " + step + ": an absorbing layer (left), walls (right)", "Ez"}, file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // Light moves s nodes a step. To a wall that is steps / 2 nodes away, and back, it needs steps / s steps.
  Result const reference = run(tessera::Temporal{}, steps / 2, 0);
  Result const bare = run(tessera::Direct{}, 0, 0);
  double before = reflection(bare, reference);
  std::printf("a wall reflects %.2g of what arrives; of the energy %.3f is left\n", before,
              bare.energy.back() / bare.energy.front());
  example::require(before > 0.5, "a bare wall reflects what arrives");
  // H is half a step earlier than Ez, so the sum of both wavers by a part of omega dt.
  example::require(std::fabs(bare.energy.back() / bare.energy.front() - 1) < 0.2,
                   "a wall keeps the energy in");

  for (int layer : {5, 10, 20}) {
    Result const result = run(tessera::Direct{}, layer, layer);
    double const reflected = reflection(result, reference),
                 left = result.energy.back() / result.energy.front();
    std::printf("a layer of %2d cells reflects %.2e of what arrives; of the energy %.2e is left\n", layer,
                reflected, left);
    example::require(reflected < before / 5, "a thicker layer reflects less");
    example::require(left < 1e-4, "the energy has left");
    before = reflected;
    if (layer != 10) continue;
    // A continuous wave that meets the layer upright comes back as exp(-2 times the integral of sigma) =
    // exp(-16) = 1e-7. The rest is of the grid: sigma changes from place to place.
    example::require(reflected < 1e-4, "10 cells reflect less than 1e-4");
    example::require(run(tessera::Tiled{}, layer, layer).values == result.values,
                     "Direct and Tiled give the same bits");
    example::require(run(tessera::Temporal{}, layer, layer).values == result.values,
                     "Direct and Temporal give the same bits");
    show(result, bare, layer, 52 / every - 1, argc > 1 ? argv[1] : "absorbing_layer.png");
  }
}

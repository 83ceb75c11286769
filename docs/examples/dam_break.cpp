// SPDX-License-Identifier: Apache-2.0
// The shallow-water equations: a dam breaks, and water of depth 1 runs over water of depth 0.1.
//
//     h_t + (h u)_x = 0,   (h u)_t + (h u^2 + g h^2 / 2)_x = 0
//
//     1.0 -----.
//               `-.
//     0.4          `--------.
//     0.1                   |-----
//
// In Stoker's exact solution a rarefaction runs to the left and a shock, a bore, to the right; between them
// the water is of one depth and one speed.
//
// The finite-volume scheme takes the fluxes between cells from Harten, Lax and van Leer's approximation of
// the Riemann problem. It is of first order: a shock is smeared over a few cells, so its part of the error in
// the mean (L1) falls with h; the ends of the rarefaction, where the slope jumps, fall more slowly.
#include "theory.hpp"

struct Water {
  double depth, discharge; // h and h u
};

constexpr double g = 1, left = 1, right = 0.1, end = 0.25;

KOKKOS_FUNCTION inline Water flux(Water q) {
  double const u = q.discharge / q.depth;
  return {q.discharge, q.discharge * u + 0.5 * g * q.depth * q.depth};
}

/// The flux through the face between two cells.
KOKKOS_FUNCTION inline Water hll(Water l, Water r) {
  double const ul = l.discharge / l.depth, ur = r.discharge / r.depth;
  double const cl = Kokkos::sqrt(g * l.depth), cr = Kokkos::sqrt(g * r.depth);
  // The fastest waves to both sides; 0 where all waves run to one side, which makes the flux that of upwind.
  double const sl = Kokkos::min(0., Kokkos::min(ul - cl, ur - cr));
  double const sr = Kokkos::max(0., Kokkos::max(ul + cl, ur + cr));
  Water const fl = flux(l), fr = flux(r);
  return {(sr * fl.depth - sl * fr.depth + sl * sr * (r.depth - l.depth)) / (sr - sl),
          (sr * fl.discharge - sl * fr.discharge + sl * sr * (r.discharge - l.discharge)) / (sr - sl)};
}

/// One formula for both members, which reads both at the neighbours: such a step needs no list of members.
struct ShallowWater {
  static constexpr auto reads = tessera::star<1>(1);
  double ratio; // dt / h

  KOKKOS_FUNCTION Water operator()(auto const& u, auto const& /*at*/) const {
    Water const west = u(-1), here = u(0), east = u(1);
    Water const in = hll(west, here), out = hll(here, east);
    return {here.depth - ratio * (out.depth - in.depth),
            here.discharge - ratio * (out.discharge - in.discharge)};
  }
};

struct Dam {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    if (at.position(0) < 0) return left;
    return right;
  }
};

/// Stoker's solution at x = speed * t.
class Stoker {
public:
  Stoker() {
    // The speed behind the rarefaction, 2 (sqrt(g left) - sqrt(g h)), falls with the depth h of the middle;
    // that behind the shock, (h - right) sqrt(g (1 / h + 1 / right) / 2), grows.
    double low = right, high = left;
    for (int halving = 0; halving < 100; ++halving) {
      middle_ = 0.5 * (low + high);
      speed_ = 2 * (std::sqrt(g * left) - std::sqrt(g * middle_));
      double const behind_shock = (middle_ - right) * std::sqrt(0.5 * g * (1 / middle_ + 1 / right));
      (behind_shock < speed_ ? low : high) = middle_;
    }
    shock_ = middle_ * speed_ / (middle_ - right);
  }
  double depth(double speed) const {
    double const c = std::sqrt(g * left);
    if (speed < -c) return left;
    if (speed < speed_ - std::sqrt(g * middle_)) return (2 * c - speed) * (2 * c - speed) / (9 * g);
    return speed < shock_ ? middle_ : right;
  }
  double shock() const { return shock_; }

private:
  double middle_, speed_, shock_;
};

struct Result {
  double error; // of the depth, in the mean
  std::vector<double> values;
};

template <class SchemeType>
Result run(SchemeType const& scheme, int n) {
  Kokkos::DefaultExecutionSpace const exec;
  double const h = 1. / n, ratio = 0.5; // u + sqrt(g h) is 1.37 at most: 0.69 of a cell a step
  tessera::Grid<1> const grid{.nodes = {n}, .spacing = {h}, .origin = {-0.5 + h / 2}}; // centres of cells
  auto const u = tessera::make_system<Water, double>(exec, grid, "water");
  tessera::fill(exec, u.field(0), Dam{});

  int const steps = static_cast<int>(std::lround(end / (ratio * h)));
  tessera::Stepper stepper(exec, u, ShallowWater{ratio}, tessera::everywhere(tessera::ZeroGradient{}),
                           scheme);
  stepper.advance(u, steps);

  Result result{.error = 0, .values = example::values_of(u)};
  Stoker const exact;
  double volume = 0;
  for (int i = 0; i < n; ++i) {
    double const x = (i + 0.5) * h - 0.5, depth = result.values[static_cast<std::size_t>(i)];
    result.error += h * std::fabs(depth - exact.depth(x / end));
    volume += h * depth;
  }
  std::printf("%5d cells, %4d steps, %s: mean error of the depth %.3e\n", n, steps, stepper.report().scheme,
              result.error);
  // No wave has reached an end of the channel, so the fluxes there are equal to those of still water: 0.
  example::require(std::fabs(volume - 0.5 * (left + right)) < 1e-12, "no water is lost");
  return result;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::printf("the shock runs at %.6f\n", Stoker().shock());
  double before = 0;
  for (int n : {400, 800, 1600}) {
    Result const direct = run(tessera::Direct{}, n), temporal = run(tessera::Temporal{}, n);
    example::require(direct.values == temporal.values, "Direct and Temporal give the same bits");
    // Monotone schemes have an order of at least 1/2 in the mean (Kuznetsov proved it for one equation), and
    // of 1 at most.
    if (before > 0) {
      double const order = example::order(before, direct.error);
      std::printf("order %.3f\n", order);
      example::require(order > 0.5 && order < 1.1, "the error falls with an order between 1/2 and 1");
    }
    before = direct.error;
  }
}

// SPDX-License-Identifier: Apache-2.0
// Heat in a material of fibres that run in rings around the middle: it travels along them far better than
// across.
//
//     u_t = div(D grad u),   D = across I + (along - across) t t^T,   t = (-y, x) / r
//
// The mixed derivatives need the corners: the stencil reads a box of radius 1.
#include <tessera/tessera.hpp>

#include <cstdlib>

#include "results.hpp"

struct RingFibres {
  static constexpr auto reads = tessera::box<2>(1);
  double h;             // spacing, the same along both axes
  double ratio;         // dt / h^2
  double along, across; // conductivity along the fibres and across

  /// What flows out is the difference of the fluxes through the four faces of the node's cell.
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    double const x = at.position(0), y = at.position(1);
    double const through_x = flux_x(u, 0, x + h / 2, y) - flux_x(u, -1, x - h / 2, y);
    double const through_y = flux_y(u, 0, x, y + h / 2) - flux_y(u, -1, x, y - h / 2);
    return u(0, 0) + ratio * (through_x + through_y);
  }

private:
  //    (i, 1) . (i+1, 1)
  //           .                  The normal difference lies across the face, the tangential one is the mean
  //    (i, 0) | (i+1, 0)         of the differences on its two sides.
  //           .
  //    (i,-1) . (i+1,-1)
  KOKKOS_FUNCTION double flux_x(auto const& u, int i, double x, double y) const {
    double const normal = u(i + 1, 0) - u(i, 0);
    double const tangential = 0.25 * ((u(i, 1) + u(i + 1, 1)) - (u(i, -1) + u(i + 1, -1)));
    double const extra = (along - across) / (x * x + y * y);
    return (across + extra * y * y) * normal - extra * x * y * tangential;
  }
  KOKKOS_FUNCTION double flux_y(auto const& u, int j, double x, double y) const {
    double const normal = u(0, j + 1) - u(0, j);
    double const tangential = 0.25 * ((u(1, j) + u(1, j + 1)) - (u(-1, j) + u(-1, j + 1)));
    double const extra = (along - across) / (x * x + y * y);
    return (across + extra * x * x) * normal - extra * x * y * tangential;
  }
};

/// Three hot spots on different rings.
struct HotSpots {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    constexpr double spots[3][2] = {{-0.75, 0.}, {0.35, 0.35}, {0., -0.25}};
    for (auto const& spot : spots) {
      double const dx = at.position(0) - spot[0], dy = at.position(1) - spot[1];
      if (dx * dx + dy * dy < 0.008) return 1;
    }
    return 0;
  }
};

void run(std::string const& scheme_name, int steps, std::string const& file) {
  Kokkos::DefaultExecutionSpace const exec;
  int const n = 256;
  double const h = 2. / (n - 1);
  // An even number of nodes keeps every node and face away from the middle, where the fibres have no
  // direction.
  tessera::Grid<2> const grid{.nodes = {n, n}, .spacing = {h, h}, .origin = {-1., -1.}};
  auto const u = tessera::make_field<double>(exec, grid, "temperature");
  tessera::fill(exec, u, HotSpots{});

  RingFibres const fibres{.h = h, .ratio = 0.2, .along = 1., .across = 0.01};
  auto const cold = tessera::everywhere(tessera::Dirichlet{0.});
  tessera::Stepper stepper(exec, u, fibres, cold, tessera::AnyScheme{scheme_name});
  stepper.advance(u, steps);
  exec.fence("before the result is read");
  example::show(example::row_major(u.view()), {"x", -1., h, n}, {"y", -1., h, n},
                {"heat that spreads along rings, step " + std::to_string(steps), "u"}, file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    run(argc > 1 ? argv[1] : "temporal", argc > 2 ? std::atoi(argv[2]) : 4000,
        argc > 3 ? argv[3] : "anisotropic_diffusion.png");
  } catch (tessera::Error const& error) {
    std::fprintf(stderr, "anisotropic_diffusion: error: %s\n", error.what());
    return 1;
  }
}

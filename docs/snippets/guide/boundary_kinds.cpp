// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/boundary-kinds.md.
#include "guide.hpp"

// snippet: convection
/// Heat passes from the wall into a fluid: -k du/dn = alpha (u - ambient). With one-sided differences,
///
///     u0 | u1 . .        k (u1 - u0) / h = alpha (u0 - ambient)   =>   u0 = (u1 + B ambient) / (1 + B)
///
/// where B = alpha h / k. The node on the face is set, from the old value of its neighbour inside.
struct Convection : tessera::SetsNodes {
  double biot, ambient;
  Convection(double b, double a) : biot(b), ambient(a) {}

  KOKKOS_FUNCTION double value(auto const& u, auto const& /*at*/, auto face) const {
    return (u.along(face.axis, face.inward) + biot * ambient) / (1 + biot);
  }
};
// snippet end

// snippet: robin
/// The same wall to second order: the formula on the face node, the image made from the central difference,
///
///     x1 | u0 u1 .       k (x1 - u1) / (2 h) = -alpha (u0 - ambient)   =>   x1 = u1 - 2 B (u0 - ambient)
struct Robin : tessera::SetsNodes {
  double ratio, biot, ambient; // ratio: as in the stencil
  Robin(double r, double b, double a) : ratio(r), biot(b), ambient(a) {}

  KOKKOS_FUNCTION double value(auto const& u, auto const& /*at*/, auto face) const {
    double const u0 = u.here(), u1 = u.along(face.axis, face.inward);
    double const x1 = u1 - 2 * biot * (u0 - ambient);
    constexpr int other = 1 - face.axis;
    return u0 + ratio * (x1 + u1 + u.along(other, -1) + u.along(other, 1) - 4 * u0);
  }
};
// snippet end

// Cooling of a slab 0 < x < 1, insulated at 0, k du/dx = -alpha u at 1 with alpha / k = 1: cos(c x) exp(-c^2
// t), c tan c = 1.
double cooling_error(Exec const& exec, int nodes, bool second_order) {
  double const c = 0.8603335890193798, h = 1. / (nodes - 1), ratio = 0.2, dt = ratio * h * h;
  tessera::Grid<2> const grid{.nodes = {nodes, 5}, .spacing = {h, h}};
  auto const u = tessera::make_field<double>(exec, grid, "slab");
  auto const start = Kokkos::create_mirror_view(Kokkos::HostSpace(), u.view());
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < 5; ++j) start(i, j) = Kokkos::cos(c * i * h);
  Kokkos::deep_copy(u.view(), start);
  int const steps = static_cast<int>(0.5 / dt + 0.5);
  auto const insulated = tessera::everywhere(tessera::Neumann{0.});
  if (second_order)
    tessera::Stepper(exec, u, Diffusion{ratio}, insulated.on(tessera::east, Robin(ratio, h, 0.)),
                     tessera::Direct{})
        .advance(u, steps);
  else
    tessera::Stepper(exec, u, Diffusion{ratio}, insulated.on(tessera::east, Convection(h, 0.)),
                     tessera::Direct{})
        .advance(u, steps);
  exec.fence();
  return std::abs(value_at(u.view(), 0, 2) - Kokkos::exp(-c * c * steps * dt));
}

void accuracy(Exec const& exec) {
  double const first = cooling_error(exec, 17, false) / cooling_error(exec, 33, false);
  double const second = cooling_error(exec, 17, true) / cooling_error(exec, 33, true);
  require(first > 1.7 && first < 2.4, "Convection is accurate to first order");
  require(second > 3.5 && second < 4.5, "Robin is accurate to second order");
}

// snippet: halfway
/// An insulated wall half a spacing beyond the last node: the read m nodes beyond the face is the mirror
/// image there.
///
///     x1 | 0 1 2 .      x_m = u(m - 1): the wall lies between x1 and node 0
struct HalfwayWall : tessera::ExtendsField {
  KOKKOS_FUNCTION constexpr int depth(int m) const { return m - 1; } // nodes inside the edge node

  template <class T>
  KOKKOS_FUNCTION T beyond(T inside, int /*m*/, double /*h*/, auto const& /*at*/) const {
    return inside;
  }
};
// snippet end

void own_kind(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {40, 30}, .spacing = {1., 1.}};
  auto const run = [&](auto const& scheme) {
    Kokkos::View<double**, Kokkos::LayoutRight> temperature("temperature", 40, 30);
    Kokkos::deep_copy(exec, temperature, 1.);
    auto const u = tessera::make_field(grid, temperature);
    // snippet: own_kind
    auto const boundary = tessera::everywhere(HalfwayWall{}).on(tessera::north, Convection(0.5, 0.2));
    // snippet end
    tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, scheme);
    stepper.advance(u, 2000);
    exec.fence();
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), temperature);
  };
  auto const direct = run(tessera::Direct{});
  auto const temporal = run(tessera::Temporal{});
  auto const tiled = run(tessera::Tiled{});
  for (int i = 0; i < 40; ++i)
    for (int j = 0; j < 30; ++j) {
      require(direct(i, j) == temporal(i, j) && direct(i, j) == tiled(i, j),
              "every scheme has the new kinds");
      require(direct(i, j) > 0.2 && direct(i, j) <= 1., "heat flows towards the ambient temperature");
      require(direct(i, j) == direct(0, j), "nothing varies along the wall");
    }
  require(direct(0, 29) < 0.6, "the cold side cools");
}

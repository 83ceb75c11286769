// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/embedding.md in one program, which checks what the page says.
#include <tessera/tessera.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void require(bool condition, char const* what) {
  if (condition) return;
  std::fprintf(stderr, "embedding: not so: %s\n", what);
  std::exit(1);
}

using Exec = Kokkos::DefaultExecutionSpace;

template <class ViewType>
double value_at(ViewType const& view, int i, int j) {
  double value = 0;
  Kokkos::deep_copy(value, Kokkos::subview(view, i, j));
  return value;
}

} // namespace

// snippet: stencil
struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);
  double ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};
// snippet end

void views(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  // snippet: views
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**, Kokkos::LayoutLeft> fortran("fortran", 64, 48);
  Kokkos::View<double**, Kokkos::LayoutRight> c("c", 64, 48);
  Kokkos::View<double***, Kokkos::LayoutRight> all("all quantities", 5, 64, 48);
  auto const third = Kokkos::subview(all, 3, Kokkos::ALL, Kokkos::ALL);
  Kokkos::View<double**, Kokkos::LayoutRight> larger("larger", 70, 50);
  auto const part = Kokkos::subview(larger, std::pair(3, 67), std::pair(1, 49)); // LayoutStride

  tessera::Stepper(exec, tessera::alias(grid, fortran), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::alias(grid, c), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::alias(grid, third), Diffusion{0.2}, boundary, tessera::Tiled{});
  tessera::Stepper(exec, tessera::alias(grid, part), Diffusion{0.2}, boundary, tessera::Tiled{});
  // snippet end
}

void instances(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> first("first", 64, 48), second("second", 64, 48);
  // snippet: instances
  auto const parts = Kokkos::Experimental::partition_space(exec, 1, 1);
  auto const u = tessera::alias(grid, first), v = tessera::alias(grid, second);
  tessera::Stepper left(parts[0], u, Diffusion{0.2}, boundary, tessera::Direct{});
  tessera::Stepper right(parts[1], v, Diffusion{0.1}, boundary, tessera::Temporal{});
  left.advance(u, 100);  // in order on parts[0]
  right.advance(v, 100); // in order on parts[1], perhaps at the same time
  parts[0].fence("before `first` is read");
  // snippet end
  parts[1].fence("before the Views go");
}

void boundaries(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::alias(grid, temperature);
  // snippet: boundary
  auto const boundary = tessera::everywhere(tessera::Neumann{0.})        // insulated
                            .on(tessera::west, tessera::Dirichlet{1.})   // axis 0, lower
                            .on(tessera::east, tessera::ZeroGradient{}); // axis 0, upper
  // snippet end
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{});
  stepper.advance(u, 9);
  exec.fence();
  require(value_at(temperature, 0, 0) == 1, "the west face has its value, corners included");
}

// snippet: prescribed
/// A wall whose temperature varies along it and with time.
struct Rhythm {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return (1 + 0.1 * at.position(1)) * Kokkos::sin(20 * at.time());
  }
};
// snippet end

void time_dependent(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::alias(grid, temperature);
  // snippet: clock
  double const h = 0.1, kappa = 1., dt = 0.002;
  auto const boundary =
      tessera::everywhere(tessera::Neumann{0.}).on(tessera::west, tessera::Prescribed{Rhythm{}});
  tessera::Stepper stepper(exec, u, Diffusion{kappa * dt / (h * h)}, boundary, tessera::Temporal{},
                           tessera::Clock{.dt = dt, .start = 0.});
  stepper.advance(u, 10); // stepper.time() is 0.02 now
  // snippet end
  exec.fence();
  double const expected = (1 + 0.1 * (0. + 5 * 0.1)) * Kokkos::sin(20 * (0. + 10. * dt));
  require(std::abs(value_at(temperature, 0, 5) - expected) < 1e-14,
          "the wall has the value of the new time level");
  require(stepper.time() == 10 * dt, "time goes on");
}

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

// snippet: halfway
/// An insulated wall half a spacing beyond the last node: the read m nodes beyond the face is the mirror image there.
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
    auto const u = tessera::alias(grid, temperature);
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

void obstacles(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::alias(grid, temperature);
  Kokkos::deep_copy(exec, temperature, 1.);
  // snippet: obstacle
  Kokkos::View<std::uint8_t**> pipe("pipe", 64, 48); // 0: free
  auto const inside = Kokkos::subview(pipe, std::pair(20, 30), std::pair(15, 25));
  Kokkos::deep_copy(exec, inside, std::uint8_t(1)); // nonzero: the node keeps its value
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{}, pipe);
  // snippet end
  Kokkos::deep_copy(exec, Kokkos::subview(temperature, std::pair(20, 30), std::pair(15, 25)), 3.);
  stepper.advance(u, 7);
  exec.fence();
  require(value_at(temperature, 20, 15) == 3, "the obstacle keeps its value");
  require(value_at(temperature, 19, 15) > 1, "and warms its neighbours");
}

// snippet: coefficient
/// u_t = kappa(x) (u_xx + u_yy) + f(x): two Views of the application, read at the node.
template <class ViewType>
struct HeatedMatter {
  static constexpr auto reads = tessera::star<2>(1);
  ViewType kappa, source;
  double dt, h;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    auto const i = at.index(0), j = at.index(1);
    double const laplace = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0);
    return u(0, 0) + dt * (kappa(i, j) / (h * h) * laplace + source(i, j));
  }
};
// snippet end

void coefficients(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48), kappa("kappa", 64, 48), source("source", 64, 48);
  Kokkos::deep_copy(exec, kappa, 1.);
  Kokkos::deep_copy(exec, source, 2.);
  auto const u = tessera::alias(grid, temperature);
  // snippet: held
  HeatedMatter<Kokkos::View<double const**>> const matter{kappa, source, /*dt*/ 0.002, /*h*/ 0.1};
  tessera::Stepper stepper(exec, u, matter, tessera::everywhere(tessera::Neumann{0.}), tessera::Temporal{});
  stepper.advance(u, 100);
  // snippet end
  exec.fence();
  require(std::abs(value_at(temperature, 0, 0) - 0.4) < 1e-12, "heat is what the source gave");
}

// snippet: exchange
/// Fills a halo along axis 0 from the other end of the field, as a neighbouring rank would.
struct FromOtherEnd {
  template <class FieldType>
  void begin(Exec const&, FieldType const&, int /*width*/) const {} // messages would start here

  template <class FieldType>
  void finish(Exec const& exec, FieldType const& field, int width) const {
    int const lower = static_cast<int>(field.halo().lower[0]), n = static_cast<int>(field.grid().nodes[0]);
    auto const rows = [&](int first) {
      return Kokkos::subview(field.view(), std::pair(first, first + width), Kokkos::ALL);
    };
    Kokkos::deep_copy(exec, rows(lower - width), rows(lower + n - width));
    Kokkos::deep_copy(exec, rows(lower + n), rows(lower));
  }
};
// snippet end

void halos(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Neumann{0.});
  Kokkos::View<double**, Kokkos::LayoutRight> whole("whole", 60, 48);
  Kokkos::deep_copy(exec, Kokkos::subview(whole, 2, Kokkos::ALL), 1.);
  // snippet: halo
  tessera::Grid<2> const grid{.nodes = {60, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**, Kokkos::LayoutRight> owned("owned", 4 + 60 + 4, 48); // halo, nodes, halo
  auto const u = tessera::alias(grid, owned, tessera::Halo<2>{.lower = {4, 0}, .upper = {4, 0}});
  tessera::Stepper stepper(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{.fused_steps = 4});
  // snippet end
  Kokkos::deep_copy(exec, Kokkos::subview(owned, std::pair(4, 64), Kokkos::ALL), whole);
  // snippet: with_exchange
  stepper.advance(u, 10, FromOtherEnd{}); // called before each sweep, with the width that it reads
  // snippet end
  auto const ring = tessera::everywhere(tessera::Periodic{})
                        .on(tessera::south, tessera::Neumann{0.})
                        .on(tessera::north, tessera::Neumann{0.});
  auto const v = tessera::alias(grid, whole);
  tessera::Stepper reference(exec, v, Diffusion{0.2}, ring, tessera::Direct{});
  reference.advance(v, 10);
  exec.fence();
  for (int i = 0; i < 60; ++i)
    require(value_at(owned, 4 + i, 20) == value_at(whole, i, 20), "the halo does what a periodic axis does");
}

void errors(Exec const& exec) {
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48);
  auto const u = tessera::alias(grid, temperature);
  std::string said;
  // snippet: errors
  try {
    tessera::Stepper(exec, u, Diffusion{0.2}, boundary, tessera::Tiled{.tile = {64, 2}});
  } catch (tessera::InvalidInput const& refused) {
    said = refused.what();
  }
  // snippet end
  require(
      said ==
          "tile 64 x 2 with 1 step of radius 1 leaves no node to write along axis 1: give at least 3 (tile "
          "axis 0 is the unit-stride axis)",
      "the message of the page");
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  views(exec);
  instances(exec);
  boundaries(exec);
  time_dependent(exec);
  own_kind(exec);
  obstacles(exec);
  coefficients(exec);
  halos(exec);
  errors(exec);
}

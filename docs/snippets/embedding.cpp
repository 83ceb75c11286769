// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/embedding.md in one program, which checks what the page says.
#include <tessera/tessera.hpp>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

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

// Cooling of a slab 0 < x < 1, insulated at 0, k du/dx = -alpha u at 1 with alpha / k = 1: cos(c x) exp(-c^2 t), c tan c = 1.
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

// snippet: upwind
/// u_t + a u_x + b u_y = 0 by upwind differences: the neighbours are read, then a value is selected.
template <class ViewType>
struct Upwind {
  static constexpr auto reads = tessera::star<2>(1);
  ViewType a, b; // the velocity, a View for each component
  double ratio;  // dt / h

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    auto const i = at.index(0), j = at.index(1);
    double const here = u(0, 0), west = u(-1, 0), east = u(1, 0), south = u(0, -1), north = u(0, 1);
    double const along_x = a(i, j), along_y = b(i, j);
    double const dx = along_x > 0 ? here - west : east - here;
    double const dy = along_y > 0 ? here - south : north - here;
    return here - ratio * (along_x * dx + along_y * dy);
  }
};
// snippet end

void upwind(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {1., 1.}};
  Kokkos::View<double**> carried("carried", 64, 48), a("a", 64, 48), b("b", 64, 48);
  Kokkos::deep_copy(exec, a, -1.);
  Kokkos::deep_copy(exec, Kokkos::subview(carried, 30, 20), 1.);
  auto const u = tessera::alias(grid, carried);
  tessera::Stepper stepper(exec, u, Upwind<Kokkos::View<double const**>>{a, b, 1.},
                           tessera::everywhere(tessera::Fixed{}), tessera::Temporal{});
  stepper.advance(u, 10);
  exec.fence();
  require(value_at(carried, 20, 20) == 1 && value_at(carried, 30, 20) == 0,
          "what is carried goes with the wind");
}

// snippet: varying
/// The ratio kappa dt / h^2 in a View of rank 0: it may change between two calls of advance.
struct DiffusionByView {
  static constexpr auto reads = tessera::star<2>(1);
  Kokkos::View<double const> ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio() * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};
// snippet end

void varying(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48), expected("expected", 64, 48);
  Kokkos::deep_copy(exec, Kokkos::subview(temperature, 30, 20), 1.);
  Kokkos::deep_copy(exec, expected, temperature);
  auto const u = tessera::alias(grid, temperature), v = tessera::alias(grid, expected);
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  // snippet: vary
  Kokkos::View<double> const ratio("ratio");
  tessera::Stepper stepper(exec, u, DiffusionByView{ratio}, boundary, tessera::Temporal{});
  Kokkos::deep_copy(exec, ratio, 0.2); // in order on exec with the steps
  stepper.advance(u, 10);
  Kokkos::deep_copy(exec, ratio, 0.05);
  stepper.advance(u, 10);
  // snippet end
  tessera::Stepper(exec, v, Diffusion{0.2}, boundary, tessera::Direct{}).advance(v, 10);
  tessera::Stepper(exec, v, Diffusion{0.05}, boundary, tessera::Direct{}).advance(v, 10);
  exec.fence();
  require(value_at(temperature, 30, 20) == value_at(expected, 30, 20), "the ratio changes between calls");
}

// snippet: hidden
class Model {
public:
  using FieldType = tessera::Field<Kokkos::View<double**>>;
  Model(Exec const& exec, FieldType const& u, std::string const& scheme)
      : u_(u), stepper_(tessera::make_stepper({scheme}, exec, u, Diffusion{0.2},
                                              tessera::everywhere(tessera::Neumann{0.}))) {}
  void advance(tessera::Index steps) { stepper_->advance(u_, steps); }

private:
  FieldType u_;
  std::unique_ptr<tessera::AnyStepper<FieldType>> stepper_;
};
// snippet end

void at_run_time(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  double found[2];
  for (int k = 0; k < 2; ++k) {
    Kokkos::View<double**> temperature("temperature", 64, 48);
    Kokkos::deep_copy(exec, Kokkos::subview(temperature, 3, 2), 1.);
    Model model(exec, tessera::alias(grid, temperature), k == 0 ? "direct" : "temporal");
    model.advance(20);
    exec.fence();
    found[k] = value_at(temperature, 0, 0);
  }
  require(found[0] == found[1] && found[0] > 0, "a scheme by its name");
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
  accuracy(exec);
  obstacles(exec);
  coefficients(exec);
  upwind(exec);
  varying(exec);
  at_run_time(exec);
  halos(exec);
  errors(exec);
}

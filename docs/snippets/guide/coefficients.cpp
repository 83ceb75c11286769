// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/coefficients.md.
#include "guide.hpp"

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

// snippet: reader
/// The same with fields: kappa(at) is the value of the other field at the node.
template <class ViewType>
struct HeatedFields {
  static constexpr auto reads = tessera::star<2>(1);
  tessera::NodeReader<ViewType> kappa, source;
  double dt, h;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    double const laplace = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0);
    return u(0, 0) + dt * (kappa(at) / (h * h) * laplace + source(at));
  }
};
// snippet end

void coefficients(Exec const& exec) {
  tessera::Grid<2> const grid{.nodes = {64, 48}, .spacing = {0.1, 0.1}};
  Kokkos::View<double**> temperature("temperature", 64, 48), kappa("kappa", 64, 48), source("source", 64, 48);
  Kokkos::deep_copy(exec, kappa, 1.);
  Kokkos::deep_copy(exec, source, 2.);
  auto const u = tessera::make_field(grid, temperature);
  // snippet: held
  HeatedMatter<Kokkos::View<double const**>> const matter{kappa, source, /*dt*/ 0.002, /*h*/ 0.1};
  tessera::Stepper stepper(exec, u, matter, tessera::everywhere(tessera::Neumann{0.}), tessera::Temporal{});
  stepper.advance(u, 100);
  // snippet end
  exec.fence();
  require(std::abs(value_at(temperature, 0, 0) - 0.4) < 1e-12, "heat is what the source gave");

  // snippet: readers
  tessera::NodeReader const k(tessera::make_field(grid, kappa)), f(tessera::make_field(grid, source));
  HeatedFields<Kokkos::View<double**>> const fields{k, f, /*dt*/ 0.002, /*h*/ 0.1};
  // snippet end
  tessera::Stepper again(exec, u, fields, tessera::everywhere(tessera::Neumann{0.}), tessera::Temporal{});
  again.advance(u, 100);
  exec.fence();
  require(std::abs(value_at(temperature, 63, 47) - 0.8) < 1e-12, "readers read what the Views hold");
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
  auto const u = tessera::make_field(grid, temperature), v = tessera::make_field(grid, expected);
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

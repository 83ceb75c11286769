// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/guide/formulas.md.
#include "guide.hpp"

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
  auto const u = tessera::make_field(grid, carried);
  tessera::Stepper stepper(exec, u, Upwind<Kokkos::View<double const**>>{a, b, 1.},
                           tessera::everywhere(tessera::Fixed{}), tessera::Temporal{});
  stepper.advance(u, 10);
  exec.fence();
  require(value_at(carried, 20, 20) == 1 && value_at(carried, 30, 20) == 0,
          "what is carried goes with the wind");
}

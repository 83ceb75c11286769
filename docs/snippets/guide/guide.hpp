// SPDX-License-Identifier: Apache-2.0
// The pieces of the pages in docs/guide are one program, which checks what the pages say. This is what they
// share.
#pragma once

#include <tessera/tessera.hpp>

using Exec = Kokkos::DefaultExecutionSpace;

/// Ends the program with a message unless the condition holds.
void require(bool condition, char const* what);

template <class ViewType>
double value_at(ViewType const& view, int i, int j) {
  double value = 0;
  Kokkos::deep_copy(value, Kokkos::subview(view, i, j));
  return value;
}

// snippet: stencil
struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);
  double ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};
// snippet end

void views(Exec const& exec);
void instances(Exec const& exec);
void boundaries(Exec const& exec);
void time_dependent(Exec const& exec);
void own_kind(Exec const& exec);
void accuracy(Exec const& exec);
void obstacles(Exec const& exec);
void coefficients(Exec const& exec);
void upwind(Exec const& exec);
void varying(Exec const& exec);
void at_run_time(Exec const& exec);
void halos(Exec const& exec);
void systems(Exec const& exec);
void points(Exec const& exec);
void errors(Exec const& exec);

// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/port-a-loop.md in one program: a loop by hand and what becomes of it make the same bits.
#include <tessera/tessera.hpp>

#include <cstdio>

// snippet: before
using Plane = Kokkos::View<double**>;

/// u_t = kappa (u_xx + u_yy): the edges stay as they are. The result is in the View that is returned.
Plane step_by_hand(Plane u, Plane next, Plane const& kappa, int steps) {
  int const nx = static_cast<int>(u.extent(0)), ny = static_cast<int>(u.extent(1));
  Kokkos::deep_copy(next, u); // its edges too
  for (int step = 0; step < steps; ++step) {
    Kokkos::parallel_for(
        "step", Kokkos::MDRangePolicy<Kokkos::Rank<2>>({1, 1}, {nx - 1, ny - 1}),
        KOKKOS_LAMBDA(int i, int j) {
          next(i, j) =
              u(i, j) + kappa(i, j) * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j));
        });
    std::swap(u, next);
  }
  return u;
}
// snippet end

// snippet: formula
struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1); // of u: the node and one neighbour on each side
  tessera::NodeReader<Plane> kappa;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    return u(0, 0) + kappa(at) * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};
// snippet end

// snippet: after
void step_by_tessera(Plane const& view, Plane const& kappa, int steps) {
  auto const nx = static_cast<tessera::Index>(view.extent(0)),
             ny = static_cast<tessera::Index>(view.extent(1));
  tessera::Grid<2> const grid{.nodes = {nx, ny}, .spacing = {1, 1}};
  auto const u = tessera::make_field(grid, view); // your View, not a copy
  Diffusion const formula{tessera::NodeReader(tessera::make_field(grid, kappa))};
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Stepper stepper(exec, u, formula, tessera::everywhere(tessera::Fixed{}), tessera::Temporal{});
  stepper.advance(u, steps); // asynchronous; the result is in `view`
  exec.fence();
}
// snippet end

// snippet: compare
long differing(Plane const& one, Plane const& other) {
  auto const a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), one);
  auto const b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), other);
  long count = 0;
  for (std::size_t i = 0; i < a.extent(0); ++i)
    for (std::size_t j = 0; j < a.extent(1); ++j) count += a(i, j) != b(i, j);
  return count;
}
// snippet end

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Plane const by_hand("by hand", 301, 203), next("next", 301, 203), by_tessera("by Tessera", 301, 203),
      kappa("kappa", 301, 203);
  auto const start = Kokkos::create_mirror_view(by_hand), medium = Kokkos::create_mirror_view(kappa);
  for (std::size_t i = 0; i < start.extent(0); ++i)
    for (std::size_t j = 0; j < start.extent(1); ++j) {
      start(i, j) = static_cast<double>((i * 7919 + j * 104729) % 1009) / 1009;
      medium(i, j) = 0.05 + 0.1 * static_cast<double>((i * 31 + j * 17) % 101) / 101;
    }
  Kokkos::deep_copy(by_hand, start);
  Kokkos::deep_copy(by_tessera, start);
  Kokkos::deep_copy(kappa, medium);

  auto const result = step_by_hand(by_hand, next, kappa, 101);
  step_by_tessera(by_tessera, kappa, 101);
  long const wrong = differing(result, by_tessera);
  std::printf("%ld of %d nodes differ\n", wrong, 301 * 203);
  return wrong == 0 ? 0 : 1;
}

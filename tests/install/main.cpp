// SPDX-License-Identifier: Apache-2.0
// An application that owns its Kokkos, its View and its execution-space instance, and steps the View with
// Tessera. The result has to be what a loop on the host makes of the same values. The three embeddings build
// this file.
#include <tessera/config.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr int n = 57, m = 41, steps = 10;
constexpr double ratio = 0.2;

struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

double initial(int i, int j) { return std::cos(0.3 * i) * std::sin(0.7 * j) + 0.01 * i; }

/// The west edge is held at 1, the others keep their values.
std::vector<double> by_hand() {
  std::vector<double> now(n * m), next;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) now[i * m + j] = initial(i, j);
  for (int step = 0; step < steps; ++step) {
    next = now;
    for (int j = 0; j < m; ++j) next[j] = 1;
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j) {
        int const here = i * m + j;
        next[here] = now[here] +
                     ratio * (now[here - m] + now[here + m] + now[here - 1] + now[here + 1] - 4 * now[here]);
      }
    now = next;
  }
  return now;
}

template <class SchemeType>
double largest_difference(SchemeType const& scheme) {
  Kokkos::DefaultExecutionSpace const exec =
      Kokkos::Experimental::partition_space(Kokkos::DefaultExecutionSpace(), 1, 1)[1];
  Kokkos::View<double**> temperature("temperature", n, m);
  auto const host = Kokkos::create_mirror_view(temperature);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) host(i, j) = initial(i, j);
  Kokkos::deep_copy(temperature, host);

  tessera::Grid<2> const grid{.nodes = {n, m}, .spacing = {0.1, 0.1}};
  auto const u = tessera::make_field(grid, temperature);
  auto const boundary = tessera::everywhere(tessera::Fixed{}).on(tessera::west, tessera::Dirichlet{1.});
  tessera::Stepper stepper(exec, u, Diffusion{}, boundary, scheme);
  stepper.advance(u, steps);
  exec.fence("before the result is read");

  Kokkos::deep_copy(host, temperature);
  auto const expected = by_hand();
  double largest = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double const difference = std::abs(host(i, j) - expected[i * m + j]);
      if (difference > largest || std::isnan(difference)) largest = difference; // NaN stays
    }
  std::printf("Tessera %s, %s: largest difference to a loop by hand %g\n", TESSERA_VERSION_STRING,
              SchemeType::name, largest);
  return largest;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // Where the application's compiler fuses multiplications and additions, the last bits differ.
  double const tolerance = 1e-13;
  bool const good = largest_difference(tessera::Direct{}) < tolerance &&
                    largest_difference(tessera::Tiled{}) < tolerance &&
                    largest_difference(tessera::Temporal{.fused_steps = 4}) < tolerance;
  return good ? 0 : 1;
}

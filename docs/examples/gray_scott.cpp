// SPDX-License-Identifier: Apache-2.0
// Two substances that diffuse and react (Gray and Scott): a field whose values have two components.
//
//     u_t = Du laplace(u) - u v^2 + F (1 - u)
//     v_t = Dv laplace(v) + u v^2 - (F + k) v
#include <tessera/tessera.hpp>

#include <cstdlib>

#include "results.hpp"

/// A value at a node. Any trivially copyable type can be one; the operators are for the formula's sake.
struct Species {
  double u, v;
  friend KOKKOS_FUNCTION Species operator+(Species a, Species b) { return {a.u + b.u, a.v + b.v}; }
  friend KOKKOS_FUNCTION Species operator-(Species a, Species b) { return {a.u - b.u, a.v - b.v}; }
  friend KOKKOS_FUNCTION Species operator*(double factor, Species a) { return {factor * a.u, factor * a.v}; }
};

/// Nodes are 1 apart and so are time steps.
struct GrayScott {
  static constexpr auto reads = tessera::star<2>(1);
  double diffusion_u = 0.16, diffusion_v = 0.08;
  double feed = 0.035, kill = 0.06;

  KOKKOS_FUNCTION Species operator()(auto const& s, auto const&) const {
    Species const here = s(0, 0);
    Species const laplace = s(-1, 0) + s(1, 0) + s(0, -1) + s(0, 1) - 4. * here;
    double const reaction = here.u * here.v * here.v;
    return here + Species{diffusion_u * laplace.u - reaction + feed * (1 - here.u),
                          diffusion_v * laplace.v + reaction - (feed + kill) * here.v};
  }
};

/// Substance u everywhere, a few squares of v in it.
struct Seeds {
  KOKKOS_FUNCTION Species operator()(auto const& at) const {
    auto const i = at.index(0), j = at.index(1);
    bool const seeded = (i + 2 * j) % 97 < 12 && (3 * i + 96 - j % 96) % 83 < 14;
    return seeded ? Species{0.5, 0.25} : Species{1., 0.};
  }
};

void run(std::string const& scheme_name, int steps, std::string const& file) {
  Kokkos::DefaultExecutionSpace const exec;
  int const n = 256;
  tessera::Grid<2> const grid{.nodes = {n, n}, .spacing = {1., 1.}};
  auto const s = tessera::make_field<Species>(exec, grid, "species");
  tessera::fill(exec, s, Seeds{});

  auto const periodic = tessera::everywhere(tessera::Periodic{});
  tessera::Stepper stepper(exec, s, GrayScott{}, periodic, tessera::AnyScheme{scheme_name});
  stepper.advance(s, steps);
  exec.fence("before the result is read");

  std::vector<double> v;
  for (Species const& value : example::row_major(s.view())) v.push_back(value.v);
  example::show(v, {"x", 0., 1., n}, {"y", 0., 1., n}, {"Gray-Scott, step " + std::to_string(steps), "v"},
                file);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    run(argc > 1 ? argv[1] : "temporal", argc > 2 ? std::atoi(argv[2]) : 6000,
        argc > 3 ? argv[3] : "gray_scott.png");
  } catch (tessera::Error const& error) {
    std::fprintf(stderr, "gray_scott: error: %s\n", error.what());
    return 1;
  }
}

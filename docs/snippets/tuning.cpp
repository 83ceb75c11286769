// SPDX-License-Identifier: Apache-2.0
// The code of docs/tuning.md.
#include <tessera/system.hpp>
#include <tessera/tessera.hpp>
#include <tessera/tune/autotune.hpp>
#include <tessera/tune/autotune_system.hpp>

#include <cstdio>

struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);
  double ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

struct Pair {
  double a, b;
};

/// Two substances that turn into each other and diffuse.
struct Exchange {
  static constexpr auto reads = tessera::star<2>(1);

  KOKKOS_FUNCTION Pair operator()(auto const& u, auto const& /*at*/) const {
    Pair const c = u.here(), w = u(-1, 0), e = u(1, 0), s = u(0, -1), n = u(0, 1);
    return {c.a + 0.1 * (w.a + e.a + s.a + n.a - 4 * c.a) - 0.1 * (c.a - c.b),
            c.b + 0.2 * (w.b + e.b + s.b + n.b - 4 * c.b) + 0.1 * (c.a - c.b)};
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<2> const grid{.nodes = {40, 60}, .spacing = {0.01, 0.01}};
  auto const u = tessera::make_field<double>(exec, grid);
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  // snippet: tune
  tessera::Tuned const tuned = tessera::autotune(exec, u, Diffusion{0.2}, boundary);
  auto const stepper = tessera::make_stepper(tuned, exec, u, Diffusion{0.2}, boundary);
  stepper->advance(u, 1000);
  // snippet end
  exec.fence();
  std::printf("%s, %d fused steps, %.3g s a step\n", tuned.name.c_str(), tuned.fused_steps,
              tuned.seconds_a_step);
  // snippet: options
  tessera::AutotuneOptions options;
  options.cache = "my-tuning.txt"; // default: $XDG_CACHE_HOME/tessera/tuning.txt; empty: nothing is kept
  options.steps = 500;             // of the run: too few to measure for, the model decides
  options.steps_per_call = 10;     // advance(u, 10) each time
  options.schemes = {"direct", "temporal"}; // the others are not tried
  options.warn = [](std::string const& what) { std::printf("%s\n", what.c_str()); };
  auto const modest = tessera::autotune(exec, u, Diffusion{0.2}, boundary, options);
  // snippet end
  // snippet: system
  auto const pair = tessera::make_system<Pair, double>(exec, grid, "pair");
  auto const choice = tessera::autotune(exec, pair, Exchange{}, boundary, options); // or stages(...)
  tessera::make_stepper(choice, exec, pair, Exchange{}, boundary)->advance(pair, 500);
  // snippet end
  return modest.by == tessera::Tuned::By::model ? 0 : 1;
}

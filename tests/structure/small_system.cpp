// SPDX-License-Identifier: Apache-2.0
// A system of three members and two stages with two schemes: a source whose compile time is compared with
// that of the README's example (compile_ratio.py), and which another compiler than the build's reads too.
#include <tessera/system.hpp>

struct Em {
  double ez, hx, hy;
};

struct Magnetic {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Em::ez>;
  static constexpr auto writes = tessera::members<&Em::hx, &Em::hy>;
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.hx -= ratio * (u(0, 1).ez - q.ez);
    q.hy += ratio * (u(1, 0).ez - q.ez);
    return q;
  }
};

struct Electric {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Em::hx, &Em::hy>;
  static constexpr auto writes = tessera::members<&Em::ez>;
  double ratio;

  KOKKOS_FUNCTION Em operator()(auto const& u, auto const& /*at*/) const {
    Em q = u.here();
    q.ez += ratio * (q.hy - u(-1, 0).hy - (q.hx - u(0, -1).hx));
    return q;
  }
};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<2> const grid{.nodes = {80, 60}, .spacing = {1., 1.}};
  auto const em = tessera::make_system<Em, double>(exec, grid);
  auto const step = tessera::stages(Magnetic{0.5}, Electric{0.5});
  auto const walls = tessera::everywhere(tessera::Fixed{});
  tessera::Stepper(exec, em, step, walls, tessera::Direct{}).advance(em, 10);
  tessera::Stepper(exec, em, step, walls, tessera::Temporal{}).advance(em, 10);
}

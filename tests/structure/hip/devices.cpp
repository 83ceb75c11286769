// SPDX-License-Identifier: Apache-2.0
// What clang.cpp leaves out, as compilers of other devices than CUDA's read it: systems of fields with a
// watcher, and sums of fields; parsed, never run.
#include <tessera/grid/exact_sum.hpp>
#include <tessera/system.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
#if defined(KOKKOS_ENABLE_HIP)
static_assert(tessera::detail::is_portable<Exec>);
#endif

struct Sound {
  double p, v;
};
struct Push {
  static constexpr auto reads = tessera::forward<2>(1);
  static constexpr auto around = tessera::members<&Sound::p>;
  static constexpr auto writes = tessera::members<&Sound::v>;
  KOKKOS_FUNCTION Sound operator()(auto const& u, auto const&) const {
    Sound q = u.here();
    q.v -= 0.5 * (u(1, 0).p - q.p);
    return q;
  }
};
struct Spread {
  static constexpr auto reads = tessera::backward<2>(1);
  static constexpr auto around = tessera::members<&Sound::v>;
  static constexpr auto writes = tessera::members<&Sound::p>;
  KOKKOS_FUNCTION Sound operator()(auto const& u, auto const&) const {
    Sound q = u.here();
    q.p -= 0.5 * (q.v - u(-1, 0).v);
    return q;
  }
};
struct Loudness {
  KOKKOS_FUNCTION double operator()(Sound const& q) const { return q.p * q.p; }
};

double use_all() {
  tessera::Grid<2> const grid{.nodes = {9, 9}, .spacing = {1, 1}};
  Kokkos::View<double**> const p("p", 9, 9), v("v", 9, 9);
  auto const u = tessera::make_system<Sound>(grid, p, v);
  Kokkos::View<double> const most("most");
  auto const boundary = tessera::everywhere(tessera::ZeroGradient{});
  tessera::Stepper(Exec(), u, tessera::stages(Push{}, Spread{}), boundary, tessera::AnyScheme{})
      .advance(u, 3, tessera::watch(tessera::Max{}, Loudness{}, most));
  return tessera::exact_sum(Exec(), tessera::make_field(grid, p)).value();
}

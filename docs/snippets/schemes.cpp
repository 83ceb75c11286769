// SPDX-License-Identifier: Apache-2.0
// The pieces of docs/schemes.md in one program, which checks what the page says.
#include <tessera/tessera.hpp>

#include <cstdio>
#include <cstring>

struct Diffusion {
  static constexpr auto reads = tessera::star<2>(1);
  double ratio;

  KOKKOS_FUNCTION double operator()(auto const& u, auto const& /*at*/) const {
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

// snippet: message
template <class SchemeType>
void try_scheme(auto const& exec, auto const& u, SchemeType const& scheme) {
  try {
    tessera::Stepper(exec, u, Diffusion{0.2}, tessera::everywhere(tessera::Fixed{}), scheme);
  } catch (tessera::InvalidInput const& refused) {
    std::printf("%s\n", refused.what());
  }
}
// snippet end

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  tessera::Grid<2> const grid{.nodes = {1000, 600}, .spacing = {1., 1.}};
  auto const u = tessera::make_field<double>(exec, grid);
  auto const boundary = tessera::everywhere(tessera::Fixed{});
  // snippet: choose
  tessera::Stepper direct(exec, u, Diffusion{0.2}, boundary, tessera::Direct{});
  tessera::Stepper tiled(exec, u, Diffusion{0.2}, boundary, tessera::Tiled{.tile = {130, 18}});
  tessera::Stepper temporal(exec, u, Diffusion{0.2}, boundary,
                            tessera::Temporal{.tile = {256, 64}, .fused_steps = 4});
  tessera::Stepper left_to_it(exec, u, Diffusion{0.2}, boundary, tessera::Temporal{});
  auto const settled = left_to_it.report(); // .scheme, .tile, .fused_steps, .scratch_bytes
  // snippet end
  try_scheme(exec, u, tessera::Tiled{.tile = {64, 2}});
  try_scheme(exec, u, tessera::Temporal{.tile = {64, 4}, .fused_steps = 4});
  try_scheme(exec, u, tessera::Tiled{.tile = {16, 16, 16}});
  try_scheme(exec, u, tessera::Temporal{.fused_steps = -2});
  try_scheme(exec, u, tessera::Tiled{.tile = {1 << 14, 1 << 14}});
  bool const good = std::strcmp(direct.report().scheme, "direct") == 0 && tiled.report().tile[1] == 18 &&
                    temporal.report().fused_steps == 4 && settled.fused_steps > 1;
  return good ? 0 : 1;
}

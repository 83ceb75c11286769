// SPDX-License-Identifier: Apache-2.0
// Every scheme, tile, number of fused steps and threads gives the same final field, for every order.
#include <tessera/core/device.hpp>

#include "orders.hpp"
#include "wave_program.hpp"

using namespace tessera::test;

namespace {

constexpr bool on_host = tessera::detail::on_host<Kokkos::DefaultExecutionSpace>;

/// All that the stencil can do at once: layers, a sponge on some sides, a source, a free side, a period, an
/// obstacle.
std::string const volume = R"toml(
nodes = [12, 33, 61]
upper = [1.1, 3.2, 6.0]
steps = 11
dt = 0.02
[initial]
expression = "exp(-8*((x-0.5)^2 + (y-1.6)^2 + (z-3)^2))"
[boundary]
west = { kind = "periodic" }
east = { kind = "periodic" }
south = { kind = "neumann" }
bottom = { kind = "value", value = "0.1*x*y", time = "sin(20*t)" }
[obstacle]
expression = "x > 0.4 and x < 0.7 and y > 1 and y < 1.3 and z > 4"
[wave]
source = [0.3, 1.7, 2.9]
frequency = 5.0
sponge = 7
sponge-sides = ["north", "top"]
[wave.layers]
axis = 2
interfaces = [2.0, 4.5]
velocities = [0.5, 1.0, 0.7]
)toml";

/// What a GPU may say where a host does it: its scratch is small.
bool refused_by_device(Outcome const& outcome) {
  auto const says = [&](char const* words) { return outcome.err.find(words) != std::string::npos; };
  return !on_host && outcome.code == 2 && says("bytes of team scratch");
}

void expect_one_result(std::string const& toml, std::string const& options,
                       std::vector<std::string> const& ways) {
  Folder const folder;
  auto fixed = toml;
  for (auto at = fixed.find(" and "); at != fixed.npos; at = fixed.find(" and "))
    fixed.replace(at, 5, " && ");
  replace_content(folder / "run.toml", fixed);
  auto const run = "--config run.toml " + options + " ";
  auto const reference = checksum(folder, run + "--scheme direct --threads 1");
  ASSERT_EQ(reference.size(), 16u);
  for (auto const& way : ways) {
    auto const outcome = wave(folder, run + way);
    if (refused_by_device(outcome)) continue;
    EXPECT_EQ(checksum_of(outcome, run + way), reference) << options << ", " << way;
  }
}

} // namespace

TEST(WaveSameBits, EveryOrderInAVolume) {
  for (int order : tessera::wave::orders) // in float, so that tiles of radius 8 fit into a GPU's scratch
    for (std::string const precision : {"float", "double"})
      if (order <= 10 || precision == "float")
        expect_one_result(volume, "--order " + std::to_string(order) + " --precision " + precision,
                          {"--scheme direct --threads 2", "--scheme tiled --threads 2",
                           "--scheme temporal --fused-steps 1", "--scheme temporal --fused-steps 2",
                           "--scheme streaming --threads 2", "--scheme two-pass"});
}

TEST(WaveSameBits, TilesSmallAndLargerThanTheGrid) {
  expect_one_result(volume, "--order 2 --precision float",
                    {"--scheme tiled --tile 3,3,3", "--scheme tiled --tile 128,64,64",
                     "--scheme temporal --fused-steps 4 --tile 11,13,10",
                     "--scheme temporal --fused-steps 3 --tile 128,64,64"});
}

TEST(WaveSameBits, InAPlane) {
  std::string const plane = R"toml(
nodes = [37, 53]
steps = 23
dt = 0.005
[initial]
name = "gaussian"
[boundary]
west = { kind = "zero-gradient" }
[wave]
velocity = "0.5 + x*y"
source = [0.3, 0.7]
frequency = 9.0
)toml";
  for (std::string const order : {"2", "8", "16"})
    expect_one_result(plane, "--order " + order,
                      {"--scheme direct --threads 2", "--scheme tiled", "--scheme temporal",
                       "--scheme streaming", "--scheme two-pass", "--scheme temporal --fused-steps 5",
                       "--scheme temporal --fused-steps 1"});
}

TEST(WaveSameBits, ExamplesOfTheDocumentation) {
  Folder const folder;
  for (std::string const example : {"layers", "cavity"}) {
    auto const run = "--config " TESSERA_EXAMPLES "/" + example + ".toml --steps 29 --output-every 0 ";
    auto const reference = checksum(folder, run + "--scheme direct");
    EXPECT_EQ(checksum(folder, run + "--scheme temporal"), reference) << example;
  }
}

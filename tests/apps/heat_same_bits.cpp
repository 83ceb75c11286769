// SPDX-License-Identifier: Apache-2.0
// One problem, one result: whatever scheme, tile, number of fused steps and threads computes it.
#include <tessera/core/device.hpp>

#include "heat_program.hpp"

using namespace tessera::test;

namespace {

constexpr bool on_host = tessera::detail::on_host<Kokkos::DefaultExecutionSpace>;

/// The ways to run a problem of this many axes; the first is the reference. Every start of the program takes
/// a twentieth of a second, on a device half a second, and the library's own tests run every tile with every
/// number of fused steps. In a plane these take turns, by the problem's number: of each problem a half, and
/// all pairs of them in six problems.
std::vector<std::string> ways(int dimension, int number) {
  std::vector<std::string> result{"--scheme direct --threads 1", "--scheme auto"};
  std::vector<std::string> const tiles =
      dimension == 1   ? std::vector<std::string>{"", "--tile 19", "--tile 64"}
      : dimension == 2 ? std::vector<std::string>{"", "--tile 19,17", "--tile 40,23"}
                       : std::vector<std::string>{"", "--tile 19,18,17", "--tile 32,20,24"};
  auto const tile = [&](int n) { return tiles[static_cast<std::size_t>(n) % tiles.size()]; };
  for (auto const& scheme : schemes_of(TESSERA_HEAT))
    if (scheme != "streaming" || dimension > 1) result.push_back("--scheme " + scheme + " --threads 2");
  result.push_back("--scheme tiled " + tile(1 + number % 2) + " --threads " + std::to_string(1 + number % 2));
  for (int fused = 1; fused <= 8; ++fused)
    if (dimension != 2 || (fused + number) % 2 == 0)
      result.push_back("--scheme temporal " + tile((fused + 1) / 2 + number / 2) + " --fused-steps " +
                       std::to_string(fused) + " --threads " + std::to_string(1 + (fused + number) / 2 % 2));
  return result;
}

void expect_one_result(std::string const& toml, int dimension, int number = 0) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  std::string reference;
  for (auto const& way : ways(dimension, number)) {
    if (!on_host && dimension == 3) {
      auto const outcome = heat(folder, "--config run.toml --steps 1 --dt 1e-4 " + way);
      if (outcome.code == 2 && outcome.err.find("bytes of team scratch") != std::string::npos) continue;
    }
    auto const found = checksum(folder, "--config run.toml " + way);
    if (reference.empty()) reference = found;
    ASSERT_EQ(found, reference) << way << '\n' << toml;
  }
}

std::string const source = "[source]\nexpression = \"10*x + y\"\ntime = \"cos(300*t)\"\n";
std::string const obstacle = "[obstacle]\nexpression = \"(x-0.4)^2 + (y-0.5)^2 < 0.03\"\nvalue = 0.7\n";
std::string const matter = "[heat]\ndiffusivity = \"1 + 0.5*sin(3*x)*cos(2*y)\"\n";
std::string const start = "[initial]\nexpression = \"sin(5*x)*cos(3*y) + z + x*y\"\n";

std::string face(char const* name, char const* rule) { return std::string(name) + " = { " + rule + " }\n"; }

// 13 is a multiple of no number of fused steps but itself and 1; the nodes are odd, and no multiple of a
// tile.
std::string const plane = "nodes = [37, 53]\nupper = [1.0, 2.0]\nsteps = 13\ndt = 1e-4\n";

} // namespace

TEST(SameBits, EveryKindOnEveryFace) {
  int number = 0;
  for (auto const* rule :
       {"kind = \"fixed\"", "kind = \"value\", value = \"1 + x - y\", time = \"sin(100*t)\"",
        "kind = \"neumann\", flux = \"x + y\", time = \"cos(200*t)\"", "kind = \"neumann\"",
        "kind = \"zero-gradient\"", "kind = \"periodic\""}) {
    auto boundary = std::string("[boundary]\n");
    for (auto const* name : {"west", "east", "south", "north"}) boundary += face(name, rule);
    expect_one_result(plane + start + boundary, 2, number++);
  }
}

TEST(SameBits, MixedFacesSourceObstacleMatter) {
  auto const mixed = "[boundary]\n" + face("west", "kind = \"neumann\", flux = 2.0") +
                     face("east", "kind = \"zero-gradient\"") +
                     face("south", "kind = \"value\", value = \"x\", time = \"1 + t\"") +
                     face("north", "kind = \"neumann\"");
  auto const periodic = "[boundary]\n" + face("west", "kind = \"periodic\"") +
                        face("east", "kind = \"periodic\"") + face("south", "kind = \"zero-gradient\"") +
                        face("north", "kind = \"neumann\", flux = \"x\"");
  expect_one_result(plane + start + mixed + obstacle, 2, 0);
  expect_one_result(plane + start + periodic + source + matter, 2, 1);
  expect_one_result(plane + "precision = \"float\"\n" + start + periodic + source + obstacle, 2, 2);
  expect_one_result(plane + "precision = \"float\"\n" + start + mixed + obstacle + source + matter, 2, 3);
}

TEST(SameBits, LinesAndVolumes) {
  expect_one_result("nodes = [101]\nsteps = 13\ndt = 2e-5\n" + start + source + "[boundary]\n" +
                        face("west", "kind = \"neumann\", flux = 1.0") +
                        face("east", "kind = \"zero-gradient\""),
                    1);
  expect_one_result(
      "nodes = [29, 17, 23]\nsteps = 13\ndt = 1e-4\n" + start + source + obstacle + matter + "[boundary]\n" +
          face("west", "kind = \"periodic\"") + face("east", "kind = \"periodic\"") +
          face("south", "kind = \"neumann\", flux = \"x + z\"") + face("north", "kind = \"zero-gradient\"") +
          face("bottom", "kind = \"value\", value = \"x*y\", time = \"exp(-t)\"") +
          face("top", "kind = \"fixed\""),
      3);
}

TEST(SameBits, SmallerThanATileAndVeryNarrow) {
  int number = 0;
  for (auto const* nodes : {"[3, 3]", "[3, 70]", "[70, 3]", "[5, 4]"})
    expect_one_result("nodes = " + std::string(nodes) + "\nsteps = 9\ndt = 1e-5\n" + start + "[boundary]\n" +
                          face("west", "kind = \"neumann\", flux = 1.0") +
                          face("north", "kind = \"zero-gradient\""),
                      2, number++);
  // One node across, where the axis is periodic.
  for (auto const* nodes : {"[1, 70]", "[1, 3]", "[2, 9]"})
    expect_one_result("nodes = " + std::string(nodes) + "\nsteps = 9\ndt = 1e-5\n" + start + "[boundary]\n" +
                          face("west", "kind = \"periodic\"") + face("east", "kind = \"periodic\""),
                      2, number++);
}

TEST(SameBits, ExamplesOfTheDocumentation) {
  Folder const folder;
  for (std::string const example : {"plate", "ring"}) {
    auto const run = "--config " TESSERA_EXAMPLES "/" + example + ".toml --steps 61 --dt 1e-5 ";
    auto const reference = checksum(folder, run + "--scheme direct");
    for (auto const& scheme : schemes_of(TESSERA_HEAT))
      EXPECT_EQ(checksum(folder, run + "--scheme " + scheme), reference) << example << ", " << scheme;
  }
}

TEST(SameBits, ZeroStepsLeaveTheInitialField) {
  Folder const folder;
  write_dataset<double>(folder / "u.h5", "/u", {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  auto const outcome = heat(folder, "--initial u.h5 --steps 0 --dt 1e-6 --output out --json -");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.json().at("steps"), 0);
  EXPECT_EQ(outcome.json().at("gcells_per_s"), 0.);
  EXPECT_EQ(tessera::io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {3, 4}),
            tessera::io::Hdf5Reader(folder / "u.h5").read<double>("/u", {3, 4}));
}

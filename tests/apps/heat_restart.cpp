// SPDX-License-Identifier: Apache-2.0
// A run in two parts gives the bits of the run in one; a checkpoint that is not this run's is refused.
#include "heat_program.hpp"

using namespace tessera::test;

namespace {

std::string const toml = R"toml(
nodes = [37, 29]
dt = 1e-4
[initial]
name = "gaussian"
[boundary]
west = { kind = "neumann", flux = "y", time = "sin(50*t)" }
east = { kind = "value", value = "y", time = "1 + t" }
south = { kind = "zero-gradient" }
[source]
expression = "x"
time = "cos(100*t)"
)toml";

} // namespace

TEST(Restart, GivesTheSameBits) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  for (std::string const way : {"--scheme direct", "--scheme tiled", "--scheme temporal --fused-steps 4",
                                "--scheme temporal --precision float"}) {
    auto const run = "--config run.toml --steps 111 --output out " + way;
    auto const whole = checksum(folder, run + " --checkpoint-every 37 --overwrite");
    for (std::string const step : {"37", "74", "111"})
      EXPECT_EQ(checksum(folder, run + " --restart out/checkpoint-" + step + ".h5"), whole)
          << way << ", from " << step;
  }
}

TEST(Restart, OtherSchemesMayContinue) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  auto const run = std::string("--config run.toml --steps 60 --output out ");
  auto const whole = checksum(folder, run + "--scheme direct --checkpoint-every 25");
  EXPECT_EQ(checksum(folder, run + "--restart out/checkpoint-25.h5 --scheme temporal --threads 1"), whole);
}

TEST(Restart, LongerThanPlanned) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  checksum(folder, "--config run.toml --steps 30 --output out --checkpoint-every 30");
  EXPECT_EQ(checksum(folder, "--config run.toml --steps 90 --restart out/checkpoint-30.h5"),
            checksum(folder, "--config run.toml --steps 90"));
}

TEST(Restart, AnotherProblemIsRefusedNamingTheDifference) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  auto const run = std::string("--config run.toml --steps 30 --output out --quiet ");
  ASSERT_EQ(heat(folder, run + "--checkpoint-every 10").code, 0);
  auto const again = run + "--restart out/checkpoint-10.h5 ";
  auto refused = [&](std::string const& change, std::string const& difference) {
    expect_error(heat(folder, again + change), 2, {"checkpoint-10.h5", "another problem", difference});
  };
  refused("--dt 2e-4", "dt is 0.0001 there, 0.0002 here");
  refused("--nodes 29,37", "nodes is 37 x 29 there, 29 x 37 here");
  refused("--diffusivity 0.5", "diffusivity is 1 there, 0.5 here");
  refused("--precision float", "precision is double there, float here");
  refused("--initial sine", "initial field is gaussian there, sine here");
  auto other = toml;
  replace_content(folder / "run.toml", other.replace(other.find("1 + t"), 5, "2 + t"));
  refused("", "boundary east is value y times 1 + t there, value y times 2 + t here");
}

TEST(Restart, DamagedForeignMissingOrTooFar) {
  Folder const folder;
  replace_content(folder / "run.toml", toml);
  auto const run = std::string("--config run.toml --quiet --steps 30 ");
  ASSERT_EQ(heat(folder, run + "--output out --checkpoint-every 30").code, 0);
  auto bytes = content(folder / "out/checkpoint-30.h5");
  for (auto at : {std::size_t{3}, std::size_t{100}, std::size_t{600}, bytes.size() / 2, bytes.size() - 1}) {
    auto flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    replace_content(folder / "flipped.h5", flipped);
    expect_error(heat(folder, run + "--restart flipped.h5"), 2, {"flipped.h5 is damaged", "checksum"});
  }
  replace_content(folder / "cut.h5", bytes.substr(0, bytes.size() - 100));
  expect_error(heat(folder, run + "--restart cut.h5"), 2, {"cut.h5 is damaged"});
  expect_error(heat(folder, run + "--restart out/final.h5"), 2, {"out/final.h5 is not a checkpoint"});
  expect_error(heat(folder, run + "--restart absent.h5"), 2, {"absent.h5", "no such file"});
  expect_error(heat(folder, "--config run.toml --steps 20 --restart out/checkpoint-30.h5"), 2,
               {"at step 30", "last step 20"});
}

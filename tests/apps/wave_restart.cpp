// SPDX-License-Identifier: Apache-2.0
// A run in two parts gives the bits of the run in one, traces included: a checkpoint holds both time levels.
#include "wave_program.hpp"

using namespace tessera::test;

namespace {

std::string const toml = R"toml(
nodes = [37, 29]
dt = 5e-3
[initial]
name = "gaussian"
[boundary]
west = { kind = "neumann" }
east = { kind = "value", value = "y", time = "sin(9*t)" }
[wave]
order = 8
velocity = "1 + 0.5*x"
source = [0.4, 0.6]
frequency = 8.0
receivers = "places.txt"
receiver-every = 3
sponge = 8
sponge-sides = ["north"]
)toml";

void prepare(Folder const& folder) {
  replace_content(folder / "run.toml", toml);
  replace_content(folder / "places.txt", "0.2, 0.2\n0.9 0.5 # near the east\n");
}

std::vector<double> traces(Folder const& folder, std::string const& of) {
  return tessera::io::Hdf5Reader(folder / of).read<double>("/traces", {2, 38});
}

} // namespace

TEST(WaveRestart, GivesTheSameBitsAndTraces) {
  for (std::string const way : {"--scheme direct", "--scheme tiled --precision float", "--scheme temporal"}) {
    Folder const folder;
    prepare(folder);
    auto const run = "--config run.toml --steps 111 --output out " + way;
    auto const whole = checksum(folder, run + " --checkpoint-every 37");
    auto const heard = traces(folder, "out/traces.h5");
    for (std::string const step : {"74", "37", "111"}) {
      EXPECT_EQ(checksum(folder, run + " --restart out/checkpoint-" + step + ".h5"), whole) << way << step;
      EXPECT_EQ(traces(folder, "out/traces.h5"), heard) << way << ", from " << step;
    }
  }
}

TEST(WaveRestart, WithoutTheFirstPartsFolderTracesBeginAtTheCheckpoint) {
  Folder const folder;
  prepare(folder);
  auto const run = std::string("--config run.toml --steps 111 ");
  checksum(folder, run + "--output out --checkpoint-every 37");
  checksum(folder, run + "--output other --restart out/checkpoint-37.h5");
  tessera::io::Hdf5Reader const file(folder / "other/traces.h5");
  EXPECT_EQ(file.attribute<std::int64_t>("/traces", "first_step"), 39);
  auto const late = file.read<double>("/traces", {2, 25}), all = traces(folder, "out/traces.h5");
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t s = 0; s < 25; ++s) EXPECT_EQ(late[r * 25 + s], all[r * 38 + 13 + s]);
}

TEST(WaveRestart, TracesThatCanNotBeContinuedAreNotLost) {
  Folder const folder;
  prepare(folder);
  auto const run = std::string("--config run.toml --steps 111 --quiet --output out ");
  ASSERT_EQ(wave(folder, run + "--checkpoint-every 37").code, 0);
  auto const again = run + "--restart out/checkpoint-37.h5 ";
  auto const refused = [&](std::string const& change, std::string const& difference) {
    auto const before = content(folder / "out/traces.h5");
    expect_error(wave(folder, again + change), 2,
                 {"out/traces.h5 of the first part can't be continued and would be lost: ", difference,
                  "give another output folder"});
    EXPECT_EQ(content(folder / "out/traces.h5"), before);
  };
  refused("--receiver-every 2", "receiver-every is 3 there, 2 here");
  replace_content(folder / "one.txt", "0.2, 0.2\n");
  refused("--receivers one.txt", "it has 2 receivers, this run 1");
  replace_content(folder / "moved.txt", "0.2, 0.2\n0.9 0.2\n");
  refused("--receivers moved.txt", "coordinate 1 of receiver 2 is 0.5 there, 0.2 here");
  auto const without = content(folder / "run.toml");
  auto const at = without.find("receivers");
  ASSERT_NE(at, without.npos);
  replace_content(folder / "none.toml", without.substr(0, without.rfind('\n', at) + 1) +
                                            without.substr(without.find('\n', at) + 1));
  expect_error(
      wave(folder, "--config none.toml --steps 111 --quiet --output out --restart out/checkpoint-37.h5"), 2,
      {"out/traces.h5 of the first part can't be continued and would be lost: this run has no receivers"});
  auto const good = content(folder / "out/traces.h5");
  replace_content(folder / "out/traces.h5", good.substr(0, 100));
  refused("", "out/traces.h5");
  // A file of fewer samples than there were up to the checkpoint.
  replace_content(folder / "out/traces.h5", good);
  std::filesystem::copy(folder / "out/checkpoint-111.h5", folder / "checkpoint-111.h5");
  ASSERT_EQ(wave(folder, "--config run.toml --steps 37 --quiet --output out --overwrite").code, 0);
  std::filesystem::copy(folder / "checkpoint-111.h5", folder / "out/checkpoint-111.h5");
  expect_error(wave(folder, run + "--restart out/checkpoint-111.h5"), 2,
               {"it holds steps 0 to 36, the checkpoint is of step 111"});
}

TEST(WaveRestart, TracesKeepTheirInterpolation) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.22 0.27\n");
  std::string const run =
      "--nodes 21,21 --initial gaussian --steps 20 --dt 5e-3 --receivers places.txt --quiet --output out ";
  ASSERT_EQ(wave(folder, run + "--checkpoint-every 10").code, 0);
  expect_error(
      wave(folder, run + "--restart out/checkpoint-10.h5 --interpolation linear"), 2,
      {"out/traces.h5 of the first part can't be continued and would be lost: interpolation is sinc there, "
       "linear here"});
}

TEST(WaveRestart, AnotherProblemIsRefusedNamingTheDifference) {
  Folder const folder;
  prepare(folder);
  auto const run = std::string("--config run.toml --steps 30 --output out --quiet ");
  ASSERT_EQ(wave(folder, run + "--checkpoint-every 10").code, 0);
  auto refused = [&](std::string const& change, std::string const& difference) {
    expect_error(wave(folder, run + "--restart out/checkpoint-10.h5 " + change), 2,
                 {"another problem", difference});
  };
  refused("--order 2", "order is 8 there, 2 here");
  refused("--velocity 1", "velocity is 1 + 0.5*x there, 1 here");
  refused("--frequency 9",
          "source is frequency 8 at 0.4, 0.6 (sinc) there, frequency 9 at 0.4, 0.6 (sinc) here");
  refused("--interpolation nearest",
          "source is frequency 8 at 0.4, 0.6 (sinc) there, frequency 8 at node 14, 17 here");
  refused("--sponge 9", "sponge is 0, 0, 0, 8 there, 0, 0, 0, 9 here");
}

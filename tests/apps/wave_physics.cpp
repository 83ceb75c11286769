// SPDX-License-Identifier: Apache-2.0
// What the program computes, against exact solutions and laws.
#include <cmath>

#include "wave_program.hpp"

using namespace tessera::test;

namespace {

double max_error(Folder const& folder, std::string const& line) {
  auto const outcome = wave(folder, line + " --threads 1 --json -");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  auto const error = outcome.json().at("max_error");
  EXPECT_TRUE(error.is_number()) << line;
  return error.is_number() ? error.get<double>() : -1.;
}

std::string const periodic_sides = R"toml(
[boundary]
west = { kind = "periodic" }
east = { kind = "periodic" }
south = { kind = "periodic" }
north = { kind = "periodic" }
)toml";

} // namespace

TEST(WavePhysics, StandingWaveIsOfSecondOrderInTime) {
  Folder const folder;
  auto const line = [&](std::string const& steps) {
    return "--nodes 41,41 --initial standing --order 16 --end-time 0.4 --steps " + steps;
  };
  double const coarse = max_error(folder, line("40")), fine = max_error(folder, line("80"));
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
  EXPECT_LT(fine, 2e-2);
}

TEST(WavePhysics, HigherOrdersAreMoreAccurate) {
  Folder const folder;
  auto const error = [&](std::string const& order) {
    return max_error(folder,
                     "--nodes 25,25,25 --initial standing --end-time 0.05 --steps 400 --order " + order);
  };
  double const low = error("2"), high = error("8");
  EXPECT_LT(low, 0.2);
  EXPECT_LT(high, 0.04 * low);
}

TEST(WavePhysics, FreeSidesAndUnequalSpacings) {
  Folder const folder;
  replace_content(folder / "run.toml", R"toml(
nodes = [49, 41]
upper = [2.0, 1.0]
initial = { name = "standing" }
steps = 400
end-time = 0.4
[boundary]
south = { kind = "neumann" }
north = { kind = "neumann" }
[wave]
velocity = 1.5
order = 16
)toml");
  EXPECT_LT(max_error(folder, "--config run.toml"), 2e-4);
}

TEST(WavePhysics, PlaneWaveRunsThroughAPeriod) {
  Folder const folder;
  replace_content(folder / "run.toml",
                  "nodes = [40, 30]\ninitial = { name = \"plane\" }\nend-time = 1.0\n" + periodic_sides);
  double const coarse = max_error(folder, "--config run.toml --steps 200 --order 16"),
               fine = max_error(folder, "--config run.toml --steps 400 --order 16");
  EXPECT_LT(coarse, 2e-2);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
}

/// No step gains or loses energy: the largest deflection of a standing wave is there again after 100 000
/// steps.
TEST(WavePhysics, StandingWaveKeepsItsEnergyOverManySteps) {
  Folder const folder;
  for (std::string const order : {"2", "8"}) {
    // Close to the stability limit, where a scheme would grow first.
    auto const dt = order == "2" ? "0.063" : "0.050";
    auto const run = "--nodes 13,11 --initial standing --scheme direct --threads 1 --order " + order +
                     " --dt " + dt + " --output out --no-paraview --bare-pictures --output-every 10 --steps ";
    auto const largest = [&](std::string const& from, std::string const& steps) {
      auto outcome = wave(folder, run + steps + from);
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      double most = 0;
      for (auto const& entry : std::filesystem::directory_iterator(folder / "out")) {
        auto const name = entry.path().filename().string();
        if (!name.starts_with("u-") || !name.ends_with(".h5")) continue;
        for (double const value : tessera::io::Hdf5Reader(entry.path()).read<double>("/u", {13, 11}))
          most = std::max(most, std::abs(value));
      }
      return most;
    };
    ASSERT_EQ(wave(folder, "--nodes 13,11 --initial standing --scheme direct --threads 1 --order " + order +
                               " --dt " + dt +
                               " --output late --overwrite --checkpoint-every 100000 --steps 100000")
                  .code,
              0);
    auto const early = largest("", "400");
    std::filesystem::remove_all(folder / "out");
    auto const late = largest(" --restart late/checkpoint-100000.h5", "100400");
    EXPECT_NEAR(late, early, 0.02 * early) << order;
    std::filesystem::remove_all(folder / "out");
  }
}

/// In the middle of the box, where the pulse set out, it is quiet once the pulse has left.
TEST(WavePhysics, SpongeLetsAPulseLeave) {
  Folder const folder;
  auto const heard = [&](std::string const& nodes, std::string const& places, std::string const& sponge) {
    replace_content(folder / "places.txt", places);
    auto const outcome =
        wave(folder, "--threads 1 --nodes " + nodes + " --config run.toml --overwrite " + sponge);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {3, 301});
  };
  // The same spacing and nodes around the source; the larger box gives no echo within these steps.
  replace_content(folder / "run.toml",
                  "upper = [200.0, 200.0]\nsteps = 600\ndt = 0.5\noutput = \"out\"\n[wave]\n"
                  "source = [100, 100]\nfrequency = 0.1\nreceivers = \"places.txt\"\nreceiver-every = 2\n");
  auto const damped = heard("201,201", "100 60\n100 140\n70 70\n", "--sponge default");
  auto const echoing = heard("201,201", "100 60\n100 140\n70 70\n", "");
  replace_content(folder / "run.toml",
                  "upper = [352.0, 352.0]\nsteps = 600\ndt = 0.5\noutput = \"out\"\n[wave]\n"
                  "source = [176, 176]\nfrequency = 0.1\nreceivers = \"places.txt\"\nreceiver-every = 2\n");
  auto const open = heard("353,353", "176 136\n176 216\n146 146\n", "");
  double pulse = 0, echo = 0, rigid = 0;
  for (std::size_t s = 0; s < open.size(); ++s) {
    pulse = std::max(pulse, std::abs(open[s]));
    echo = std::max(echo, std::abs(damped[s] - open[s]));
    rigid = std::max(rigid, std::abs(echoing[s] - open[s]));
  }
  EXPECT_LT(echo, 1e-3 * pulse);
  EXPECT_GT(rigid, 0.3 * pulse);
}

TEST(WavePhysics, RecordSaysWhatAnUpdateMoves) {
  Folder const folder;
  auto const bytes = [&](std::string const& options) {
    auto const outcome = wave(folder, "--nodes 37,53 --steps 2 --dt 1e-3 --json - " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json().at("ideal_bytes_per_update").get<double>();
  };
  EXPECT_EQ(bytes("--precision float --velocity 1+x"), 16);
  EXPECT_EQ(bytes("--precision float"), 12);
  EXPECT_EQ(bytes("--velocity 1+x"), 32);
}

TEST(WavePhysics, LimitIsPrintedWithHowItCameAbout) {
  Folder const folder;
  auto const outcome = wave(folder, "--nodes 11,11 --steps 1 --dt 0.01 --order 2 --velocity 2");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_SAYS(outcome.out,
              "dt 0.01, limit 0.0353553 = 2 / (v sqrt(sum of s / h^2)) with v = 2, s = 4 (order 2), "
              "h = 0.1 x 0.1");
}

TEST(WavePhysics, FixedSidesKeepWhatTheyHold) {
  Folder const folder;
  replace_content(folder / "run.toml",
                  "nodes = [37, 53]\nsteps = 20\ndt = 5e-3\noutput = \"out\"\n[initial]\n"
                  "expression = \"x*x + y\"\n");
  ASSERT_EQ(wave(folder, "--config run.toml --output-every 20").code, 0);
  auto const first = tessera::io::Hdf5Reader(folder / "out/u-0.h5").read<double>("/u", {37, 53}),
             last = tessera::io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {37, 53});
  EXPECT_EQ(first[0], last[0]);
  for (std::size_t j = 0; j < 53; ++j) EXPECT_EQ(first[36 * 53 + j], last[36 * 53 + j]);
  EXPECT_NE(first[18 * 53 + 26], last[18 * 53 + 26]);
}

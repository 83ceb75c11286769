// SPDX-License-Identifier: Apache-2.0
// A point source and receivers, against the exact answer of a homogeneous space.
#include <cmath>
#include <numbers>

#include "wave_program.hpp"

using namespace tessera::test;

namespace {

constexpr double pi = std::numbers::pi;

double ricker(double t, double f) {
  double const a = pi * f * (t - 1.5 / f);
  return (1 - 2 * a * a) * std::exp(-a * a);
}

} // namespace

/// u_tt = v^2 laplacian u + w(t) delta(x) has the solution w(t - r / v) / (4 pi v^2 r). Neither the source
/// nor the receivers lie on nodes.
TEST(WaveReceivers, HearThePointSourceOfAnOpenSpace) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.5 0.5 0.807\n0.296, 0.5, 0.51\n0.3 0.304 0.3\n");
  double const v = 2, f = 16; // a wavelength of 7.5 nodes
  double const source[] = {0.507, 0.492, 0.5};
  double const places[][3] = {{0.5, 0.5, 0.807}, {0.296, 0.5, 0.51}, {0.3, 0.304, 0.3}};
  auto const outcome =
      wave(folder, "--nodes 61,61,61 --velocity 2 --source 0.507,0.492,0.5 --frequency 16 --order 8 "
                   "--precision float --receivers places.txt --receiver-every 4 --steps 260 --dt 0.00125 "
                   "--sponge 10 --output out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  tessera::io::Hdf5Reader const file(folder / "out/traces.h5");
  auto const times = file.read<double>("/times", {66});
  auto const traces = file.read<double>("/traces", {3, 66});
  EXPECT_EQ(times[1], 4 * 0.00125);
  EXPECT_EQ(file.read<double>("/positions", {3, 3})[2], 0.807);
  EXPECT_EQ(file.attribute<std::string>("/traces", "interpolation"), "sinc");
  for (std::size_t r = 0; r < 3; ++r) {
    double square = 0;
    for (std::size_t d = 0; d < 3; ++d) square += (places[r][d] - source[d]) * (places[r][d] - source[d]);
    double const distance = std::sqrt(square), amplitude = 1 / (4 * pi * v * v * distance);
    for (std::size_t s = 0; s < 66; ++s)
      EXPECT_NEAR(traces[r * 66 + s], amplitude * ricker(times[s] - distance / v, f), 0.05 * amplitude)
          << "receiver " << r << ", time " << times[s];
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "out/seismogram.png"));
}

/// The largest error of the traces of the standing wave, whose exact solution is known, in receivers between
/// nodes.
double error_of_standing_wave(std::string const& interpolation, int nodes) {
  Folder const folder;
  double const places[][2] = {{0.3137, 0.7291}, {0.9519, 0.1083}, {0.0131, 0.4417}};
  std::string lines;
  for (auto const& place : places) lines += std::to_string(place[0]) + " " + std::to_string(place[1]) + "\n";
  replace_content(folder / "places.txt", lines);
  auto const n = std::to_string(nodes);
  auto const outcome = wave(folder, "--initial standing --nodes " + n + "," + n +
                                        " --dt 1e-3 --steps 300 --order 8 --receivers places.txt "
                                        "--output out --quiet --interpolation " +
                                        interpolation);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  auto const traces = tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {3, 301});
  double const omega = 2 * pi * std::sqrt(2.);
  double worst = 0;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t s = 0; s <= 300; ++s) {
      double const exact = std::sin(2 * pi * places[r][0]) * std::sin(2 * pi * places[r][1]) *
                           std::cos(omega * 1e-3 * static_cast<double>(s));
      worst = std::max(worst, std::fabs(traces[r * 301 + s] - exact));
    }
  return worst;
}

TEST(WaveReceivers, BetweenNodesConvergeToTheExactSolution) {
  double const nearest = error_of_standing_wave("nearest", 41), linear = error_of_standing_wave("linear", 41),
               linear_coarse = error_of_standing_wave("linear", 21),
               sinc = error_of_standing_wave("sinc", 41);
  EXPECT_GT(nearest, 0.03); // up to half a spacing of position: pi h
  EXPECT_LT(linear, 0.007); // (k h)^2 / 8 an axis is 0.0031
  EXPECT_GT(linear, 0.001);
  EXPECT_GT(linear_coarse, 2.5 * linear); // of second order, but places between nodes differ
  EXPECT_LT(sinc, 0.001);
}

/// What a receiver hears of a source is what a receiver at the source's place hears of a source at its own.
TEST(WaveReceivers, SourceAndReceiverMayChangePlaces) {
  auto const trace = [](std::string const& source, std::string const& receiver, std::string const& how) {
    Folder const folder;
    replace_content(folder / "places.txt", receiver + "\n");
    auto const outcome =
        wave(folder, "--nodes 57,49 --steps 160 --dt 8e-3 --frequency 5 --source " + source +
                         " --receivers places.txt --output out --quiet --interpolation " + how);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {1, 161});
  };
  for (std::string const how : {"nearest", "linear", "sinc"}) {
    // The second place has images beyond two rigid sides.
    auto const there = trace("0.3137,0.3391", "0.9781,0.0131", how),
               back = trace("0.9781,0.0131", "0.3137,0.3391", how);
    double largest = 0, difference = 0;
    for (std::size_t s = 0; s < there.size(); ++s) {
      largest = std::max(largest, std::fabs(there[s]));
      difference = std::max(difference, std::fabs(there[s] - back[s]));
    }
    EXPECT_GT(largest, 1e-4) << how;
    EXPECT_LT(difference, 1e-12 * largest) << how;
  }
}

/// The traces are samples of the field at those steps, whatever number of steps a scheme fuses.
TEST(WaveReceivers, SampleTheFieldOfTheirStep) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.25 0.75\n0.256 0.744\n"); // the nearest node of both is the same
  auto const run = std::string("--nodes 37,53 --initial gaussian --velocity 1+x --dt 5e-3 --receivers "
                               "places.txt --interpolation nearest ");
  for (std::string const way : {"--scheme direct", "--scheme temporal --fused-steps 4 --receiver-every 5"}) {
    ASSERT_EQ(wave(folder, run + way + " --steps 20 --output out --output-every 5 --overwrite").code, 0);
    auto const every = way.find("every") == way.npos ? 1u : 5u, count = 20 / every + 1;
    auto const trace = tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {2, count});
    for (unsigned step = 0; step <= 20; step += 5) {
      auto const u = tessera::io::Hdf5Reader(folder / ("out/u-" + std::to_string(step) + ".h5"))
                         .read<double>("/u", {37, 53});
      EXPECT_EQ(trace[step / every], u[9 * 53 + 39]) << way << ", step " << step;
      EXPECT_EQ(trace[count + step / every], u[9 * 53 + 39]) << way << ", step " << step;
    }
  }
}

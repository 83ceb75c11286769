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

/// u_tt = v^2 laplacian u + w(t) delta(x) has the solution w(t - r / v) / (4 pi v^2 r).
TEST(WaveReceivers, HearThePointSourceOfAnOpenSpace) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.5 0.5 0.8\n0.3, 0.5, 0.5\n0.3 0.3 0.3\n");
  double const v = 2, f = 16; // a wavelength of 7.5 nodes
  auto const outcome = wave(
      folder, "--nodes 61,61,61 --velocity 2 --source 0.5,0.5,0.5 --frequency 16 --order 8 --precision float "
              "--receivers places.txt --receiver-every 4 --steps 260 --dt 0.00125 "
              "--sponge 10 --output out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  tessera::io::Hdf5Reader const file(folder / "out/traces.h5");
  auto const times = file.read<double>("/times", {66});
  auto const traces = file.read<double>("/traces", {3, 66});
  EXPECT_EQ(times[1], 4 * 0.00125);
  EXPECT_EQ(file.read<double>("/positions", {3, 3})[2], 0.8);
  double const distances[] = {0.3, 0.2, 0.2 * std::sqrt(3.)};
  for (std::size_t r = 0; r < 3; ++r) {
    double const amplitude = 1 / (4 * pi * v * v * distances[r]);
    for (std::size_t s = 0; s < 66; ++s)
      EXPECT_NEAR(traces[r * 66 + s], amplitude * ricker(times[s] - distances[r] / v, f), 0.05 * amplitude)
          << "receiver " << r << ", time " << times[s];
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "out/seismogram.png"));
}

/// The traces are samples of the field at those steps, whatever number of steps a scheme fuses.
TEST(WaveReceivers, SampleTheFieldOfTheirStep) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.25 0.75\n");
  auto const run =
      std::string("--nodes 37,53 --initial gaussian --velocity 1+x --dt 5e-3 --receivers places.txt ");
  for (std::string const way : {"--scheme direct", "--scheme temporal --fused-steps 4 --receiver-every 5"}) {
    ASSERT_EQ(wave(folder, run + way + " --steps 20 --output out --output-every 5 --overwrite").code, 0);
    auto const every = way.find("every") == way.npos ? 1u : 5u, count = 20 / every + 1;
    auto const trace = tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {1, count});
    for (unsigned step = 0; step <= 20; step += 5) {
      auto const u = tessera::io::Hdf5Reader(folder / ("out/u-" + std::to_string(step) + ".h5"))
                         .read<double>("/u", {37, 53});
      EXPECT_EQ(trace[step / every], u[9 * 53 + 39]) << way << ", step " << step;
    }
  }
}

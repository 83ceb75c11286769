// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in planes: the scheme's own standing wave to rounding, plain loops with matter, bodies
// and sources, absorbing layers, and one result whatever the scheme, threads and parts of a run.
#include <tessera/io/picture.hpp>

#include <cmath>

#include "maxwell_program.hpp"

using namespace tessera::test;

namespace {

constexpr std::size_t n0 = 23, n1 = 17;

/// Everything at once: matter, a body, a source, receivers, a wall and a period, unequal spacings.
std::string const toml = R"toml(
nodes = [23, 17]
upper = [1.1, 1.7]
dt = 0.03
steps = 61
[initial]
expression = "exp(-20*((x-0.6)^2 + (y-0.9)^2))"
[obstacle]
expression = "x > 0.72 && x < 0.88 && y > 0.25 && y < 0.55"
[maxwell]
walls = ["conducting", "periodic"]
permittivity = "1 + x*y"
source = [0.3, 1.2]
frequency = 2.0
receivers = "places.txt"
receiver-every = 3
)toml";

void prepare(Folder const& folder) {
  replace_content(folder / "run.toml", toml);
  replace_content(folder / "places.txt", "0.5 0.5\n0.9, 1.6\n");
}

struct Fields {
  std::vector<double> ez, hx, hy, trace;
};

/// The problem above by plain loops, which step what lies between the walls.
Fields by_loops(bool hard) {
  double const x_step = 1.1 / (n0 - 1), y_step = 1.7 / n1, dt = 0.03;
  std::size_t const si = 6, sj = 12, ri = 10, rj = 5; // the source, a receiver
  auto const at = [](std::size_t i, std::size_t j) { return i * n1 + j % n1; };
  Fields f{std::vector<double>(n0 * n1), std::vector<double>(n0 * n1), std::vector<double>(n0 * n1), {}};
  auto const x = [&](std::size_t i) { return static_cast<double>(i) * x_step; };
  auto const y = [&](std::size_t j) { return static_cast<double>(j) * y_step; };
  auto const body = [&](std::size_t i, std::size_t j) {
    return x(i) > 0.72 && x(i) < 0.88 && y(j) > 0.25 && y(j) < 0.55;
  };
  auto const conducts = [&](std::size_t i, std::size_t j) { return i == 0 || i == n0 - 1 || body(i, j); };
  for (std::size_t i = 0; i < n0; ++i)
    for (std::size_t j = 0; j < n1; ++j)
      f.ez[at(i, j)] =
          conducts(i, j) ? 0 : std::exp(-20 * (std::pow(x(i) - 0.6, 2) + std::pow(y(j) - 0.9, 2)));
  if (hard) f.ez[at(si, sj)] = ricker(0, 2);
  auto const magnetic = [&](double part) {
    for (std::size_t i = 0; i < n0; ++i)
      for (std::size_t j = 0; j < n1; ++j) {
        f.hx[at(i, j)] -= part * dt / y_step * (f.ez[at(i, j + 1)] - f.ez[at(i, j)]);
        if (i + 1 < n0) f.hy[at(i, j)] += part * dt / x_step * (f.ez[at(i + 1, j)] - f.ez[at(i, j)]);
      }
  };
  magnetic(-0.5);
  f.trace.push_back(f.ez[at(ri, rj)]);
  for (int step = 0; step < 61; ++step) {
    magnetic(1);
    for (std::size_t i = 1; i + 1 < n0; ++i)
      for (std::size_t j = 0; j < n1; ++j) {
        if (conducts(i, j)) continue;
        double curl = (f.hy[at(i, j)] - f.hy[at(i - 1, j)]) / x_step -
                      (f.hx[at(i, j)] - f.hx[at(i, j + n1 - 1)]) / y_step;
        if (i == si && j == sj) curl -= ricker((step + 0.5) * dt, 2) / (x_step * y_step);
        f.ez[at(i, j)] += dt / (1 + x(i) * y(j)) * curl;
      }
    if (hard) f.ez[at(si, sj)] = ricker((step + 1) * dt, 2);
    if ((step + 1) % 3 == 0) f.trace.push_back(f.ez[at(ri, rj)]);
  }
  return f;
}

} // namespace

TEST(Maxwell, ACavityHoldsTheSchemesOwnWaveToRounding) {
  Folder const folder;
  for (std::string const run :
       {"--nodes 37,53", "--nodes 37,53 --walls periodic", "--nodes 20,33 --walls conducting,periodic",
        "--nodes 37,53 --permittivity 2.5", "--nodes 13,17,5",
        "--nodes 17,13,6 --walls periodic,conducting,periodic"})
    for (std::string const precision : {"double", "float"}) {
      auto const outcome = maxwell(folder, run + " --precision " + precision +
                                               " --initial standing --steps 400 --dt 0.01 --verify");
      ASSERT_EQ(outcome.code, 0) << run << '\n' << outcome.err;
      auto const at = outcome.out.find("exact solution: max ");
      ASSERT_NE(at, std::string::npos) << outcome.out;
      auto const error = std::stod(outcome.out.substr(at + 20));
      EXPECT_LT(error, precision == "double" ? 2e-13 : 1e-4) << run;
      EXPECT_GT(error, 0) << run;
    }
}

/// In SI a box of light's metres in a second is the unit box in natural units.
TEST(Maxwell, SiMeasuresLightInMetresASecond) {
  Folder const folder;
  replace_content(folder / "si.toml", "upper = [299792458.0, 299792458.0]\nmaxwell = { units = \"si\" }\n");
  auto const outcome =
      maxwell(folder, "--config si.toml --initial standing --nodes 37,37 --steps 200 --dt 0.01 --verify");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "limit 0.0196419 = 1 / (v sqrt(sum of 1 / h^2)) with v = 2.99792e+08");
}

TEST(Maxwell, MatterBodiesAndSourcesActAsInPlainLoops) {
  for (std::string const kind : {"additive", "hard"}) {
    Folder const folder;
    prepare(folder);
    auto const outcome =
        maxwell(folder, "--config run.toml --quiet --output out --threads 1 --source-kind " + kind);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto const expected = by_loops(kind == "hard");
    tessera::io::Hdf5Reader const file(folder / "out/final.h5");
    expect_near(file.read<double>("/u", {n0, n1}), expected.ez, "Ez");
    expect_near(file.read<double>("/hx", {n0, n1}), expected.hx, "Hx");
    expect_near(file.read<double>("/hy", {n0, n1}), expected.hy, "Hy");
    auto trace = tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {2, 21});
    trace.resize(21);
    expect_near(trace, expected.trace, "trace");
    EXPECT_TRUE(std::filesystem::exists(folder / "out/seismogram.png"));
  }
}

TEST(Maxwell, EverySchemeGivesTheSameBits) {
  for (std::string const options :
       {"--source-kind hard", "--walls periodic,conducting --precision float",
        "--walls periodic --source 0,0", "--walls absorbing --pml 4",
        "--walls periodic,absorbing --pml 3 --precision float --source-kind plane-y",
        "--walls absorbing,periodic --pml 3 --source 0.3,0 --source-kind hard"}) {
    Folder const folder;
    prepare(folder);
    auto const run = "--config run.toml " + options + " ";
    auto const reference = checksum(folder, run + "--scheme direct --threads 1");
    ASSERT_EQ(reference.size(), 16u);
    for (std::string const way :
         {"--scheme direct --threads 2", "--scheme tiled --threads 1", "--scheme tiled --threads 2",
          "--scheme streaming --threads 2", "--scheme temporal --threads 1", "--scheme temporal --threads 2",
          "--scheme temporal --fused-steps 3 --threads 2", "--threads 2"})
      EXPECT_EQ(checksum(folder, run + way), reference) << options << ' ' << way;
  }
  Folder const folder;
  for (std::string const example : {"lens.toml --pml 6 --nodes 81,61 --dt 4e-16 --steps 90 ",
                                    "antenna.toml --pml 3 --nodes 17,17,17 --steps 20 "}) {
    auto const run = "--config " TESSERA_EXAMPLES "/" + example;
    EXPECT_EQ(checksum(folder, run + "--scheme direct --threads 1"), checksum(folder, run + "--threads 2"));
  }
}

TEST(Maxwell, ARunInTwoPartsGivesTheSameBitsAndTraces) {
  for (std::string const walls : {"conducting,periodic", "absorbing --pml 4"}) {
    Folder const folder;
    prepare(folder);
    auto const run = "--config run.toml --output out --threads 1 --walls " + walls;
    auto const traces = [&] {
      return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {2, 21});
    };
    auto const whole = checksum(folder, run + " --checkpoint-every 40");
    auto const heard = traces();
    EXPECT_EQ(checksum(folder, run + " --restart out/checkpoint-40.h5"), whole);
    EXPECT_EQ(traces(), heard);
  }
}

TEST(Maxwell, PermittivityComesFromPicturesAndFiles) {
  Folder const folder;
  std::vector<double> plane(n0 * n1), eps(n0 * n1);
  for (std::size_t i = 0; i < plane.size(); ++i) {
    plane[i] = i % n1 > 8 ? 1 : 0;
    eps[i] = plane[i] == 1 ? 4 : 1.5;
  }
  // Not a colour map but grey: brightness is what counts.
  tessera::io::Picture grey{n0, n1, {}};
  for (std::size_t row = 0; row < n1; ++row)
    for (std::size_t i = 0; i < n0; ++i) {
      auto const level = static_cast<unsigned char>(255 * plane[i * n1 + n1 - 1 - row]);
      grey.pixels.push_back({level, level, level});
    }
  tessera::io::write_png(folder / "eps.png", grey);
  write_dataset(folder / "eps.h5", "/eps", {n0, n1}, eps);
  std::string const run = "--initial sin(5*x)*y --steps 20 --dt 0.02 --permittivity ";
  auto const of_file = checksum(folder, run + "eps.h5");
  EXPECT_EQ(checksum(folder, run + "eps.png --permittivity-range 1.5,4 --nodes 23,17"), of_file);
  EXPECT_EQ(checksum(folder, run + "y>0.53?4:1.5 --nodes 23,17"), of_file);
  EXPECT_NE(checksum(folder, run + "2 --nodes 23,17"), of_file);
}

/// Ez of a plane wave is the wavelet, later by the way over c, and is gone when it has left.
TEST(Maxwell, APlaneWaveCarriesTheWaveletAndLeaves) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.3 0\n0.8 0\n");
  for (std::string const precision : {"double", "float"}) {
    auto const outcome = maxwell(
        folder, "--nodes 201,4 --walls absorbing,periodic --source 0.5,0 --source-kind plane-x --frequency 5 "
                "--steps 500 --dt 4e-3 --receivers places.txt --threads 1 --quiet --overwrite --output out "
                "--precision " +
                    precision);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto const traces = tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {2, 501});
    double worst = 0, left = 0;
    for (std::size_t s = 0; s < 501; ++s) {
      auto const t = 4e-3 * static_cast<double>(s);
      worst = std::max(worst, std::abs(traces[s] - ricker(t - 0.2, 5)));
      worst = std::max(worst, std::abs(traces[501 + s] - ricker(t - 0.3, 5)));
      if (t > 1.5) left = std::max({left, std::abs(traces[s]), std::abs(traces[501 + s])});
    }
    EXPECT_LT(worst, 0.01);
    EXPECT_LT(left, 1e-4);
  }
}

/// The same pulse in a box so large that nothing comes back.
TEST(Maxwell, AbsorbingLayersSendBackLittleFromAllAngles) {
  Folder const folder;
  auto const run = [&](std::size_t n, std::string const& more) {
    auto const length = std::to_string(0.01 * static_cast<double>(n - 1));
    replace_content(folder / "box.toml", "upper = [" + length + ", " + length + "]\n");
    auto const nodes = std::to_string(n);
    auto const outcome =
        maxwell(folder, "--config box.toml --nodes " + nodes + "," + nodes +
                            " --frequency 10 --steps 150 --dt 5e-3 --threads 1 --quiet --overwrite "
                            "--no-paraview --output out " +
                            more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return tessera::io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {n, n});
  };
  auto const large = run(321, "--source 1.4,1.6");
  // 7e-3, 2.5e-4 and 9e-6 were seen.
  for (auto const& layer : {std::pair<std::size_t, double>{5, 1e-2}, {10, 5e-4}, {20, 2e-5}}) {
    auto const width = layer.first;
    std::size_t const n = 61 + 2 * width;
    auto const place = [&](double of) { return std::to_string(0.01 * static_cast<double>(width) + of); };
    auto const small = run(n, "--walls absorbing --pml " + std::to_string(width) + " --source " + place(0.1) +
                                  "," + place(0.3));
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < 61; ++i)
      for (std::size_t j = 0; j < 61; ++j) {
        auto const expected = large[(i + 130) * 321 + j + 130];
        largest = std::max(largest, std::abs(expected));
        difference = std::max(difference, std::abs(small[(i + width) * n + j + width] - expected));
      }
    EXPECT_GT(largest, 0.1);
    EXPECT_LT(difference, layer.second * largest) << width << " nodes";
  }
}

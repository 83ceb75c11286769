// SPDX-License-Identifier: Apache-2.0
// Maxwell's equations in volumes: plain loops with matter, bodies and sources, one result whatever the
// scheme, threads and parts of a run, and absorbing layers against planes, larger boxes and the energy that
// is left.
#include <cmath>

#include "maxwell_program.hpp"

using namespace tessera::test;

namespace {

constexpr std::size_t m0 = 9, m1 = 8, m2 = 7;

/// Matter, a body, a source, walls along two axes and a period along the other.
std::string const volume = R"toml(
nodes = [9, 8, 7]
upper = [0.8, 1.6, 1.8]
dt = 0.05
steps = 31
[initial]
expression = "exp(-9*((x-0.5)^2 + (y-0.9)^2 + (z-1)^2))"
[obstacle]
expression = "x > 0.55 && x < 0.75 && y < 0.5 && z > 0.5 && z < 1.3"
[maxwell]
walls = ["conducting", "periodic", "conducting"]
permittivity = "1 + x*z"
source = [0.3, 1.2, 1.05]
frequency = 2.0
receivers = "places.txt"
)toml";

void prepare_volume(Folder const& folder) {
  replace_content(folder / "run.toml", volume);
  replace_content(folder / "places.txt", "0.3 1.2 1.05\n");
}

std::vector<double> trace_of_volume(Folder const& folder) {
  return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {1, 32});
}

struct Volume {
  std::vector<double> ex, ey, ez, hx, hy, hz;
};

/// A source of E along an axis, at a node.
struct VolumeSource {
  std::string options;
  int direction = 2;
  std::array<std::size_t, 3> node{3, 6, 3};
  bool hard = false;
};

/// The same by plain loops, which step the edges and faces that lie between the walls.
Volume volume_by_loops(VolumeSource const& of) {
  bool const hard = of.hard;
  double const hx = 0.8 / (m0 - 1), hy = 1.6 / m1, hz = 1.8 / (m2 - 1), dt = 0.05;
  auto const at = [](std::size_t i, std::size_t j, std::size_t k) { return (i * m1 + j % m1) * m2 + k; };
  std::vector<double> const zero(m0 * m1 * m2);
  Volume f{zero, zero, zero, zero, zero, zero};
  auto const place = [&](std::size_t i, std::size_t j, std::size_t k) {
    return std::array{static_cast<double>(i) * hx, static_cast<double>(j) * hy, static_cast<double>(k) * hz};
  };
  auto const body = [&](std::size_t i, std::size_t j, std::size_t k) {
    auto const [x, y, z] = place(i, j, k);
    return x > 0.55 && x < 0.75 && y < 0.5 && z > 0.5 && z < 1.3;
  };
  auto const inside = [](std::size_t i, std::size_t n) { return i > 0 && i + 1 < n; };
  auto const each = [&](auto const& what) {
    for (std::size_t i = 0; i < m0; ++i)
      for (std::size_t j = 0; j < m1; ++j)
        for (std::size_t k = 0; k < m2; ++k) what(i, j, k);
  };
  auto const magnetic = [&](double part) {
    each([&](std::size_t i, std::size_t j, std::size_t k) {
      auto const n = at(i, j, k);
      bool const x = i + 1 < m0, z = k + 1 < m2;
      if (z)
        f.hx[n] -=
            part * dt * ((f.ez[at(i, j + 1, k)] - f.ez[n]) / hy - (f.ey[at(i, j, k + 1)] - f.ey[n]) / hz);
      if (x && z)
        f.hy[n] -=
            part * dt * ((f.ex[at(i, j, k + 1)] - f.ex[n]) / hz - (f.ez[at(i + 1, j, k)] - f.ez[n]) / hx);
      if (x)
        f.hz[n] -=
            part * dt * ((f.ey[at(i + 1, j, k)] - f.ey[n]) / hx - (f.ex[at(i, j + 1, k)] - f.ex[n]) / hy);
    });
  };
  each([&](std::size_t i, std::size_t j, std::size_t k) {
    auto const [x, y, z] = place(i, j, k);
    if (inside(i, m0) && k + 1 < m2 && !body(i, j, k)) // Ez lies half a spacing above its node
      f.ez[at(i, j, k)] =
          std::exp(-9 * (std::pow(x - 0.5, 2) + std::pow(y - 0.9, 2) + std::pow(z + hz / 2 - 1, 2)));
  });
  auto const source = at(of.node[0], of.node[1], of.node[2]);
  if (hard) f.ez[source] = ricker(0, 2);
  magnetic(-0.5);
  for (int step = 0; step < 31; ++step) {
    magnetic(1);
    each([&](std::size_t i, std::size_t j, std::size_t k) {
      if (body(i, j, k)) return;
      auto const n = at(i, j, k), south = at(i, j + m1 - 1, k);
      auto const [x, y, z] = place(i, j, k);
      auto const move = dt / (1 + x * z);
      bool const in_x = inside(i, m0), in_z = inside(k, m2);
      auto const current = [&](int direction) {
        return n == source && direction == of.direction ? ricker((step + 0.5) * dt, 2) / (hx * hy * hz) : 0;
      };
      if (i + 1 < m0 && in_z)
        f.ex[n] +=
            move * ((f.hz[n] - f.hz[south]) / hy - (f.hy[n] - f.hy[at(i, j, k - 1)]) / hz - current(0));
      if (in_x && in_z)
        f.ey[n] += move * ((f.hx[n] - f.hx[at(i, j, k - 1)]) / hz - (f.hz[n] - f.hz[at(i - 1, j, k)]) / hx -
                           current(1));
      if (in_x && k + 1 < m2) {
        double const curl =
            (f.hy[n] - f.hy[at(i - 1, j, k)]) / hx - (f.hx[n] - f.hx[south]) / hy - current(2);
        f.ez[n] = n == source && hard ? ricker((step + 1) * dt, 2) : f.ez[n] + move * curl;
      }
    });
  }
  return f;
}

} // namespace

TEST(Maxwell, VolumesAreThoseOfPlainLoops) {
  for (VolumeSource const& source :
       {VolumeSource{"--source-kind additive"}, VolumeSource{.options = "--source-kind hard", .hard = true},
        VolumeSource{"--source-direction x --source 0.26,1.24,0.95", 0, {2, 6, 3}},
        VolumeSource{"--source-direction y --source 0.26,1.24,0.95", 1, {3, 6, 3}}}) {
    Folder const folder;
    prepare_volume(folder);
    auto const outcome =
        maxwell(folder, "--config run.toml --output out --threads 1 --scheme direct " + source.options);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    auto const expected = volume_by_loops(source);
    tessera::io::Hdf5Reader const file(folder / "out/final.h5");
    auto const read = [&](char const* name) { return file.read<double>(name, {m0, m1, m2}); };
    expect_near(read("/u"), expected.ez, "Ez");
    expect_near(read("/hx"), expected.hx, "Hx");
    expect_near(read("/hy"), expected.hy, "Hy");
    expect_near(read("/ex"), expected.ex, "Ex");
    expect_near(read("/ey"), expected.ey, "Ey");
    expect_near(read("/hz"), expected.hz, "Hz");
    expect_near(file.numbers("/u", "origin"), {0, 0, 0.15}, "the place of Ez");
    expect_near(file.numbers("/hx", "origin"), {0, 0.1, 0.15}, "the place of Hx");
    expect_near(file.read<double>("/x_half", {m0}), {0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85},
                "half way between the nodes");
    EXPECT_SAYS(content(folder / "out/final-ey.vti"), "Origin=\"0 0.10000000000000001 0\"");
  }
}

TEST(Maxwell, EverySchemeAndARestartGiveTheSameBitsOfVolumes) {
  for (std::string const options :
       {"--source-direction y", "--walls absorbing,periodic,absorbing --pml 2 --source-kind hard",
        "--walls absorbing --pml 1 --precision float"}) {
    Folder const folder;
    prepare_volume(folder);
    auto const run = "--config run.toml " + options + " ";
    auto const parts = run + "--output out --threads 1 ";
    auto const reference = checksum(folder, parts + "--scheme direct --checkpoint-every 20");
    auto const heard = trace_of_volume(folder);
    EXPECT_EQ(checksum(folder, parts + "--restart out/checkpoint-20.h5"), reference) << options;
    EXPECT_EQ(trace_of_volume(folder), heard) << options;
    for (std::string const way :
         {"--scheme direct --threads 2", "--scheme tiled --threads 2", "--scheme streaming --threads 2",
          "--scheme temporal --threads 1", "--scheme temporal --fused-steps 3 --threads 2"})
      EXPECT_EQ(checksum(folder, run + way), reference) << options << ' ' << way;
  }
}

TEST(Maxwell, AHardSourceIsItsWaveletWhateverArrives) {
  for (std::string const walls : {"conducting", "absorbing --pml 2"}) {
    Folder const folder;
    prepare_volume(folder);
    auto const outcome = maxwell(
        folder,
        "--config run.toml --output out --threads 1 --scheme direct --source-kind hard --walls " + walls);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::vector<double> wavelet(32);
    for (std::size_t s = 0; s < 32; ++s) wavelet[s] = ricker(0.05 * static_cast<double>(s), 2);
    expect_near(trace_of_volume(folder), wavelet, walls.c_str());
  }
}

/// Where nothing depends on z, Ez and H are those of the plane, also in the layers.
TEST(Maxwell, AnOpenVolumeThatIsTheSameAtAllZIsAnOpenPlane) {
  for (std::string const walls : {"absorbing,absorbing", "absorbing,periodic", "periodic,absorbing"}) {
    Folder const folder;
    std::string const common =
        "--initial exp(-30*((x-0.4)^2+(y-0.6)^2)) --permittivity 1+x*y --steps 40 --dt "
        "0.025 --pml 4 --threads 1 --scheme direct --quiet --walls " +
        walls;
    std::string source =
        walls == "absorbing,periodic" ? " --source-kind plane-x --frequency 3 --source 0.5,0.5" : "";
    for (std::string const& run : {"--output plane --nodes 15,13 " + common + source,
                                   "--output volume --nodes 15,13,2 " + common + ",periodic" + source +
                                       (source.empty() ? "" : ",0.5")}) {
      auto const outcome = maxwell(folder, run);
      ASSERT_EQ(outcome.code, 0) << outcome.err;
    }
    tessera::io::Hdf5Reader const of_plane(folder / "plane/final.h5"), of_volume(folder / "volume/final.h5");
    for (char const* member : {"/u", "/hx", "/hy"}) {
      auto const expected = of_plane.read<double>(member, {15, 13});
      auto const found = of_volume.read<double>(member, {15, 13, 2});
      for (std::size_t k = 0; k < 2; ++k) {
        std::vector<double> layer;
        for (std::size_t n = k; n < found.size(); n += 2) layer.push_back(found[n]);
        expect_near(layer, expected, member);
      }
    }
  }
}

/// Waves along z are those along x, turned: Ex or Ey for Ez, and receivers record what the source drives.
TEST(Maxwell, PlaneWavesAlongZAreThoseAlongXTurned) {
  Folder const folder;
  auto const heard = [&](std::string const& nodes, std::string const& walls, std::string const& source,
                         std::string const& place) {
    replace_content(folder / "places.txt", place + "\n");
    auto const outcome =
        maxwell(folder, "--nodes " + nodes + " --walls " + walls + " --source " + source +
                            " --frequency 5 --pml 8 --steps 200 --dt 8e-3 --threads 1 --quiet "
                            "--overwrite --no-paraview --output out --receivers places.txt");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {1, 201});
  };
  auto const along_x =
      heard("101,3,3", "absorbing,periodic,periodic", "0.5,0,0 --source-kind plane-x", "0.3,0,0");
  double worst = 0;
  for (std::size_t s = 0; s < 201; ++s)
    worst = std::max(worst, std::abs(along_x[s] - ricker(8e-3 * static_cast<double>(s) - 0.2, 5)));
  EXPECT_LT(worst, 0.04); // 20 nodes a wavelength
  for (std::string const direction : {"", " --source-direction x", " --source-direction y"})
    expect_near(heard("3,3,101", "periodic,periodic,absorbing", "0,0,0.5 --source-kind plane-z" + direction,
                      "0,0,0.3"),
                along_x, direction.c_str());
  expect_near(heard("101,3,3", "absorbing,periodic,periodic",
                    "0.5,0,0 --source-kind plane-x --source-direction y", "0.3,0,0"),
              along_x, "Ey along x");
}

/// A receiver at each side hears what it hears in a box so large that nothing comes back.
TEST(Maxwell, AbsorbingLayersOfAVolumeSendBackLittle) {
  Folder const folder;
  constexpr std::size_t receivers = 6, samples = 58;
  using Node = std::array<int, 3>;
  Node const inner{9, 8, 10}; // nodes between the layers
  std::array const spacing{0.01, 0.012, 0.011};
  std::array const places{Node{0, 4, 5}, Node{8, 5, 4}, Node{4, 0, 3},
                          Node{5, 7, 4}, Node{4, 4, 0}, Node{3, 5, 8}};
  auto const heard = [&](int beyond, std::string const& more) {
    auto const listed = [](auto const& of_axis) {
      return std::to_string(of_axis(0)) + ", " + std::to_string(of_axis(1)) + ", " +
             std::to_string(of_axis(2));
    };
    auto const place_of_ez = [&](Node const& node) {
      return listed(
          [&](std::size_t axis) { return spacing[axis] * (beyond + node[axis] + (axis == 2 ? 0.5 : 0.)); });
    };
    std::string lines;
    for (auto const& node : places) lines += place_of_ez(node) + '\n';
    replace_content(folder / "places.txt", lines);
    auto const nodes = [&](std::size_t axis) { return inner[axis] + 2 * beyond; };
    replace_content(
        folder / "box.toml",
        "nodes = [" + listed(nodes) + "]\nupper = [" + listed([&](std::size_t axis) {
          return spacing[axis] * (nodes(axis) - 1);
        }) + "]\nsteps = 57\ndt = 6e-3\n[maxwell]\nreceivers = \"places.txt\"\nfrequency = 12.5\nsource = [" +
            place_of_ez({3, 4, 4}) + "]\n");
    auto const outcome = maxwell(folder, "--config box.toml --threads 1 --scheme direct --quiet --overwrite "
                                         "--no-paraview --output out " +
                                             more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return tessera::io::Hdf5Reader(folder / "out/traces.h5").read<double>("/traces", {receivers, samples});
  };
  auto const free = heard(16, "");
  // Of the largest value that a receiver hears 2.5e-2 and 8.8e-4 were seen.
  for (auto const& [width, share] : {std::pair<int, double>{5, 4e-2}, {10, 1.5e-3}}) {
    auto const found = heard(width, "--walls absorbing --pml " + std::to_string(width));
    for (std::size_t r = 0; r < receivers; ++r) {
      double largest = 0, difference = 0;
      for (std::size_t s = r * samples; s < (r + 1) * samples; ++s) {
        largest = std::max(largest, std::abs(free[s]));
        difference = std::max(difference, std::abs(found[s] - free[s]));
      }
      EXPECT_GT(largest, 1);
      EXPECT_LT(difference, share * largest) << width << " nodes, receiver " << r;
    }
  }
}

/// Of a current that leaves no charges, whose static field would stay; and the field is as symmetric as the
/// box.
TEST(Maxwell, AnOpenVolumeLosesItsEnergyOnAllSidesAlike) {
  Folder const folder;
  auto const outcome = maxwell(
      folder, "--nodes 13,13,14 --walls absorbing --pml 4 --source 0.5,0.5,0.5 --frequency 2 --dt 0.04 "
              "--steps 180 --threads 1 --scheme direct --quiet --no-paraview --output out --output-every 30");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  auto const energy = [&](int step) {
    tessera::io::Hdf5Reader const file(folder / ("out/u-" + std::to_string(step) + ".h5"));
    double sum = 0;
    for (char const* member : {"/u", "/ex", "/ey", "/hx", "/hy", "/hz"})
      for (double const value : file.read<double>(member, {13, 13, 14})) sum += value * value;
    return sum;
  };
  // 0.011, 0.13 and 0.18 of what was there before were seen.
  auto before = energy(30);
  for (auto const& [step, share] : {std::pair<int, double>{60, 0.05}, {120, 0.3}, {180, 0.3}}) {
    auto const now = energy(step);
    EXPECT_LT(now, share * before) << step;
    before = now;
  }
  // Turned about the source by a quarter and mirrored in z.
  auto const ez = tessera::io::Hdf5Reader(folder / "out/u-30.h5").read<double>("/u", {13, 13, 14});
  std::vector<double> turned;
  for (std::size_t i = 0; i < 13; ++i)
    for (std::size_t j = 0; j < 13; ++j) {
      for (std::size_t k = 0; k < 13; ++k) turned.push_back(ez[((12 - j) * 13 + i) * 14 + 12 - k]);
      turned.push_back(0); // beyond the wall
    }
  expect_near(turned, ez, "Ez");
}

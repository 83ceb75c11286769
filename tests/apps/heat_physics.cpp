// SPDX-License-Identifier: Apache-2.0
// The numbers against what is known: the exact discrete solution, the exact solution, conservation, steady
// states.
#include <cmath>
#include <numbers>
#include <numeric>

#include "heat_program.hpp"

using namespace tessera::test;
namespace io = tessera::io;

namespace {

std::vector<double> final_field(Folder const& folder, std::string const& arguments, io::Shape const& shape) {
  auto const outcome = heat(folder, arguments + " --quiet --threads 1 --output out --overwrite");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", shape);
}

double mode(std::size_t i, int intervals) {
  return std::sin(2. * std::numbers::pi * static_cast<double>(i) / intervals);
}

} // namespace

// Seed problem (27)-(30): one step multiplies sin sin by g = 1 - 8 r sin^2(pi / J) at every node.
TEST(Physics, PublishedProblemIsItsDiscreteSolution) {
  constexpr int J = 32, N = 1000;
  double const r = (1. / 16.) * (1. / N) * J * J;
  double const s = std::sin(std::numbers::pi / J);
  double const amplitude = std::pow(1. - 8. * r * s * s, N);
  Folder const folder;
  for (auto const& scheme : schemes_of(TESSERA_HEAT)) {
    auto const u = final_field(folder, "--initial sine --scheme " + scheme, {J + 1, J + 1});
    for (std::size_t i = 0; i <= J; ++i)
      for (std::size_t j = 0; j <= J; ++j)
        ASSERT_NEAR(u[i * (J + 1) + j], amplitude * mode(i, J) * mode(j, J), 1e-12 * amplitude)
            << scheme << " at " << i << ", " << j;
  }
}

TEST(Physics, DiscreteSolutionInOneAndThreeDimensions) {
  constexpr int J = 24, N = 200;
  double const dt = 1e-3, s = std::sin(std::numbers::pi / J);
  double const loss = 4. * dt / 16. * J * J * s * s;
  Folder const folder;
  auto const line = final_field(folder, "--initial sine --nodes 25 --steps 200 --dt 1e-3", {J + 1});
  for (std::size_t i = 0; i <= J; ++i) ASSERT_NEAR(line[i], std::pow(1. - loss, N) * mode(i, J), 1e-12);
  auto const volume =
      final_field(folder, "--initial sine --nodes 25,25,25 --steps 200 --dt 1e-3", {25, 25, 25});
  for (std::size_t i = 0; i < volume.size(); ++i)
    ASSERT_NEAR(volume[i],
                std::pow(1. - 3. * loss, N) * mode(i / 625, J) * mode(i / 25 % 25, J) * mode(i % 25, J),
                1e-12);
}

TEST(Physics, ErrorIsOfSecondOrderAtFixedRatio) {
  Folder const folder;
  for (auto const* end : {"0.25", "0.5", "1"}) {
    double last = 0.;
    for (int J = 16; J <= 64; J *= 2) {
      auto const steps = std::stod(end) * J * J; // r = 1/16
      auto const json =
          heat(folder, "--initial sine --quiet --threads 1 --json - --nodes " + std::to_string(J + 1) + "," +
                           std::to_string(J + 1) + " --end-time " + end + " --steps " +
                           std::to_string(static_cast<int>(steps)))
              .json();
      auto const error = json.at("max_error").get<double>();
      EXPECT_LE(json.at("rms_error").get<double>(), error);
      if (last > 0.) {
        EXPECT_NEAR(std::log2(last / error), 2., 0.05) << "J " << J << ", t " << end;
      }
      last = error;
    }
  }
}

TEST(Physics, GaussianConvergesForEveryKindOfEnds) {
  Folder const folder;
  for (auto const* kind : {"fixed", "periodic", "neumann"}) {
    auto text = std::string("[initial]\nname = \"gaussian\"\n[heat]\ndiffusivity = 0.5\n[boundary]\n");
    for (auto const* face : {"west", "east", "south", "north"})
      text += std::string(face) + " = { kind = \"" + kind + "\" }\n";
    replace_content(folder / "run.toml", text);
    double last = 0.;
    for (int J : {32, 64}) {
      auto const n = std::to_string(std::string(kind) == "periodic" ? J : J + 1);
      // Long enough for the ends to be felt.
      auto const json = heat(folder, "--config run.toml --threads 1 --json - --end-time 0.125 --steps " +
                                         std::to_string(J * J) + " --nodes " + n + "," + n)
                            .json();
      auto const error = json.at("max_error").get<double>();
      EXPECT_LT(error, 3e-3) << kind;
      if (last > 0.) {
        EXPECT_NEAR(std::log2(last / error), 2., 0.1) << kind;
      }
      last = error;
    }
  }
}

TEST(Physics, InsulatedHeatIsConserved) {
  Folder const folder;
  replace_content(folder / "run.toml", R"toml(
nodes = [41, 31]
steps = 500
dt = 1e-4
[initial]
name = "hot-spot"
[heat]
diffusivity = "0.2 + x*x + 0.5*y"
[boundary]
west = { kind = "neumann" }
east = { kind = "neumann" }
south = { kind = "neumann" }
north = { kind = "neumann" }
)toml");
  // A node on an edge stands for half a cell, one in a corner for a quarter.
  auto total = [](std::vector<double> const& u) {
    double sum = 0.;
    for (std::size_t i = 0; i < 41; ++i)
      for (std::size_t j = 0; j < 31; ++j)
        sum += u[i * 31 + j] * (i == 0 || i == 40 ? 0.5 : 1.) * (j == 0 || j == 30 ? 0.5 : 1.);
    return sum;
  };
  auto const before = total(final_field(folder, "--config run.toml --steps 0", {41, 31}));
  auto const after = total(final_field(folder, "--config run.toml", {41, 31}));
  EXPECT_NEAR(after, before, 1e-12 * before);
}

TEST(Physics, AConstantStaysWhatItIsToTheBit) {
  Folder const folder;
  for (std::string const matter : {"1.0", "\"1 + x\""}) {
    replace_content(
        folder / "run.toml",
        "nodes = [17, 19]\nsteps = 50\ndt = 1e-5\n[initial]\nvalue = 0.1\n[heat]\ndiffusivity = " + matter +
            "\n[boundary]\nwest = { kind = \"neumann\" }\nnorth = { kind = \"zero-gradient\" }\n");
    for (auto value : final_field(folder, "--config run.toml", {17, 19})) ASSERT_EQ(value, 0.1);
  }
}

// Steady: u_xx = 0 with u(0) = 1 and du/dx(1) = 2, reached and kept by the scheme exactly up to rounding.
TEST(Physics, FluxGivesItsSlope) {
  Folder const folder;
  replace_content(folder / "run.toml", R"toml(
nodes = [17]
steps = 20000
dt = 1e-3
[boundary]
west = { kind = "value", value = 1.0 }
east = { kind = "neumann", flux = 2.0 }
)toml");
  auto const u = final_field(folder, "--config run.toml", {17});
  for (std::size_t i = 0; i < 17; ++i) EXPECT_NEAR(u[i], 1. + 2. * static_cast<double>(i) / 16., 1e-9);
}

// u = t x on a line: a source f = x and a prescribed end, linear in time and space, so FTCS makes no error.
TEST(Physics, SourceAndTimeDependentEnd) {
  Folder const folder;
  replace_content(folder / "run.toml", R"toml(
nodes = [33]
steps = 5000
dt = 1e-4
[boundary]
west = { kind = "value", value = 0.0 }
east = { kind = "value", value = 1.0, time = "t" }
[source]
expression = "x"
)toml");
  auto const u = final_field(folder, "--config run.toml", {33});
  for (std::size_t i = 0; i < 33; ++i) EXPECT_NEAR(u[i], 0.5 * static_cast<double>(i) / 32., 1e-12);
}

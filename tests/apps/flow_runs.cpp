// SPDX-License-Identifier: Apache-2.0
// tessera-flow as a whole: the cavity against published figures, bits over threads, schemes and restarts, its
// files.
#include <tessera/io/picture.hpp>

#include "flow_program.hpp"

using namespace tessera::test;

namespace {

std::filesystem::path const examples = TESSERA_EXAMPLES;

std::vector<double> dataset(std::filesystem::path const& file, std::string const& name) {
  tessera::io::Hdf5Reader const reader(file);
  return reader.read<double>(name, reader.info(name).shape);
}

/// Piecewise linear through values at equal distances over [0, 1].
double between(std::vector<double> const& values, double x) {
  auto const place = x * static_cast<double>(values.size() - 1);
  auto const below = std::min(static_cast<std::size_t>(place), values.size() - 2);
  auto const share = place - static_cast<double>(below);
  return (1 - share) * values[below] + share * values[below + 1];
}

/// Ghia, Ghia and Shin (J. Comput. Phys. 48, 1982), Re = 100: u on the vertical centre line (table I), v on
/// the horizontal one (table II).
struct Published {
  double place, speed;
};
constexpr Published u_of_y[] = {
    {0.9766, 0.84123},  {0.9688, 0.78871},  {0.9609, 0.73722},  {0.9531, 0.68717},  {0.8516, 0.23151},
    {0.7344, 0.00332},  {0.6172, -0.13641}, {0.5000, -0.20581}, {0.4531, -0.21090}, {0.2813, -0.15662},
    {0.1719, -0.10150}, {0.1016, -0.06434}, {0.0703, -0.04775}, {0.0625, -0.04192}, {0.0547, -0.03717}};
constexpr Published v_of_x[] = {
    {0.9688, -0.05906}, {0.9609, -0.07391}, {0.9531, -0.08864}, {0.9453, -0.10313}, {0.9063, -0.16914},
    {0.8594, -0.22445}, {0.8047, -0.24533}, {0.5000, 0.05454},  {0.2344, 0.17527},  {0.2266, 0.17507},
    {0.1563, 0.16077},  {0.0938, 0.12317},  {0.0781, 0.10890},  {0.0703, 0.10091},  {0.0625, 0.09233}};

} // namespace

TEST(FlowRuns, CavityIsThatOfGhia) {
  Folder const folder;
  auto const done = flow(folder, {"--config", examples / "cavity.toml", "--nodes", "65,65", "--end-time",
                                  "12", "--tolerance", "1e-7", "--output", "out", "--quiet"});
  ASSERT_EQ(done.code, 0) << done.err;
  std::size_t const n = 65, middle = 32;
  auto const psi = dataset(folder / "out/final.h5", "/psi");
  ASSERT_EQ(psi.size(), n * n);
  std::vector<double> u(n, 0.), v(n, 0.);
  u[n - 1] = 1;
  for (std::size_t k = 1; k + 1 < n; ++k) {
    u[k] = -(psi[middle * n + k + 1] - psi[middle * n + k - 1]) * 32;
    v[k] = (psi[(k + 1) * n + middle] - psi[(k - 1) * n + middle]) * 32;
  }
  for (auto const& [y, speed] : u_of_y) EXPECT_NEAR(between(u, y), speed, 0.01) << "u at y = " << y;
  for (auto const& [x, speed] : v_of_x) EXPECT_NEAR(between(v, x), speed, 0.01) << "v at x = " << x;
  auto const change = dataset(folder / "out/history.h5", "/change");
  EXPECT_LT(change.back(), 1e-2);
  EXPECT_GT(change[5], 1);
}

namespace {

/// A short run with everything in it: body, profile, outflow, walls.
std::string cylinder(std::string const& more) {
  return "--config " + (examples / "cylinder.toml").string() + " --nodes 97,33 --end-time 1.5 " + more;
}

} // namespace

TEST(FlowRuns, ThreadsAndSchemesDoNotMatter) {
  Folder const folder;
  auto const expected = checksum(folder, cylinder("--threads 1"));
  EXPECT_EQ(expected.size(), 16u);
  EXPECT_EQ(checksum(folder, cylinder("--threads 2")), expected);
  EXPECT_EQ(checksum(folder, cylinder("--threads 2 --scheme tiled")), expected);
  EXPECT_EQ(checksum(folder, cylinder("--threads 1 --scheme tiled --tile 9,7")), expected);
  EXPECT_NE(checksum(folder, cylinder("--reynolds 101")), expected);
}

TEST(FlowRuns, RestartHasTheSameBits) {
  Folder const folder;
  for (std::string const precision : {"double", "float"}) {
    auto const more = "--checkpoint-every 5 --precision " + precision + " --output ";
    auto const expected = checksum(folder, cylinder(more + "whole --overwrite"));
    EXPECT_EQ(checksum(folder, cylinder(more + "part --overwrite --restart whole/checkpoint-5.h5")),
              expected);
    // The part has the history of its own steps, and keeps it when it is restarted itself.
    auto const later = content(folder / "part/history.csv");
    EXPECT_EQ(checksum(folder, cylinder(more + "part --restart part/checkpoint-10.h5")), expected);
    EXPECT_EQ(content(folder / "part/history.csv"), later);
    // In the folder of the first part the history is that of the whole run.
    auto const history = content(folder / "whole/history.csv");
    EXPECT_EQ(checksum(folder, cylinder(more + "whole --restart whole/checkpoint-5.h5")), expected);
    EXPECT_EQ(content(folder / "whole/history.csv"), history);
    EXPECT_GT(std::count(history.begin(), history.end(), '\n'), 10);
  }
}

TEST(FlowRuns, AHistoryThatCanNotBeContinuedIsNotLost) {
  Folder const folder;
  auto const run = cylinder("--checkpoint-every 5 --quiet --output out ");
  ASSERT_EQ(flow(folder, run).code, 0);
  auto const csv = content(folder / "out/history.csv"), good = content(folder / "out/history.h5");
  auto const refused = [&](std::string const& file) {
    expect_error(flow(folder, run + "--restart out/checkpoint-5.h5"), 2,
                 {file + " of the first part can't be continued and would be lost: "});
    EXPECT_EQ(content(folder / "out/history.csv"), csv);
  };
  replace_content(folder / "out/history.h5", good.substr(0, 100));
  refused("out/history.h5");
  std::filesystem::remove(folder / "out/history.h5");
  refused("out/history.csv");
  replace_content(folder / "out/history.h5", good);
  EXPECT_EQ(flow(folder, run + "--restart out/checkpoint-5.h5").code, 0);
}

TEST(FlowRuns, WritesFieldsHistoryAndPictures) {
  Folder const folder;
  EXPECT_EQ(flow(folder, cylinder("--steps 30 --dt 0.05 --output out --output-every 6 --contours 12 --json "
                                  "out/record.json --quiet"))
                .code,
            0);
  for (auto const* name : {"final.h5", "final.png", "final.vti", "u.pvd", "u-0.h5", "u-6.h5", "u-12.h5",
                           "streamlines.png", "streamlines-6.png", "history.csv", "history.h5"})
    EXPECT_TRUE(std::filesystem::exists(folder / "out" / name)) << name;
  EXPECT_EQ(dataset(folder / "out/u-6.h5", "/psi").size(), 97u * 33u);
  EXPECT_EQ(dataset(folder / "out/history.h5", "/lift").size(), 30u);
  auto const record = nlohmann::json::parse(content(folder / "out/record.json"));
  EXPECT_EQ(record["app"], "tessera-flow");
  EXPECT_EQ(record["steps"], 30);
  EXPECT_EQ(record["reynolds"], 100);
  EXPECT_GT(record["mean_drag"], 0);
  EXPECT_TRUE(record["strouhal"].is_null()); // so short a run sheds nothing
  EXPECT_GT(tessera::io::read_png(folder / "out/streamlines.png").values.size(), 1000u);
}

/// From rest, too: the lid's speed counts, not that of the fluid alone.
TEST(FlowRuns, NoStepCarriesAMovingWallFurtherThanAsked) {
  Folder const folder;
  replace_content(folder / "run.toml",
                  "nodes = [33, 33]\nsteps = 3\noutput = \"out\"\n[flow]\nreynolds = 1e4\n"
                  "north = { kind = \"wall\", speed = -1.0 }\n");
  for (double const most : {0.8, 0.4}) {
    auto const done = flow(folder, "--config run.toml --threads 1 --cfl " + std::to_string(most));
    ASSERT_EQ(done.code, 0) << done.err;
    auto const dt = dataset(folder / "out/history.h5", "/dt"),
               cfl = dataset(folder / "out/history.h5", "/cfl");
    ASSERT_EQ(dt.size(), 3u);
    EXPECT_DOUBLE_EQ(dt[0], most / 32); // not 2.45, which diffusion would allow
    for (std::size_t n = 0; n < 3; ++n) EXPECT_NEAR(cfl[n], most, 1e-12) << n;
    std::filesystem::remove_all(folder / "out");
  }
}

/// The Reynolds number is over the size that was given, so the viscosity of a problem does not depend on its
/// grid.
TEST(FlowRuns, ReynoldsLengthIsTheSizeThatWasGiven) {
  Folder const folder;
  // No step: the size is known before the first.
  auto const said = [&](std::string const& body, std::string const& nodes, std::string const& more = "") {
    replace_content(folder / "run.toml",
                    "upper = [2.0, 1.0]\nsteps = 0\n[flow]\nreynolds = 20\n[flow.body]\n" + body);
    auto const done = flow(folder, "--config run.toml --threads 1 --nodes " + nodes + " " + more);
    EXPECT_EQ(done.code, 0) << done.err;
    return done.out;
  };
  std::string const circle = "shape = \"circle\"\ncentre = [1.0, 0.5]\nradius = 0.11\n";
  for (std::string const nodes : {"65,33", "129,65"})
    EXPECT_SAYS(said(circle, nodes),
                "  over the length (diameter of the circle) 0.22\n  and the viscosity 0.011\n");
  EXPECT_SAYS(said("shape = \"rectangle\"\nsize = [0.4, 0.26]\n", "81,41"),
              "(height of the rectangle) 0.26\n");
  EXPECT_SAYS(said("shape = \"rectangle\"\n", "80,40"), "(height of the rectangle) 0.25\n");
  EXPECT_SAYS(said("shape = \"naca\"\ndigits = \"0024\"\nchord = 0.6\nangle = 10.0\n", "81,41"),
              "(chord of the aerofoil) 0.6\n");
  EXPECT_SAYS(said("shape = \"polygon\"\npoints = [0.7, 0.31, 1.2, 0.31, 0.9, 0.72]\n", "81,41"),
              "(height of the polygon) 0.41\n");
  // A picture has no size but that of its nodes: 20 rows of spacing 1/40 span 19.
  tessera::io::Picture mask{81, 41, std::vector<tessera::io::Colour>(81 * 41)};
  for (std::size_t y = 10; y < 30; ++y)
    for (std::size_t x = 30; x < 40; ++x) mask.pixels[y * 81 + x] = {255, 255, 255};
  tessera::io::write_png(folder / "mask.png", mask);
  EXPECT_SAYS(said("shape = \"mask.png\"\n", "81,41"), "(height of the picture's nodes) 0.475\n");
  // The record and a checkpoint hold it.
  auto const record = nlohmann::json::parse(said(circle, "65,33", "--json -"));
  EXPECT_DOUBLE_EQ(record["length"].get<double>(), 0.22);
  EXPECT_DOUBLE_EQ(record["viscosity"].get<double>(), 0.011);
  said(circle, "65,33", "--steps 1 --output out --checkpoint-every 1");
  auto const on = "--config run.toml --threads 1 --nodes 65,33 --restart out/checkpoint-1.h5 --steps ";
  EXPECT_EQ(flow(folder, std::string(on) + "2 --quiet").code, 0);
  replace_content(folder / "run.toml",
                  "upper = [2.0, 1.0]\n[flow]\nreynolds = 20\nlength = 0.3\n[flow.body]\n" + circle);
  expect_error(flow(folder, std::string(on) + "2"), 2, {"length is 0.22 there, 0.3 here"});
}

TEST(FlowRuns, ThePublishedProblemRuns) {
  Folder const folder;
  auto const done = flow(folder, "--published --steps 2 --output out --json -");
  ASSERT_EQ(done.code, 0) << done.err;
  auto const record = done.json();
  EXPECT_EQ(record["nodes"], (std::vector<int>{512, 256}));
  auto const psi = dataset(folder / "out/final.h5", "/psi");
  EXPECT_NEAR(psi[0], 0.5, 1e-12);
  EXPECT_NEAR(psi[255], -0.5, 1e-12);
}

// SPDX-License-Identifier: Apache-2.0
// What a user can get wrong about waves: exit code 2 and one line that says what, with values, and what to
// do.
#include <algorithm>
#include <limits>

#include "bad_input.hpp"
#include "orders.hpp"
#include "wave_program.hpp"

using namespace tessera::test;

namespace {

std::string const plane = "--nodes 37,53 --steps 5 --dt 1e-3 ";
std::string const minimal = "nodes = [37, 53]\nsteps = 5\ndt = 1e-3\n";

void add_receivers(Folder const& folder) {
  replace_content(folder / "empty.txt", "# nobody\n\n");
  replace_content(folder / "outside.txt", "0.5 0.5\n0.5, 1.2 # above\n");
  replace_content(folder / "words.txt", "0.5 0.5\n\n0.5 half\n");
  replace_content(folder / "three.txt", "0.5 0.5 0.5\n");
}

} // namespace

TEST(WaveReceiversFile, MayBeginWithAByteOrderMark) {
  Folder const folder;
  replace_content(folder / "marked.txt", "\xEF\xBB\xBF"
                                         "0.5 0.5\n");
  EXPECT_EQ(wave(folder, plane + "--receivers marked.txt --quiet").code, 0);
}

TEST(WaveGrid, IsThatOfTheVelocityFile) {
  Folder const folder;
  tessera::io::Hdf5Writer file(folder / "v.h5", 0);
  std::vector<double> const v(11 * 9, 1.5);
  file.dataset("/v", {11, 9}, std::span<const double>(v));
  file.attribute("/v", "spacing", std::vector{0.5, 0.25});
  file.commit();
  std::string const line = "--initial x --velocity v.h5 --order 2 --steps 1 --dt 1e-3 --quiet --output out";
  ASSERT_EQ(wave(folder, line).code, 0);
  EXPECT_EQ(tessera::io::Hdf5Reader(folder / "out/final.h5").numbers("/u", "spacing"),
            (std::vector{0.5, 0.25}));
  replace_content(folder / "unit.toml", "upper = [1, 1]");
  expect_error(wave(folder, line + "2 --config unit.toml"), 2,
               {"/v of v.h5 has the spacing 0.5 x 0.25", "the grid 0.1 x 0.125"});
}

TEST(WaveOrders, AreThoseOfTheBuild) {
  Folder const folder;
  auto const& compiled = tessera::wave::orders;
  std::string list;
  for (int order : compiled) list += (list.empty() ? "" : ", ") + std::to_string(order);
  EXPECT_SAYS(wave(folder, "--help").out, "Order in space: " + list);
  for (int order = 2; order <= 16; order += 2) {
    auto const run = "--nodes 19,17 --initial x --steps 1 --dt 1e-3 --quiet --order " + std::to_string(order);
    if (std::ranges::find(compiled, order) != std::end(compiled))
      EXPECT_EQ(wave(folder, run).code, 0) << order;
    else
      expect_error(
          wave(folder, run), 2,
          {"order " + std::to_string(order) + " is not compiled into this program (give one of " + list,
           "TESSERA_WAVE_ORDERS"});
  }
}

TEST(WaveRefuses, Options) {
  expect_refused(
      wave,
      {{"--ordre 8", "", {"unknown option --ordre", "did you mean '--order'?"}},
       {plane + "--order 7", "", {"order is 7 (give an even one from 2 to 16)"}},
       {plane + "--order 18", "", {"order is 18 (give an even one from 2 to 16)"}},
       {plane + "--order 0", "", {"order is 0"}},
       {plane + "--order -4", "", {"order is -4"}},
       {plane + "--order eight", "", {"--order is 'eight' (give a whole number)"}},
       {"--nodes 16,53 --steps 5 --dt 1e-3 --order 16",
        "",
        {"axis 0 has 16 nodes", "order 16 reads 8 neighbours on each side", "at least 17"}},
       {"--nodes 53 --steps 5 --dt 1e-3", "", {"2 or 3 axes"}},
       {plane + "--velocity 0", "", {"the velocity is 0 (give more than 0)"}},
       {plane + "--velocity -2", "", {"the velocity is -2 (give more than 0)"}},
       {plane + "--velocity nan", "", {"velocity", "nan"}},
       {plane + "--velocity x-0.5", "", {"the velocity is -0.5 at node (0, 0) (give more than 0)"}},
       {plane + "--velocity 1/(x-0.5)", "", {"the velocity is"}},
       {plane + "--velocity 1e39 --precision float",
        "",
        {"the velocity is 1e+39, beyond the largest float", "precision double"}},
       {plane + "--initial x>0.5?1e39:0 --precision float",
        "",
        {"the initial field is 1e+39 at node (19, 0)"}},
       {plane + "--receivers .", "", {"cannot read receivers .: it is a folder"}},
       {plane + "--velocity absent.h5:/v", "", {"absent.h5", "no such file"}},
       {"--nodes 37,53 --steps 5 --dt 0.02",
        "",
        {"dt 0.02 is beyond the stability limit, 0.012402", "2 / (v sqrt(sum of s / h^2))", "v = 1",
         "s = 6.50159 (order 8)", "h = 0.0277778 x 0.0192308", "--allow-unstable"}},
       {"--nodes 37,53 --steps 5 --dt 0.01 --velocity 2", "", {"beyond the stability limit, 0.00620098"}},
       {"--nodes 37,53", "", {"none of steps, end-time and dt", "dt up to 0.012402"}},
       {plane + "--source 0.5,1.5 --frequency 5",
        "",
        {"the source (0.5, 1.5) lies outside the grid", "along axis 1 nodes reach from 0 to 1"}},
       {plane + "--source 0.5,nan --frequency 5", "", {"--source is nan"}},
       {plane + "--source 0.5 --frequency 5", "", {"the source (0.5) has 1 coordinates, the grid 2 axes"}},
       {plane + "--source 0,0.5 --frequency 5", "", {"lies on the fixed face west", "can't move"}},
       {plane + "--source 0.5,0.5", "", {"without its frequency", "--frequency"}},
       {plane + "--frequency 5", "", {"without a source", "--source"}},
       {plane + "--source 0.5,0.5 --frequency 0", "", {"the frequency is 0 (give more than 0)"}},
       {plane + "--receivers absent.txt", "", {"cannot read receivers absent.txt", "no such file"}},
       {plane + "--receivers empty.txt", "", {"receivers empty.txt holds no position"}},
       {plane + "--receivers outside.txt", "", {"receiver 2 (0.5, 1.2) lies outside the grid"}},
       {plane + "--receivers words.txt", "", {"words.txt, line 3: a coordinate is 'half'"}},
       {plane + "--receivers three.txt", "", {"receiver 1 (0.5, 0.5, 0.5) has 3 coordinates"}},
       {plane + "--interpolation cubic", "", {"--interpolation is 'cubic' (give nearest, linear, sinc)"}},
       {plane + "--receiver-every 0", "", {"receiver-every is 0 (give 1 or more)"}},
       {plane + "--sponge 19", "", {"sponges of 19 and 19 nodes leave nothing of the 37 nodes of axis 0"}},
       {plane + "--sponge wide", "", {"--sponge is 'wide'"}},
       {plane + "--sponge -1", "", {"--sponge is -1"}},
       {plane + "--initial plane", "", {"a plane wave runs through every face", "periodic"}},
       {plane + "--initial standin", "", {"standin"}},
       {plane + "--scheme direct --fused-steps 2", "", {"takes no fused steps"}}},
      add_receivers);
}

TEST(WaveRefuses, Configurations) {
  expect_refused(
      wave,
      {{"",
        minimal + "[wave]\nvelocty = 1",
        {"run.toml, line 5", "key 'wave.velocty' is unknown", "'velocity'"}},
       {"", minimal + "[wave]\norder = 3", {"order is 3"}},
       {"",
        minimal + "[wave]\nsponge = 5\nsponge-sides = [\"wets\"]",
        {"sponge side 'wets' is unknown", "did you mean 'west'?"}},
       {"", minimal + "[wave]\nsponge-sides = [\"west\"]", {"no sponge"}},
       {"",
        minimal + "[boundary]\nwest = { kind = \"neumann\" }\n[wave]\nsponge = 5",
        {"a sponge before the face west, which is neumann", "leave it out of sponge-sides"}},
       {"", minimal + "[source]\nvalue = 1.0", {"[source]", "waves come from a point"}},
       {"",
        minimal + "[wave]\nvelocity = 1.0\n[wave.layers]\naxis = 0\ninterfaces = [0.5]\nvelocities = [1, 2]",
        {"'wave.velocity'", "exclude each other"}},
       {"",
        minimal + "[wave.layers]\naxis = 2\ninterfaces = [0.5]\nvelocities = [1, 2]",
        {"layers cross axis 2, the grid has 2 axes"}},
       {"", minimal + "[wave.layers]\naxis = 0\ninterfaces = [0.5]\nvelocities = [1]", {"one number more"}},
       {"",
        minimal + "[wave.layers]\naxis = 0\ninterfaces = [0.5, 0.2]\nvelocities = [1, 2, 3]",
        {"do not rise"}},
       {"",
        minimal + "[wave.layers]\naxis = 0\ninterfaces = [0.5]\nvelocities = [1, 0]",
        {"the velocity is 0 at node (19, 0)"}},
       {"", minimal + "[boundary]\nwest = { kind = \"periodic\" }", {"west is periodic and east is not"}}});
}

/// What runs, but hardly is what was meant: a line on stderr that says what, with values, and what to do.
TEST(WaveWarnings, NameSourcesAndReceiversInSponges) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.5 0.5\n0.95, 0.5\n0.5 0.02\n");
  auto const warned =
      wave(folder,
           plane + "--source 0.1,0.5 --frequency 2 --sponge 10 --receivers places.txt --threads 1 --quiet");
  EXPECT_EQ(warned.code, 0) << warned.err;
  EXPECT_EQ(std::count(warned.err.begin(), warned.err.end(), '\n'), 3) << warned.err;
  EXPECT_SAYS(warned.err, "warning: what the receivers see is written nowhere (give --output DIR)");
  EXPECT_SAYS(warned.err,
              "tessera-wave: warning: the source at (0.1, 0.5) lies 6 nodes deep in the 10 of the "
              "sponge at the side west, which damps its waves before they leave it (move it inside, or");
  EXPECT_SAYS(warned.err,
              "tessera-wave: warning: receiver 2 at (0.95, 0.5) lies 8 nodes deep in the 10 of the "
              "sponge at the side east, where waves are damped, and 1 more of 3 lie in a sponge (move");
  auto const outside = wave(folder, plane + "--source 0.4,0.5 --frequency 2 --sponge 10 --threads 1 --quiet");
  EXPECT_EQ(outside.code, 0);
  EXPECT_EQ(outside.err, "");
}

TEST(WaveWarnings, NameSourcesAndReceiversInAnObstacle) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.5 0.5\n0.9 0.5\n");
  replace_content(folder / "run.toml", "[obstacle]\nexpression = \"x > 0.8\"\n[wave]\nsource = [0.9, 0.5]\n"
                                       "frequency = 2\nreceivers = \"places.txt\"\n");
  auto const warned = wave(folder, plane + "--config run.toml --threads 1 --quiet");
  EXPECT_EQ(warned.code, 0) << warned.err;
  EXPECT_EQ(std::count(warned.err.begin(), warned.err.end(), '\n'), 3) << warned.err;
  EXPECT_SAYS(warned.err, "the source at (0.9, 0.5) lies in the obstacle, whose nodes keep their values");
  EXPECT_SAYS(warned.err, "1 of 2 receivers lie in the obstacle");
  EXPECT_SAYS(warned.err, "the first is receiver 2 at (0.9, 0.5)");
}

// The sinc takes four nodes on each side of a position: nodes 24 to 31, of which those from 29 on are solid.
TEST(WaveWarnings, NameSupportsWithNodesThatDoNotMove) {
  Folder const folder;
  replace_content(folder / "places.txt", "0.5 0.5\n0.77 0.51\n");
  replace_content(folder / "run.toml", "[obstacle]\nexpression = \"x > 0.8\"\n[wave]\nsource = [0.77, 0.5]\n"
                                       "frequency = 2\nreceivers = \"places.txt\"\n");
  auto const run = plane + "--config run.toml --threads 1 --quiet --output out --overwrite ";
  auto const warned = wave(folder, run);
  EXPECT_EQ(std::count(warned.err.begin(), warned.err.end(), '\n'), 2) << warned.err;
  EXPECT_SAYS(warned.err,
              "the source at (0.77, 0.5) is spread over nodes 24, 26 to 31, 26, some of which lie in "
              "the obstacle: its part there moves nothing (move it further away, or give");
  EXPECT_SAYS(warned.err,
              "1 of 2 receivers are interpolated with nodes of the obstacle, whose nodes keep their values, "
              "the first is receiver 2 at (0.77, 0.51) (move them, or make the obstacle smaller, or give");
  EXPECT_EQ(wave(folder, run + "--interpolation linear").err, "");
  replace_content(folder / "side.toml", "[boundary]\neast = { kind = \"value\", value = 0.5 }\n[wave]\n"
                                        "source = [0.85, 0.5]\nfrequency = 2\n");
  auto const side = wave(folder, plane + "--config side.toml --threads 1 --quiet");
  EXPECT_SAYS(side.err,
              "the source at (0.85, 0.5) is spread over nodes 27, 26 to 34, 26, some of which the value "
              "face east sets: its part there moves nothing");
}

TEST(WaveWarnings, NameSourcesThatAreUndersampled) {
  Folder const folder;
  auto const said = [&](std::string const& line) {
    auto const outcome = wave(folder, "--nodes 37,53 --source 0.5,0.5 --threads 1 --quiet " + line);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  // Spacings 1/36 and 1/52. The slowest velocity and the longer spacing decide.
  auto const grid = said("--steps 5 --dt 1e-3 --frequency 10 --velocity 1+x --order 8");
  EXPECT_SAYS(
      grid,
      "the source's wavelet of frequency 10 holds waves as short as 0.06944 (velocity 1 over 1.44 times");
  EXPECT_SAYS(grid, "2.5 spacings of 0.02778, and order 8 carries waves of less than 3.2 with a wrong speed");
  EXPECT_SAYS(grid, "(give a frequency of 7.82 or less, a spacing of 0.0217 or less, or a higher order)\n");
  EXPECT_EQ(std::count(grid.begin(), grid.end(), '\n'), 1) << grid;
  EXPECT_EQ(said("--steps 5 --dt 1e-3 --frequency 7.5 --velocity 1+x --order 8"), "");
  EXPECT_EQ(said("--steps 5 --dt 1e-3 --frequency 2.2 --order 2"), "");
  EXPECT_SAYS(said("--steps 5 --dt 1e-3 --frequency 2.6 --order 2"),
              "order 2 carries waves of less than 10.4 with");
  auto const time = said("--steps 5 --dt 0.011 --frequency 7 --order 16");
  EXPECT_SAYS(time, "dt 0.011 makes 9.0 steps of the shortest period of the source's wavelet, 0.09921");
  EXPECT_SAYS(
      time,
      "with less than 10.5 waves run with a wrong speed (give a dt of 0.00947 or less, or a frequency of");
  EXPECT_EQ(std::count(time.begin(), time.end(), '\n'), 1) << time;
}

TEST(BadWaveFiles, VelocityOfAFile) {
  Folder const folder;
  std::vector<double> v(37 * 53, 1.);
  v[5] = std::numeric_limits<double>::quiet_NaN();
  write_dataset<double>(folder / "nan.h5", "/v", {37, 53}, v);
  expect_error(wave(folder, plane + "--velocity nan.h5:/v"), 2, {"the velocity is nan at node (0, 5)"});
  v[5] = -1.;
  write_dataset<double>(folder / "minus.h5", "/v", {37, 53}, v);
  expect_error(wave(folder, plane + "--velocity minus.h5:/v"), 2, {"the velocity is -1 at node (0, 5)"});
  write_dataset<double>(folder / "shape.h5", "/v", {53, 37}, v);
  expect_error(wave(folder, plane + "--velocity shape.h5:/v"), 2, {"shape.h5", "53 x 37", "37 x 53"});
}

TEST(BadWaveFiles, AllowedUnstableRunDivergesAndSaysSo) {
  Folder const folder;
  expect_error(
      wave(folder, "--nodes 37,53 --steps 4000 --dt 0.02 --allow-unstable --quiet --initial gaussian"), 1,
      {"the field is not finite at step"});
}

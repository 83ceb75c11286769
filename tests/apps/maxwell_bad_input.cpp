// SPDX-License-Identifier: Apache-2.0
// What a user can get wrong about Maxwell's equations: exit code 2 and one line that says what, with values,
// and what to do.
#include <tessera/io/picture.hpp>

#include "bad_input.hpp"
#include "maxwell_program.hpp"

using namespace tessera::test;

namespace {

std::string const plane = "--nodes 37,53 --steps 5 --dt 1e-3 ";
std::string const minimal = "nodes = [37, 53]\nsteps = 5\ndt = 1e-3\n";

void add_files(Folder const& folder) {
  replace_content(folder / "outside.txt", "0.5 0.5\n0.5, 1.2 # above\n");
  tessera::io::write_png(folder / "grey.png",
                         tessera::io::Picture{37, 53, std::vector<tessera::io::Colour>(37 * 53)});
}

} // namespace

TEST(MaxwellRefuses, Options) {
  expect_refused(
      maxwell,
      {{"--nodes 37,53", "", {"none of steps, end-time and dt", "dt up to 0.0158114"}},
       {"--nodes 37,53 --steps 5 --dt 0.02",
        "",
        {"dt 0.02 is beyond the stability limit, 0.0158114 = 1 / (v sqrt(sum of 1 / h^2)) with v = 1, "
         "h = 0.0277778 x 0.0192308",
         "--allow-unstable"}},
       {"--nodes 37,53 --steps 5 --dt 0.01 --permittivity 0.25",
        "",
        {"stability limit, 0.00790569", "v = 2"}},
       {"--nodes 9 --steps 5 --dt 1e-3", "", {"nodes are 9 (give two or three numbers"}},
       {"--nodes 31,31,9 --steps 5 --dt 1e-3 --walls absorbing",
        "",
        {"absorbing layers of 10 nodes at both ends leave nothing of the 9 nodes of axis 2"}},
       // Its node lies before the layer, Ez half a spacing above it.
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --walls absorbing --pml 2 --source 0.5,0.5,0.8 --frequency 2",
        "",
        {"the source (0.5, 0.5, 0.8) lies in an absorbing layer of 2 nodes"}},
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --walls periodic,periodic",
        "",
        {"walls are given for 2 axes, the grid has 3"}},
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --walls absorbing,periodic,absorbing --pml 2 --source 0.5,0.5,0.5 "
        "--frequency 2 --source-kind plane-x",
        "",
        {"the source-kind is plane-x and the walls of axis 2 are absorbing"}},
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --walls periodic --source 0.5,0.5,0.5 --frequency 2 --source-kind "
        "plane-z --source-direction z",
        "",
        {"the source-kind is plane-z and the source-direction z, along which its waves travel"}},
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --source 0.5,0.5,0.5 --frequency 2 --source-kind hard "
        "--source-direction x",
        "",
        {"the source-direction is x of a hard source, which is Ez"}},
       {"--nodes 9,9,9 --steps 5 --dt 1e-3 --source 0.5,0.5,0 --frequency 2 --source-direction x",
        "",
        {"the source (0.5, 0.5, 0) lies on a conductor, where Ex is 0"}},
       {plane + "--source 0.5,0.5 --frequency 4 --source-kind plane-z", "", {"plane-z in a plane"}},
       {plane + "--source 0.5,0.5 --frequency 4 --source-direction y",
        "",
        {"the source-direction is y in a plane, which has Ez alone"}},
       {plane + "--source-direction z", "", {"a source-direction is given without a source"}},
       {plane + "--permittivity 0", "", {"the permittivity is 0 (give more than 0)"}},
       {plane + "--permittivity x-0.5", "", {"the permittivity is -0.5 at node (0, 0)"}},
       {plane + "--permittivity grey.png", "", {"picture grey.png without a permittivity-range"}},
       {plane + "--permittivity grey.png --permittivity-range 1", "", {"permittivity-range is 1 (give two"}},
       {plane + "--permittivity grey.png --permittivity-range 0,2",
        "",
        {"the permittivity is 0 at node (0, 0)"}},
       {plane + "--permittivity-range 1,2", "", {"permittivity-range is given, but no picture"}},
       {plane + "--walls periodik", "", {"--walls is 'periodik' (did you mean 'periodic'?)"}},
       {plane + "--walls periodic,periodic,periodic", "", {"walls are given for 3 axes, the grid has 2"}},
       {plane + "--pml 5", "", {"pml is given, but no walls absorb"}},
       {plane + "--walls absorbing --pml 0", "", {"--pml is 0"}},
       {plane + "--walls absorbing --pml 18",
        "",
        {"absorbing layers of 18 nodes at both ends leave nothing of the 37 nodes of axis 0"}},
       {plane + "--walls absorbing --source 0.1,0.5 --frequency 4",
        "",
        {"the source (0.1, 0.5) lies in an absorbing layer of 10 nodes"}},
       {plane + "--walls absorbing --source 0.5,0.5 --frequency 4 --source-kind plane-x",
        "",
        {"the source-kind is plane-x and the walls of axis 1 are absorbing", "make all axes periodic but 0"}},
       {plane + "--verify --initial standing --walls absorbing", "", {"nothing is known to check"}},
       {plane + "--source 0.5,0.5", "", {"a source is given without its frequency"}},
       {plane + "--frequency 4", "", {"a frequency is given without a source"}},
       {plane + "--source-kind hard", "", {"a source-kind is given without a source"}},
       {plane + "--source 0.5,0.5 --frequency 0", "", {"the frequency is 0 (give more than 0)"}},
       {plane + "--source 0.5,1 --frequency 4", "", {"the source (0.5, 1) lies on a conductor"}},
       {plane + "--source 0.5,1.5 --frequency 4", "", {"the source (0.5, 1.5) lies outside the grid"}},
       {plane + "--source 0.5,0.5 --frequency 4 --source-kind soft", "", {"--source-kind is 'soft'"}},
       {plane + "--receivers outside.txt", "", {"receiver 2 (0.5, 1.2) lies outside the grid"}},
       {plane + "--receiver-every 0", "", {"receiver-every is 0 (give 1 or more)"}},
       {plane + "--units feet", "", {"--units is 'feet'", "natural"}},
       {plane + "--verify", "", {"nothing is known to check this run against", "--initial standing"}},
       {plane + "--verify --initial standing --permittivity 1+x", "", {"nothing is known to check"}},
       {plane + "--scheme two-pass", "", {"scheme two-pass can't step what tessera-maxwell computes"}},
       {plane + "--scheme direct --tile 8,8", "", {"scheme direct takes no tile"}},
       {plane + "--scheme temporal --tile 4,4", "", {"leaves no node to write along axis 0"}},
       {plane + "--velocity 2", "", {"does not take --velocity, an option of tessera-wave"}}},
      add_files);
}

TEST(MaxwellRefuses, Configurations) {
  expect_refused(
      maxwell,
      {{"", minimal + "[boundary]\nwest = { kind = \"fixed\" }\n", {"a [boundary] is given", "walls = ["}},
       {"", minimal + "[source]\nvalue = 1\n", {"a [source] table is given", "[maxwell]"}},
       {"", minimal + "[obstacle]\nexpression = \"x > 0.5\"\nvalue = 1\n", {"the obstacle has a value"}},
       {"", minimal + "[maxwell]\nwals = [\"periodic\"]\n", {"line 5", "wals", "did you mean 'walls'?"}},
       {"",
        minimal + "[maxwell]\nwalls = [\"open\"]\n",
        {"run.toml, line 5: key 'maxwell.walls'", "'open'"}}});
}

// SPDX-License-Identifier: Apache-2.0
// What tessera-poisson refuses, and what it says then.
#include <tessera/io/picture.hpp>

#include "bad_input.hpp"
#include "poisson_program.hpp"

using namespace tessera::test;

namespace {

std::string const channel = R"(
nodes = [41, 21]
upper = [2.0, 1.0]
[boundary]
west = { kind = "value", value = "y" }
east = { kind = "zero-gradient" }
)";
std::string const insulated = R"(
nodes = [24, 30]
[boundary]
west  = { kind = "neumann" }
east  = { kind = "neumann" }
south = { kind = "periodic" }
north = { kind = "periodic" }
)";

} // namespace

TEST(PoissonRefuses, Control) {
  expect_refused(
      poisson,
      {{"--nodes 9,9 --rhs 1e39 --precision float", "", {"the right side is 1e+39 at node (0, 0)"}},
       {"--precision float --body circle",
        channel + "north = { kind = \"value\", value = \"x > 1.92 ? 1e39 : 0\" }\n",
        {"the boundary value on face north is 1e+39 at node (39, 20)"}},
       {"--precision float",
        channel + "[poisson.body]\nshape = \"circle\"\nvalue = 1e39",
        {"the body's value is 1e+39, beyond the largest float"}},
       {"--nodes 9,9 --tolerance 0", "", {"the tolerance is 0", "give more than 0"}},
       {"--nodes 9,9 --tolerance -1e-3", "", {"the tolerance is -0.001"}},
       {"--nodes 9,9 --iterations -1", "", {"iterations are -1", "give 0 or more"}},
       {"--nodes 9,9 --max-iterations 0", "", {"max-iterations are 0"}},
       {"--nodes 9,9 --iterations 5 --tolerance 1e-3", "", {"both given", "--iterations N"}},
       {"--nodes 9,9 --stop-on resdual", "", {"stop-on is 'resdual'", "did you mean 'residual'?"}},
       {"--nodes 9,9 --iterations 3 --stop-on update", "", {"stop-on says nothing beside iterations"}},
       {"--nodes 9,9 --method jacoby", "", {"method 'jacoby' is unknown", "did you mean 'jacobi'?"}},
       {"--nodes 9,9 --method multigrid-cg --scheme tiled", "", {"multigrid-cg chooses its sweeps itself"}},
       {"--nodes 9,9 --method jacobi --scheme two-pass",
        "",
        {"scheme two-pass can't step what tessera-poisson computes"}},
       {"--nodes 9", "", {"nodes are 9: a line", "two or three axes"}},
       {"--nodes 9,9 --steps 5", "", {"does not take --steps: it makes no time steps", "--iterations N"}},
       {"--nodes 9,9 --rhs sin(q)", "", {"--rhs"}},
       {"",
        "nodes = [9, 9]\n[poisson]\nmethod = \"chebyshev\"\nrelaxation = 0.5\n",
        {"method chebyshev has no relaxation factor"}},
       {"",
        "nodes = [9, 9]\n[poisson]\nmethod = \"sor\"\nrelaxation = 2.5\n",
        {"the factor of SOR is 2.5", "less than 2"}},
       {"",
        "nodes = [9, 9]\n[poisson]\nmethod = \"weighted-jacobi\"\nrelaxation = 1.5\n",
        {"the factor of weighted Jacobi is 1.5"}},
       {"", "nodes = [9, 9]\n[poisson]\nthing = 1\n", {"poisson.thing"}},
       {"", "nodes = [9, 9]\n[source]\nvalue = 1\n", {"give the right side as [poisson] rhs"}},
       {"",
        "nodes = [9, 9]\n[boundary]\nwest = { kind = \"value\", value = 1.0, time = \"t\" }\n",
        {"face west depends on time"}}});
}

TEST(PoissonRefuses, Solvability) {
  expect_refused(
      poisson, {{"--rhs 1", insulated, {"no value is fixed anywhere", "the mean 1", "there is no solution"}},
                {"--rhs x", insulated, {"no value is fixed anywhere", "the mean 0.5"}},
                {"--rhs cos(pi*x) --method sor --nodes 24,31",
                 insulated,
                 {"axis 1 is periodic with 31 nodes", "give an even number"}},
                {"--nodes 3,3", channel, {"axis 0 has 3 nodes, 1 of them on zero-gradient faces"}}});
}

TEST(PoissonRefuses, Magnitudes) {
  expect_refused(
      poisson, {{"--nodes 9,9 --rhs 1e-310",
                 "",
                 {"the right side, fluxes included, is at most 1e-310",
                  "double has full digits from 2.2e-308 on", "multiply all of them by one number"}},
                {"--nodes 9,9 --rhs 1e-42 --precision float",
                 "",
                 {"at most 1e-42", "float has full digits from 1.2e-38", "or give --precision double"}},
                {"--rhs 1e-320",
                 "nodes = [9, 9]\n[boundary]\nwest = { kind = \"value\", value = 1e-315 }\n",
                 {"known values 1e-315"}},
                {"--nodes 9,9 --precision float",
                 "[boundary]\nwest = { kind = \"neumann\", flux = 1e38 }\n",
                 {"fluxes included, reaches 1.6e+39", "float ends at 3.4e+38", "or give --precision double"}},
                {"--nodes 9,9 --rhs 1",
                 "lower = [0.0, 0.0]\nupper = [1e-170, 1e-170]\n",
                 {"squares of the grid's spacing", "are no numbers of 8 bytes"}}});
}

TEST(PoissonRefuses, Bodies) {
  expect_refused(
      poisson,
      {{"--body square",
        channel,
        {"--body 'square' is unknown", "rectangle, circle, polygon, naca or FILE.png"}},
       {"--body cirle", channel, {"did you mean 'circle'?"}},
       {"--body circle --nodes 9,9,9", "", {"a body on a grid of 3 axes"}},
       {"--body missing.png", channel, {"cannot read picture missing.png"}},
       {"--body run.png", channel, {"cannot read picture run.png"}},
       {"",
        channel + "[poisson.body]\nshape = \"circle\"\ncentre = [1.9, 0.5]\nradius = 0.2\n",
        {"along axis 0 the body reaches from 1.7 to 2.1, outside the domain from 0 to 2"}},
       {"", channel + "[poisson.body]\nshape = \"circle\"\ncentre = [5.0, 0.5]\n", {"outside the domain"}},
       {"", channel + "[poisson.body]\nshape = \"circle\"\nradius = 0.0\n", {"the body's radius is 0"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nsize = [0.2]\n",
        {"the body's size has 1 values"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nradius = 0.2\n",
        {"says nothing of a body of shape rectangle"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nsize = [0.001, 0.001]\ncentre = [1.02, 0.52]\n",
        {"holds no node", "the spacing 0.05"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nsize = [2.0, 1.0]\n",
        {"the body touches the face west, which is given values"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nsize = [0.2, 0.2]\ncentre = [0.1, 0.5]\n",
        {"the body touches the face west", "move the body inside"}},
       {"",
        channel + "[poisson.body]\nshape = \"rectangle\"\nsize = [0.2, 0.2]\ncentre = [1.9, 0.5]\n",
        {"the body touches the face east, which is an outflow"}},
       {"",
        "nodes = [9, 9]\n[poisson.body]\nshape = \"rectangle\"\nsize = [1.0, 1.0]\n",
        {"all nodes of 9 x 9", "nothing is left to solve for"}},
       {"",
        channel + "[poisson.body]\nshape = \"polygon\"\npoints = [0.1, 0.2, 0.3, 0.4]\n",
        {"a polygon of 4 numbers", "three corners"}},
       {"",
        channel + "[poisson.body]\nshape = \"naca\"\ndigits = \"12\"\n",
        {"naca digits '12'", "four digits"}},
       {"", channel + "[obstacle]\nexpression = \"x > 1.5\"\n", {"on a zero-gradient face"}},
       {"--body circle",
        channel + "[obstacle]\nexpression = \"x < 0.1\"\n",
        {"both a body and an obstacle"}}});
}

TEST(BadPictures, AreRefused) {
  Folder const folder;
  tessera::io::Picture picture{20, 10, std::vector<tessera::io::Colour>(200)};
  tessera::io::write_png(folder / "black.png", picture);
  expect_error(poisson(folder, "--nodes 20,10 --body black.png"), 2,
               {"black.png has no light pixel", "paint it white"});
  expect_error(poisson(folder, "--nodes 21,10 --body black.png"), 2, {"20 x 10 pixels, expected 21 x 10"});
  replace_content(folder / "text.png", "no picture");
  expect_error(poisson(folder, "--nodes 20,10 --body text.png"), 2, {"text.png", "no PNG file"});
}

TEST(NoConvergence, IsSaidAndTheFieldKept) {
  Folder const folder;
  expect_error(
      poisson(folder,
              "--nodes 65,65 --rhs 1 --method jacobi --tolerance 1e-9 --max-iterations 120 --output out"),
      1, {"no convergence to 1e-09 within 120 iterations: the best residual is 0.", "out/final.h5"});
  EXPECT_TRUE(std::filesystem::exists(folder / "out/final.h5"));
  expect_error(poisson(folder, "--nodes 65,65 --rhs 1 --max-iterations 2"), 1,
               {"within 2 iterations", "give --output DIR"});
}

/// Where rounding keeps the residual above the tolerance more iterations are no advice.
TEST(NoConvergence, SaysWhereRoundingIsTheLimit) {
  Folder const folder;
  auto const run = [&](std::string const& line) {
    auto const outcome = poisson(folder, "--threads 1 --rhs 1 --quiet " + line);
    EXPECT_EQ(outcome.err.find("more iterations,"), outcome.err.npos) << outcome.err;
    return outcome;
  };
  expect_error(
      run("--nodes 129,129 --tolerance 1e-14"), 1,
      {"no convergence to 1e-14: the residual stagnated at ", "where more do not help",
       "rounding in double leaves about 6e-13 of it in this problem (give a larger tolerance; give"});
  expect_error(
      run("--nodes 129,129 --tolerance 1e-6 --precision float"), 1,
      {"the residual stagnated at ", "rounding in float leaves about 0.0003 of it", "or --precision double"});
  expect_error(run("--nodes 17,17 --tolerance 1e-19 --stop-on update"), 1,
               {"the update stagnated at ", "rounding in double leaves about 2e-17 of it"});
  expect_error(
      run("--nodes 17,17 --method sor --tolerance 1e-18 --max-iterations 1000"), 1,
      {"the residual stagnated at ", "after 1000 iterations", "rounding in double leaves about 1e-14"});
}

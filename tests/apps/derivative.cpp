// SPDX-License-Identifier: Apache-2.0
// tessera-derivative as a user runs it: the published errors, what it prints and writes, and what it refuses.
#include <cmath>
#include <fstream>

#include "any_program.hpp"

namespace tessera::test {

Outcome derivative(Folder const& folder, std::string const& line) {
  return run_program(TESSERA_DERIVATIVE, folder, words(line));
}

nlohmann::json record(std::string const& line) {
  Folder const folder;
  auto const outcome = derivative(folder, line + " --steps 1 --json -");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.json();
}

// "Finite Difference Methods in CUDA Fortran, Part 1": RMS 5.7695847E-06, MAX 2.3365021E-05 for d/dx in float
// on a grid that repeats its end point. The truncation error is 1e-10: these are roundings, which another
// order of additions moves a little.
TEST(TesseraDerivative, ReproducesThePublishedErrors) {
  for (char const* axis : {"x", "y", "z"}) {
    auto const r = record(std::string("--published --axis ") + axis);
    EXPECT_EQ(r["nodes"], (std::vector{64, 64, 64}));
    EXPECT_EQ(r["precision"], "float");
    EXPECT_NEAR(r["rms_error"].get<double>(), 5.77e-6, 0.05 * 5.77e-6) << axis;
    EXPECT_NEAR(r["max_error"].get<double>(), 2.34e-5, 0.05 * 2.34e-5) << axis;
  }
}

TEST(TesseraDerivative, HasRoundingErrorsOnlyInThePlainPeriodicForm) {
  auto const in_float = record("--precision float");
  EXPECT_LT(in_float["max_error"].get<double>(), 4e-5);
  auto const in_double = record("");
  EXPECT_EQ(in_double["nodes"], (std::vector{64, 64, 64}));
  // (4!)^2 / 9! (2 pi)^9 h^8, to its second digit
  double const expected = 576. / 362880 * std::pow(2 * M_PI, 9) * std::pow(64., -8);
  EXPECT_NEAR(in_double["max_error"].get<double>(), expected, 0.02 * expected);
}

TEST(TesseraDerivative, GivesTheSameBitsForAllPencilsAndThreads) {
  // From the summary: a record measures the copy rate, which takes longer.
  auto const checksum = [](std::string const& line) {
    Folder const folder;
    auto const outcome = derivative(folder, line + " --steps 1");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    auto const at = outcome.out.find("checksum ");
    return at == std::string::npos ? outcome.out : outcome.out.substr(at + 9, 16);
  };
  for (std::string const problem : {"--nodes 12,33,61 --order 10 --initial sin(x)*y+z*z --precision float",
                                    "--published --derivative 2"}) {
    auto const first = checksum(problem);
    EXPECT_EQ(first.size(), 16u);
    for (char const* how : {" --pencils 1", " --pencils 7", " --pencils 100000", " --threads 1"})
      EXPECT_EQ(checksum(problem + how), first) << problem << how;
  }
}

TEST(TesseraDerivative, IsExactOnAPolynomialAtBoundedEnds) {
  Folder const folder;
  auto const outcome = derivative(
      folder, "--nodes 33,17 --initial x^5*y --axis x --derivative 2 --order 6 --output out --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  auto const values = io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {33, 17});
  ASSERT_EQ(values.size(), 33u * 17u);
  for (int i = 0; i < 33; ++i)
    for (int j = 0; j < 17; ++j)
      EXPECT_NEAR(values[static_cast<std::size_t>(17 * i + j)], 20 * std::pow(i / 32., 3) * (j / 16.), 1e-9)
          << i;
}

TEST(TesseraDerivative, PrintsWhatTheStudyPrints) {
  Folder const folder;
  auto const outcome = derivative(folder, "--published --axis y --pencils 4 --steps 3");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (char const* text : {"Derivative 1 of order 8 along y, pencils: 4\n", "RMS error: ", "MAX error: ",
                           "Average time (ms): ", "Average Bandwidth (GB/s): ", "checksum "})
    EXPECT_SAYS(outcome.out, text);
  EXPECT_EQ(outcome.out.find("along x"), std::string::npos);
}

TEST(TesseraDerivative, TakesEverythingFromAConfiguration) {
  Folder const folder;
  std::ofstream(folder / "run.toml") << R"(nodes = [40, 30]
precision = "float"
[initial]
name = "cosine"
[boundary]
west = { kind = "periodic" }
east = { kind = "periodic" }
[derivative]
order = 4
derivative = 2
axis = "y"
pencils = 2
)";
  auto const outcome = derivative(folder, "--config run.toml --steps 1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "Derivative 2 of order 4 along y, pencils: 2\n");
  EXPECT_SAYS(derivative(folder, "--config run.toml --order 2 --steps 1").out,
              "Derivative 2 of order 2 along y");
}

TEST(TesseraDerivative, SaysWhereItsResultIsNoNumber) {
  Folder const folder;
  for (std::string const run : {"--precision float --initial 1e38*x*x --derivative 2",
                                "--precision float --initial 1e38*sin(20*x)", "--initial 1e308*sin(20*x)"})
    expect_error(derivative(folder, "--nodes 65 --output out " + run), 1,
                 {"the derivative along x is ", " at node (", "leave the range of "});
  EXPECT_FALSE(std::filesystem::exists(folder / "out/final.h5"));
}

struct Refused {
  std::string arguments;
  std::vector<std::string> texts;
};

TEST(TesseraDerivative, RefusesWhatCanNotBe) {
  Refused const all[] = {
      {"--order 7", {"a derivative of order 7 is not there", "an even order of 2 to 16"}},
      {"--order 18", {"a derivative of order 18 is not there"}},
      {"--order 0", {"a derivative of order 0 is not there"}},
      {"--order 8.5", {"--order is '8.5'", "whole number"}},
      {"--order 99999999999", {"order", "99999999999"}},
      {"--derivative 3", {"derivative 3 is not there (give 1 or 2)"}},
      {"--nodes 64,8,64", {"needs 9 nodes along axis 1 with periodic ends, the grid has 8"}},
      {"--nodes 17 --initial x --order 16 --derivative 2", {"needs 18 nodes along axis 0 with bounded ends"}},
      {"--axis w", {"axis 'w' is unknown", "did you mean 'x'?"}},
      {"--axis z --nodes 64,64", {"axis z: the grid has two axes (give x, y or all)"}},
      {"--axis y --nodes 64", {"axis y: the grid has one axis (give x)"}},
      {"--pencils -1", {"-1 pencils", "0 to leave the choice"}},
      {"--pencils many", {"--pencils is 'many'"}},
      {"--published --nodes 32,32,32", {"nodes: the published problem has its own"}},
      {"--published --initial x", {"initial: the published problem has its own"}},
      {"--published --precision double", {"precision: the published problem has its own"}},
      {"--nodes 17 --initial 1e39 --precision float", {"the initial field is 1e+39 at node (0)"}},
      {"--dt 0.1", {"dt: a derivative makes no time steps (leave it out)"}},
      {"--scheme tiled", {"scheme: a derivative makes no time steps"}},
      {"--steps 0", {"steps are 0"}},
      {"--initial cosin", {"cosin"}},
      {"--initial absent.h5:/u", {"absent.h5"}},
      {"--ordr 8", {"unknown option --ordr (did you mean '--order'?)"}},
      {"--publshed", {"unknown option --publshed (did you mean '--published'?)"}},
  };
  for (auto const& refused : all) {
    SCOPED_TRACE(refused.arguments);
    Folder const folder;
    expect_error(derivative(folder, refused.arguments), 2, refused.texts);
    EXPECT_EQ(folder.entries(), 0u);
  }
}

TEST(TesseraDerivative, RefusesWhatAConfigurationCanNotSay) {
  Refused const all[] = {
      {"[derivative]\norderr = 8\n", {"orderr", "did you mean 'order'?"}},
      {"[derivative]\norder = 'eight'\n", {"order", "run.toml, line 2"}},
      {"[boundary]\nwest = { kind = 'neumann' }\n",
       {"the face west is of kind neumann", "periodic, or fixed"}},
      {"[source]\nvalue = 1.0\n", {"source: a derivative makes no time steps"}},
  };
  for (auto const& refused : all) {
    SCOPED_TRACE(refused.arguments);
    Folder const folder;
    std::ofstream(folder / "run.toml") << refused.arguments;
    expect_error(derivative(folder, "--config run.toml"), 2, refused.texts);
  }
}

} // namespace tessera::test

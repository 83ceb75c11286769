// SPDX-License-Identifier: Apache-2.0
// Input files that are missing, foreign, damaged, or do not fit: exit code 2, naming file and dataset.
#include <tessera/io/picture.hpp>

#include <limits>

#include "heat_program.hpp"

using namespace tessera::test;
namespace io = tessera::io;

namespace {

std::string const run = "--nodes 5,4 --steps 1 --dt 1e-6 --initial ";
std::vector<double> const values(20, 0.5);

} // namespace

TEST(BadFiles, WrongShapeTypeOrName) {
  Folder const folder;
  write_dataset<double>(folder / "a.h5", "/u", {4, 5}, values);
  expect_error(heat(folder, run + "a.h5:/u"), 2, {"/u of a.h5 has shape 4 x 5", "expected 5 x 4"});
  expect_error(heat(folder, run + "a.h5"), 2, {"4 x 5"});
  expect_error(heat(folder, run + "a.h5:/v"), 2, {"a.h5 has no dataset /v", "it has /u"});
  write_dataset<double>(folder / "line.h5", "/u", {20}, values);
  expect_error(heat(folder, run + "line.h5"), 2, {"has shape 20, expected 5 x 4"});
  write_dataset<std::int64_t>(folder / "int.h5", "/u", {5, 4}, std::vector<std::int64_t>(20));
  expect_error(heat(folder, run + "int.h5"), 2, {"holds 64-bit integer", "expected floating point"});
}

TEST(BadFiles, MissingForeignTruncated) {
  Folder const folder;
  expect_error(heat(folder, run + "absent.h5"), 2, {"absent.h5", "no such file"});
  replace_content(folder / "text.h5", "hello");
  expect_error(heat(folder, run + "text.h5"), 2, {"text.h5", "is not an HDF5 file"});
  write_dataset<double>(folder / "a.h5", "/u", {5, 4}, values);
  auto const bytes = content(folder / "a.h5");
  replace_content(folder / "cut.h5", bytes.substr(0, bytes.size() / 2));
  expect_error(heat(folder, run + "cut.h5"), 2, {"cut.h5", "truncated file", "damaged or cut short"});
}

TEST(BadFiles, NotFiniteNamesTheNode) {
  Folder const folder;
  for (auto const bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    auto field = values;
    field[2 * 4 + 3] = bad;
    write_dataset<double>(folder / "nan.h5", "/u", {5, 4}, field);
    expect_error(heat(folder, run + "nan.h5"), 2, {"the initial field is ", "at node (2, 3)", "finite"});
  }
}

TEST(BadFiles, Pictures) {
  Folder const folder;
  expect_error(heat(folder, run + "absent.png"), 2, {"absent.png"});
  replace_content(folder / "text.png", "hello");
  expect_error(heat(folder, run + "text.png"), 2, {"text.png", "no PNG file"});
  io::write_png(folder / "a.png", io::paint(std::span<const double>(values), 4, 5, 0., 1.));
  expect_error(heat(folder, run + "a.png"), 2, {"a.png has 4 x 5 pixels, expected 5 x 4"});
  auto const bytes = content(folder / "a.png");
  replace_content(folder / "cut.png", bytes.substr(0, bytes.size() - 20));
  expect_error(heat(folder, run + "cut.png"), 2, {"cannot read picture cut.png"});
  expect_error(heat(folder, "--nodes 5 --steps 1 --dt 1e-6 --initial a.png"), 2, {"expected 5"});
}

TEST(BadFiles, InConfigurations) {
  Folder const folder;
  auto refused = [&](std::string const& toml) {
    replace_content(folder / "run.toml", toml);
    return heat(folder, "--config run.toml --nodes 5,4 --steps 1 --dt 1e-6");
  };
  write_dataset<double>(folder / "three.h5", "/g", {3}, {1., 2., 3.});
  expect_error(refused("[boundary]\nwest = { kind = \"value\", value = { file = \"three.h5:/g\" } }"), 2,
               {"/g of three.h5 has shape 3, expected 4"});
  expect_error(refused("[heat]\ndiffusivity = { file = \"three.h5:/g\" }"), 2,
               {"has shape 3, expected 5 x 4"});
  expect_error(refused("[source]\nfile = \"absent.h5:/f\""), 2, {"absent.h5", "no such file"});
  expect_error(refused("[obstacle]\nfile = \"three.h5:/mask\""), 2, {"three.h5 has no dataset /mask", "/g"});
}

TEST(BadFiles, NamesInCapitalsAreTaken) {
  Folder const folder;
  write_dataset<double>(folder / "A.H5", "/u", {5, 4}, values);
  EXPECT_EQ(heat(folder, run + "A.H5").code, 0);
  replace_content(folder / "data.csv", "1,2,3");
  expect_error(heat(folder, run + "data.csv"), 2, {"--initial: data.csv is a file of an unknown kind"});
}

TEST(BadFiles, ValuesThatAreAllZeroInFloat) {
  Folder const folder;
  std::string const line = "--nodes 5,4 --steps 1 --dt 1e-6 --precision ";
  for (auto const& [values, what] :
       {std::pair{" --initial 1e-50*(1+x)", "the initial field is 2e-50 at most, which is 0 in float"},
        {" --initial x --diffusivity 1e-60", "the diffusivity is 1e-60 at most, which is 0 in float"}}) {
    expect_error(heat(folder, line + "float" + values), 2, {what, "or precision double"});
    EXPECT_EQ(heat(folder, line + "double" + values).code, 0) << values;
  }
  // Beside larger values small ones may vanish.
  EXPECT_EQ(heat(folder, line + "float --initial exp(-1000*x)").code, 0);
}

TEST(BadFiles, ValuesThatFloatCanNotHold) {
  Folder const folder;
  auto const refused = [&](std::string const& toml, std::string const& what) {
    SCOPED_TRACE(toml);
    replace_content(folder / "run.toml", toml);
    std::string const line = "--config run.toml --nodes 5,4 --steps 4 --dt 1e-6 --allow-unstable";
    expect_error(heat(folder, line + " --precision float"), 2,
                 {what, "beyond the largest float, 3.40282e+38", "precision double"});
    EXPECT_EQ(heat(folder, line + " --quiet").code, 0);
  };
  refused("[initial]\nexpression = \"x > 0.5 ? 1e39 : 0\"", "the initial field is 1e+39 at node (3, 0)");
  refused("[heat]\ndiffusivity = 1e39", "the diffusivity is 1e+39, ");
  refused("[heat]\ndiffusivity = \"x > 0.9 ? 1e39 : 1\"", "the diffusivity is 1e+39 at node (4, 0)");
  refused("[source]\nvalue = -1e39", "the source is -1e+39 at node (0, 0)");
  refused("[source]\nvalue = 1e30\ntime = \"1e15*t\"", "the source is 1e+39 at t = 1e-06");
  refused("[boundary]\neast = { kind = \"value\", value = \"y > 0.5 ? 1e39 : 0\" }",
          "the boundary value on face east is 1e+39 at node (4, 2)");
  refused("[boundary]\nwest = { kind = \"value\", value = 1e30, time = \"1e15*t\" }",
          "the boundary value on face west is 1e+39 at t = 1e-06");
  refused("[boundary]\nsouth = { kind = \"neumann\", flux = 1e39 }", "face south is 1e+39 at node (0, 0)");
  refused("[obstacle]\nexpression = \"x < 0.1\"\nvalue = 1e39", "the obstacle's value is 1e+39");
}

// A step looks up both its ends and uses one: what is infinite at the other is no mistake.
TEST(BadFiles, FunctionsOfTimeThatAreNotFinite) {
  Folder const folder;
  auto const run_with = [&](std::string const& toml) {
    replace_content(folder / "run.toml", toml);
    return heat(folder, "--config run.toml --nodes 5,4 --steps 4 --dt 0.0009765625 --quiet");
  };
  std::string const value = "[boundary]\nwest = { kind = \"value\", value = 1, time = \"",
                    flux = "[boundary]\nwest = { kind = \"neumann\", flux = 1, time = \"",
                    source = "[source]\nvalue = 1\ntime = \"";
  EXPECT_EQ(run_with(value + "1/t\" }").code, 0);
  EXPECT_EQ(run_with(flux + "1/(t-0.00390625)\" }").code, 0);
  EXPECT_EQ(run_with(source + "1/(t-0.00390625)\"").code, 0);
  expect_error(run_with(value + "1/(t-0.00390625)\" }"), 2,
               {"the function of time of the boundary value on face west is inf at t = 0.00390625"});
  expect_error(run_with(flux + "1/t\" }"), 2, {"face west is inf at t = 0 "});
  expect_error(run_with(source + "sqrt(0.001-t)\""), 2,
               {"the function of time of the source is", "at t = 0.00195312"});
}

TEST(BadFiles, EmptyObstacles) {
  Folder const folder;
  auto const refused = [&](std::string const& toml) {
    replace_content(folder / "run.toml", "[obstacle]\n" + toml);
    return heat(folder, "--config run.toml --nodes 5,4 --steps 1 --dt 1e-6");
  };
  io::write_png(folder / "black.png", io::Picture{5, 4, std::vector<io::Colour>(20)});
  expect_error(refused("file = \"black.png\""), 2,
               {"the obstacle holds no node", "black.png has no light pixel"});
  expect_error(refused("expression = \"x > 3\""), 2, {"the obstacle holds no node: 'x > 3' is 0"});
  write_dataset<std::uint8_t>(folder / "zero.h5", "/mask", {5, 4}, std::vector<std::uint8_t>(20));
  expect_error(refused("file = \"zero.h5\""), 2, {"the obstacle holds no node: the dataset of zero.h5 is 0"});
}

namespace {

void write_on_grid(std::filesystem::path const& path, std::vector<double> const& spacing,
                   std::vector<double> const& origin) {
  io::Hdf5Writer file(path, 0);
  file.dataset("/u", {5, 4}, std::span<const double>(values));
  file.attribute("/u", "spacing", spacing);
  if (!origin.empty()) file.attribute("/", "origin", origin);
  file.commit();
}

} // namespace

TEST(BoxOfAFile, IsThatOfTheRun) {
  Folder const folder;
  auto const box = [&](std::string const& line) {
    auto const outcome = heat(folder, line + " --steps 1 --dt 1e-6 --quiet --output out");
    EXPECT_EQ(outcome.code, 0) << line << outcome.err;
    io::Hdf5Reader const result(folder / "out/final.h5");
    std::filesystem::remove_all(folder / "out"); // a run's folder is its own
    auto all = result.attribute<std::vector<double>>("/u", "spacing");
    auto const origin = result.attribute<std::vector<double>>("/u", "origin");
    all.insert(all.end(), origin.begin(), origin.end());
    return all;
  };
  write_on_grid(folder / "a.h5", {0.5, 0.2}, {-1., 3.});
  write_on_grid(folder / "unit.h5", {0.25 * (1 + 1e-9), 1. / 3}, {});
  replace_content(folder / "periodic.toml",
                  "[boundary]\nwest = { kind = \"periodic\" }\neast = { kind = \"periodic\" }");
  replace_content(folder / "box.toml", "lower = [-1.0, 3.0]\nupper = [1.0, 3.6]");
  EXPECT_EQ(box("--initial a.h5"), (std::vector{0.5, 0.2, -1., 3.}));
  EXPECT_EQ(box("--initial a.h5 --diffusivity a.h5"), (std::vector{0.5, 0.2, -1., 3.}));
  EXPECT_EQ(box("--initial a.h5 --config periodic.toml"), (std::vector{0.5, 0.2, -1., 3.}));
  EXPECT_EQ(box("--initial a.h5 --config box.toml"), (std::vector{0.5, (3.6 - 3.) / 3, -1., 3.}));
  EXPECT_EQ(box("--initial unit.h5"), (std::vector{0.25, 1. / 3, 0., 0.}));
}

TEST(BoxOfAFile, IsRefusedWhereTheGridHasAnother) {
  Folder const folder;
  write_on_grid(folder / "a.h5", {0.5, 0.2}, {-1., 3.});
  auto const refused = [&](std::string const& toml, std::string const& line, std::vector<std::string> texts) {
    SCOPED_TRACE(toml + line);
    replace_content(folder / "run.toml", toml);
    texts.emplace_back("dataset /u of a.h5 has the spacing 0.5 x 0.2 from (-1, 3)");
    expect_error(heat(folder, "--config run.toml --nodes 5,4 --steps 1 --dt 1e-6 " + line), 2, texts);
  };
  std::string const unit = "the grid 0.25 x 0.333333 from (0, 0)", periodic =
                                                                       "west = { kind = \"periodic\" }\n"
                                                                       "east = { kind = \"periodic\" }";
  refused("lower = [0, 0]", "--initial a.h5", {unit, "the file's box is lower = [-1, 3], upper = [1, 3.6]"});
  refused("upper = [1, 1]\n[boundary]\n" + periodic, "--initial a.h5", {"upper = [1.5, 3.6]"});
  refused("upper = [2, 0.6]", "--initial a.h5", {"the grid 0.5 x 0.2 from (0, 0)"});
  refused("", "--diffusivity a.h5", {unit});
  refused("[source]\nfile = \"a.h5\"", "", {unit});
  refused("[obstacle]\nfile = \"a.h5\"", "", {unit});
  refused("[obstacle]\nexpression = \"x < 0.1\"\nvalue = { file = \"a.h5\" }", "", {unit});
}

TEST(TextFiles, ComeFromPipesAndWithByteOrderMarks) {
  Folder const folder;
  std::string const text = "nodes = [5, 4]\nsteps = 1\ndt = 1e-6\nquiet = true\n";
  replace_content(folder / "run.toml", text);
  auto const piped = std::string("cat run.toml | ") + TESSERA_HEAT + " --config /dev/stdin";
  EXPECT_EQ(run_program("/bin/sh", folder, {"-c", piped}).code, 0);
  replace_content(folder / "mark.toml", "\xEF\xBB\xBF" + text);
  EXPECT_EQ(heat(folder, "--config mark.toml").code, 0);
  replace_content(folder / "wide.toml", "\xFF\xFEs");
  expect_error(heat(folder, "--config wide.toml"), 2,
               {"configuration wide.toml", "UTF-16", "save it as UTF-8"});
  expect_error(heat(folder, "--config ."), 2, {"cannot read configuration .: it is a folder (name a file)"});
}

TEST(BadFiles, OutputFolder) {
  Folder const folder;
  replace_content(folder / "plain", "a file");
  expect_error(heat(folder, "--initial sine --output plain"), 2, {"output folder plain", "choose a place"});
  expect_error(heat(folder, "--initial sine --output plain/below"), 2, {"plain/below", "Not a directory"});
  expect_error(heat(folder, "--initial sine --output /proc/tessera"), 2, {"/proc/tessera"});
}

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

TEST(BadFiles, OutputFolder) {
  Folder const folder;
  replace_content(folder / "plain", "a file");
  expect_error(heat(folder, "--initial sine --output plain"), 2, {"output folder plain", "choose a place"});
  expect_error(heat(folder, "--initial sine --output plain/below"), 2, {"plain/below", "Not a directory"});
  expect_error(heat(folder, "--initial sine --output /proc/tessera"), 2, {"/proc/tessera"});
}

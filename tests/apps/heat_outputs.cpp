// SPDX-License-Identifier: Apache-2.0
// The files of a run and what they say.
#include <tessera/io/hash.hpp>
#include <tessera/io/picture.hpp>

#include "heat_program.hpp"

using namespace tessera::test;
namespace io = tessera::io;

TEST(Outputs, RecordHasExactlyWhatIsPromised) {
  Folder const folder;
  auto const outcome = heat(
      folder, "--initial sine --steps 100 --dt 1e-3 --scheme temporal --fused-steps 4 --tile 24,16 --json - "
              "--threads 2 --output out");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  auto const json = nlohmann::ordered_json::parse(outcome.out);
  std::vector<std::string> names;
  for (auto const& [name, value] : json.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"app",
                                             "version",
                                             "backend",
                                             "device",
                                             "threads",
                                             "ranks",
                                             "precision",
                                             "scheme",
                                             "tile",
                                             "fused_steps",
                                             "nodes",
                                             "steps",
                                             "dt",
                                             "time_s",
                                             "setup_s",
                                             "gcells_per_s",
                                             "ideal_bytes_per_update",
                                             "effective_gb_per_s",
                                             "copy_gb_per_s",
                                             "fraction_of_copy",
                                             "max_error",
                                             "rms_error",
                                             "checksum"}));
  EXPECT_EQ(json["app"], "tessera-heat");
  EXPECT_EQ(json["precision"], "double");
  EXPECT_EQ(json["scheme"], "temporal");
  EXPECT_EQ(json["tile"], nlohmann::json({24, 16}));
  EXPECT_EQ(json["fused_steps"], 4);
  EXPECT_EQ(json["nodes"], nlohmann::json({33, 33}));
  EXPECT_EQ(json["steps"], 100);
  EXPECT_EQ(json["ranks"], 1);
  EXPECT_EQ(json["ideal_bytes_per_update"], 16.);
  EXPECT_GT(json["copy_gb_per_s"].get<double>(), 0.1);
  EXPECT_NEAR(json["gcells_per_s"].get<double>(), 33. * 33. * 100. / json["time_s"].get<double>() * 1e-9,
              1e-9);
  EXPECT_NEAR(json["fraction_of_copy"].get<double>(),
              json["effective_gb_per_s"].get<double>() / json["copy_gb_per_s"].get<double>(), 1e-12);
  auto const u = io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {33, 33});
  EXPECT_EQ(json["checksum"], io::hex(io::hash_of(std::span<const double>(u))));
}

TEST(Outputs, RecordWithoutAnExactSolution) {
  Folder const folder;
  auto const json =
      heat(folder, "--initial hot-spot --nodes 17,17 --steps 3 --dt 1e-4 --json - --scheme direct").json();
  EXPECT_TRUE(json.at("max_error").is_null());
  EXPECT_TRUE(json.at("rms_error").is_null());
  EXPECT_EQ(json.at("tile"), nlohmann::json::array());
  ASSERT_EQ(heat(folder, "--initial sine --quiet --json record.json").code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(folder / "record.json")).at("steps"), 1000);
}

TEST(Outputs, SeriesAndAttributes) {
  Folder const folder;
  auto const outcome =
      heat(folder, "--initial sine --nodes 21,31 --steps 10 --dt 1e-3 --output out --output-every 4");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_SAYS(outcome.out, "against the exact solution");
  for (std::string const name : {"u-0", "u-4", "u-8", "final"}) {
    auto const path = folder / ("out/" + name + ".h5");
    ASSERT_TRUE(std::filesystem::exists(path)) << name;
    auto const picture = io::read_png(folder / ("out/" + name + ".png"));
    EXPECT_EQ(picture.n0 % 21, 0u); // small fields are enlarged
    EXPECT_EQ(picture.n1 / 31, picture.n0 / 21);
  }
  io::Hdf5Reader const file(folder / "out/final.h5");
  for (std::string const object : {"/", "/u"}) {
    EXPECT_EQ(file.attribute<std::int64_t>(object, "step"), 10);
    EXPECT_DOUBLE_EQ(file.attribute<double>(object, "time"), 0.01);
    EXPECT_EQ(file.attribute<std::vector<double>>(object, "spacing"),
              (std::vector<double>{1. / 20., 1. / 30.}));
    EXPECT_EQ(file.attribute<std::vector<double>>(object, "origin"), (std::vector<double>{0., 0.}));
  }
}

TEST(Outputs, VolumesHaveThreeSlices) {
  Folder const folder;
  ASSERT_EQ(heat(folder, "--initial hot-spot --nodes 9,10,11 --steps 2 --dt 1e-4 --output out --quiet").code,
            0);
  auto ratio = [&](char const* name) {
    auto const picture = io::read_png(folder / name);
    return static_cast<double>(picture.n0) / static_cast<double>(picture.n1);
  };
  EXPECT_DOUBLE_EQ(ratio("out/final-xy.png"), 9. / 10.);
  EXPECT_DOUBLE_EQ(ratio("out/final-xz.png"), 9. / 11.);
  EXPECT_DOUBLE_EQ(ratio("out/final-yz.png"), 10. / 11.);
}

TEST(Outputs, ARestartContinuesTheSeries) {
  Folder const folder;
  auto const run = std::string("--initial sine --steps 40 --dt 1e-3 --output out --output-every 10 --quiet ");
  ASSERT_EQ(heat(folder, run + "--checkpoint-every 20").code, 0);
  auto const whole = content(folder / "out/u.pvd");
  std::filesystem::remove(folder / "out/u-30.h5");
  std::filesystem::remove(folder / "out/u-40.h5");
  ASSERT_EQ(heat(folder, run + "--restart out/checkpoint-20.h5").code, 0);
  EXPECT_EQ(content(folder / "out/u.pvd"), whole);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/u-30.h5"));
}

TEST(Outputs, FilesForParaViewCanBeLeftOut) {
  Folder const folder;
  auto const run = std::string("--initial sine --steps 2 --dt 1e-3 --output-every 1 --quiet ");
  std::filesystem::create_directories(folder / "out");
  replace_content(folder / "out/final.vti", "of an earlier run");
  ASSERT_EQ(heat(folder, run + "--output out --no-paraview").code, 0);
  replace_content(folder / "run.toml", "paraview = false");
  ASSERT_EQ(heat(folder, run + "--output configured --config run.toml").code, 0);
  for (auto const* out : {"out", "configured"})
    for (auto const& entry : std::filesystem::directory_iterator(folder / out))
      EXPECT_TRUE(entry.path().extension() == ".h5" || entry.path().extension() == ".png") << entry.path();
}

TEST(Outputs, ASeriesListsWhatParaViewCanOpen) {
  Folder const folder;
  auto const run = std::string("--initial sine --steps 4 --dt 1e-3 --output out --output-every 1 --quiet ");
  ASSERT_EQ(heat(folder, run + "--checkpoint-every 2 --no-paraview").code, 0);
  ASSERT_EQ(heat(folder, run + "--restart out/checkpoint-2.h5").code, 0);
  auto const list = content(folder / "out/u.pvd");
  EXPECT_EQ(list.find("u-2.vti"), std::string::npos) << list; // the first part wrote none
  EXPECT_SAYS(list, "u-3.vti");
  EXPECT_SAYS(list, "u-4.vti");
}

TEST(Inputs, PicturesAndDatasetsGiveTheirShape) {
  Folder const folder;
  std::vector<double> plane(15 * 9);
  for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = static_cast<double>(i);
  io::write_png(folder / "a.png", io::paint(std::span<const double>(plane), 15, 9, 0., 135.));
  auto const picture = heat(folder, "--initial a.png --steps 0 --dt 1e-6 --json - --output out");
  ASSERT_EQ(picture.code, 0) << picture.err;
  EXPECT_EQ(picture.json().at("nodes"), nlohmann::json({15, 9}));
  EXPECT_EQ(io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {15, 9}),
            io::read_png(folder / "a.png").values);
  write_dataset<double>(folder / "b.h5", "/start", {15, 9}, plane);
  auto const dataset = heat(folder, "--initial b.h5:/start --steps 0 --dt 1e-6 --json -");
  EXPECT_EQ(dataset.json().at("checksum"), io::hex(io::hash_of(std::span<const double>(plane))));
}

TEST(Inputs, MasksAndFieldsFromFiles) {
  Folder const folder;
  std::vector<std::uint8_t> mask(11 * 9, 0);
  mask[5 * 9 + 4] = 1;
  write_dataset<std::uint8_t>(folder / "mask.h5", "/mask", {11, 9}, mask);
  write_dataset<double>(folder / "kappa.h5", "/kappa", {11, 9}, std::vector<double>(99, 0.25));
  replace_content(folder / "run.toml",
                  "nodes = [11, 9]\nsteps = 7\ndt = 1e-4\n[initial]\nname = \"hot-spot\"\n[obstacle]\nfile = "
                  "\"mask.h5:/mask\"\nvalue = 3\n[heat]\ndiffusivity = { file = \"kappa.h5:/kappa\" }\n");
  auto const outcome = heat(folder, "--config run.toml --output out --quiet");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  auto const u = io::Hdf5Reader(folder / "out/final.h5").read<double>("/u", {11, 9});
  EXPECT_EQ(u[5 * 9 + 4], 3.);
  EXPECT_GT(u[5 * 9 + 5], 1.);
}

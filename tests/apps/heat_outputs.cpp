// SPDX-License-Identifier: Apache-2.0
// The files of a run and what they say.
#include <tessera/io/frame.hpp>
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
  EXPECT_EQ(names, (std::vector<std::string>{"schema",
                                             "app",
                                             "version",
                                             "backend",
                                             "device",
                                             "threads",
                                             "ranks",
                                             "precision",
                                             "scheme",
                                             "tile",
                                             "fused_steps",
                                             "way",
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
  EXPECT_EQ(json["tile"], nlohmann::ordered_json({24, 16}));
  EXPECT_EQ(json["fused_steps"], 4);
  EXPECT_EQ(json["way"], "scratch");
  EXPECT_EQ(json["nodes"], nlohmann::ordered_json({33, 33}));
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
      heat(folder, "--initial sine --nodes 21,31 --steps 10 --dt 1e-3 --output out --output-every 4 "
                   "--bare-pictures");
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
  ASSERT_EQ(heat(folder, "--initial hot-spot --nodes 9,10,11 --steps 2 --dt 1e-4 --output out --quiet "
                         "--bare-pictures")
                .code,
            0);
  auto ratio = [&](char const* name) {
    auto const picture = io::read_png(folder / name);
    return static_cast<double>(picture.n0) / static_cast<double>(picture.n1);
  };
  EXPECT_DOUBLE_EQ(ratio("out/final-xy.png"), 9. / 10.);
  EXPECT_DOUBLE_EQ(ratio("out/final-xz.png"), 9. / 11.);
  EXPECT_DOUBLE_EQ(ratio("out/final-yz.png"), 10. / 11.);
}

TEST(Outputs, PicturesHaveFramesUnlessTheyAreToBeBare) {
  Folder const folder;
  auto const run = std::string("--initial sine --nodes 21,31 --steps 2 --dt 1e-3 --quiet ");
  ASSERT_EQ(heat(folder, run + "--output framed").code, 0);
  replace_content(folder / "run.toml", "bare-pictures = true");
  ASSERT_EQ(heat(folder, run + "--output bare --config run.toml").code, 0);
  auto const framed = io::read_png(folder / "framed/final.png"),
             bare = io::read_png(folder / "bare/final.png");
  EXPECT_EQ(content(folder / "framed/final.h5"), content(folder / "bare/final.h5"));
  if (!io::draws_frames()) {
    EXPECT_EQ(framed.values, bare.values);
    return;
  }
  auto const white = std::count(framed.values.begin(), framed.values.end(), 1.);
  EXPECT_GT(framed.n0, bare.n0 + 100);
  EXPECT_GT(white, 40000);
  EXPECT_EQ(std::count(bare.values.begin(), bare.values.end(), 1.), 0);
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

TEST(Outputs, WhereARunWasCutMakesNoFrame) {
  Folder const folder;
  auto const run = std::string("--initial sine --dt 1e-4 --output out --output-every 50 --quiet ");
  ASSERT_EQ(heat(folder, run + "--steps 60 --checkpoint-every 20").code, 0);
  ASSERT_EQ(heat(folder, run + "--steps 100 --restart out/checkpoint-60.h5").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "out/u-60.h5"));
  for (auto const* name : {"out/u-0.h5", "out/u-50.h5", "out/u-100.h5"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  EXPECT_EQ(content(folder / "out/u.pvd").find("u-60"), std::string::npos);
}

TEST(OutputFolder, OfAnotherRunIsRefused) {
  Folder const folder;
  auto const run = std::string("--initial sine --dt 1e-3 --quiet --output out ");
  std::filesystem::create_directories(folder / "out");
  replace_content(folder / "out/notes.txt", "mine"); // what is no run's is in nobody's way
  ASSERT_EQ(heat(folder, run + "--steps 20 --output-every 10 --checkpoint-every 5").code, 0);
  auto const before = content(folder / "out/final.h5");
  expect_error(heat(folder, run + "--steps 10"), 2,
               {"output folder out holds files of an earlier run: checkpoint-10.h5 and ", "more",
                "--restart out/checkpoint-20.h5 to continue", "--overwrite"});
  EXPECT_EQ(content(folder / "out/final.h5"), before);
  EXPECT_EQ(heat(folder, run + "--steps 30 --restart out/checkpoint-20.h5").code, 0);
  // Neither may a restart of one run go on among the files of another.
  ASSERT_EQ(heat(folder, "--initial sine --dt 1e-3 --steps 3 --quiet --output other").code, 0);
  expect_error(heat(folder, "--initial sine --dt 1e-3 --steps 30 --quiet --output other --restart "
                            "out/checkpoint-20.h5"),
               2, {"output folder other holds files of an earlier run: final.h5 and "});
}

TEST(OutputFolder, OverwriteRemovesWhatARunWritesAndNothingElse) {
  Folder const folder;
  auto const run = std::string("--initial sine --dt 1e-3 --quiet --output out ");
  ASSERT_EQ(heat(folder, run + "--steps 20 --output-every 10 --checkpoint-every 5").code, 0);
  std::vector<std::string> const foreign{"notes.txt", "u-final.h5", "u-10.h5.bak",
                                         "my-u-1.h5", "traces.h5",  "checkpoint-.h5"};
  for (auto const& name : foreign) replace_content(folder / ("out/" + name), name);
  std::filesystem::create_directories(folder / "out/u-7.h5"); // a folder is no file of a run
  ASSERT_EQ(heat(folder, run + "--steps 1 --overwrite").code, 0);
  std::vector<std::string> expected = foreign, found;
  for (auto const* name : {"final.h5", "final.png", "final.vti", "u-7.h5"}) expected.emplace_back(name);
  for (auto const& entry : std::filesystem::directory_iterator(folder / "out"))
    found.push_back(entry.path().filename().string());
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  for (auto const& name : foreign) EXPECT_EQ(content(folder / ("out/" + name)), name);
}

TEST(OutputFolder, OverwriteInTheConfiguration) {
  Folder const folder;
  replace_content(folder / "run.toml",
                  "steps = 20\ndt = 1e-3\noutput = \"out\"\noverwrite = true\nquiet = true\n"
                  "checkpoint-every = 10\n[initial]\nname = \"sine\"\n");
  for (int turn = 0; turn < 2; ++turn) ASSERT_EQ(heat(folder, "--config run.toml").code, 0);
  // To continue is the opposite; both at once is a mistake.
  EXPECT_EQ(heat(folder, "--config run.toml --restart out/checkpoint-10.h5").code, 0);
  expect_error(heat(folder, "--config run.toml --restart out/checkpoint-10.h5 --overwrite"), 2,
               {"overwrite would remove the run that restart continues from out/checkpoint-10.h5"});
  EXPECT_TRUE(std::filesystem::exists(folder / "out/checkpoint-10.h5"));
}

TEST(OutputFolder, IsLeftAloneByARunThatIsRefused) {
  Folder const folder;
  ASSERT_EQ(heat(folder, "--initial sine --quiet --output out").code, 0);
  auto const before = content(folder / "out/final.h5");
  expect_error(heat(folder, "--initial sine --quiet --output out --overwrite --json no/such/folder.json"), 2,
               {"no/such/folder.json"});
  EXPECT_EQ(content(folder / "out/final.h5"), before);
}

TEST(Record, NeverTakesThePlaceOfAnotherFile) {
  Folder const folder;
  auto const run = std::string("--initial sine --steps 2 --dt 1e-4 --quiet ");
  ASSERT_EQ(heat(folder, run + "--output out --checkpoint-every 1").code, 0);
  for (auto const* target :
       {"out/final.h5", "out/checkpoint-1.h5", "new.H5", "final.png", "run.toml", "u.pvd"})
    expect_error(heat(folder, run + "--json " + target), 2,
                 {"cannot write the result record ", target, "names another kind of file"});
  replace_content(folder / "notes.txt", "mine");
  expect_error(heat(folder, run + "--json notes.txt"), 2, {"the file that is there is no record"});
  EXPECT_EQ(content(folder / "notes.txt"), "mine");
  for (int turn = 0; turn < 2; ++turn)
    EXPECT_EQ(heat(folder, run + "--json run.json").code, 0); // its own again
}

TEST(Record, WhereItCanNotBeWrittenIsNoticedBeforeTheRun) {
  Folder const folder;
  replace_content(folder / "plain", "");
  std::filesystem::create_directories(folder / "folder");
  for (auto const& [place, cause] : {std::pair{"no/such/x.json", "No such file or directory"},
                                     {"plain/x.json", "Not a directory"},
                                     {"folder", "it is a folder"},
                                     {"/proc/x.json", ""}})
    // A run that would take hours.
    expect_error(
        heat(folder,
             std::string("--initial sine --nodes 513,513 --steps 2000000000 --dt 1e-12 --json ") + place),
        2, {"cannot write the result record ", place, cause, "choose a place"});
  EXPECT_EQ(folder.entries(), 2u); // nothing of the trial is left
  // In an output folder that is yet to be made.
  EXPECT_EQ(heat(folder, "--initial sine --quiet --output new --json new/record.json").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "new/record.json"));
}

TEST(Outputs, FilesForParaViewCanBeLeftOut) {
  Folder const folder;
  auto const run = std::string("--initial sine --steps 2 --dt 1e-3 --output-every 1 --quiet ");
  std::filesystem::create_directories(folder / "out");
  replace_content(folder / "out/final.vti", "of an earlier run");
  ASSERT_EQ(heat(folder, run + "--output out --no-paraview --overwrite").code, 0);
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

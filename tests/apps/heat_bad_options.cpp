// SPDX-License-Identifier: Apache-2.0
// Everything a user can type wrong: exit code 2 and one line that says what, with values, and what to do.
#include <tessera/core/device.hpp>

#include <optional>
#include <tuple>

#include "bad_input.hpp"
#include "heat_program.hpp"

using namespace tessera::test;

namespace {

// A run that would be right without the configuration's mistake.
std::string const small = "--nodes 9,9 --steps 1 --dt 1e-6";

} // namespace

TEST(HeatRefuses, Options) {
  expect_refused(
      heat,
      {{"--stpes 5", "", {"unknown option --stpes", "did you mean '--steps'?"}},
       {"--diffusivty=1", "", {"unknown option --diffusivty ", "did you mean '--diffusivity'?"}},
       {"run.toml", "", {"unexpected argument 'run.toml'", "see --help"}},
       {"--steps", "", {"--steps", "see --help"}},
       {"--config absent.toml", "", {"absent.toml", "no such file"}},
       {"--nodes 0 --steps 1 --dt 1e-9", "", {"nodes are 0", "at least 1"}},
       {"--nodes -5 --steps 1 --dt 1e-9", "", {"nodes are -5", "at least 1"}},
       {"--nodes 33,-1 --steps 1 --dt 1e-9", "", {"nodes are 33,-1"}},
       {"--nodes 2,33 --steps 1 --dt 1e-9", "", {"nodes are 2,33", "axis 0 needs at least 3"}},
       {"--nodes 3.5 --steps 1 --dt 1e-9", "", {"--nodes is '3.5'", "whole number"}},
       {"--nodes 9,9,9,9 --steps 1 --dt 1e-9", "", {"4 values for nodes: 9,9,9,9", "1 to 3"}},
       {"--nodes 4000000000,4000000000,4000000000 --steps 1 --dt 1e-9",
        "",
        {"more elements than can be counted"}},
       {"--steps 5 --dt 1e-9", "", {"no nodes are given", "--nodes"}},
       {"--nodes 33 --steps -1 --dt 1e-9", "", {"steps are -1"}},
       {"--nodes 33 --steps many --dt 1e-9", "", {"--steps is 'many'"}},
       {"--nodes 33 --steps 1 --dt 0", "", {"dt is 0", "more than 0"}},
       {"--nodes 33 --steps 1 --dt -1e-9", "", {"dt is -1e-09"}},
       {"--nodes 33 --steps 1 --dt nan", "", {"--dt is nan", "finite"}},
       {"--nodes 33 --end-time -1 --dt 1e-9", "", {"end-time is -1"}},
       {"--nodes 33,33", "", {"none of steps, end-time and dt", "dt up to 0.000244141 is stable"}},
       {"--nodes 33,33 --dt 1e-5", "", {"only one of steps, end-time and dt"}},
       {"--nodes 33,33 --steps 5 --diffusivity 0", "", {"no dt is given, and the largest stable one is inf"}},
       {"--nodes 33 --steps 10 --end-time 1 --dt 0.2",
        "",
        {"10 steps of dt 0.2 reach 2, not the end time 1"}},
       {"--nodes 33 --end-time 1 --dt 0.3", "", {"end time 1", "dt 0.3", "not a whole number"}},
       {"--nodes 33,33 --steps 10 --dt 0.001",
        "",
        {"dt 0.001 is beyond the stability limit 0.000244141", "2.048", "--allow-unstable"}},
       {"--initial sine --nodes 513,513", "", {"beyond the stability limit"}},
       {"--initial sine --precision half", "", {"precision 'half' is unknown", "float, double"}},
       {"--initial sine --scheme temporl", "", {"scheme 'temporl' is unknown", "did you mean 'temporal'?"}},
       {"--initial sine --scheme fastest",
        "",
        {"scheme 'fastest' is unknown", "known: direct, tiled, temporal, streaming"}},
       {"--initial sine --scheme two-pass",
        "",
        {"scheme two-pass can't step what tessera-heat computes", "give direct, tiled"}},
       {"--initial sine --scheme temporal --tile 16,16 --fused-steps 8",
        "",
        {"tile 16 x 16", "8 fused steps", "leaves no node to write along axis 0", "at least 17"}},
       {"--initial sine --scheme tiled --tile 2,2", "", {"tile 2 x 2", "at least 3"}},
       {"--initial sine --scheme tiled --tile 0,8", "", {"--tile is 0,8 (give 1 to 1048576 each)"}},
       // Numbers that would mean something else, cut to 32 bits: 64 x 64, 4 fused steps, 1 thread.
       {"--initial sine --scheme tiled --tile 4294967360,64",
        "",
        {"--tile is 4294967360,64 (give 1 to 1048576 each)"}},
       {"--initial sine --scheme temporal --fused-steps 4294967300",
        "",
        {"--fused-steps is 4294967300 (give 1 to 1024)"}},
       {"--initial sine --scheme temporal --fused-steps 1025",
        "",
        {"--fused-steps is 1025 (give 1 to 1024)"}},
       {"--initial sine --threads 4294967297", "", {"--threads is 4294967297 (give 1 to 512)"}},
       {"--initial sine --threads -4294967295", "", {"--threads is -4294967295 (give 1 to 512)"}},
       {"--initial sine --threads 99999999999999999999",
        "",
        {"--threads is 99999999999999999999, which is out of range"}},
       {"--initial sine --scheme tiled --tile 1048576,1048576",
        "",
        {"tile 1048576 x 1048576", "give a smaller tile"}},
       {"--initial sine --scheme tiled --tile 8,8,8,8", "", {"tile has 4 extents"}},
       {"--initial sine --scheme tiled --tile 8,8,8", "", {"tile 8 x 8 x 8", "2 axes"}},
       {"--initial sine --scheme tiled --fused-steps 4", "", {"scheme tiled takes no fused steps"}},
       {"--initial sine --scheme direct --tile 8,8", "", {"scheme direct takes no tile"}},
       {"--initial sine --scheme direct --fused-steps 8", "", {"scheme direct takes no fused steps"}},
       {"--initial sine --fused-steps 8", "", {"scheme auto chooses its tile and fused steps itself"}},
       {"--initial sine --scheme temporal --fused-steps 0", "", {"--fused-steps is 0 (give 1 to 1024)"}},
       {"--initial sien --nodes 33", "", {"--initial 'sien' is unknown", "did you mean 'sine'?"}},
       {"--initial sin(q) --nodes 33", "", {"--initial", "expression 'sin(q)'", "x, y, z"}},
       {"--initial 0,5 --nodes 3,3", "", {"--initial: expression '0,5'", "(write 0.5)"}},
       {"--initial sine --diffusivity 0,0625", "", {"--diffusivity: expression", "(write 0.0625)"}},
       {"--initial 1<x<2 --nodes 3,3", "", {"--initial", "(write (1 < x) && (x < 2))"}},
       {"--initial 1e400 --nodes 3,3", "", {"--initial is 1e400, which is out of range"}},
       {"--initial 1/(x-x) --nodes 33 --steps 1 --dt 1e-9",
        "",
        {"the initial field is ", "at node (0)", "finite"}},
       {"--initial sine --diffusivity -1", "", {"the diffusivity is -1", "0 or more"}},
       {"--initial sine --diffusivity x-0.5", "", {"the diffusivity is -0.5 at node (0, 0)"}},
       {"--initial sine --threads 513", "", {"--threads is 513 (give 1 to 512)"}},
       {"--initial sine --threads 0", "", {"--threads is 0 (give 1 to 512)"}},
       {"--initial sine --output-every 10", "", {"output-every", "--output DIR"}},
       {"--initial sine --checkpoint-every 10", "", {"checkpoint-every", "--output DIR"}},
       {"--initial sine --overwrite", "", {"overwrite", "--output DIR"}},
       {"--initial sine --output-every -1 --output out", "", {"output-every is -1"}}});
}

TEST(HeatRefuses, Configurations) {
  expect_refused(
      heat,
      {{small,
        "steps = 10\nstpes = 20",
        {"run.toml, line 2", "key 'stpes' is unknown", "did you mean 'steps'?"}},
       {small, "[heat]\ndiffusivty = 1", {"line 2", "key 'heat.diffusivty'", "did you mean 'diffusivity'?"}},
       {small, "[boundry]\nwest = 1", {"'boundry'", "did you mean 'boundary'?"}},
       {small, "[boundary]\nwset = { kind = \"fixed\" }", {"'boundary.wset'", "did you mean 'west'?"}},
       {small, "[boundary]\nwest = { kind = \"fixd\" }", {"'boundary.west.kind'", "did you mean 'fixed'?"}},
       {small, "[boundary]\nwest = { value = 1 }", {"'boundary.west.kind' is missing"}},
       {small, "[boundary]\nwest = { kind = \"value\" }", {"'boundary.west.value' is missing"}},
       {small, "[boundary]\nwest = { kind = \"value\", flux = 1 }", {"'boundary.west.flux'", "kind value"}},
       {small,
        "[boundary]\nwest = { kind = \"fixed\", time = \"t\" }",
        {"'boundary.west.time'", "kind fixed"}},
       {small, "[boundary]\nwest = { kind = \"periodic\" }", {"west is periodic and east is not"}},
       {small, "[boundary]\ntop = { kind = \"fixed\" }", {"face top", "a plane has not"}},
       {small, "[boundary]\nwest = { kind = \"value\", value = \"y/0\" }", {"face west", "finite"}},
       {small,
        "[boundary]\nwest = { kind = \"value\", value = 1, time = \"x\" }",
        {"expression 'x'", "in t"}},
       {small,
        "[boundary]\nwest = { kind = \"value\", value = \"y=1\" }",
        {"line 2: key 'boundary.west.value'", "(write == to compare)"}},
       {small,
        "[boundary]\nwest = { kind = \"value\", value = 1, time = \"0,5*t\" }",
        {"expression '0,5*t'", "(write 0.5)"}},
       {small, "[obstacle]\nexpression = \"x=0.5\"", {"'obstacle.expression'", "write == to compare"}},
       {small, "[source]\nvalue = 1\ntime = \"t=1\"", {"expression 't=1'", "write == to compare"}},
       {small, "[heat]\ndiffusivity = \"1,5\"", {"'heat.diffusivity'", "(write 1.5)"}},
       {small, "nodes = \"many\"", {"'nodes' is string", "array of whole numbers"}},
       {small, "dt = \"small\"", {"line 1", "'dt' is string", "a number"}},
       {small, "steps = 1.5", {"'steps' is", "a whole number"}},
       {small,
        "scheme = \"temporal\"\nfused-steps = 4294967300",
        {"run.toml, line 2: key 'fused-steps' is 4294967300 (give 1 to 1024)"}},
       {small,
        "scheme = \"tiled\"\ntile = [4294967360, 32]",
        {"run.toml, line 2: key 'tile' is 4294967360,32 (give 1 to 1048576 each)"}},
       {small, "threads = 4294967297", {"line 1: key 'threads' is 4294967297 (give 1 to 512)"}},
       {small, "quiet = 1", {"'quiet' is integer", "true or false"}},
       {small, "nodes = [9", {"run.toml, line 1", "mend the TOML"}},
       {small, "upper = [1.0]", {"upper has 1 values, the grid 2 axes"}},
       {small, "upper = [1.0, 0.0]", {"axis 1", "from 0 to 0"}},
       {small, "initial = 3", {"'initial' is integer", "a table"}},
       {small,
        "[initial]\nvalue = 1\nexpression = \"x\"",
        {"'initial.expression' and 'value' exclude each other"}},
       {small, "[initial]\nname = \"sien\"", {"'initial.name'", "did you mean 'sine'?"}},
       {small, "[initial]\nfile = \"start.dat\"", {"'initial.file' is 'start.dat'", "FILE.h5"}},
       {small, "[source]\ntime = \"t\"", {"'source' says nothing"}},
       {small, "[obstacle]\nvalue = 1", {"exactly one of file and expression"}},
       {small, "picture-range = [1, 0]", {"picture-range is 1 to 0"}}});
}

/// Sets a variable while it lives.
class Variable {
public:
  Variable(std::string name, std::string const& value) : name_(std::move(name)) {
    if (char const* const before = std::getenv(name_.c_str())) before_ = before;
    setenv(name_.c_str(), value.c_str(), 1);
  }
  ~Variable() { before_ ? setenv(name_.c_str(), before_->c_str(), 1) : unsetenv(name_.c_str()); }
  Variable(Variable const&) = delete;
  Variable& operator=(Variable const&) = delete;

private:
  std::string name_;
  std::optional<std::string> before_;
};

TEST(Environment, ThatKokkosCanNotTakeIsRefused) {
  Folder const folder;
  for (auto const& [name, value, advice] : {std::tuple{"KOKKOS_NUM_THREADS", "banana", "from 1 to 512"},
                                            {"KOKKOS_NUM_THREADS", "", "from 1 to 512"},
                                            {"KOKKOS_NUM_THREADS", "0", "from 1 to 512"},
                                            {"KOKKOS_NUM_THREADS", "99999999999", "from 1 to 512"},
                                            {"KOKKOS_DEVICE_ID", "x", "a whole number from 0"},
                                            {"KOKKOS_DEVICE_ID", "-1", "a whole number from 0"},
                                            {"KOKKOS_DISABLE_WARNINGS", "perhaps", "yes or no"},
                                            {"KOKKOS_PRINT_CONFIGURATION", "x", "yes or no"},
                                            {"KOKKOS_TUNE_INTERNALS", "x", "yes or no"},
                                            {"KOKKOS_MAP_DEVICE_ID_BY", "x", "random or mpi_rank"}}) {
    Variable const variable(name, value);
    expect_error(heat(folder, "--initial sine"), 2,
                 {std::string("environment variable ") + name + " is '" + value + "'", advice, "unset it"});
  }
}

// The OpenMP runtime says so in a line of its own as well, and would take all cores.
TEST(Environment, ThatOpenMPCanNotTakeIsRefused) {
  Folder const folder;
  for (auto const* value : {"abc", "0", "2,x"}) {
    Variable const variable("OMP_NUM_THREADS", value);
    auto const outcome = heat(folder, "--initial sine");
    EXPECT_EQ(outcome.code, 2) << value;
    EXPECT_SAYS(outcome.err, "tessera-heat: error: environment variable OMP_NUM_THREADS is '");
  }
  Variable const levels("OMP_NUM_THREADS", "1,1");
  EXPECT_EQ(heat(folder, "--initial sine --steps 1 --dt 1e-4").code, 0);
}

TEST(Environment, MoreThreadsThanKokkosTakesAreRefused) {
#ifndef KOKKOS_ENABLE_OPENMP
  GTEST_SKIP() << "OpenMP's threads";
#endif
  if (!tessera::detail::on_host<Kokkos::DefaultExecutionSpace>) GTEST_SKIP() << "a host's threads";
  Folder const folder;
  Variable const threads("OMP_NUM_THREADS", "600");
  expect_error(heat(folder, "--initial sine"), 2, {"600 OpenMP threads", "512", "--threads"});
  EXPECT_EQ(heat(folder, "--initial sine --steps 1 --dt 1e-4 --threads 1").code, 0);
}

TEST(Environment, MoreThreadsThanCoresAreWarnedOf) {
  auto const cores = std::thread::hardware_concurrency();
  if (!tessera::detail::on_host<Kokkos::DefaultExecutionSpace> || !programs_have_threads() || cores > 256)
    GTEST_SKIP() << "threads of a host that are more than its cores";
  Folder const folder;
  auto const many = std::to_string(cores + 6);
  auto const outcome = heat(folder, "--initial sine --nodes 9,9 --steps 1 --dt 1e-4 --threads " + many);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.err.starts_with("tessera: warning: " + many + " threads share the ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(Environment, ThreadsBoundToCoresAreNotTooMany) {
#ifndef KOKKOS_ENABLE_OPENMP
  GTEST_SKIP() << "OpenMP's threads: others would be bound to the core of the first";
#endif
  Folder const folder;
  std::string const run = "--initial sine --nodes 9,9 --steps 1 --dt 1e-4 --threads 2";
  auto const plain = heat(folder, run);
  EXPECT_EQ(plain.code, 0);
  Variable const bind("OMP_PROC_BIND", "spread"), places("OMP_PLACES", "cores");
  EXPECT_EQ(heat(folder, run).err, plain.err);
}

TEST(Version, AndHelpGoToStdout) {
  Folder const folder;
  auto const version = heat(folder, "--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("tessera-heat 0.")) << version.out;
  auto const help = heat(folder, "--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  for (auto const* option : {"--config",
                             "--nodes",
                             "--steps",
                             "--end-time",
                             "--dt",
                             "--precision",
                             "--scheme",
                             "--tile",
                             "--fused-steps",
                             "--initial",
                             "--output",
                             "--output-every",
                             "--checkpoint-every",
                             "--restart",
                             "--overwrite",
                             "--threads",
                             "--json",
                             "--allow-unstable",
                             "--quiet",
                             "--version",
                             "--help"})
    EXPECT_SAYS(help.out, option);
}

TEST(CommandLine, WinsOverTheConfiguration) {
  Folder const folder;
  replace_content(folder / "run.toml",
                  "nodes = [9, 9]\nsteps = 10\ndt = 1e-4\nscheme = \"temporal\"\nfused-steps = 4\n");
  auto const plain = heat(folder, "--config run.toml --json -").json();
  EXPECT_EQ(plain.at("steps"), 10);
  EXPECT_EQ(plain.at("fused_steps"), 4);
  auto const other = heat(folder, "--config run.toml --json - --steps 7 --nodes 5 --scheme direct").json();
  EXPECT_EQ(other.at("steps"), 7);
  EXPECT_EQ(other.at("dt"), 1e-4);
  EXPECT_EQ(other.at("nodes"), nlohmann::json({5}));
  EXPECT_EQ(other.at("scheme"), "direct");
  auto const longer = heat(folder, "--config run.toml --json - --end-time 0.01").json();
  EXPECT_EQ(longer.at("steps"), 100);
}

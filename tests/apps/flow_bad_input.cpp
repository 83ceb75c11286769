// SPDX-License-Identifier: Apache-2.0
// What tessera-flow refuses or fails at, and what it says then.
#include "bad_input.hpp"
#include "flow_program.hpp"

using namespace tessera::test;

namespace {

std::string const cavity = R"(
nodes = [33, 33]
end-time = 1.0
[flow]
reynolds = 100
north = { kind = "wall", speed = 1.0 }
)";
std::string const stream = R"(
nodes = [81, 41]
upper = [2.0, 1.0]
end-time = 1.0
[flow]
reynolds = 100
)";

} // namespace

TEST(FlowRefuses, Numbers) {
  expect_refused(flow, {{"--reynolds 0", cavity, {"the Reynolds number is 0", "give more than 0"}},
                        {"--reynolds -5", cavity, {"the Reynolds number is -5"}},
                        {"--precision float",
                         cavity + "south = { kind = \"wall\", speed = 1e39 }\n",
                         {"the speed of the wall south is 1e+39, beyond the largest float"}},
                        {"--precision float --initial 1e39", cavity, {"the initial vorticity is 1e+39"}},
                        {"--reynolds nan", cavity, {"--reynolds", "nan"}},
                        {"--reynolds inf", cavity, {"--reynolds", "inf"}},
                        {"--nodes 9,9 --steps 3", "", {"no Reynolds number is given"}},
                        {"--cfl 0", cavity, {"cfl is 0"}},
                        {"--cfl -1", cavity, {"cfl is -1"}},
                        {"--cfl 3", cavity, {"cfl is 3, more than 1.7", "--allow-unstable"}},
                        {"--dt 0", cavity, {"dt is 0"}},
                        {"--dt 0.5", cavity, {"dt 0.5 is beyond the limit 0.03", "--allow-unstable"}},
                        {"--dt 0.5 --reynolds 10000 --end-time 1",
                         cavity,
                         {"dt 0.5 carries the fluid at the wall north over 1 * 0.5 / 0.03125 = 16 spacings",
                          "more than 1.7", "less than 0.053125", "--allow-unstable"}},
                        {"--steps 2 --reynolds 10000 --end-time 1",
                         cavity,
                         {"dt 0.5 carries the fluid at the wall north over 1 * 0.5 / 0.03125 = 16 spacings"}},
                        {"--nodes 33,65 --dt 0.25 --reynolds 10000",
                         cavity + "west = { kind = \"wall\", speed = -3.0 }\n",
                         {"the fluid at the wall west over 3 * 0.25 / 0.015625 = 48 spacings"}},
                        {"--body circle --dt 0.05 --reynolds 1000",
                         stream,
                         {"the fluid at the inflow over 1 * 0.05 / 0.025 = 2 spacings"}},
                        {"--dt 0.01 --cfl 0.5", cavity, {"cfl is given beside steps of one length"}},
                        {"--dt 0.3", cavity, {"not a whole number"}},
                        {"--nodes 33,33 --reynolds 100 --initial x", "", {"no end is given", "--end-time T"}},
                        {"--nodes 33,33 --reynolds 100 --initial x --dt 1e-3", "", {"only one of steps"}},
                        {"--end-time -1", cavity, {"end-time is -1"}},
                        {"--tolerance 0", cavity, {"the tolerance is 0"}},
                        {"--max-iterations 0", cavity, {"max-iterations are 0"}},
                        {"--nodes 9,9,9", cavity, {"3 axes (a flow has two)"}},
                        {"--nodes 33,4", cavity, {"axis 1 has 4 nodes"}},
                        {"--scheme temporal",
                         cavity,
                         {"scheme temporal can't step what tessera-flow computes", "direct, tiled or auto"}},
                        {"--scheme tiled --fused-steps 2",
                         cavity,
                         {"does not take --fused-steps: its stream function changes"}},
                        {"--scheme direct --tile 8,8", cavity, {"scheme direct takes no tile"}},
                        {"--tile 8,8", cavity, {"scheme auto chooses its tile itself"}},
                        {"--contours -1", cavity, {"--contours"}},
                        {"--raynolds 5", cavity, {"unknown option --raynolds (did you mean '--reynolds'?)"}},
                        {"--initial sqrt(x-1)", cavity, {"the initial vorticity"}}});
}

TEST(FlowRefuses, Sides) {
  expect_refused(
      flow,
      {{"--nodes 33,33 --reynolds 10 --steps 1", "", {"nothing moves", "no inflow, no moving wall"}},
       {"", cavity + "thing = 1\n", {"key 'flow.thing'"}},
       {"", cavity + "west = { kind = \"wal\" }\n", {"is 'wal', which is unknown (did you mean 'wall'?)"}},
       {"", cavity + "west = { speed = 1.0 }\n", {"is missing"}},
       {"", cavity + "west = { kind = \"slip\", speed = 1.0 }\n", {"says nothing of a side of kind slip"}},
       {"",
        cavity + "west = { kind = \"wall\", profile = \"y\" }\n",
        {"says nothing of a side of kind wall"}},
       {"", cavity + "south = { kind = \"inflow\" }\n", {"from west to east"}},
       {"", cavity + "west = { kind = \"outflow\" }\n", {"from west to east"}},
       {"", cavity + "west = { kind = \"inflow\" }\n", {"what flows in has to flow out"}},
       {"", cavity + "east = { kind = \"outflow\" }\n", {"what flows in has to flow out"}},
       {"", cavity + "west = { kind = \"periodic\" }\n", {"west is periodic and east is not"}},
       {"",
        cavity + "west = { kind = \"inflow\", profile = -1.0 }\neast = { kind = \"outflow\" }\n",
        {"the mean speed of the inflow is -1"}},
       {"", cavity + "[boundary]\nwest = { kind = \"fixed\" }\n", {"a flow's sides stand in [flow]"}},
       {"", cavity + "[source]\nvalue = 1\n", {"a [source] is given"}},
       {"", cavity + "[obstacle]\nexpression = \"x < 0.1\"\n", {"give the body as [flow.body]"}}});
}

TEST(FlowRefuses, Bodies) {
  expect_refused(
      flow,
      {{"--body squar", stream, {"--body 'squar' is unknown"}},
       {"",
        stream + "[flow.body]\nshape = \"circle\"\ncentre = [5.0, 0.5]\n",
        {"outside the domain from 0 to 2"}},
       {"",
        stream + "[flow.body]\nshape = \"rectangle\"\nsize = [2.0, 1.0]\n",
        {"the body touches the side west"}},
       {"",
        stream + "[flow.body]\nshape = \"rectangle\"\nsize = [0.2, 0.2]\ncentre = [0.1, 0.5]\n",
        {"the body touches the side west", "move it inside"}},
       {"",
        stream + "[flow.body]\nshape = \"rectangle\"\nsize = [0.2, 0.2]\ncentre = [1.9, 0.5]\n",
        {"the body touches the side east"}},
       {"",
        stream + "[flow.body]\nshape = \"rectangle\"\nsize = [0.2, 0.2]\ncentre = [1.0, 0.9]\n",
        {"the body touches the side north"}},
       {"", stream + "[flow.body]\nshape = \"circle\"\nvalue = 0.5\n", {"which the flow finds out itself"}},
       {"",
        stream + "[flow.body]\nshape = \"rectangle\"\nsize = [0.2, 0.01]\n",
        {"the body's nodes lie in one row, y = 0.5", "too thin for the spacing 0.025 along y"}},
       {"--nodes 65,33 --reynolds 20 --body naca --steps 2",
        "",
        {"the body's nodes lie in one row", "too thin for the spacing 0.03125", "the key `length`"}}});
}

TEST(FlowFailures, AreSaidWithTheStep) {
  Folder const folder;
  replace_content(folder / "run.toml", cavity);
  expect_error(flow(folder, "--config run.toml --max-iterations 1"), 1,
               {"did not converge: after 1 iterations"});
  replace_content(folder / "stream.toml", stream);
  expect_error(
      flow(folder, "--config stream.toml --body circle --end-time 4e200 --dt 1e200 --allow-unstable"), 1,
      {"in step 1 (t = 0, dt 1e+200): the flow is not finite"});
  expect_error(flow(folder, "--config stream.toml --body circle --reynolds 1000 --dt 0.025"), 1,
               {"at step 0", "carries the flow over", "more than 1.7"});
}

/// What is refused by its arithmetic may be asked for.
TEST(FlowFailures, UnstableStepsRunWhereTheyAreAllowed) {
  Folder const folder;
  replace_content(folder / "run.toml", cavity);
  auto const done =
      flow(folder, "--config run.toml --reynolds 10000 --end-time 0.5 --dt 0.25 --allow-unstable --quiet");
  EXPECT_EQ(done.code, 0) << done.err;
}

TEST(FlowRestarts, AreRefusedForOtherProblems) {
  Folder const folder;
  replace_content(folder / "run.toml", cavity);
  EXPECT_EQ(
      flow(folder, "--config run.toml --steps 4 --dt 0.01 --output out --checkpoint-every 2 --quiet").code,
      0);
  expect_error(
      flow(folder, "--config run.toml --steps 4 --dt 0.01 --reynolds 90 --restart out/checkpoint-2.h5"), 2,
      {"viscosity"});
  expect_error(flow(folder, "--config run.toml --steps 3 --dt 0.01 --restart out/checkpoint-4.h5"), 2,
               {"behind the last step 3"});
}

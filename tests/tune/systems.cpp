// SPDX-License-Identifier: Apache-2.0
// Tuning of systems of fields: members are left alone, the choice changes no bit and is stored under what the
// stages read and write, and the model knows halos of one side.
#include "support/systems.hpp"

#include <tessera/tune/autotune_system.hpp>

#include <gtest/gtest.h>
#include <set>

#include "../io/folder.hpp"
#include "support/memory.hpp"
#include "support/tools.hpp"

namespace tessera::test {
namespace {

using Em = Yee<double>::Value;
using View = Kokkos::View<double**, Kokkos::LayoutRight, Exec::memory_space>;

struct Case {
  Grid<2> grid{.nodes = {41, 53}, .spacing = {1, 1}};
  View ez{"ez", 41, 53}, hx{"hx", 41, 53}, hy{"hy", 41, 53};
  System<Em, View> u = make_system<Em>(grid, ez, hx, hy);
  std::vector<double> start = random_values<double>(41 * 53, 3);
  Folder folder;
  std::vector<std::string> said;
  Exec exec;
  AutotuneOptions options;

  Case() {
    refill();
    options.cache = folder / "tuning.txt";
    // The tolerance accepts whatever load this machine has meanwhile.
    options.effort = {.probes = 4, .brief_s = 2e-4, .sample_s = 5e-4, .unsteady = 1e9};
    TuningCache(options.cache)
        .store({"machine",
                {{"device", detail::device_text(exec)}},
                detail::answer_of(typical_machine(true, 2))});
    options.warn = [this](std::string const& what) { said.push_back(what); };
  }
  void refill() const {
    for (int m = 0; m < 3; ++m) fill_view(u.view(m), start);
  }
  auto problem() const { return tuning_problem(exec, u, Yee<double>::step(), everywhere(Fixed{})); }
  Tuned tune() const { return autotune(exec, u, Yee<double>::step(), everywhere(Fixed{}), options); }
  std::vector<AnyScheme> candidates() const {
    auto const typed = problem();
    return detail::Autotuner(exec, typed, options).candidates();
  }
};

TEST(AutotuneOfSystems, LeavesMembersAlone) {
  Case const c;
  Tuned const tuned = c.tune();
  EXPECT_EQ(tuned.by, Tuned::By::measurement);
  EXPECT_GT(tuned.seconds_a_step, 0);
  for (int m = 0; m < 3; ++m) EXPECT_EQ(values_of(c.u.view(m)), c.start) << m;
  EXPECT_TRUE(c.said.empty()) << c.said.front();
}

TEST(AutotuneOfSystems, ChangesNoBit) {
  Case const c;
  auto const after = [&](AnyScheme const& scheme) {
    c.refill();
    auto const stepper = make_stepper(scheme, c.exec, c.u, Yee<double>::step(), everywhere(Fixed{}));
    EXPECT_EQ(stepper->report().scheme, scheme.name);
    stepper->advance(c.u, 30);
    stepper->clone()->advance(c.u, 7);
    EXPECT_EQ(stepper->step(), 30);
    return std::array{values_of(c.ez), values_of(c.hx), values_of(c.hy)};
  };
  EXPECT_EQ(after(c.tune()), after({}));
}

TEST(AutotuneOfSystems, LaunchesNothingTheSecondTime) {
  Case const c;
  Tuned const first = c.tune();
  Recording const recording;
  Tuned const second = c.tune();
  EXPECT_EQ(second.by, Tuned::By::cache);
  EXPECT_EQ(static_cast<AnyScheme const&>(second), static_cast<AnyScheme const&>(first));
  EXPECT_TRUE(recording.all().empty()) << names(recording.all());
}

TEST(AutotuneOfSystems, StoresWhatTheStagesReadAndWrite) {
  Case const c;
  c.tune();
  auto const stored = content(c.options.cache);
  EXPECT_SAYS(stored, "Yee<double>::Value of 3 double");
  EXPECT_SAYS(stored,
              "stages: star 0..1 x 0..1 around 001 writes 110; star -1..0 x -1..0 around 110 writes 001");
}

TEST(AutotuneOfSystems, OfShortRunsOrWithoutMemoryIsTheModels) {
  Case c;
  c.options.steps = 100;
  EXPECT_EQ(c.tune().by, Tuned::By::model);
  c.options.steps = 0;
  c.options.memory = 4 * 3 * 41 * 53 * sizeof(double);
  EXPECT_EQ(c.tune().by, Tuned::By::model);
  EXPECT_EQ(content(c.options.cache).find("[scheme]"), std::string::npos);
}

TEST(AutotuneOfSystems, TriesEverySchemeThatStepsThem) {
  Case c;
  std::set<std::string> names;
  std::set<int> steps;
  for (AnyScheme const& candidate : c.candidates()) {
    names.insert(candidate.name);
    steps.insert(candidate.fused_steps);
  }
  bool const host = detail::on_host<Exec>;
  EXPECT_EQ(names, host ? (std::set<std::string>{"direct", "streaming", "tiled", "temporal"})
                        : (std::set<std::string>{"direct", "tiled", "temporal"}));
  EXPECT_GE(steps.size(), 5u);
  c.options.schemes = {"two-pass"};
  EXPECT_SAYS(message_of<InvalidInput>([&] { c.tune(); }), "none of the schemes allowed");
}

TEST(WorkOfASystem, CountsMembersAndOneSidedReaches) {
  Case const c;
  Work const work = detail::work_on(c.exec, c.problem());
  EXPECT_EQ(work.members, 3);
  EXPECT_EQ(work.written, 3);
  ASSERT_EQ(work.stages.size(), 2u);
  EXPECT_EQ(work.stages[0].near, 1);
  EXPECT_EQ(work.stages[0].writes, 2);
  EXPECT_TRUE(work.stages[1].in_place);
  EXPECT_EQ(work.points, 3 * 1 + 2 + 3 * 2 + 1);
  EXPECT_EQ(work.halo_of_step(0), 2); // a node a side, where two stages of radius 1 would need two
  EXPECT_EQ(work.nodes[0], 53);
}

/// The model alone: past the caches several steps a load pay, tiles within their halo do not.
TEST(CostOfASystem, IsLeastForFusedStepsPastTheCaches) {
  Case const c;
  Work work = detail::work_on(c.exec, c.problem());
  work.host = true;
  work.workers = work.threads = 2;
  work.nodes = {{4000, 4000, 1}};
  auto const seconds = [&](AnyScheme const& scheme) {
    return predict(typical_machine(true, 2), work, scheme).seconds();
  };
  double const direct = seconds({});
  EXPECT_LT(seconds({.name = "temporal", .tile = {520, 2016, 0}, .fused_steps = 8}), direct);
  EXPECT_LT(seconds({.name = "temporal"}), direct);
  EXPECT_GT(seconds({.name = "temporal", .tile = {20, 20, 0}, .fused_steps = 8}), direct);
  EXPECT_GT(seconds({.name = "tiled"}), 0.5 * direct);
  work.nodes = {{8000, 4000, 1}};
  EXPECT_GT(seconds({}), 1.5 * direct);
}

TEST(CostOfASystem, FusesFewerStepsOnADeviceWhereStagesReadFar) {
  Case const c;
  Work work = detail::work_on(c.exec, c.problem());
  work.host = false;
  int const near = detail::own_system_steps(work);
  EXPECT_EQ(near, 6); // of a halo of 2 a step: (1 + 5 / s) (64 / (64 - 2 s))^2 is least
  for (StageWork& stage : work.stages) stage.below = stage.above = {2, 2, 0};
  EXPECT_LT(detail::own_system_steps(work), near);
}

} // namespace
} // namespace tessera::test

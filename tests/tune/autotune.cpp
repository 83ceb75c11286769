// SPDX-License-Identifier: Apache-2.0
// What an application relies on: tuning does not change its field, no bit depends on the choice, a choice is
// stored, and candidates that are not available are skipped.
#include <tessera/tune/autotune.hpp>

#include <gtest/gtest.h>

#include "../io/folder.hpp"
#include "support/memory.hpp"
#include "support/tools.hpp"

namespace tessera::test {

using Right = Kokkos::LayoutRight;
using Latest = Kokkos::View<Index, Exec::memory_space>;

/// The heat equation; it records the latest level that it was asked to step from.
struct Watched {
  static constexpr auto reads = star<2>(1);
  double ratio;
  Latest latest;
  KOKKOS_FUNCTION double operator()(auto const& u, auto const& at) const {
    if (latest.data()) Kokkos::atomic_max(latest.data(), at.step());
    return u(0, 0) + ratio * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  }
};

struct Case {
  Grid<2> grid{.nodes = {37, 53}, .spacing = {1, 1}};
  Halo<2> halo;
  Memory<double, 2, Right> memory;
  Folder folder;
  std::vector<std::string> said;
  Exec exec;
  AutotuneOptions options;

  explicit Case(Index width = 0)
      : halo{.lower = {width, width}, .upper = {width, width}}, memory({37 + 2 * width, 53 + 2 * width}) {
    memory.fill(random_values<double>(static_cast<std::size_t>((37 + 2 * width) * (53 + 2 * width)), 3));
    options.cache = folder / "cache/tessera/tuning.txt";
    // The tolerance accepts whatever load this machine has meanwhile; and the machine's limits need not be
    // measured for each test.
    options.effort = {.probes = 4, .brief_s = 2e-4, .sample_s = 5e-4, .unsteady = 1e9};
    TuningCache(options.cache)
        .store({"machine",
                {{"device", detail::device_text(exec)}},
                detail::answer_of(typical_machine(true, 2))});
    options.warn = [this](std::string const& what) { said.push_back(what); };
  }
  auto field() const { return make_field(grid, memory.view(), halo); }
  Tuned tune(Watched const& stencil = {0.2, {}}) {
    return autotune(exec, field(), stencil, everywhere(Fixed{}), options);
  }
};

TEST(Autotune, LeavesTheFieldAlone) {
  Case problem;
  auto const before = problem.memory.read();
  Tuned const tuned = problem.tune();
  EXPECT_EQ(tuned.by, Tuned::By::measurement);
  EXPECT_GT(tuned.seconds_a_step, 0);
  EXPECT_EQ(problem.memory.read(), before);
  EXPECT_TRUE(problem.said.empty()) << problem.said.front();
}

TEST(Autotune, ChangesNoBit) {
  Case problem;
  Watched const stencil{0.2, {}};
  Tuned const tuned = problem.tune(stencil);
  auto const start = problem.memory.read();
  auto const after = [&](AnyScheme const& any) {
    problem.memory.fill(start);
    with_scheme(any, [&](auto const& scheme) {
      Stepper(problem.exec, problem.field(), stencil, everywhere(Fixed{}), scheme)
          .advance(problem.field(), 37);
    });
    problem.exec.fence();
    return problem.memory.read();
  };
  EXPECT_EQ(after(tuned), after({}));
}

TEST(Autotune, LaunchesNothingTheSecondTime) {
  Case problem;
  Tuned const first = problem.tune();
  Recording const recording;
  Tuned const second = problem.tune();
  EXPECT_EQ(second.by, Tuned::By::cache);
  EXPECT_EQ(static_cast<AnyScheme const&>(second), static_cast<AnyScheme const&>(first));
  EXPECT_EQ(second.seconds_a_step, first.seconds_a_step);
  EXPECT_TRUE(recording.all().empty()) << names(recording.all());
}

TEST(Autotune, MeasuresAgainForAnotherProblem) {
  Case problem;
  problem.tune();
  problem.grid.nodes = {36, 53};
  Memory<double, 2, Right> smaller({36, 53});
  smaller.fill(random_values<double>(36 * 53, 3));
  auto const u = make_field(problem.grid, smaller.view());
  EXPECT_EQ(autotune(problem.exec, u, Watched{0.2, {}}, everywhere(Fixed{}), problem.options).by,
            Tuned::By::measurement);
}

TEST(Autotune, OfShortRunsIsTheModels) {
  Case problem;
  problem.options.steps = 1000;
  Recording const recording;
  EXPECT_EQ(problem.tune().by, Tuned::By::model);
  for (auto const& kernel : recording.of(ToolEvent::kernel)) // the plans' memory, but no sweep
    EXPECT_TRUE(kernel.name == "tessera::scratch::reserve" ||
                kernel.name.starts_with("Kokkos::View::initialization"))
        << kernel.name;
  EXPECT_EQ(content(problem.options.cache).find("[scheme]"), std::string::npos);
}

TEST(Autotune, NeedsMemoryToMeasure) {
  Case problem;
  problem.options.memory = 4 * 37 * 53 * sizeof(double);
  EXPECT_EQ(problem.tune().by, Tuned::By::model);
  problem.options.memory *= 2;
  EXPECT_EQ(problem.tune().by, Tuned::By::measurement);
}

TEST(Autotune, LooksAtNoLevelBeyondTheRun) {
  Case problem;
  problem.options.steps = 3;
  problem.options.effort = {.probes = 4, .finalists = 2, .rounds = 1, .brief_s = 0, .sample_s = 0};
  Watched const stencil{0.2, Latest("latest")};
  auto const boundary = everywhere(Fixed{});
  auto const u = problem.field();
  Clock const clock{.first_step = 40};
  // Calls the part that measures, whether or not measuring pays off for three steps.
  auto const typed = tuning_problem(problem.exec, u, stencil, boundary, clock);
  detail::Autotuner const tuner(problem.exec, typed, problem.options);
  auto list = ranked(typical_machine(true, 2), tuner.work(), tuner.candidates());
  tuner.measure(list);
  Index latest = 0;
  Kokkos::deep_copy(latest, stencil.latest);
  EXPECT_GT(list.front().measured, 0);
  EXPECT_LE(latest, 42);
  EXPECT_GE(latest, 41); // one-step schemes run back and forth
}

TEST(Autotune, PassesOverWhatIsRefused) {
  if (detail::is_portable<Exec>) GTEST_SKIP() << "Temporal left to itself makes single steps there";
  Case problem(2); // room for two fused steps
  problem.options.schemes = {"temporal"};
  Tuned tuned = problem.tune();
  EXPECT_EQ(tuned.name, "temporal");
  // A device may be left to choose the steps by itself (0).
  int const fewest = detail::on_host<Exec> ? 2 : 0;
  EXPECT_GE(tuned.fused_steps, fewest);
  EXPECT_LE(tuned.fused_steps, 2);
  problem.options.memory = 0;
  problem.options.cache = "";
  tuned = problem.tune();
  EXPECT_EQ(tuned.by, Tuned::By::model);
  EXPECT_GE(tuned.fused_steps, fewest);
  EXPECT_LE(tuned.fused_steps, 2);
}

template <int D>
struct SumOfNeighbours {
  static constexpr auto reads = star<D>(1);
  KOKKOS_FUNCTION float operator()(auto const& u, auto const&) const {
    float sum = 0;
    for (int axis = 0; axis < D; ++axis) sum += u.along(axis, -1) + u.along(axis, 1);
    return sum / (2 * D);
  }
};

/// Whether the candidates for this field contain the parameters that Temporal chooses by default.
template <int D, class ViewType>
void expect_own_choice(ViewType const& u) {
  Exec const exec;
  Grid<D> grid;
  for (int d = 0; d < D; ++d) grid.nodes[d] = static_cast<Index>(u.extent(d)), grid.spacing[d] = 1;
  auto const field = make_field(grid, u);
  auto const boundary = everywhere(Fixed{});
  AutotuneOptions const options;
  Clock const clock;
  auto const typed = tuning_problem(exec, field, SumOfNeighbours<D>{}, boundary, clock);
  detail::Autotuner const tuner(exec, typed, options);
  AnyScheme const left_alone{.name = "temporal"};
  auto const own = make_stepper(left_alone, exec, field, SumOfNeighbours<D>{}, boundary)->report();
  bool found = false;
  for (AnyScheme const& candidate : tuner.candidates())
    found |= candidate == left_alone ||
             (candidate.name == "temporal" &&
              std::equal(own.tile.begin(), own.tile.begin() + 2, candidate.tile.begin()) &&
              candidate.fused_steps == own.fused_steps);
  EXPECT_TRUE(found) << D << "D: " << own.tile[0] << " x " << own.tile[1] << " x " << own.tile[2] << ", "
                     << own.fused_steps << " steps";
}

TEST(Autotune, TriesWhatTemporalTakesByItself) {
  if (detail::on_host<Exec>) GTEST_SKIP() << "a host's tables of tiles are coarser";
  expect_own_choice<2>(Kokkos::View<float**, Right, Exec::memory_space>("test::plane", 2900, 3100));
  expect_own_choice<2>(Kokkos::View<float**, Right, Exec::memory_space>("test::plane", 37, 53));
  expect_own_choice<3>(Kokkos::View<float***, Right, Exec::memory_space>("test::volume", 12, 133, 261));
}

TEST(Autotune, SaysWhyEverythingIsRefused) {
  if (detail::is_portable<Exec>) GTEST_SKIP() << "Temporal left to itself makes single steps there";
  Case problem(1);
  problem.options.schemes = {"temporal"};
  auto const message = message_of<InvalidInput>([&] { problem.tune(); });
  if (detail::on_host<Exec>)
    EXPECT_SAYS(message, "has a halo of 1 nodes on face");
  else // or the last candidate's reason: more scratch than a team has
    EXPECT_SAYS(message, "temporal");
}

TEST(Autotune, RefusesSchemesThatAreUnknown) {
  Case problem;
  problem.options.schemes = {"direct", "fastest"};
  EXPECT_SAYS(message_of<InvalidInput>([&] { problem.tune(); }), "scheme 'fastest' is unknown");
}

TEST(Autotune, RunsWithoutACache) {
  Case problem;
  problem.options.schemes = {"direct", "streaming"};
  replace_content(problem.folder / "file", "");
  problem.options.cache = problem.folder / "file/tessera/tuning.txt";
  EXPECT_EQ(problem.tune().by, Tuned::By::measurement);
  ASSERT_GE(problem.said.size(), 1u);
  for (auto const& what : problem.said) EXPECT_SAYS(what, "can't be written");
  problem.said.clear();
  problem.options.cache = "";
  problem.options.steps = 10;
  EXPECT_EQ(problem.tune().by, Tuned::By::model);
  EXPECT_TRUE(problem.said.empty());
}

struct Pair {
  double a, b;
};

TEST(PrivateField, HasTheShapeAndStridesOfTheOther) {
  Exec const exec;
  Grid<2> const grid{.nodes = {8, 12}, .spacing = {1, 1}};
  Kokkos::View<Pair**, Right, Exec::memory_space> const all("all", 20, 30);
  auto const part = Kokkos::subview(all, std::pair(3, 13), std::pair(1, 15));
  auto const u = make_field(grid, part, Halo<2>{.lower = {1, 0}, .upper = {1, 2}});
  detail::PrivateField const field(exec, u);
  exec.fence();
  EXPECT_NE(field.field().view().data(), part.data());
  for (int d = 0; d < 2; ++d) {
    EXPECT_EQ(field.field().view().extent(d), part.extent(d));
    EXPECT_EQ(field.field().view().stride(d), part.stride(d));
    EXPECT_EQ(field.field().halo().upper[d], u.halo().upper[d]);
  }
}

} // namespace tessera::test

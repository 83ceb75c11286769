// SPDX-License-Identifier: Apache-2.0
// The published f(s), and properties that the cost model has on every machine.
#include <tessera/tune/cost.hpp>
#include <tessera/tune/fused_steps.hpp>

#include <gtest/gtest.h>

namespace tessera {

TEST(FusedSteps, AreThePublishedOnes) {
  EXPECT_NEAR(flops_per_access(7, 32, 2, 5), 11.23, 0.005);
  EXPECT_NEAR(flops_per_access(7, 32, 2, 6), 11.80, 0.005);
  EXPECT_NEAR(flops_per_access(7, 32, 2, 7), 11.78, 0.005);
  EXPECT_EQ(best_fused_steps(7, 32, 2), 6);
}

TEST(FusedSteps, LeaveSomethingToWrite) {
  EXPECT_EQ(flops_per_access(7, 32, 2, 16), 0);
  EXPECT_EQ(flops_per_access(7, 32, 2, 8, 2), 0);
  EXPECT_EQ(best_fused_steps(7, 3, 2), 1);
  EXPECT_LT(best_fused_steps(13, 32, 3), best_fused_steps(13, 32, 2)); // halos weigh more in 3D
  EXPECT_THROW(flops_per_access(7, 32, 2, 0), InvalidInput);
}

Machine some_machine() { return typical_machine(true, 2); }

Work heat(Index n, int dimension = 2) {
  Work work{.dimension = dimension, .points = 1 + 2 * dimension, .workers = 2};
  for (int a = 0; a < dimension; ++a) work.nodes[a] = n;
  return work;
}

AnyScheme temporal(int core, int fused) {
  return {.name = "temporal", .tile = {core + 2 * fused, core + 2 * fused, 0}, .fused_steps = fused};
}

TEST(Machine, RatesLieBetweenTheMeasuredOnes) {
  Machine machine;
  machine.copies = {{1e4, 8e11}, {1e6, 2e11}, {1e8, 5e10}};
  EXPECT_EQ(machine.rate_at(1), 8e11);
  EXPECT_NEAR(machine.rate_at(1e5), 4e11, 1e3); // half way on a logarithmic scale
  EXPECT_EQ(machine.rate_at(1e6), 2e11);
  EXPECT_EQ(machine.rate_at(1e9), 5e10);
  for (double bytes = 1e3; bytes < 1e9; bytes *= 1.1)
    EXPECT_GE(machine.rate_at(bytes), machine.rate_at(1.1 * bytes));
}

TEST(Cost, AccessesAreThoseOfFusedSteps) {
  for (int fused : {2, 4, 6}) {
    int const width = 32, core = width - 2 * fused;
    Work const work = heat(Index{1000} * core); // so many tiles that the grid's edge is negligible
    AnyScheme const scheme = temporal(core, fused);
    double const updates = work.size() * fused * static_cast<double>(work.value_bytes);
    double const accesses =
        detail::TuningOf<Temporal>::memory_bytes(work, detail::Cut(work, scheme.tile, fused)) / updates;
    EXPECT_NEAR(7 / accesses, flops_per_access(7, width, 2, fused), 0.01);
  }
}

TEST(Cost, GrowsWithTheGrid) {
  for (int dimension : {1, 2, 3})
    for (AnyScheme const& scheme : {AnyScheme{}, AnyScheme{.name = "two-pass"}, AnyScheme{.name = "temporal"},
                                    AnyScheme{.name = "streaming", .tile = {0, 18, 18}},
                                    AnyScheme{.name = "tiled", .tile = {34, 18, 10}},
                                    AnyScheme{.name = "temporal", .tile = {72, 40, 40}, .fused_steps = 4}}) {
      double last = 0;
      for (Index n = 64; n < (dimension == 3 ? 600 : 10000); n *= 2) {
        double const seconds = predict(some_machine(), heat(n, dimension), scheme).seconds();
        EXPECT_GT(seconds, last) << scheme.name << ", " << n << " nodes in " << dimension << "D";
        last = seconds;
      }
    }
}

TEST(Cost, WiderStencilsAndTwoLevelsCostMore) {
  Work const narrow = heat(4096);
  Work wide = narrow, twice = narrow;
  wide.radius = 4;
  wide.points = 17;
  twice.two_levels = true;
  for (AnyScheme const& scheme : {AnyScheme{}, temporal(256, 4)}) {
    double const seconds = predict(some_machine(), narrow, scheme).seconds();
    EXPECT_GT(predict(some_machine(), wide, scheme).seconds(), seconds);
    EXPECT_GT(predict(some_machine(), twice, scheme).seconds(), seconds);
  }
}

TEST(Cost, FusedStepsSaveMemoryAndRecompute) {
  Work const work = heat(8192);
  Cost last = predict(some_machine(), work, temporal(256, 1));
  double last_updates = work.size();
  for (int fused : {2, 4, 8, 16}) {
    Cost const cost = predict(some_machine(), work, temporal(256, fused));
    EXPECT_LT(cost.memory, last.memory);
    EXPECT_LT(cost.launch, last.launch);
    last = cost;
    double const updates = detail::Cut(work, temporal(256, fused).tile, fused).updates() / fused;
    EXPECT_GT(updates, last_updates);
    last_updates = updates;
  }
}

TEST(Cost, OfSmallGridsIsTheLaunch) {
  Machine const machine = some_machine();
  Cost const cost = predict(machine, heat(12), AnyScheme{});
  EXPECT_EQ(cost.launch, machine.launch_s);
  EXPECT_GT(cost.launch, 0.5 * cost.seconds());
}

AnyScheme const whole{.name = "temporal"};

Work on_device(Index n, int dimension = 2) {
  Work work = heat(n, dimension);
  work.host = false;
  work.threads = 132 * 2048;
  work.workers = 132;
  work.persistent = dimension == 2;
  work.registers = true;
  return work;
}

bool takes_persistent(Work const& work, AnyScheme const& scheme) {
  return detail::takes_way(work, scheme, detail::TemporalWay::persistent);
}

// Temporal without a tile: many steps of a grid that stays in caches or registers cost hardly more than one
// launch.
TEST(Cost, OfGridsThatAreKeptWholeIsTheSteps) {
  for (Work const& work : {heat(64), on_device(64)}) {
    SCOPED_TRACE(work.host ? "host" : "device");
    Machine const machine = typical_machine(work.host, 2);
    double const kept = predict(machine, work, whole).seconds();
    EXPECT_LT(kept, machine.team_launch_s);
    EXPECT_LT(kept,
              predict(machine, work, temporal(64, 8)).seconds()); // tiles as large as the grids that stay
    Work few = work;
    few.steps_per_call = 2;
    EXPECT_GT(predict(machine, few, whole).seconds(), machine.team_launch_s / 2);
    Work halo = work; // then the grid stays in neither
    halo.halo = true;
    EXPECT_GT(predict(machine, halo, whole).launch, predict(machine, work, whole).launch);
  }
}

// The model is monotonic over one tile, over tiles that wait for each other, and over more tiles than run at
// once, each round of which is a launch.
TEST(Cost, OfPlanesInRegistersGrowsByRounds) {
  Machine const machine = typical_machine(false, 2);
  double last = 0;
  for (Index n : {64, 128, 256, 512, 1024, 2048}) {
    Cost const cost = predict(machine, on_device(n), whole);
    EXPECT_GE(cost.seconds(), last) << n;
    last = cost.seconds();
    double const launches = cost.launch / machine.team_launch_s; // per step
    EXPECT_GE(launches, n == 64 ? 1. / 1024 : n <= 512 ? 1. / 42 : 1. / 21) << n;
    EXPECT_LE(launches, n == 64 ? 1.001 / 1024 : n <= 512 ? 1. / 8 : 1) << n;
  }
  EXPECT_TRUE(takes_persistent(on_device(2048), whole));
  EXPECT_FALSE(takes_persistent(on_device(4096), whole)); // enough rows to be streamed
  EXPECT_FALSE(takes_persistent(on_device(64), temporal(24, 8)));
  EXPECT_FALSE(takes_persistent(on_device(64, 3), whole));
}

// Temporal without a tile streams a volume through a device's registers: the model then uses the plan's tile.
TEST(Cost, OfVolumesInRegistersIsThatOfTheirTile) {
  Machine const machine = typical_machine(false, 2);
  double last = 0;
  for (Index n : {64, 128, 256, 512}) {
    Work const work = on_device(n, 3);
    AnyScheme const own = detail::with_own_choices(work, whole);
    EXPECT_EQ(own.fused_steps, 3);
    EXPECT_EQ(own.tile[0], 64);
    EXPECT_EQ(own.tile[1], 24);
    EXPECT_GE(own.tile[2], 4 * own.fused_steps); // at least half of it is core
    EXPECT_LE(own.tile[2], n + 2 * own.fused_steps);
    double const seconds = predict(machine, work, whole).seconds();
    EXPECT_EQ(seconds, predict(machine, work, own).seconds());
    EXPECT_GT(seconds, last);
    last = seconds;
  }
  EXPECT_EQ(detail::with_own_choices(heat(64, 3), whole), whole); // a host's plan chooses its own
}

// A core does memory traffic and arithmetic one after the other; a device's teams overlap them.
TEST(Cost, AddsUpOnAHostAlone) {
  for (Work const& work : {heat(8192), on_device(8192)}) {
    SCOPED_TRACE(work.host ? "host" : "device");
    Cost const cost = predict(typical_machine(work.host, 2), work, temporal(512, 8));
    double const sum = cost.memory + cost.cache + cost.scratch + cost.issue,
                 most = std::max({cost.memory, cost.cache, cost.scratch, cost.issue});
    EXPECT_LT(most, 0.9 * sum);
    EXPECT_DOUBLE_EQ(cost.seconds(), (work.host ? sum : most) + cost.launch);
  }
}

TEST(Cost, KnowsCallsOfFewSteps) {
  Work work = heat(2048);
  double const many = predict(some_machine(), work, temporal(512, 8)).seconds();
  work.steps_per_call = 16; // two sweeps: nothing is copied back, and no steps remain
  EXPECT_DOUBLE_EQ(predict(some_machine(), work, temporal(512, 8)).seconds(), many);
  work.steps_per_call = 9;
  EXPECT_GT(predict(some_machine(), work, temporal(512, 8)).seconds(), 1.5 * many);
}

TEST(Cost, OfTwoPassesCountsTheirRedundancy) {
  Work work = heat(64, 3);
  work.radius = 4;
  EXPECT_DOUBLE_EQ(detail::TuningOf<TwoPass>::memory_bytes(work, detail::Cut(work, {}, 1)),
                   work.field_bytes() * two_pass_redundancy(4, {64, 64}));
}

} // namespace tessera

// SPDX-License-Identifier: Apache-2.0
// Schemes that are left to their own choices try two ways and go on with the faster: the choice, with times
// made up; a formula so long that on a device single steps are faster than Temporal's fused ones; and Tiled
// and Streaming. All have the bits of Direct before, during and after the trial.
#include <tessera/core/sweep_trial.hpp>
#include <tessera/tessera.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tessera::test {
namespace {

struct MadeUp {
  bool runs = true;  // whether work can be timed
  bool done = true;  // whether the device has come to the end of what it was given
  double time = 0;   // which sweeps take
  double launch = 0; // what is added to the time between start() and stop()
};
MadeUp now;

template <bool launches>
struct Watch {
  static constexpr bool counts_launch = launches;
  static bool runs(int) { return now.runs; }
  void start(int) { begin_ = now.time; }
  void stop(int) { seconds_ = now.time - begin_ + now.launch; }
  std::optional<double> seconds() const { return now.done ? std::optional(seconds_) : std::nullopt; }
  double begin_ = 0, seconds_ = 0;
};
using Trial = detail::SweepTrial<Watch<false>>;
using TrialOfLaunches = detail::SweepTrial<Watch<true>>;

/// Makes a sweep, a fused one of 8 steps or a single one, and tells which it was by its steps.
template <class AnyTrial>
int sweep(AnyTrial& trial, double fused, double single, bool whole = true) {
  bool const one = trial.next_is_second();
  int const steps = one ? 1 : 8;
  int made = 0;
  trial.sweep(0, one, steps, one || whole, [&] {
    now.time += one ? single : 8 * fused;
    made = steps;
  });
  return made;
}

template <class AnyTrial>
std::string sweeps(AnyTrial& trial, int count, double fused, double single) {
  std::string steps;
  for (int n = 0; n < count; ++n) steps += std::to_string(sweep(trial, fused, single));
  return steps;
}

using Exec = Kokkos::DefaultExecutionSpace;
using Plane = Kokkos::View<float**, Kokkos::LayoutRight>;
constexpr int rows = 1030, columns = 1100;

/// Some two hundred operations on a device, and on a host, where time decides nothing here, less of them. As
/// a function of its own they are compiled once, not in every place of each kernel.
struct Long {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION float operator()(auto const& u, auto const&) const {
    return far_along(u(0, 0), u(-1, 0), u(1, 0), u(0, -1), u(0, 1));
  }
  [[gnu::noinline]] KOKKOS_FUNCTION static float far_along(float value, float west, float east, float south,
                                                           float north) {
    for (int n = 0; n < (detail::on_host<Exec> ? 1 : 12); ++n) {
      float const x = west - value, y = north - value, z = east + south - 2 * value;
      value += 0.01f * (Kokkos::sqrt(x * x + y * y + 1) - 1 + 0.1f * z);
    }
    return value;
  }
};

struct Short {
  static constexpr auto reads = star<2>(1);
  KOKKOS_FUNCTION float operator()(auto const& u, auto const&) const {
    return 0.25f * (u(-1, 0) + u(1, 0)) + 0.125f * (u(0, -1) + u(0, 1) + u(0, 0));
  }
};

/// A field of values that look random.
struct Fill {
  Plane plane;
  KOKKOS_FUNCTION void operator()(int i, int j) const {
    plane(i, j) = static_cast<float>((i * 7919 + j * 10477) % 10007) * 1e-4f;
  }
};
Plane filled(char const* label) {
  Plane const plane(label, rows, columns);
  Kokkos::parallel_for("fill", Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>>({0, 0}, {rows, columns}),
                       Fill{plane});
  return plane;
}

} // namespace

TEST(TemporalTrial, GoesOnWithWhatTakesLessTime) {
  now = {};
  Trial long_formula, short_formula, alike;
  EXPECT_EQ(sweeps(long_formula, 10, 2, 1), "8881111111");
  EXPECT_EQ(sweeps(short_formula, 10, 1, 2), "8881118888");
  EXPECT_EQ(sweeps(alike, 10, 1, 0.97), "8881118888");
}

/// A launch of 4 is in the time of each turn. A step of a fused sweep takes 1.2, a single one 1, and seems to
/// take 5 if it is timed alone.
TEST(TemporalTrial, ComparesTurnsOfEquallyManySteps) {
  now = {.launch = 4};
  TrialOfLaunches trial;
  std::string const turns = "888" + std::string(3 * 8, '1');
  EXPECT_EQ(sweeps(trial, 29, 1.2, 1), turns + "11");
  TrialOfLaunches fused_is_faster;
  EXPECT_EQ(sweeps(fused_is_faster, 29, 0.9, 1), turns + "88");
  Trial one_sweep_a_turn;
  EXPECT_EQ(sweeps(one_sweep_a_turn, 8, 1.2, 1), "88811188");
}

TEST(TemporalTrial, HasTurnsOfSoManySteps) {
  now = {.launch = 4};
  TrialOfLaunches trial(16);
  std::string const turns = std::string(3 * 2, '8') + std::string(3 * 16, '1');
  EXPECT_EQ(sweeps(trial, 56, 1.2, 1), turns + "11");
  EXPECT_TRUE(trial.over());
  // A turn goes on with sweeps that could not begin one.
  TrialOfLaunches broken(16);
  EXPECT_EQ(sweep(broken, 1.2, 1, false), 8);
  EXPECT_EQ(sweep(broken, 1.2, 1), 8);
  EXPECT_EQ(sweep(broken, 1.2, 1, false), 8);
  EXPECT_EQ(sweeps(broken, 54, 1.2, 1), std::string(2 * 2, '8') + std::string(3 * 16, '1') + "11");
}

TEST(TemporalTrial, TakesTheLeastTimeOfEachKind) {
  now = {};
  Trial trial;
  for (double slow : {9., 1., 3.}) EXPECT_EQ(sweep(trial, slow, 0), 8);
  for (double slow : {7., 2., 4.}) EXPECT_EQ(sweep(trial, 0, slow), 1);
  EXPECT_EQ(sweeps(trial, 2, 1, 1), "88"); // 1 a step against 2
}

TEST(TemporalTrial, DoesNotWaitForTheDevice) {
  now = {.done = false};
  Trial trial;
  EXPECT_EQ(sweeps(trial, 9, 2, 1), "888111888");
  now.done = true;
  EXPECT_EQ(sweeps(trial, 2, 2, 1), "11");
}

TEST(TemporalTrial, ASweepThatBeganAsAFusedOneRemainsOne) {
  now = {.done = false};
  Trial trial;
  EXPECT_EQ(sweeps(trial, 6, 2, 1), "888111");
  EXPECT_FALSE(trial.next_is_second()); // so the caller counts on a fused sweep
  now.done = true;                      // and meanwhile the device comes to the end of the turns
  EXPECT_FALSE(trial.makes_single(8));
  EXPECT_TRUE(trial.makes_single(1));
  EXPECT_TRUE(trial.next_is_second());
}

TEST(TemporalTrial, ASweepThatBeganAsAFusedOneIsNoTurnOfSingleOnes) {
  now = {.done = false};
  Trial trial;
  EXPECT_EQ(sweeps(trial, 3, 2, 1), "888");
  ASSERT_TRUE(trial.next_is_second());
  trial.sweep(0, false, 8, true, [] { now.time += 800; }); // the caller counted on a fused sweep
  now.done = true;
  EXPECT_EQ(sweeps(trial, 5, 2, 1), "11111");
}

TEST(TemporalTrial, CountsWholeSweepsThatCanBeTimed) {
  now = {};
  Trial trial;
  for (int n = 0; n < 5; ++n) EXPECT_EQ(sweep(trial, 1, 2, false), 8);
  now.runs = false;
  EXPECT_EQ(sweeps(trial, 5, 1, 2), "88888");
  now.runs = true;
  EXPECT_EQ(sweeps(trial, 8, 1, 2), "88811188");
}

/// Steps the same field by a scheme and by Direct, and compares all bits after so many steps each.
template <class StencilType, class Scheme, class Check>
void expect_bits_of_direct(StencilType const& stencil, Scheme const& scheme, std::vector<int> const& counts,
                           Check const& check) {
  Grid<2> const grid{.nodes = {rows, columns}, .spacing = {1, 1}};
  Plane const tried = filled("tried"), direct = filled("direct");
  auto const t = make_field(grid, tried), d = make_field(grid, direct);
  Stepper by_trial(Exec(), t, stencil, everywhere(Neumann(0.5f)), scheme);
  Stepper by_direct(Exec(), d, stencil, everywhere(Neumann(0.5f)), Direct{});
  check(by_trial.report(), by_direct.report(), false);
  for (int steps : counts) {
    by_trial.advance(t, steps);
    by_direct.advance(d, steps);
    Exec().fence();
    auto const one = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, tried);
    auto const other = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, direct);
    Index different = 0;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) different += one(i, j) != other(i, j);
    ASSERT_EQ(different, 0) << "after " << steps << " more steps";
  }
  check(by_trial.report(), by_direct.report(), true);
}

TEST(TemporalTrial, OfALongFormulaHasTheBitsOfDirect) {
  if constexpr (detail::is_portable<Exec>) GTEST_SKIP() << "portable kernels make no trial";
  expect_bits_of_direct(Long{}, Temporal{}, {1, 5, 40, 3, 27, 6},
                        [](auto const& tried, auto const&, bool after) {
                          if (!after) {
                            EXPECT_STRNE(tried.way, "memory");
                          } else if (!detail::on_host<Exec>) { // a host's cores may be busy with other things
                            EXPECT_STREQ(tried.way, "memory");
                          }
                        });
}

/// On a host each way has eight turns, of one step.
std::vector<int> const past_all_turns = {1, 4, 8, 3, 6};

/// Begins as Direct, and ends as what took less time.
void expect_ways(SchemeReport const& tried, SchemeReport const& direct, bool after, std::string const& own) {
  EXPECT_STRNE(tried.scheme, direct.scheme);
  bool const as_direct = std::string(tried.way) == direct.way && tried.tile == direct.tile;
  EXPECT_TRUE(as_direct || (after && tried.way == own && tried.tile != Tile{})) << tried.way;
}

TEST(SchemeTrial, OfTiledHasTheBitsOfDirect) {
  expect_bits_of_direct(Short{}, Tiled{}, past_all_turns,
                        [](auto const& tried, auto const& direct, bool after) {
                          expect_ways(tried, direct, after, "scratch");
                        });
}
TEST(SchemeTrial, OfStreamingHasTheBitsOfDirect) {
  expect_bits_of_direct(
      Short{}, Streaming{}, past_all_turns,
      [](auto const& tried, auto const& direct, bool after) { expect_ways(tried, direct, after, "memory"); });
}

} // namespace tessera::test

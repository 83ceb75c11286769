// SPDX-License-Identifier: Apache-2.0
// The kernels of several steps that hold lines in a device's registers, of fields and of systems, here run on
// the host, whose members take turns. Every node has to have the reference's value.
#include <tessera/scheme/detail/system/device_line_plan.hpp>
#include <tessera/scheme/detail/temporal/registers_1d/plan.hpp>

#include <algorithm>

#include "support/host_only.hpp"
#include "support/sweep.hpp"
#include "support/system_on_device.hpp"
#include "support/teams.hpp"

#ifndef TESSERA_SEEDS_LINES
#define TESSERA_SEEDS_LINES 1, 2, 3, 13
#endif

namespace tessera::test {

class DeviceLines : public HostOnly {};

/// Lines whose tiles lie in registers: in long runs of a member and in short ones.
template <class T, class StencilType>
void temporal_line(Problem<1> const& problem, StencilType const& stencil, int steps) {
  using SweepType = Sweep<T, StencilType>;
  using Plan = detail::TemporalLinePlan<Exec, typename SweepType::Rules>;
  for (int run : {Plan::long_run, Plan::short_run}) {
    SweepType sweep(problem, stencil, steps);
    auto const rules = sweep.rules();
    Temporal const scheme{.tile = {32 * run, 1, 1}, .fused_steps = steps};
    ASSERT_TRUE(Plan::offers(Exec(), rules, scheme));
    Plan const plan(Exec(), rules, scheme);
    plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
      run_together(kernel, plan.teams(steps), Plan::members, plan.report().scratch_bytes);
    });
    sweep.expect_done(std::to_string(steps) + " steps in runs of " + std::to_string(run) + " nodes: ", true);
  }
}

/// The same in two parts of the line, each of which reads the other as its halo.
template <class T, class StencilType>
void temporal_line_in_parts(Problem<1> const& problem, StencilType const& stencil, int steps) {
  using SweepType = Sweep<T, StencilType>;
  using Plan = detail::TemporalLinePlan<Exec, typename SweepType::Rules>;
  SweepType sweep(problem, stencil, steps);
  Index const n = problem.nodes[0], middle = n / 3;
  for (auto const& [begin, end] : {std::pair<Index, Index>{0, middle}, {middle, n}}) {
    auto rules = sweep.rules();
    rules.domain = rules.domain.part({{{begin, 0, 0}}, {{end, 1, 1}}});
    auto levels = sweep.apart();
    levels.in.origin += begin;
    levels.out.origin += begin;
    levels.previous.origin += begin;
    levels.previous_out.origin += begin;
    Plan const plan(Exec(), rules, Temporal{.fused_steps = steps});
    plan.with_kernel(levels, problem.first_step, steps, [&](auto const& kernel) {
      run_together(kernel, plan.teams(steps), Plan::members, plan.report().scratch_bytes);
    });
  }
  sweep.expect_done(std::to_string(steps) + " steps of two parts: ", true);
}

template <class T, class StencilType>
void expect_line_kernels(StencilType const& stencil, std::vector<int> const& fused) {
  for (auto const& problem :
       pairwise_problems<1>({{7}, {1000}, {64}, {131}, {1333}}, StencilType::reads.radius, 12))
    for (int steps : fused) temporal_line<T>(problem, stencil, steps);
}

TEST_F(DeviceLines, FusedStepsOfAField) {
  expect_line_kernels<double>(StarSum<1, 1>{}, {1, 2, 31, 40});
  expect_line_kernels<float>(TwoLevelSum<1, 1>{}, {1, 12});
  expect_line_kernels<double>(TwoLevelSum<1, 2>{}, {3, 8});
  expect_line_kernels<float>(StarSum<1, 4>{}, {1, 7});
  for (auto const& problem : pairwise_problems<1>({{1}, {2}, {3}}, 1, 12))
    temporal_line<double>(problem, StarSum<1, 1>{}, 7);
  for (auto problem : pairwise_problems<1>({{61}, {700}}, 2, 8)) {
    problem.obstacle.clear();
    if (std::ranges::count(problem.faces, Kind::periodic, &FaceSpec::kind) > 0) continue;
    for (int steps : {1, 9}) temporal_line_in_parts<double>(problem, TwoLevelSum<1, 2>{}, steps);
  }
}

// Short runs, which a small line has, leave no room for so many steps.
TEST_F(DeviceLines, ManyStepsTakeLongRuns) {
  using SweepType = Sweep<double, StarSum<1, 1>>;
  using Plan = detail::TemporalLinePlan<Exec, SweepType::Rules>;
  constexpr int steps = 70;
  auto const problem = pairwise_problems<1>({{131}}, 1, 1).front();
  SweepType sweep(problem, StarSum<1, 1>{}, steps);
  Temporal const scheme{.fused_steps = steps};
  ASSERT_TRUE(Plan::offers(Exec(), sweep.rules(), scheme));
  Plan const plan(Exec(), sweep.rules(), scheme);
  EXPECT_EQ(plan.report().tile, (Tile{32 * Plan::long_run, 1, 1}));
  plan.with_kernel(sweep.apart(), problem.first_step, steps, [&](auto const& kernel) {
    run_together(kernel, plan.teams(steps), Plan::members, plan.report().scratch_bytes);
  });
  sweep.expect_done("many steps: ");
}

// Whatever a plan chooses, its tiles have a core.
TEST_F(DeviceLines, TilesHaveACore) {
  for (int radius = 1; radius <= detail::LineSizes::longest_run; ++radius)
    for (std::size_t bytes : {1, 2, 4, 8, 12, 16})
      for (bool two_levels : {false, true}) {
        detail::LineSizes const sizes{radius, bytes, two_levels};
        for (Index nodes : {100, 1000000, 100000000}) {
          auto const choice = sizes.choice(nodes, 132);
          EXPECT_TRUE(choice.run == sizes.short_run() || choice.run == sizes.long_run());
          EXPECT_GE(choice.run, radius);
          EXPECT_GE(choice.fused_steps, 1);
          EXPECT_TRUE(sizes.has_core(choice.run, choice.fused_steps))
              << radius << ' ' << bytes << ' ' << nodes;
          EXPECT_TRUE(sizes.has_core(choice.run, sizes.default_steps(choice.run)));
        }
      }
}

// Members of a warp beyond the line also compute, but never evaluate the formula at an index that the line
// does not have.
TEST_F(DeviceLines, FormulasAreEvaluatedWithinTheGrid) {
  for (auto const& problem : pairwise_problems<1>({{137}, {700}}, 1, 2)) {
    Memory<double, 1, Kokkos::LayoutRight> k(problem.nodes);
    k.fill(random_values<double>(static_cast<std::size_t>(problem.grid().size()), 11));
    temporal_line<double>(problem, Everything<1, std::decay_t<decltype(k.view())>>{k.view()}, 9);
  }
}

struct InLines {
  template <class... Rules>
  using Plan = detail::SystemLinePlan<Exec, Rules...>;
  static constexpr char name[] = "lines of a device";
  static bool takes(auto const& plan) { return plan.fits(); }
  static void run(auto const& plan, auto const& state, Index step, int steps) {
    plan.with_kernel(state, step, steps, [&](auto const& kernel) {
      run_together(kernel, plan.teams(steps), plan.members, plan.report().scratch_bytes);
    });
  }
  static void turn(auto const& plan, auto& state, int) { state.turn(plan.second); }
};

/// The same in the widest tiles, which plans give to large lines alone.
struct InWideLines : InLines {
  template <class Plan>
  static constexpr int width = Plan::wide;
};

/// The members that some stage of a system writes, a bit each.
template <std::uint64_t seed>
inline constexpr unsigned step_writes = [] {
  using Random = RandomSystem<1, seed>;
  return []<class... Stage>(std::tuple<Stage...> const*) {
    return (0u | ... | detail::StageMembers<Stage, typename Random::Value, typename Random::T>::writes);
  }(static_cast<std::remove_cvref_t<decltype(Random::step().stage)> const*>(nullptr));
}();

/// Makes the steps of a line by one sweep of each of two parts, which read each other as their halos; false
/// where a part has none.
template <std::uint64_t seed, class SystemType>
bool step_parts_of_line(RandomSystemProblem<1, seed>& problem, SystemType const& u) {
  using Random = RandomSystem<1, seed>;
  using T = typename Random::T;
  using Order = detail::AxisOrder<1, std::is_same_v<typename Random::Layout, Kokkos::LayoutRight>>;
  auto const boundary = Random::boundary();
  using BoundaryType = std::remove_const_t<decltype(boundary)>;
  constexpr int count = SystemType::count, radius = decltype(Random::step())::radius;
  constexpr unsigned writes = step_writes<seed>;
  Index const n = u.grid().nodes[0], middle = n / 3;
  int const steps = static_cast<int>(problem.steps());
  detail::Domain whole =
      detail::domain_of<Order>(make_field(u.grid(), u.view(0)), problem.clock().start, problem.clock().dt);
  detail::apply_boundary<Order, radius>(whole, boundary);
  if (whole.wraps[0] || problem.has_obstacle() || middle < radius) return false;
  Kokkos::View<T*> const made("made", count * n);
  for (auto const& [begin, end] : {std::pair<Index, Index>{0, middle}, {middle, n}}) {
    bool const fits = std::apply(
        [&, begin = begin, end = end]<class... Stage>(Stage const&... stage) {
          auto const domain = whole.part({{{begin, 0, 0}}, {{end, 1, 1}}});
          detail::SystemLinePlan<Exec, detail::StageRules<typename Random::Value, T, Order, Stage,
                                                          BoundaryType, radius>...> const
              plan(Exec(), {{stage, boundary, domain, detail::ObstacleData{}}...},
                   {"temporal", {0, 0, 0}, steps});
          if (!plan.fits()) return false;
          detail::SystemState<T, count> state{};
          for (int m = 0; m < count; ++m) {
            state.now[m] = u.view(m).data() + begin;
            state.other[m] = made.data() + m * n + begin;
          }
          InLines::run(plan, state, 0, steps);
          return true;
        },
        Random::step().stage);
    if (!fits) return false;
  }
  for (int m = 0; m < count; ++m)
    if ((writes >> m & 1u) != 0) std::copy(made.data() + m * n, made.data() + (m + 1) * n, u.view(m).data());
  return true;
}

/// Lines shorter and longer than a warp's tile.
template <class Way, std::uint64_t seed>
void compare_line() {
  char const* const given = std::getenv("TESSERA_TEST_RANDOM_PROBLEMS");
  int taken = 0;
  for (int p = 0; p < (given ? std::atoi(given) : 12); ++p) {
    RandomSystemProblem<1, seed> problem(static_cast<std::uint64_t>(p), {p % 2 == 0 ? 0 : 400, 0, 0});
    int const fused = static_cast<int>(problem.random().below(4));
    problem.check(std::string(InLines::name) + ", " + std::to_string(fused) + " fused steps",
                  [&](auto const& u, auto const& mask) {
                    if (step_on_device<Way>(problem, u, mask, fused)) {
                      ++taken;
                      return;
                    }
                    Stepper(Exec(), u, RandomSystem<1, seed>::step(), RandomSystem<1, seed>::boundary(),
                            Direct{}, problem.clock(), mask)
                        .advance(u, problem.steps());
                  });
  }
  EXPECT_GT(taken, 0) << InLines::name << ", system " << seed;
}

/// Lines in two parts. Returns how many were made so.
template <std::uint64_t seed>
int compare_parts_of_line() {
  int in_parts = 0;
  for (int p = 0; p < 12; ++p) {
    RandomSystemProblem<1, seed> problem(static_cast<std::uint64_t>(p), {p % 2 == 0 ? 40 : 400, 0, 0});
    problem.check("two parts of a line", [&](auto const& u, auto const& mask) {
      if (step_parts_of_line<seed>(problem, u)) {
        ++in_parts;
        return;
      }
      Stepper(Exec(), u, RandomSystem<1, seed>::step(), RandomSystem<1, seed>::boundary(), Direct{},
              problem.clock(), mask)
          .advance(u, problem.steps());
    });
  }
  return in_parts;
}
template <std::uint64_t... seeds>
void compare_lines() {
  (compare_line<InLines, seeds>(), ...);
  (compare_line<InWideLines, seeds>(), ...);
  EXPECT_GT((0 + ... + compare_parts_of_line<seeds>()), 0);
}

TEST_F(DeviceLines, FusedStepsOfRandomSystems) { compare_lines<TESSERA_SEEDS_LINES>(); }

} // namespace tessera::test

// SPDX-License-Identifier: Apache-2.0
// Tuning by the ranks of a job: mpi_tune FOLDER. They choose the same, whichever of them knows less or has
// less, and the choice gives the bits of Direct.
#include <tessera/distributed.hpp>
#include <tessera/system.hpp>
#include <tessera/tune/autotune_on_ranks.hpp>

#include <cstdio>

#include "support/diffusion.hpp"
#include "support/systems.hpp"

namespace {

using namespace tessera;
using test::Diffusion;
using test::Exec;

struct Start {
  KOKKOS_FUNCTION double operator()(auto const& at) const {
    return Kokkos::sin(0.3 * at.position(0)) + Kokkos::cos(0.7 * at.position(1));
  }
};

/// The heat equation on a grid whose blocks differ in size, with halos for up to four fused steps.
struct Problem {
  static constexpr int most_fused = 4;
  Ranks const& ranks;
  Exec exec{};
  Diffusion<2> stencil{{0.2, 0.2}};
  Grid<2> grid{.nodes = {67, 53}, .spacing = {1, 1}};
  AutotuneOptions options{};

  Problem(Ranks const& of, std::string const& folder) : ranks(of) {
    options.cache = folder + "/tuning.txt";
    options.effort = {.probes = 4, .brief_s = 2e-4, .sample_s = 5e-4, .unsteady = 1e9};
    if (ranks.first()) { // the machine's limits need not be measured
      std::filesystem::remove(options.cache);
      TuningCache(options.cache)
          .store({"machine",
                  {{"device", detail::device_text(exec)}, {"ranks", std::to_string(ranks.count())}},
                  detail::answer_of(typical_machine(true, 2))});
    }
    ranks.wait();
  }

  auto boundary() const { return everywhere(Neumann{0.}).on(west, Dirichlet{1.}); }
  auto blocks() const { return cut(ranks, grid, boundary(), halo_depth_of<Diffusion<2>>(most_fused)); }
  template <class Body>
  auto with_field(Body const& body) const {
    auto const own = blocks();
    auto const u = make_field<double>(exec, own);
    fill(exec, u, Start{});
    HaloExchange const exchange(exec, MpiTransport(ranks), own, u);
    return body(u, exchange);
  }
  Tuned tune(AutotuneOptions const& given) const {
    return with_field([&](auto const& u, auto const& exchange) {
      auto const before = field_hash(exec, ranks, u);
      Tuned const tuned = autotune(exec, ranks, u, stencil, boundary(), exchange, given);
      if (field_hash(exec, ranks, u) != before) throw RunFailure("tuning wrote the field");
      return tuned;
    });
  }
  /// A hash of the field after some steps, by what tuning chooses.
  std::uint64_t stepped_as_tuned() const {
    return with_field([&](auto const& u, auto const& exchange) {
      auto const boundary = this->boundary();
      // snippet: tune
      tessera::Tuned const tuned = tessera::autotune(exec, ranks, u, stencil, boundary, exchange, options);
      auto const stepper = tessera::make_stepper(tuned, exec, u, stencil, boundary, tessera::Clock{},
                                                 tessera::NoObstacle{}, exchange);
      // snippet end
      stepper->advance(u, 23);
      return field_hash(exec, ranks, u);
    });
  }
  /// The same by Direct.
  std::uint64_t stepped_directly() const {
    return with_field([&](auto const& u, auto const& exchange) {
      Stepper(exec, u, stencil, boundary(), Direct{}).advance(u, 23, exchange);
      return field_hash(exec, ranks, u);
    });
  }
};

using Em = test::Yee<double>::Value;
struct Pulse {
  KOKKOS_FUNCTION Em operator()(auto const& at) const { return {Kokkos::sin(0.3 * at.position(0)), 0, 0}; }
};

void expect(bool what, char const* words) {
  if (!what) throw RunFailure(words);
}

/// Whether all ranks chose the same.
bool agree_on(Ranks const& ranks, Tuned const& tuned) {
  struct Choice {
    std::size_t scheme;
    Tile tile;
    int fused_steps;
    Tuned::By by;
    double seconds;
  };
  Choice const mine{std::hash<std::string>()(tuned.name), tuned.tile, tuned.fused_steps, tuned.by,
                    tuned.seconds_a_step};
  for (auto const& other : ranks.gather(mine))
    if (other.scheme != mine.scheme || other.tile != mine.tile || other.fused_steps != mine.fused_steps ||
        other.by != mine.by || other.seconds != mine.seconds)
      return false;
  return true;
}

/// Maxwell's equations between mirrors, whose upper blocks read to another side than the others.
void tune_a_system(Ranks const& ranks, AutotuneOptions const& options) {
  Exec const exec;
  Grid<2> const grid{.nodes = {67, 53}, .spacing = {1, 1}};
  auto const step = test::Yee<double>::step();
  auto const walls = everywhere(by_member(Dirichlet{0.}, Mirrored{}, Mirrored{}));
  auto const blocks = cut(ranks, grid, walls, halo_depth_of<Em, double>(step, walls, 4));
  auto const em = make_system<Em, double>(exec, blocks);
  fill(exec, em, Pulse{});
  SystemExchange const exchange(exec, MpiTransport(ranks), blocks, em);
  auto const tuned = autotune(exec, ranks, em, step, walls, exchange, options);
  expect(agree_on(ranks, tuned) && tuned.by == Tuned::By::measurement, "of a system ranks chose differently");
}

void run(Ranks const& ranks, std::string const& folder) {
  Problem const problem(ranks, folder);
  Tuned const measured = problem.tune(problem.options);
  expect(agree_on(ranks, measured), "ranks chose differently");
  expect(measured.by == Tuned::By::measurement, "it was not measured");
  expect(measured.fused_steps <= Problem::most_fused,
         "more steps are fused than the halo is deep enough for");
  auto const known = problem.tune(problem.options);
  expect(agree_on(ranks, known) && known.by == Tuned::By::cache && known == measured,
         "the cache does not have what was measured");
  expect(problem.stepped_as_tuned() == problem.stepped_directly(), "the choice changed bits");

  tune_a_system(ranks, problem.options);

  auto options = problem.options;
  options.cache.clear();
  options.steps = 1;
  auto const predicted = problem.tune(options);
  expect(agree_on(ranks, predicted) && predicted.by == Tuned::By::model, "a single step was measured");

  options.steps = 0;
  if (ranks.rank() == ranks.count() - 1) options.memory = 1;
  auto const without_memory = problem.tune(options);
  expect(agree_on(ranks, without_memory) && without_memory.by == Tuned::By::model,
         "a rank without memory measured");

  options = problem.options;
  options.schemes = {"unknown"};
  try {
    problem.tune(options);
    expect(false, "an unknown scheme was taken");
  } catch (InvalidInput const&) {
  }
}

/// What fails on one rank fails on all.
void fail_together(Ranks const& ranks) {
  TuningRanks const team(ranks);
  detail::Agreement const agreement(&team);
  bool failed = false;
  try {
    agreement.together([&] {
      if (ranks.rank() == ranks.count() - 1) throw std::runtime_error("no room");
      return 1;
    });
  } catch (std::runtime_error const&) {
    failed = true;
  }
  expect(failed, "a rank went on alone");
  expect(agreement.together([&] { return ranks.rank(); }) == ranks.rank(), "a result got lost");
  expect(agreement.least(-1.5 - ranks.rank()) == -0.5 - ranks.count(), "the least number is another one");
  std::string const text(1000, 'x');
  expect(team.text_of_first(ranks.first() ? text : "") == text, "the text of rank 0 got lost");
}

} // namespace

int main(int argc, char** argv) {
  MpiSession const mpi(argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return mpi.run([&] {
    Ranks const ranks;
    fail_together(ranks);
    run(ranks, argc > 1 ? argv[1] : ".");
    if (ranks.first()) std::printf("%d ranks choose the same\n", ranks.count());
  });
}

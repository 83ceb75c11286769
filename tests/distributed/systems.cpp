// SPDX-License-Identifier: Apache-2.0
// The exchange of a system of fields: how deep halos are, what a message holds, watched numbers, and what is
// refused. Bits are compared by the cases on ranks.
#include "support/systems.hpp"

#include <tessera/distributed/cut.hpp>
#include <tessera/distributed/system_blocks.hpp>
#include <tessera/distributed/system_exchange.hpp>
#include <tessera/points/with_points.hpp>
#include <tessera/system.hpp>

#include <gtest/gtest.h>

#include "support/loopback_ranks.hpp"
#include "support/refusal.hpp"
#include "support/tools.hpp"

namespace tessera::test {

using Em = Yee<double>::Value;
using Magnetic = Yee<double>::Magnetic;
using Electric = Yee<double>::Electric;

constexpr char nothing[] = "nothing was refused";
auto const step = stages(Magnetic{0.4}, Electric{0.4});
auto const walls = everywhere(by_member(Dirichlet{0.}, Mirrored{}, Mirrored{}));

/// A formula of one member that reads another one, which nothing writes, around.
struct Flow {
  double density, speed;
};
struct Upwind {
  static constexpr auto reads = backward<2>(1);
  static constexpr auto writes = members<&Flow::density>;
  KOKKOS_FUNCTION Flow operator()(auto const& u, auto const&) const {
    Flow q = u.here();
    q.density -= q.speed * (q.density - u(-1, 0).density) + u(0, -1).speed * 0.1 * q.density;
    return q;
  }
};
struct Start {
  KOKKOS_FUNCTION auto operator()(auto const& at) const {
    return Flow{1 + 0.01 * static_cast<double>(at.index(0) * at.index(1) % 17),
                0.1 + 0.01 * static_cast<double>(at.index(0) % 5)};
  }
};
struct Density {
  KOKKOS_FUNCTION double operator()(Flow const& q) const { return q.density; }
};

TEST(SystemDepth, IsTheLargerSumOfBothSides) {
  auto const yee = halo_depth_of<Em, double>(step, walls, 4);
  EXPECT_EQ(yee.width(), 4) << "a step reads one node up and one down, not two";
  EXPECT_TRUE(yee.box) << "later stages read what earlier ones make beyond a corner";
  EXPECT_EQ(yee.frame, 1);
  auto const up_twice = halo_depth_of<Em, double>(stages(Magnetic{0.4}, Magnetic{0.4}), walls, 3);
  EXPECT_EQ(up_twice.width(), 6);
  auto const one = halo_depth_of<Flow, double>(Upwind{}, everywhere(Fixed{}));
  EXPECT_EQ(one.width(), 1);
  EXPECT_FALSE(one.box);
  // A condition that reads neighbours may do so as far as the radius, on both sides.
  EXPECT_EQ((halo_depth_of<Em, double>(step, everywhere(ZeroGradient{})).width()), 2);
}

TEST(SystemWithHalo, IsMadeOfTheApplicationsViews) {
  Grid<2> const grid{.nodes = {5, 4}, .spacing = {1, 1}};
  Halo<2> const halo{.lower = {1, 0}, .upper = {2, 3}};
  Kokkos::View<double***, Kokkos::LayoutRight, Exec::memory_space> const all("all", 3, 8, 7),
      other("other", 3, 8, 7);
  auto const u = make_system<Em>(grid, halo, all);
  for (int m = 0; m < 3; ++m) {
    EXPECT_EQ(u.view(m).data(), all.data() + m * 8 * 7);
    EXPECT_EQ(u.field(m).halo().lower[0], 1);
    EXPECT_EQ(u.field(m).halo().upper[1], 3);
  }
  expect_in(refusal([&] { make_system<Em>(grid, all); }),
            "has 8 values along axis 0, the grid with its halo 5");
  Halo<2> const turned{.lower = {2, 0}, .upper = {1, 3}};
  expect_in(refusal([&] { Levels(u, make_system<Em>(grid, turned, other)); }),
            "the two systems differ along axis 0");
}

/// What is said to the first of so many ranks, whose blocks were cut for `depth`, by a stepper and an
/// exchange.
template <class SchemeType>
std::string refused(HaloDepth const& depth, int ranks, SchemeType const& scheme) {
  LoopbackWorld world(ranks, 1);
  return refusal([&] {
    Grid<2> const grid{.nodes = {40, 40}, .spacing = {1, 1}};
    Blocks<2> const blocks(grid, cut(grid, {}, depth, ranks), depth, 0);
    auto const u = make_system<Em, double>(Exec(), blocks);
    SystemExchange const exchange(Exec(), Loopback(world, 0), blocks, u);
    Stepper stepper(Exec(), u, step, walls, scheme);
    exchange.check_sweeps(1, true, stepper.report().fused_steps, 0b111);
  });
}

/// Whether Temporal makes several steps of a system in a sweep: where kernels have their portable forms,
/// none.
constexpr bool fuses_steps = !detail::is_portable<Exec>;

TEST(SystemExchange, RefusesWhatItCanNotFill) {
  auto const depth = [](int steps) { return halo_depth_of<Em, double>(step, walls, steps); };
  EXPECT_EQ(refused(depth(1), 2, Direct{}), nothing);
  EXPECT_EQ(refused(depth(3), 2, Temporal{.fused_steps = 3}), nothing);
  EXPECT_EQ(refused(depth(1), 1, Temporal{.fused_steps = 3}), nothing) << "one rank reads no halo";
  if (fuses_steps) {
    auto const said = refused(depth(2), 2, Temporal{.fused_steps = 3});
    expect_in(said, "has a halo of 2 nodes on face ");
    expect_in(said, "; 3 fused steps, whose stages read 1 a step, read 3 (give the "
                    "system a wider halo, or take fewer fused steps)");
  }
  LoopbackWorld world(2, 1);
  Grid<2> const grid{.nodes = {40, 40}, .spacing = {1, 1}};
  Blocks<2> const blocks(grid, cut(grid, {}, depth(2), 2), depth(2), 0);
  auto const u = make_system<Em, double>(Exec(), blocks);
  SystemExchange const exchange(Exec(), Loopback(world, 0), blocks, u);
  expect_in(refusal([&] { exchange.check_sweeps(1, true, 3, 0b111); }),
            "3 fused steps, whose stages read 1 nodes a step, read 3, the blocks have a halo of 2 (cut with "
            "tessera::halo_depth_of<Value, T>(stages, boundary, 3), or take 2 fused steps)");
  auto const narrow = make_system<Em, double>(Exec(), blocks.grid());
  expect_in(refusal([&] { SystemExchange(Exec(), Loopback(world, 0), blocks, narrow); }),
            "with a halo of 0 and 0, the block has 20 with 0 and 2 (make the system with");
}

TEST(SystemExchange, SteppersRefuseHalosThatNobodyFills) {
  Grid<2> const grid{.nodes = {40, 40}, .spacing = {1, 1}};
  auto const depth = halo_depth_of<Em, double>(step, walls);
  Blocks<2> const blocks(grid, cut(grid, {}, depth, 2), depth, 0);
  auto const u = make_system<Em, double>(Exec(), blocks);
  Stepper stepper(Exec(), u, step, walls, Direct{});
  EXPECT_EQ(refusal([&] { stepper.advance(u, 1); }), nothing);
  expect_in(refusal([&] { stepper.advance(u, 2); }),
            "the system has a halo that nobody fills between sweeps of 1 (pass an exchange");
  // The neighbour's last nodes, which its face sets, lie within what a sweep of three steps would update.
  Grid<2> thin = grid;
  thin.whole = {28, 40};
  thin.nodes = {25, 40};
  auto const near =
      make_system<Em>(thin, Halo<2>{.upper = {3, 0}}, Kokkos::View<double**, Exec::memory_space>("a", 28, 40),
                      Kokkos::View<double**, Exec::memory_space>("b", 28, 40),
                      Kokkos::View<double**, Exec::memory_space>("c", 28, 40));
  if (fuses_steps)
    expect_in(
        refusal([&] { Stepper(Exec(), near, step, walls, Temporal{.fused_steps = 3}); }),
        "ends 3 nodes before face east of the whole grid; 3 fused steps, whose stages read 1 a step, need 4 "
        "there, 1 of them beside the face");
  Kokkos::View<std::uint8_t**, Exec::memory_space> const mask("mask", u.grid().nodes[0], u.grid().nodes[1]);
  expect_in(refusal([&] { Stepper(Exec(), u, step, walls, Direct{}, Clock{}, mask); }),
            "an obstacle with a halo of 0 nodes on face");
}

/// Steps a flow on ranks; rank 0's bytes of a message, and what Kokkos was told of a later advance.
TEST(SystemExchange, SendsOneMessageAPeerAndInputsOnceAnAdvance) {
  Grid<2> const grid{.nodes = {40, 30}, .spacing = {1, 1}};
  auto const closed = everywhere(Fixed{});
  auto const depth = halo_depth_of<Flow, double>(Upwind{}, closed);
  auto const cuts = cut(grid, {}, depth, 2, CutOptions<2>{.parts = {2, 1}});
  LoopbackWorld world(2, 1);
  std::vector<ToolEvent> all;
  Index delivered = 0;
  world.run([&](int rank) {
    Blocks<2> const blocks(grid, cuts, depth, rank);
    auto const u = make_system<Flow, double>(Exec(), blocks);
    SystemExchange const exchange(Exec(), Loopback(world, rank), blocks, u);
    Stepper stepper(Exec(), u, Upwind{}, closed, Direct{});
    stepper.advance(u, 1, exchange);
    EXPECT_EQ(exchange.sent_bytes(1), 30 * Index{sizeof(double)}) << "the density alone";
    world.wait_for_all();
    std::optional<Recording> recording;
    if (rank == 0) {
      delivered = world.delivered();
      recording.emplace();
    }
    world.wait_for_all();
    stepper.advance(u, 4, exchange);
    world.wait_for_all();
    if (rank == 0) {
      all = recording->all();
      delivered = world.delivered() - delivered;
    }
    world.wait_for_all();
  });
  EXPECT_EQ(delivered, 8) << "four steps, one message each way";
  Index packs = 0, allocations = 0;
  for (auto const& event : all) {
    packs += event.type == ToolEvent::kernel && event.name == "tessera::halo::pack";
    allocations += event.type == ToolEvent::allocation;
  }
  EXPECT_EQ(packs, 8) << "two ranks pack once a step";
  EXPECT_EQ(allocations, 0) << names(all);
}

/// Copies a block's nodes to their places in the whole.
template <class ViewType>
void copy_block(Blocks<2> const& blocks, ViewType const& view, std::vector<double>& whole) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  auto const box = blocks.box();
  for (Index i = box.lower[0]; i < box.upper[0]; ++i)
    for (Index j = box.lower[1]; j < box.upper[1]; ++j)
      whole[static_cast<std::size_t>(i * blocks.whole().nodes[1] + j)] =
          host(i - box.lower[0] + blocks.halo().lower[0], j - box.lower[1] + blocks.halo().lower[1]);
}

/// The largest density, and all densities, of a flow on so many ranks.
std::vector<double> flow_on(int ranks, bool inputs_change) {
  Grid<2> const grid{.nodes = {41, 30}, .spacing = {1, 1}};
  auto const closed = everywhere(Fixed{});
  auto const depth = halo_depth_of<Flow, double>(Upwind{}, closed, 2);
  auto const cuts = cut(grid, {}, depth, ranks);
  std::vector<double> all(static_cast<std::size_t>(grid.size()) + 1);
  std::vector<double> numbers;
  LoopbackWorld world(ranks, static_cast<std::uint64_t>(ranks));
  world.run([&](int rank) {
    Blocks<2> const blocks(grid, cuts, depth, rank);
    auto const u = make_system<Flow, double>(Exec(), blocks);
    fill(Exec(), u, Start{});
    SystemExchange const exchange(Exec(), Loopback(world, rank), blocks, u);
    Stepper stepper(Exec(), u, Upwind{}, closed, Temporal{.fused_steps = 2});
    Kokkos::View<double, Exec::memory_space> const largest("largest");
    for (int call = 0; call < 3; ++call) {
      stepper.advance(u, 3, exchange, watch(Max{}, Density{}, largest));
      if (inputs_change) Kokkos::deep_copy(u.view(1), 0.05 * call);
    }
    auto const number = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, largest);
    numbers.push_back(number());
    copy_block(blocks, u.view(0), all);
  });
  EXPECT_EQ(numbers, std::vector<double>(static_cast<std::size_t>(ranks), numbers[0])) << "all get the same";
  all.back() = numbers[0];
  return all;
}

TEST(SystemExchange, WatchesTheWholeGridAndSendsInputsAnew) {
  for (bool const change : {false, true}) {
    auto const alone = flow_on(1, change);
    EXPECT_GT(alone.back(), 1);
    for (int ranks : {2, 4, 6}) EXPECT_EQ(flow_on(ranks, change), alone) << ranks << " ranks";
  }
}

/// What a pulse makes of a field at rest, and what receivers of two members hear of it.
struct Heard {
  std::vector<double> ez, samples_of_ez, samples_of_hx;
  bool operator==(Heard const&) const = default;
};

Heard heard_on(int ranks, AnyScheme const& scheme) {
  Grid<2> const grid{.nodes = {37, 44}, .spacing = {0.5, 0.75}};
  auto const around = everywhere(Mirrored{}).on(south, Periodic{}).on(north, Periodic{});
  BeyondFaces<2> const beyond{{{Beyond::even, Beyond::even}, {Beyond::period, Beyond::period}}};
  auto const depth = halo_depth_of<Em, double>(step, around, std::max(1, scheme.fused_steps));
  auto const cuts = cut(grid, {false, true}, depth, ranks);
  std::vector<Lengths<2>> const sources{{9.1, 16.3}, {17.9, 32.9}},
      receivers{{9.3, 15.2}, {0.1, 32.7}, {8.9, 0.2}};
  Heard heard{std::vector<double>(static_cast<std::size_t>(grid.size())), {}, {}};
  LoopbackWorld world(ranks, 5);
  LoopbackRanks::Shared shared;
  world.run([&](int rank) {
    Blocks<2> const blocks(grid, cuts, depth, rank);
    auto const points = [&](auto const& at, Interpolation how, Lengths<2> const& offset = {}) {
      return PointSet<2>(blocks.grid(), at, how, beyond, offset, blocks.halo());
    };
    Injection<double, 2> const pulse(points(sources, Interpolation::sinc), 0.3);
    Sampling<double, 2> const of_ez(points(receivers, Interpolation::sinc), 1),
        of_hx(points(receivers, Interpolation::linear, {0., 0.5}), 2);
    pulse.fill(Exec(), 0, 20,
               [](Index point, Index level) { return 1. + double(point) - 0.1 * double(level); });
    auto const stages_with_points =
        stages(with_points(Magnetic{0.4}, sample<&Em::hx>(of_hx)),
               with_points(Electric{0.4}, inject<&Em::ez>(pulse), sample<&Em::ez>(of_ez)));
    auto const u = make_system<Em, double>(Exec(), blocks);
    SystemExchange const exchange(Exec(), Loopback(world, rank), blocks, u);
    Stepper stepper(Exec(), u, stages_with_points, around, scheme);
    stepper.advance(u, 5, exchange);
    stepper.advance(u, 8, exchange);
    LoopbackRanks const all(world, shared);
    auto const values = [&](auto const& sampling) {
      auto const made = sampling.samples(Exec(), all, 1, 13);
      auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, made);
      std::vector<double> list;
      for (std::size_t row = 0; row < host.extent(0); ++row)
        for (std::size_t point = 0; point < host.extent(1); ++point) list.push_back(host(row, point));
      return list;
    };
    heard.samples_of_ez = values(of_ez);
    heard.samples_of_hx = values(of_hx);
    copy_block(blocks, u.view(0), heard.ez);
  });
  return heard;
}

TEST(SystemExchange, PointsAreThoseOfOneRank) {
  auto const alone = heard_on(1, {"direct"});
  EXPECT_EQ(alone.samples_of_ez.size(), 39u);
  EXPECT_EQ(alone.samples_of_hx.size(), 18u);
  for (auto const& list : {alone.ez, alone.samples_of_ez, alone.samples_of_hx})
    EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](double value) { return value != 0; }));
  for (int ranks : {2, 4, 6})
    for (AnyScheme const& scheme : {AnyScheme{"direct"}, AnyScheme{"temporal", {0, 0, 0}, 3}})
      EXPECT_TRUE(heard_on(ranks, scheme) == alone) << ranks << " ranks, " << scheme.name;
}

} // namespace tessera::test
